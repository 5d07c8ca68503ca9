#include "support/deck.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "deck/lines/lexer.h"

namespace mbs::test {

Loaded::Loaded() = default;
Loaded::Loaded(Loaded&&) noexcept = default;
Loaded::~Loaded() = default;

Loaded load(const std::string& text, const Options& options, const std::string& directory) {
  Loaded out;
  const LexedDeck lexed = lex({"deck", text, directory, {}}, out.diagnostics);
  std::vector<const RecordSpec*> specs;
  for (const ElementType* type : element_types()) specs.push_back(&type->spec);
  out.tables = read_deck(lexed, specs, options, out.diagnostics);
  if (!out.diagnostics.has_errors()) out.built = build_model(out.tables, out.diagnostics);
  return out;
}

State initial_state(const Loaded& deck) {
  const Model& model = deck.built.value().model;
  State state(model.nx, model.ne);
  state.t = deck.tables.time.start;
  state.x = model.x0;
  state.v = model.v0;
  return state;
}

Mechanism::Mechanism(const std::string& text, const Options& chosen)
    : loaded(load(text, chosen)),
      options(chosen),
      kinematics(model(), phase(), named_partition(phase()), options),
      state(model().nx, model().ne) {
  state.t = loaded.tables.time.start;
  state.x = model().x0;
}
Mechanism::~Mechanism() = default;

bool Mechanism::assemble() { return kinematics.assemble(state).ok() && solve().ok(); }

SolveStatus Mechanism::solve() {
  const Positioned at = kinematics.position(state);
  return at.ok() ? kinematics.rates(at, state) : at.status();
}

MemoryFile::MemoryFile() : file_(open_memstream(&data_, &size_)) {}
MemoryFile::~MemoryFile() {
  std::fclose(file_);
  std::free(data_);
}
std::string MemoryFile::text() {
  std::fflush(file_);
  return std::string(data_, size_);
}

RunResult::RunResult() { status = ExitStatus::internal_error; }
RunResult::RunResult(const RunResult&) = default;
RunResult::RunResult(RunResult&&) noexcept = default;
RunResult& RunResult::operator=(const RunResult&) = default;
RunResult& RunResult::operator=(RunResult&&) noexcept = default;
RunResult::~RunResult() = default;

double RunResult::time_of(ContactTurn turn, int n, const std::string& label) const {
  for (const Happening& event : events)
    for (const ModeChange& change : event.contacts)
      if (change.turn == turn && (label.empty() || change.label == label) && n-- == 0)
        return event.t;
  return std::numeric_limits<double>::quiet_NaN();
}

std::size_t RunResult::column(const std::string& name) const {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

bool RunResult::has(const std::string& name) const { return column(name) < names.size(); }

double RunResult::value(std::size_t row, const std::string& name) const {
  return rows.at(row).at(column(name));
}

std::optional<bool> RunResult::is_stable() const {
  const Figure* const found = evidence.find(Check::stability);
  return found ? std::optional<bool>(found->value == 0) : std::nullopt;
}

double RunResult::measure(const std::string& name) const {
  for (const MeasureValue& m : measures)
    if (m.name == name) return m.value;
  return std::numeric_limits<double>::quiet_NaN();
}

void parse_csv(const std::string& csv, RunResult& run) {
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

RunResult run_loaded(Loaded deck) {
  RunResult out;
  MemoryFile report_file, csv_file;
  Diagnostics diagnostics;
  {
    TextSink report(report_file.get()), csv(csv_file.get());
    static_cast<Outcome&>(out) = run({std::move(deck.tables), std::move(deck.built).value(), {}},
                                     {&report, &csv, {}, {}}, diagnostics);
  }
  out.report = report_file.text();
  out.messages = diagnostics.format_all();
  parse_csv(csv_file.text(), out);
  return out;
}

RunResult run(const std::string& text, const RunSettings& settings, const std::string& directory) {
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

void Error::add(double got, double expected) {
  const double d = std::fabs(got - expected);
  worst_ = std::isfinite(d) ? std::max(worst_, d) : std::numeric_limits<double>::infinity();
  largest_ = std::max(largest_, std::fabs(expected));
  ++count_;
}

void Error::add_angle(double got, double expected) {
  add(std::remainder(got - expected, 2 * 3.14159265358979323846), 0);
}

double Error::absolute() const {
  return count_ > 0 ? worst_ : std::numeric_limits<double>::infinity();
}

double Error::relative() const { return absolute() / std::max(largest_, 1e-300); }

}  // namespace mbs::test
