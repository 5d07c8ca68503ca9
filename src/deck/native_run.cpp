// Records of the dynamics block that say how to run: report times, method, tolerances, form, job.
#include <fmt/format.h>

#include <cmath>

#include "deck/native.h"

namespace mbs {

namespace {

class RunReader : LineReader {
 public:
  RunReader(NativeContext& deck, Once& once, const Record& record, std::string label)
      : LineReader(deck.deck, deck.tables, once, deck.diagnostics),
        deck_(deck),
        method_(deck.tables.method) {
    begin(record, std::move(label));
  }

  static std::span<const Keyword<RunReader>> keywords();

 private:
  // Both give the report times: one of them, once.
  bool only_time(RecordReader& in) {
    deck_.has_time = true;
    return first(in, "time", "the time grid (TIMESTEP or TIMES)");
  }

  void time_step(RecordReader& in) {
    const double duration = read_positive(in, "T");
    const auto steps =
        static_cast<double>(in.integer("N", 1, kMostReportSteps, "a number of steps"));
    const double start = in.at_end() ? 0 : in.number("T0");
    in.finish();
    const TimeGrid grid{start, start + duration, duration / steps, where_};
    const bool resolved = grid.at(1) > grid.start && std::isfinite(grid.end);
    if (in.ok() && !(resolved && grid.count() == static_cast<long long>(steps) + 1))
      in.fail(where_, fmt::format("T = {} in {} steps is lost in rounding", duration, steps),
              "expected steps that can be told from each other");
    if (only_time(in)) deck_.tables.time = grid;
  }

  void times(RecordReader& in) {
    TimeGrid grid;
    grid.where = where_;
    read_times(in, grid);
    if (only_time(in)) deck_.tables.time = grid;
  }

  void tolerances(RecordReader& in) {
    IntegrationRow row = method_.integration;
    read_tolerances(in, row);
    if (!first(in)) return;
    if (method_.integration.abs > 0)
      return in.fail(where_, "INTEG gives the tolerances already", "expected them once");
    method_.integration = row;
    if (row.where.line == 0) method_.integration.where = where_;
  }

  void outlevel(RecordReader& in) {
    const auto level = static_cast<int>(in.integer("level n", 0, 9, "a level"));
    if (!in.at_end()) in.integer("level m", 0, 9, "a level");  // of SPACAR's binary file
    if (first(in)) method_.outlevel = level;
  }

  void freedoms(RecordReader& in) {
    const SourceLocation at = in.here();
    const std::string word = in.word("choice", "expected AUTO");
    if (in.ok() && word != "AUTO")
      return in.fail(at, fmt::format("'{}' is no choice", word), "expected AUTO");
    if (first(in)) method_.choose_freedoms = true;
  }

  NativeContext& deck_;
  Method& method_;
};

std::span<const Keyword<RunReader>> RunReader::keywords() {
  using R = RunReader;
  static constexpr Keyword<RunReader> kKeywords[] = {
      {"TIMESTEP", "T N [T0]", &R::time_step},
      {"TIMES", "T0 TE DT", &R::times},
      {"ERROR", "abs rel", &R::tolerances},
      {"INTEG", "method h, or method [abs rel [hmax]]", &R::integration},
      {"ITERSTEP", "iterations [load steps [tolerance]]", &R::iteration},
      {"OUTLEVEL", "level [m]", &R::outlevel},
      {"LIMIT", "[TIME s] [STEPS n] [EVENTS n]", &R::limits},
      {"FORM", "REDUCED, FULL or AUTO", &R::form},
      {"DOF", "AUTO", &R::freedoms},
      {"STATIC", "", &R::equilibrium},
      {"EIGEN", "[modes]", &R::modes},
  };
  return kKeywords;
}

}  // namespace

std::vector<KeywordFields> native_run_keywords() { return fields_of(RunReader::keywords()); }

bool read_native_run(const Record& record, NativeContext& deck, Once& once) {
  const auto* keyword = find_keyword(RunReader::keywords(), upper_case(record.tokens[0].text));
  if (!keyword) return false;
  RecordReader in(record, std::string(keyword->name), deck.diagnostics, 1);
  in.set_layout(keyword_layout(keyword->name, keyword->fields));
  RunReader reader(deck, once, record, std::string(keyword->name));
  (reader.*keyword->parse)(in);
  in.finish();
  if (keyword->name == "FORM") deck.dynamic = true;
  return true;
}

bool says_dynamics(const Tables& t) {
  const Forces& f = t.forces;
  return !f.masses.empty() || !f.stresses.empty() || !f.laws.empty() || !f.loads.empty() ||
         !f.point_forces.empty() || !f.measured_forces.empty() || !f.net_joints.empty() ||
         !t.starts.empty() || !t.contacts.empty() || !t.frictions.empty() || !t.muscles.empty() ||
         !t.shared_muscles.empty() || f.gravity[0] != 0 || f.gravity[1] != 0 || f.gravity[2] != 0 ||
         (t.method.integration.given && t.odes.empty()) || t.method.form != Form::automatic ||
         t.method.choose_freedoms;
}

}  // namespace mbs
