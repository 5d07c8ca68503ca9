// One choice of known and unknown variables of a chain at one instant, solved in two ways that
// share nothing: by the matrix of Casius 2004, and by a deck whose KNOWN and UNKNOWN lines say it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "solve/chain/chain_choice.h"
#include "support/deck.h"

namespace mbs::test {

struct ChainChoice {
  explicit ChainChoice(int n)
      : unknown(static_cast<std::size_t>(chain_variable_count(n))), value(unknown.size()) {}
  std::vector<char> unknown;  // 7n + 5, 0 or 1; all are known at first
  std::vector<double> value;  // of the known ones; 0 at first. FEXT contains gravity
};

struct ChainSolution {
  std::vector<double> value;  // all 7n + 5 variables, where ok()
  double rcond = 0;           // by the matrix
  std::string undetermined;   // "M 1, MEXT 1"
  bool ok() const { return !value.empty(); }
};

inline ChainSolution solve_by_matrix(const std::vector<ChainSegment>& segments,
                                     const ChainChoice& choice) {
  const int n = static_cast<int>(segments.size());
  ChainSystem system(segments, {}, 0);
  system.choose(choice.unknown);
  ChainSolution out;
  if (system.unknown_count() < system.equation_count()) return out;
  std::vector<double> value(choice.value.size());
  const bool solved =
      system.solve(segments, choice.value, ChainEquations(0, system.variable_count()), value);
  if (system.unknown_count() == system.equation_count()) out.rcond = system.rcond();
  if (solved)
    out.value = std::move(value);
  else
    for (int j : system.undetermined())
      out.undetermined += (out.undetermined.empty() ? "" : ", ") + chain_variable_name(j, n);
  return out;
}

inline std::string deck_of(const std::vector<ChainSegment>& segments, const ChainChoice& choice) {
  const int n = static_cast<int>(segments.size());
  std::string deck = "SEGDYN\nTIME 0 0 1\n";
  for (int i = 0; i < n; ++i) {
    const ChainSegment& s = segments[static_cast<std::size_t>(i)];
    deck += fmt::format("SEGMENT {} {:.17g} {:.17g} {:.17g} {:.17g}\nSTATE {} {:.17g} {:.17g}\n",
                        i + 1, s.m, s.l, s.d, s.j, i + 1, s.phi, s.phid);
  }
  for (int j = 0; j < chain_variable_count(n); ++j) {
    const auto k = static_cast<std::size_t>(j);
    deck += choice.unknown[k]
                ? fmt::format("UNKNOWN {}\n", chain_variable_name(j, n))
                : fmt::format("KNOWN {} {:.17g}\n", chain_variable_name(j, n), choice.value[k]);
  }
  return deck + "END\n";
}

inline ChainSolution solve_by_deck(const std::vector<ChainSegment>& segments,
                                   const ChainChoice& choice) {
  const int n = static_cast<int>(segments.size());
  const RunResult run = test::run(deck_of(segments, choice));
  ChainSolution out;
  if (run.status != ExitStatus::done) {
    const std::string before = "singular: ", after = " cannot be found";
    const std::size_t at = run.messages.find(before), end = run.messages.find(after);
    if (at != std::string::npos)
      out.undetermined = run.messages.substr(at + before.size(), end - at - before.size());
    return out;
  }
  for (int j = 0; j < chain_variable_count(n); ++j) {
    std::string name = chain_variable_name(j, n);
    std::erase(name, ' ');
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    out.value.push_back(run.value(0, name));
  }
  return out;
}

}  // namespace mbs::test
