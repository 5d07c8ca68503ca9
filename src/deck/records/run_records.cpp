#include "deck/records/run_records.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "base/tolerances.h"
#include "deck/lines/tokenizer.h"
#include "deck/names/input_names.h"
#include "deck/records/force_components.h"
#include "deck/records/muscle_records.h"
#include "deck/tables/tables.h"
#include "text/expression.h"
#include "text/time_table.h"

namespace mbs {

namespace {

constexpr std::string_view kMethods[] = {"HEUN",  "RK4",    "DOP853", "STEP",
                                         "STIFF", "GALPHA", "AUTO"};
constexpr std::string_view kForms[] = {"AUTO", "REDUCED", "FULL"};

constexpr long long kGreatestLimit = 1'000'000'000'000;

constexpr std::string_view kGeneralisedAlpha = "GALPHA", kRho = "RHO", kStiff = "STIFF",
                           kStrict = "STRICT";

bool has_fixed_step(std::string_view method) { return method == "HEUN" || method == "RK4"; }

// [abs rel [hmax]], up to RHO or STRICT.
void read_error_control(RecordReader& in, IntegrationRow& row) {
  const auto is_end = [&] {
    return in.at_end() || in.peek_word() == kRho || in.peek_word() == kStrict;
  };
  if (is_end()) return;
  read_tolerances(in, row);
  if (in.ok() && !is_end()) row.hmax = read_positive(in, "largest step hmax");
}

void read_generalised_alpha(RecordReader& in, IntegrationRow& row) {
  const std::string layout =
      "expected: INTEG GALPHA STEP h [RHO r] or INTEG GALPHA [abs rel [hmax]] [RHO r]";
  in.set_layout(layout);
  const std::string first = in.peek_word();
  if (first == "STEP") {
    in.skip();
    row.h = read_positive(in, "step h");
  } else if (!first.empty() && first != kRho) {
    return fail_unknown_word(in, in.here(), first, "is neither STEP nor RHO", {"STEP", kRho},
                             layout);
  } else {
    read_error_control(in, row);
  }
  if (!in.ok() || in.at_end()) return;
  if (in.peek_word() == kRho) {
    in.skip();
    row.rho = read_within(in, "RHO r", 0, 1);
  } else if (!in.peek_word().empty()) {
    fail_unknown_word(in, in.here(), in.peek_word(), "where RHO was expected", {kRho}, layout);
  }
}

}  // namespace

std::span<const std::string_view> integration_methods() { return kMethods; }

std::string line_text(SourceLocation where, SourceLocation here, const Diagnostics& diagnostics) {
  return where.file == here.file ? fmt::format("line {}", where.line)
                                 : fmt::format("{}:{}", diagnostics.file(where.file), where.line);
}

bool covers(const TimeTable& table, const TimeGrid& grid) {
  const double last = grid.at(grid.count() - 1), slack = tolerance::reaches * grid.step;
  return grid.start >= table.t.front() - slack && last <= table.t.back() + slack;
}

std::string cover_problem(const TimeTable& table, const TimeGrid& grid) {
  return fmt::format("the run goes from t = {} to {}, the table from {} to {}", grid.start,
                     grid.at(grid.count() - 1), table.t.front(), table.t.back());
}

void check_cover(const TimeTable& table, const TimeGrid& grid, SourceLocation where,
                 const std::string& label, Diagnostics& diagnostics) {
  // A step of 0 has been reported already.
  if (grid.step > 0 && !covers(table, grid))
    diagnostics.error(where, label, cover_problem(table, grid), kCover);
}

ClassRow released(int element, int component, const std::string& label, SourceLocation where) {
  return {Target::deformation,  element, component, Class::calculable, -1,
          ClassSource::keyword, label,   where};
}

int take_body_coordinate(RecordReader& in) {
  static const std::string kAll = "expected X, Y or PHI, or 1, 2 or 3 for them";
  constexpr int kLargest = 1'000'000;
  const SourceLocation at = in.here();
  if (!in.at_end() && in.peek()->integral) {
    const auto k = static_cast<int>(in.integer("k", -kLargest, kLargest));
    if (in.ok() && (k < 1 || k > 3)) in.fail(at, fmt::format("k is {}", k), kAll);
    return in.ok() ? k - 1 : -1;
  }
  const std::string word = in.word("coordinate k", kAll);
  const int k = word == "X" ? 0 : word == "Y" ? 1 : word == "PHI" ? 2 : -1;
  if (in.ok() && k < 0) in.fail(at, fmt::format("'{}' is no coordinate", printable(word)), kAll);
  return k;
}

void read_tolerances(RecordReader& in, IntegrationRow& row) {
  row.given = true;
  row.abs = read_within(in, "absolute tolerance", kLeastAbs, kGreatestAbs);
  row.rel = read_within(in, "relative tolerance", kLeastRel, kGreatestRel);
}

void read_integration(RecordReader& in, IntegrationRow& row) {
  row.method = take_word(in, "method", {std::begin(kMethods), std::end(kMethods)}, "is no method",
                         fmt::format("expected {}", fmt::join(kMethods, ", ")));
  if (!in.ok()) return;
  row.given = true;
  if (row.method == kGeneralisedAlpha) {
    read_generalised_alpha(in, row);
  } else if (has_fixed_step(row.method)) {
    in.set_layout(fmt::format("expected: INTEG {} h", row.method));
    row.h = read_positive(in, "step h");
  } else {
    const bool is_stiff = row.method == kStiff;
    in.set_layout(fmt::format("expected: INTEG {} [abs rel [hmax]]{}", row.method,
                              is_stiff ? " [STRICT]" : ""));
    read_error_control(in, row);
    row.strict = is_stiff && in.ok() && in.peek_word() == kStrict;
    if (row.strict) in.skip();
  }
  if (in.ok() && row.method != kGeneralisedAlpha && in.peek_word() == kRho)
    in.fail(in.here(), fmt::format("{} takes no RHO", row.method),
            "RHO belongs to GALPHA, whose numerical dissipation it sets");
  if (in.ok() && !row.strict && in.peek_word() == kStrict)
    in.fail(in.here(), fmt::format("{} takes no STRICT", row.method),
            "STRICT belongs to STIFF: all velocities of a large mechanism keep the tolerance");
}

void read_times(RecordReader& in, TimeGrid& grid, std::string_view step) {
  grid.start = in.number("T0");
  const SourceLocation end_at = in.here();
  grid.end = in.number("TE");
  const SourceLocation step_at = in.here();
  grid.step = in.number("DT");
  // With a field too many and a wrong number, a comma was probably a decimal comma.
  const std::string comma =
      in.ok() && in.remaining() > 0 ? "; a decimal comma is a point here: 0.025, not 0,025" : "";
  if (in.ok() && grid.end < grid.start)
    in.fail(end_at, fmt::format("TE = {} lies before T0 = {}", grid.end, grid.start),
            "expected TE at or after T0" + comma);
  if (in.ok() && !(grid.step > 0))
    in.fail(step_at, fmt::format("DT is {}", grid.step), fmt::format("expected {}{}", step, comma));
  if (in.ok() && !((grid.end - grid.start) / grid.step <= static_cast<double>(kMostReportSteps)))
    in.fail(step_at,
            fmt::format("DT = {} asks for more than {} report times", grid.step, kMostReportSteps),
            "expected a larger DT");
}

void read_form(RecordReader& in, Form& form) {
  const std::string word = take_word(in, "form", {std::begin(kForms), std::end(kForms)},
                                     "is no form", "expected REDUCED, FULL or AUTO");
  if (!in.ok()) return;
  constexpr Form kMeaning[] = {Form::automatic, Form::reduced, Form::full};
  form = kMeaning[std::find(std::begin(kForms), std::end(kForms), word) - std::begin(kForms)];
}

void read_limits(RecordReader& in, LimitRow& row) {
  std::string all = "expected TIME seconds, STEPS number or EVENTS number";
  if (!in.at_end() && in.peek_word().empty())  // numbers
    all += "; a stop of a joint is STOPS e d MIN a MAX b RIGID r";
  do {
    const SourceLocation where = in.here();
    const std::string word = in.word("limit", all);
    if (!in.ok()) return;
    const bool given = word == "TIME"     ? row.seconds > 0
                       : word == "STEPS"  ? row.steps > 0
                       : word == "EVENTS" ? row.events > 0
                                          : false;
    if (given) return in.fail(where, fmt::format("{} is given twice", word), "expected it once");
    if (word == "TIME")
      row.seconds = read_positive(in, "TIME");
    else if (word == "STEPS")
      row.steps = in.integer("STEPS", 1, kGreatestLimit, "a number");
    else if (word == "EVENTS")
      row.events = in.integer("EVENTS", 1, kGreatestLimit, "a number");
    else
      fail_unknown_word(in, where, word, "is no limit", {"TIME", "STEPS", "EVENTS"}, all);
  } while (in.ok() && !in.at_end());
}

bool read_spring(RecordReader& in, SpringRecord& row) {
  if (!row.turns)
    for (std::string_view field : {"xi-P-i", "eta-P-i", "xi-P-j", "eta-P-j"})
      row.place.push_back(in.number(field));
  row.k = in.number("k");
  row.rest = row.turns ? in.number("theta0") : read_not_negative(in, "l0");
  row.c = in.number("c");
  if (!in.at_end()) row.stress = in.number(row.turns ? "Ta" : "fa");
  in.finish();
  return in.ok();
}

void add_spring(SpringRecord& row, const RecordSpec* spec, std::vector<int> nodes, Tables& tables) {
  row.element = count_of(tables.elements);
  tables.elements.push_back(
      {row.element + 1, spec, std::move(nodes), row.place, row.label, row.where});
  tables.classes.push_back(released(row.element, 0, row.label, row.where));
  for (const auto& [kind, value] :
       {std::pair(StressKind::stiffness, row.k), std::pair(StressKind::damping, row.c),
        std::pair(StressKind::prestress, row.stress)})
    tables.forces.stresses.push_back({kind, row.element, {value}, row.label, row.where});
  tables.forces.rests.push_back({row.element, {row.rest}, row.label, row.where});
}

SourceLocation read_moment(RecordReader& in, double& t, const std::string& expected) {
  const SourceLocation at = in.here();
  const std::string word = in.word("time", "expected AT t");
  if (in.ok() && word != "AT")
    in.fail(at, fmt::format("'{}' where AT was expected", word), expected);
  const SourceLocation t_at = in.here();
  t = in.number("time t");
  return t_at;
}

void check_laws(const LawNames& known, const Parameters& parameters, Diagnostics& diagnostics) {
  const Tables& tables = known.tables();
  for (const LawRow& row : tables.forces.laws)
    if (!row.text.empty())
      check_inputs(row.text, row.text_at, known, place_of(row), parameters, diagnostics, row.label);
  for (const PointForceRow& row : tables.forces.point_forces)
    check_force_components(row, known, parameters, diagnostics);
  // Rates of states have no coordinate or deformation of their own.
  const LawPlace nowhere{Target::coordinate, 0, 0, true};
  for (const OdeRow& row : tables.odes)
    check_inputs(row.text, row.text_at, known, nowhere, parameters, diagnostics, row.label);
  check_muscles(known, parameters, diagnostics);
}

}  // namespace mbs
