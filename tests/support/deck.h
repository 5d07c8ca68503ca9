// Helpers of tests that start from deck text: a model ready to be solved, or a whole run as rows of
// numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "build/build.h"
#include "deck/lines/dialects.h"
#include "elements/element.h"
#include "program/run_deck.h"
#include "solve/place/kinematics.h"

namespace mbs::test {

// What is declared here and defined in deck.cpp is compiled once, not in each test.

struct Loaded {
  Loaded();
  Loaded(Loaded&&) noexcept;
  ~Loaded();
  Diagnostics diagnostics;
  Tables tables;
  std::optional<Built> built;  // empty if there was an error
};

Loaded load(const std::string& text, const Options& options = {},
            const std::string& directory = ".");

// What a dynamic run starts from: Dynamics::start() is to come.
State initial_state(const Loaded& deck);

// The kinematic solver of a deck that is right, at its initial estimate.
struct Mechanism {
  Loaded loaded;
  Options options;
  Kinematics kinematics;
  State state;

  explicit Mechanism(const std::string& text, const Options& chosen = {});
  ~Mechanism();
  Mechanism(const Mechanism&) = delete;
  Mechanism& operator=(const Mechanism&) = delete;

  const Model& model() const { return loaded.built.value().model; }
  const Phase& phase() const { return loaded.built.value().phase; }
  // Assembled, with rates: where a Continuation begins.
  bool assemble();
  // Position and rates of the state from its prediction.
  SolveStatus solve();
};

// A FILE whose text ends in a string.
class MemoryFile {
 public:
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::FILE* get() { return file_; }
  std::string text();

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* file_;
};

struct RunResult : Outcome {
  RunResult();
  RunResult(const RunResult&);
  RunResult(RunResult&&) noexcept;
  RunResult& operator=(const RunResult&);
  RunResult& operator=(RunResult&&) noexcept;
  ~RunResult();

  std::string report, messages;
  std::vector<std::string> names;         // of the CSV, t first
  std::vector<std::vector<double>> rows;  // one per report time
  std::vector<Happening> events;

  // When the n-th turn (from 0) of this kind comes about, of any contact or of one; nan if it does
  // not.
  double time_of(ContactTurn turn, int n = 0, const std::string& label = "") const;
  std::size_t column(const std::string& name) const;
  bool has(const std::string& name) const;
  double value(std::size_t row, const std::string& name) const;
  // Of STATIC: whether the equilibrium is stable; none where that has not been judged.
  std::optional<bool> is_stable() const;
  double time(std::size_t row) const { return rows.at(row)[0]; }
  // nan where there is none of this name.
  double measure(const std::string& name) const;
};

void parse_csv(const std::string& csv, RunResult& run);

RunResult run(const std::string& text, const RunSettings& settings = {},
              const std::string& directory = ".");
// A run of a deck that is built, with its tables as they are now.
RunResult run_loaded(Loaded deck);

// Largest difference of one kind of channel over a run, and the largest value it is measured by.
// Not a number counts as infinitely wrong.
class Error {
 public:
  void add(double got, double expected);
  // Angles that may differ by whole turns.
  void add_angle(double got, double expected);
  double absolute() const;
  double relative() const;

 private:
  double worst_ = 0, largest_ = 0;
  long count_ = 0;
};

}  // namespace mbs::test
