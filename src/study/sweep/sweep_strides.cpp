// The files of --strides of a sweep.
#include <fmt/format.h>

#include <map>

#include "deck/lines/lexer.h"
#include "program/stride_files.h"
#include "study/sweep/sweep.h"

namespace mbs {

namespace {

constexpr long long kMostStrideFiles = 1'000'000;

}  // namespace

std::vector<std::vector<std::string>> name_stride_files(const DeckInput& deck, const RunList& runs,
                                                        const std::string& pattern,
                                                        const std::vector<StrideRow>& strides,
                                                        Diagnostics& diagnostics) {
  if (runs.count() > kMostStrideFiles) {
    diagnostics.error({}, "--strides",
                      fmt::format("{} runs would have files of strides", runs.count()),
                      fmt::format("at most {}", kMostStrideFiles));
    return {};
  }
  std::vector<std::vector<std::string>> out;
  std::map<std::string, long long> run_of;
  for (long long k = 0; k < runs.count(); ++k) {
    DeckInput with = deck;
    for (std::size_t p = 0; p < runs.names().size(); ++p)
      with.overrides.emplace_back(runs.names()[p], runs.text(k, p));
    Diagnostics of_run;
    const LexedDeck lexed = lex(with, of_run);
    std::vector<std::string>& names = out.emplace_back();
    if (of_run.has_errors()) continue;  // its row will say so
    names = stride_files(pattern, strides, lexed.parameters, diagnostics);
    if (names.empty()) return {};
    const auto [other, is_new] = run_of.emplace(names[0], k);
    if (is_new) continue;
    diagnostics.error(
        {}, "--strides",
        fmt::format("runs {} and {} have the same file '{}'", other->second + 1, k + 1, names[0]),
        "expected ${parameters} that tell the runs apart");
    return {};
  }
  return out;
}

}  // namespace mbs
