// Helpers of tests that start from deck text: a model ready to be solved, or a whole run as rows of
// numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "deck/dialects.h"
#include "deck_run/run_deck.h"
#include "elements/element.h"
#include "model/build.h"
#include "solve/kinematics.h"

namespace mbs::test {

struct Loaded {
  Diagnostics diagnostics;
  Tables tables;
  std::optional<Built> built;  // empty if there was an error
};

inline Loaded load(const std::string& text, const Options& options = {},
                   const std::string& directory = ".") {
  Loaded out;
  const LexedDeck lexed = lex({"deck", text, directory, {}}, out.diagnostics);
  std::vector<const RecordSpec*> specs;
  for (const ElementType* type : element_types()) specs.push_back(&type->spec);
  out.tables = read_deck(lexed, specs, options, out.diagnostics);
  if (!out.diagnostics.has_errors()) out.built = build_model(out.tables, out.diagnostics);
  return out;
}

// What a dynamic run starts from: Dynamics::start() is to come.
inline State initial_state(const Loaded& deck) {
  const Model& model = deck.built.value().model;
  State state(model.nx, model.ne);
  state.t = deck.tables.time.start;
  state.x = model.x0;
  state.v = model.v0;
  return state;
}

// The kinematic solver of a deck that is right, at its initial estimate.
struct Mechanism {
  Loaded loaded;
  Options options;
  Kinematics kinematics;
  State state;

  explicit Mechanism(const std::string& text, const Options& chosen = {})
      : loaded(load(text, chosen)),
        options(chosen),
        kinematics(model(), phase(), named_partition(phase()), options),
        state(model().nx, model().ne) {
    state.t = loaded.tables.time.start;
    state.x = model().x0;
  }
  Mechanism(const Mechanism&) = delete;
  Mechanism& operator=(const Mechanism&) = delete;

  const Model& model() const { return loaded.built.value().model; }
  const Phase& phase() const { return loaded.built.value().phase; }
  // Assembled, with rates: where a Continuation begins.
  bool assemble() { return kinematics.assemble(state).ok() && solve().ok(); }
  // Position and rates of the state from its prediction.
  SolveStatus solve() {
    const Positioned at = kinematics.position(state);
    return at.ok() ? kinematics.rates(at, state) : at.status();
  }
};

// A FILE whose text ends in a string.
class MemoryFile {
 public:
  MemoryFile() : file_(open_memstream(&data_, &size_)) {}
  ~MemoryFile() {
    std::fclose(file_);
    std::free(data_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::FILE* get() { return file_; }
  std::string text() {
    std::fflush(file_);
    return std::string(data_, size_);
  }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* file_;
};

struct RunResult : Outcome {
  RunResult() { status = ExitStatus::internal_error; }

  std::string report, messages;
  std::vector<std::string> names;         // of the CSV, t first
  std::vector<std::vector<double>> rows;  // one per report time
  std::vector<Happening> events;

  // When the n-th turn (from 0) of this kind comes about, of any contact or of one; nan if it does
  // not.
  double time_of(ContactTurn turn, int n = 0, const std::string& label = "") const {
    for (const Happening& event : events)
      for (const ModeChange& change : event.contacts)
        if (change.turn == turn && (label.empty() || change.label == label) && n-- == 0)
          return event.t;
    return std::numeric_limits<double>::quiet_NaN();
  }
  std::size_t column(const std::string& name) const {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  }
  bool has(const std::string& name) const { return column(name) < names.size(); }
  double value(std::size_t row, const std::string& name) const {
    return rows.at(row).at(column(name));
  }
  // Of STATIC: whether the equilibrium is stable; none where that has not been judged.
  std::optional<bool> is_stable() const {
    const Figure* const found = evidence.find(Check::stability);
    return found ? std::optional<bool>(found->value == 0) : std::nullopt;
  }
  double time(std::size_t row) const { return rows.at(row)[0]; }
  // nan where there is none of this name.
  double measure(const std::string& name) const {
    for (const MeasureValue& m : measures)
      if (m.name == name) return m.value;
    return std::numeric_limits<double>::quiet_NaN();
  }
};

inline void parse_csv(const std::string& csv, RunResult& run) {
  std::size_t begin = 0;
  for (bool header = true; begin < csv.size(); header = false) {
    const std::size_t end = csv.find('\n', begin);
    const std::string line = csv.substr(begin, end - begin);
    if (!header) run.rows.emplace_back();
    for (std::size_t p = 0; p <= line.size();) {
      const std::size_t comma = std::min(line.find(',', p), line.size());
      const std::string cell = line.substr(p, comma - p);
      if (header)
        run.names.push_back(cell);
      else
        run.rows.back().push_back(std::strtod(cell.c_str(), nullptr));
      p = comma + 1;
    }
    begin = end + 1;
  }
}

inline RunResult run(const std::string& text, const RunSettings& settings = {},
                     const std::string& directory = ".") {
  RunResult out;
  MemoryFile report_file, csv_file;
  Diagnostics diagnostics;
  {
    TextSink report(report_file.get()), csv(csv_file.get());
    const auto prepared = prepare_run({"deck", text, directory, {}}, settings, diagnostics);
    Outputs outputs{&report, &csv, {}};
    outputs.events = [&out](const Happening& event) { out.events.push_back(event); };
    Outcome outcome =
        prepared ? run(*prepared, outputs, diagnostics) : Outcome{.status = ExitStatus::deck_error};
    static_cast<Outcome&>(out) = std::move(outcome);
  }
  out.report = report_file.text();
  out.messages = diagnostics.format_all();
  parse_csv(csv_file.text(), out);
  return out;
}

// Largest difference of one kind of channel over a run, and the largest value it is measured by.
// Not a number counts as infinitely wrong.
class Error {
 public:
  void add(double got, double expected) {
    const double d = std::fabs(got - expected);
    worst_ = std::isfinite(d) ? std::max(worst_, d) : std::numeric_limits<double>::infinity();
    largest_ = std::max(largest_, std::fabs(expected));
    ++count_;
  }
  // Angles that may differ by whole turns.
  void add_angle(double got, double expected) {
    add(std::remainder(got - expected, 2 * 3.14159265358979323846), 0);
  }
  double absolute() const { return count_ > 0 ? worst_ : std::numeric_limits<double>::infinity(); }
  double relative() const { return absolute() / std::max(largest_, 1e-300); }

 private:
  double worst_ = 0, largest_ = 0;
  long count_ = 0;
};

}  // namespace mbs::test
