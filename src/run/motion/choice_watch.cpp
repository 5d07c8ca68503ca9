#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/few_names.h"
#include "plan/plan.h"
#include "run/motion/motion_watches.h"
#include "run/motion/start.h"
#include "text/reads_table.h"

namespace mbs {

namespace {

// The second run finds the time where the deck's method has gone beyond the singular position or
// comes no nearer.
constexpr double kToleranceAhead = 1e-10;
// The second run stands still when its step is below this part of its way so far.
constexpr double kStandsAhead = 1e-10;
// kHopeless: so many steps to the end of the run are no way to get there.
constexpr double kHopeless = 1e7;
// kDoubt: a step below this part of the longest is a reason to look ahead. kWaysAhead, kShareAhead:
// how far: so many times the way to the zero that the slope foretells, and at least this part of
// the time since the second run's start.
// Steps of fixed length: a second run looks on for kStepsBeyond of them. It begins where the
// determinant, falling evenly, would be zero after kStepsAway at least: nearer to the singular
// position a step has lost digits. One is made where the zero would come within kStepsNear.
constexpr double kStepsBeyond = 10, kStepsAway = 128, kStepsNear = 8;
// kFarther: a determinant above kFarther times told() has gone away from zero. kBesideEnd: part of
// a step before its end where a look shows which way the determinant goes. kNarrowings: of a golden
// section.
constexpr double kFarther = 4, kBesideEnd = 1.0 / 64;
constexpr int kNarrowings = 60;
// kMostGrowth, kBendMargin: a step that is longer than the one before by no more than kMostGrowth
// is looked at in its middle only if the determinant, bent kBendMargin times as much as before,
// could be zero there.
constexpr double kMostGrowth = 2, kBendMargin = 16;
constexpr double kDoubt = 1.0 / 8, kWaysAhead = 4, kShareAhead = 0.1;

}  // namespace

// Whether rows of a table give a load, a known quantity or a motion.
bool ChoiceWatch::reads_rows(const Model& model) {
  const auto of_motion = [](const Motion& motion) {
    return motion.spline() || (motion.is_expression() && reads_table(*motion.expression()));
  };
  const auto of_law = [](const ExpressionLaw& law) { return reads_table(law.expression()); };
  const auto of_number = [&](const GivenNumber& number) {
    return (number.law && of_law(*number.law)) || (number.table && of_motion(*number.table));
  };
  const ForceLaws& laws = model.forces;
  bool any =
      !laws.known_tables.empty() || !laws.measured_forces.empty() || !laws.space_loads.empty();
  for (const auto* some :
       {&laws.stress_laws, &laws.load_laws, &laws.known_stresses, &laws.known_loads})
    any = any || std::any_of(some->begin(), some->end(), of_law);
  for (const ForceByLaw& force : laws.force_laws)
    any = any || std::any_of(force.components.begin(), force.components.end(), of_law);
  any = any || std::any_of(model.motions.begin(), model.motions.end(), of_motion);
  for (const Choice::KnownAcceleration& known : model.choice->accelerations)
    any = any || of_number(known.value);
  for (const Choice::Equation& equation : model.choice->equations) {
    any = any || of_number(equation.right_side);
    for (const Choice::Term& term : equation.terms) any = any || of_number(term.coefficient);
  }
  return any;
}

ChoiceWatch::Look ChoiceWatch::look(const Course& course, double t) {
  EquationsOfMotion& equations = *course.dynamics.equations();
  // At the end of a step the step itself has just solved these equations.
  const bool is_solved =
      t == course.integrator.t() && course.system.complete_step(t, state_) && equations.balance();
  if (!is_solved) {
    const ConstVector end = course.integrator.y();
    y_.assign(end.begin(), end.end());
    if (t != course.integrator.t() && !course.integrator.interpolate(t, y_).ok()) return {t};
    const Placed placed = course.system.place(t, y_, state_);
    if (!placed.ok()) return {t};
    course.system.unknowns().unpack_states(y_, state_);
    equations.evaluate(placed, state_);
    if (equations.factor_choice(t).kind == SolveKind::non_finite) return {t};
  }
  // Where the constraints themselves are singular the determinant touches zero whatever is known.
  if (course.dynamics.placement().is_poor()) return {t};
  const Balance::Determinant found = equations.balance()->determinant();
  const double size = found.sign == 0 ? 0 : std::exp2(found.log2 - reference_);
  return {t, found.sign * size, found.sign != 0, size};
}

void ChoiceWatch::begin() {
  if (!watched()) return;
  state_ = site_.state;  // what an event has fixed keeps its present place
  reference_ = 0;
  Look first = look(course(), integration_.t());
  if (first.ok) reference_ = std::log2(first.size), first.value /= first.size, first.size = 1;
  looks_ = {first, {}, {}};
  highest_ = 1;
  is_foretold_ = false;
  has_begin_ = first.ok;
  if (has_begin_) begin_ = state_;
  has_safe_ = has_begin_ && has_fixed_step();
  if (has_safe_) safe_ = state_;  // exact, however near the singular position may be
  looked_until_ = integration_.t();
  longest_ = 0;
  steps_ = 0, next_doubt_ = kFirstDoubt;
}

// Foretells when a parabola through the last three looks is zero, if at least half its slope is
// left there. A determinant that only touches zero, or passes it by, has lost its slope by then.
void ChoiceWatch::foretell(double t) {
  const auto& [c, b, a] = looks_;
  if (!a.ok || !b.ok || !(a.t != b.t) || !(b.t != c.t)) return;
  const double first = (c.value - b.value) / (c.t - b.t),
               second = (b.value - a.value) / (b.t - a.t);
  const double bend = 2 * (first - second) / (c.t - a.t);
  const double slope = first + bend / 2 * (c.t - b.t);
  const double left = slope * slope - 2 * bend * c.value;
  if (!(c.value * slope < 0) || !(left > slope * slope / 4)) return;
  is_foretold_ = true;
  lowest_ = c.size;
  foretold_ = t + 2 * c.size / (std::fabs(slope) + std::sqrt(left));
  foretold_at_ = t;
}

// Whether the determinant, which was foretold to be zero, goes away from zero again on the same
// side: errors have thrown the motion off its way to zero.
bool ChoiceWatch::turns_back() const {
  return is_foretold_ && lowest_ < turns() * highest_ &&
         looks_[0].t - foretold_ > foretold_ - foretold_at_ && looks_[0].size > looks_[1].size;
}

bool ChoiceWatch::has_fixed_step() const {
  return is_fixed_step(integration_.method().method, integration_.method().h);
}

// Whether so many steps like the last one, or fewer, would bring the determinant to zero.
bool ChoiceWatch::is_within(double steps) const {
  const auto& [to, from, before] = looks_;
  return std::fabs(to.value - from.value) * steps > std::min(to.size, from.size);
}

// Whether to look ahead: steps have become shorter and the determinant smaller, or steps have been
// so short from the beginning that they would be hopelessly many.
bool ChoiceWatch::is_doubtful(double h) {
  longest_ = std::max(longest_, std::fabs(h));
  if (++steps_ < next_doubt_) return false;
  const bool shrinks = std::fabs(h) < kDoubt * longest_ && looks_[0].size < highest_ / 2;
  const double t = looks_[0].t, left = site_.end_time() - t;
  if (!shrinks && !(double(steps_) * left > kHopeless * (t - begin_.t))) return false;
  next_doubt_ = 2 * steps_;
  return true;
}

// Whether the determinant bends so little, judged by the last three looks, that it cannot come to
// zero between the last two.
bool ChoiceWatch::stays_straight() const {
  const auto& [c, b, a] = looks_;
  const double h = c.t - b.t, before = b.t - a.t;
  if (!a.ok || !(before > 0) || !(h < kMostGrowth * before)) return false;
  const double bend = 2 * ((c.value - b.value) / h - (b.value - a.value) / before) / (h + before);
  return c.value * b.value > 0 &&
         kBendMargin * 0.125 * h * h * std::fabs(bend) < std::min(b.size, c.size);
}

std::optional<double> ChoiceWatch::find(double limit) {
  if (!watched()) return {};
  const std::optional<double> t = find_on_the_way(limit);
  return t ? std::optional(named_time(*t)) : t;
}

// The time of an end that the method has found at t. A second run from where the integration began
// tells it, the same whatever the method: errors of the method have grown on the way, and near the
// singular position some of them decide whether the determinant becomes zero or turns before. Where
// the second run comes to no end by then, or to one behind the run's end, the method is misled.
double ChoiceWatch::named_time(double t) {
  if (!has_begin_) return t;
  const double until = t + kShareAhead * (t - begin_.t);
  const auto steps = kStepsAhead + 2 * integration_.steps();
  const std::vector<std::string> open = open_;
  const std::optional<double> found = seek(begin_, until, static_cast<long>(steps));
  const IntegratorSettings& method = integration_.method();
  const bool may_err = has_fixed_step() || std::max(method.abs, method.rel) > kToleranceAhead;
  if (may_err && (found ? *found > site_.end_time() : has_arrived_)) {
    none_before_ = found.value_or(until);
    return t;
  }
  if (!found) open_ = open;
  return found.value_or(t);
}

std::optional<double> ChoiceWatch::find_on_the_way(double limit) {
  const Look to = look(course(), limit);
  if (!to.ok) return {};
  const Look from = looks_[0];
  looks_ = {to, from, looks_[1]};
  if (!from.ok) return {};
  highest_ = std::max(highest_, to.size);
  if (to.size > kSafe * highest_) std::swap(present_, state_);
  const bool fixed = has_fixed_step();
  const bool is_straight = has_safe_ && stays_straight();
  std::optional<double> found;
  if (!is_straight) found = change_within(course(), from, to, kHalvings);
  if (std::optional<double> t = found) {
    if (fixed && has_safe_) t = seek(safe_, limit + kStepsBeyond * (limit - from.t)).value_or(*t);
    return t;
  }
  // The start of a second run: both ends of its step are far from zero, since a step away from zero
  // may have been thrown off the motion.
  if (std::min(from.size, to.size) > kSafe * highest_ && !(fixed && is_within(kStepsAway)))
    std::swap(present_, safe_), has_safe_ = true;
  if (fixed && has_safe_ && to.size < from.size && is_within(kStepsNear) && to.t >= looked_until_) {
    looked_until_ = to.t + kStepsBeyond * (to.t - from.t);
    if (const auto t = seek(safe_, std::min(site_.end_time(), looked_until_))) return t;
  }
  lowest_ = std::min(lowest_, to.size);
  if (!is_foretold_ && to.size < told() * highest_) foretell(to.t);
  if (turns_back()) {
    std::optional<double> t;
    if (has_safe_) t = seek(safe_, to.t);
    if (t) return t;
    look(course(), limit);
    open_ = open_unknowns(site_.built, *site_.dynamics);
    return foretold_;
  }
  if (to.size > kFarther * told() * highest_) is_foretold_ = false;
  if (fixed || !is_doubtful(to.t - from.t)) return {};
  const State& safe = has_safe_ ? safe_ : state_;
  return seek(safe, reach(safe.t), std::max(kStepsAhead, steps_));
}

// How far to look ahead from the last look, in a second run that began at `start`. What lies behind
// the end of the run is none of its business.
double ChoiceWatch::reach(double start) const {
  const auto& [to, from, before] = looks_;
  const double falls = from.size - to.size, way = falls > 0 ? to.size * (to.t - from.t) / falls : 0;
  return std::min(site_.end_time(),
                  to.t + std::max(kWaysAhead * way, kShareAhead * (to.t - start)));
}

std::optional<double> ChoiceWatch::explain(const StepStatus& status) {
  if (!watched() || status.kind == StepKind::too_many_steps) return {};
  const std::optional<double> t = explain_failure(status);
  return t ? std::optional(named_time(*t)) : t;
}

std::optional<double> ChoiceWatch::explain_failure(const StepStatus& status) {
  const bool fixed = has_fixed_step();
  std::optional<double> t;
  if (fixed && has_safe_) t = seek(safe_, status.t + kStepsBeyond * std::fabs(status.h));
  if (t) return t;
  look(course(), status.t);
  const bool is_near = looks_[0].size < highest_ * kNear;
  if (!is_near && !site_.dynamics->placement().is_poor()) return {};
  // Tight tolerances ask for more digits than there are in front of the singular position.
  if (is_near && !fixed && has_safe_) t = seek(safe_, reach(safe_.t));
  if (t) return t;
  look(course(), status.t);
  open_ = open_unknowns(site_.built, *site_.dynamics);
  return status.t;
}

// The time at which the determinant changes its sign between two looks. The parabola through both
// ends and the middle shows that there is none, or both halves are searched.
std::optional<double> ChoiceWatch::change_within(const Course& course, const Look& from,
                                                 const Look& to, int halvings) {
  if (from.value * to.value < 0) return bisect(course, from, to);
  const double middle = from.t + (to.t - from.t) / 2;
  if (halvings == 0 || middle == from.t || middle == to.t) return {};
  const Look between = look(course, middle);
  if (!between.ok) return {};
  const double bend = std::fabs(from.value - 2 * between.value + to.value);
  const bool same = between.value * from.value > 0;
  if (same && bend < std::min({from.size, between.size, to.size})) return {};
  if (const auto found = change_within(course, from, between, halvings - 1)) return found;
  return change_within(course, between, to, halvings - 1);
}

double ChoiceWatch::bisect(const Course& course, Look from, Look to) {
  for (;;) {
    const double middle = from.t + (to.t - from.t) / 2;
    if (middle == from.t || middle == to.t) break;
    const Look between = look(course, middle);
    if (!between.ok) break;
    (between.value * from.value > 0 ? from : to) = between;
  }
  open_ = open_unknowns(site_.built, course.dynamics);
  return from.t;
}

// The time at which the determinant, which falls at one end of the step and rises at the other, is
// smallest.
double ChoiceWatch::lowest_time(const Course& course, double from, double to) {
  constexpr double kGolden = 0.381966011250105;
  double t = from + kGolden * (to - from), least = look(course, t).size;
  for (int k = 0; k < kNarrowings; ++k) {
    const bool upper = std::fabs(to - t) > std::fabs(t - from);
    const double trial = upper ? t + kGolden * (to - t) : t - kGolden * (t - from);
    const double size = look(course, trial).size;
    if (size < least) {
      (upper ? from : to) = t;
      t = trial, least = size;
    } else {
      (upper ? to : from) = trial;
    }
  }
  return t;
}

// Starts another run from a state of this one. Returns when its determinant changes its sign or is
// smallest near zero, or where the run comes to a stand in front of that.
std::optional<double> ChoiceWatch::seek(const State& from, double until, long most_steps) {
  const State start = from;
  SecondRun run(site_.model, site_.phase, site_.settings.options, site_.plan.method.form,
                site_.may_choose || !named_partition(site_.phase).square(), kToleranceAhead,
                most_steps);
  has_arrived_ = false;
  if (!run.start(start, until)) return {};
  const Course course = run.course();
  Look last = look(course, start.t), lowest = last;
  bool falls = true;  // the determinant, at the end of the last step
  bool has_turned = false;
  while (run.step()) {
    const Look now = look(course, run.t());
    if (!now.ok || !last.ok) return {};
    if (const auto t = change_within(course, last, now, kHalvings)) return t;
    if (now.size < lowest.size) lowest = now;
    const double h = run.t() - run.t_previous();
    const bool fell = falls;
    falls = now.size < look(course, now.t - kBesideEnd * h).size;
    if (fell && !falls)
      if (const Look least = look(course, lowest_time(course, last.t, now.t));
          least.ok && least.size < lowest.size) {
        lowest = least;
        has_turned = least.size < turns() * highest_;
        if (has_turned) break;
      }
    last = now;
    if (h < kStandsAhead * (run.t() - start.t)) break;
  }
  has_arrived_ = run.is_at_end();
  const bool comes_to_a_stand = !has_turned && run.t() < until && last.size < kNear * highest_;
  // A determinant that still falls at `until` is zero behind it, if at all.
  const bool rises_again = has_turned || lowest.t < last.t;
  if (!comes_to_a_stand && !(rises_again && lowest.size < turns() * highest_)) return {};
  look(course, run.t());
  open_ = open_unknowns(site_.built, course.dynamics);
  return comes_to_a_stand ? run.t() : lowest.t;
}

void ChoiceWatch::report(double t) {
  if (none_before_) return report_misled(t);
  const std::string open = open_.empty() ? "they" : few_names(open_);
  site_.diagnostics.error(
      site_.model.choice->where, "unknowns",
      fmt::format(
          "at t = {:.9g} the choice of unknowns becomes singular: {} cannot be found beyond", t,
          open),
      "end the run earlier, or let an EVENT make one of them known and another variable unknown "
      "before");
}

// Errors of the method have led to a singular position that the motion does not come to, or to one
// behind the end of the run.
void ChoiceWatch::report_misled(double t) {
  const IntegratorSettings& method = integration_.method();
  const bool fixed = has_fixed_step();
  const std::string why = fixed ? fmt::format("the step {:.4g} is too long", method.h)
                                : fmt::format("the tolerances of {} are too large", method.method);
  const std::string what =
      *none_before_ > site_.end_time() && !has_arrived_
          ? fmt::format(
                "{} to come to the end of the run: just behind it, at t = {:.9g}, the "
                "choice of unknowns becomes singular",
                why, *none_before_)
          : fmt::format(
                "{}: about t = {:.9g} the choice of unknowns becomes singular, but not by "
                "DOP853 with the tolerance {:.0e} up to t = {:.9g}",
                why, t, kToleranceAhead, *none_before_);
  site_.diagnostics.error(site_.model.choice->where, "unknowns", what,
                          fixed ? "expected a shorter step, or INTEG STEP, which chooses its steps"
                                : "expected tighter tolerances");
}

}  // namespace mbs
