#include "run/motion/known_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "integrate/integrator.h"
#include "text/expression_origin.h"

namespace mbs {

namespace {

// The longest step as part of the piece it lies in. No simple fraction: a function may be 0 there.
constexpr double kShareOfPiece = 0.4;
// Integrals below this part of the tolerance abs of the run count for nothing.
constexpr double kCounts = 0.1;
// kBesideKink: the velocities at a kink are read beside it, at this part of the piece before it.
// kIsKink: a jump above this part of the velocity is a kink. kIsJump: the same for the position.
constexpr double kBesideKink = 1e-9, kIsKink = 1e-6, kIsJump = 1e-7;
// A change below this many times the change that the rates beside a kink explain is no jump.
constexpr double kShortChange = 10;
// So many neighbouring floating-point numbers behind a corner are tried.
constexpr int kMostNeighbours = 4;
constexpr long long kManyTimes = 1'000'000;
// A change within a fixed step below this part of the function's size is seen well enough.
constexpr double kFewChanges = 0.1;
constexpr int kStepLooks = 16, kRunLooks = 64;

// Whether the load or acceleration of a function changes by much within a step that begins with
// piece k. A piece shorter than the step does not say so: pieces are short beside the rows of a
// table, where only the slope jumps.
bool changes_within(PiecesAhead& ahead, std::size_t k, TimeUse use, double step, double until) {
  const double from = ahead.at(k)->from;
  double end = from;
  for (const TimePiece* piece = nullptr; end < from + step && (piece = ahead.at(k)); ++k) {
    end = piece->to;
    if (piece->end != TimePiece::End::plain) break;
  }
  end = std::min(end, from + step);
  const auto acts = [&](double t) {
    const DerivativesAlong at = ahead.function().at(t);
    return use == TimeUse::force ? at.value : at.second;
  };
  double least = HUGE_VAL, most = -HUGE_VAL, size = 0;
  for (int i = 0; i < kStepLooks; ++i) {
    const double now = acts(from + (end - from) * (i + 0.5) / kStepLooks);
    least = std::min(least, now), most = std::max(most, now);
  }
  for (int i = 0; i <= kRunLooks; ++i)
    if (const double now = std::fabs(acts(from + (until - from) * i / kRunLooks)); now > size)
      size = now;
  size = std::max({size, std::fabs(least), std::fabs(most)});
  return !(most - least <= kFewChanges * size);
}

}  // namespace

KnownTimes::KnownTimes(const Model& model, const Phase& phase, const IntegratorSettings& settings,
                       Diagnostics& diagnostics)
    : model_(model),
      phase_(phase),
      diagnostics_(diagnostics),
      tolerance_(kCounts * settings.abs),
      fixed_step_(is_fixed_step(settings.method, settings.h) ? settings.h : 0),
      meters_(settings.rel) {
  add_forces();
  for (std::size_t k = 0; k < model.motions.size(); ++k) {
    const Origin origin =
        k < model.motion_origin.size() ? model.motion_origin[k] : Origin{"a motion", {}};
    const std::size_t first = sources_.size();
    add(model.motions[k], TimeUse::motion, origin.label, origin.where);
    for (std::size_t s = first; s < sources_.size(); ++s) sources_[s].motion = static_cast<int>(k);
  }
  for (const StateEquation& state : model.states)
    if (state.rate) add(*state.rate, "the rate of " + state.name);
  for (std::size_t k = 0; k < model.forces.muscles.size(); ++k)
    if (model.forces.muscles[k].stimulation)
      add(*model.forces.muscles[k].stimulation,
          "the stimulation of " + model.muscle_origin[k].label);
  for (const FormulaOfTime& formula : model.formulas_of_time)
    add(formula.expression, formula.t, TimeUse::motion,
        model.deformation_name(formula.deformation));
  if (!model.choice) return;
  for (const Choice::KnownAcceleration& known : model.choice->accelerations)
    add(known.value, "the acceleration of " + model.coordinate_name(known.coordinate));
  for (const Choice::Equation& equation : model.choice->equations) {
    for (const Choice::Term& term : equation.terms) add(term.coefficient, term.label);
    add(equation.right_side, "a ROW");
  }
}

// Whether the value of the source, which is not 0 at t, is a velocity.
bool KnownTimes::is_rate(const Source& source, double t) const {
  if (source.motion < 0) return false;
  MotionSlots slots(parameters_.size());
  slots.slots.set_parameters(parameters_);
  double now[3];
  int hint = 0;
  model_.motions[source.motion].evaluate(t, now, hint, slots);
  return now[0] == 0;
}

void KnownTimes::add_forces() {
  const ForceLaws& laws = model_.forces;
  const auto stress = [this](int r) { return "the stress of " + model_.deformation_name(r); };
  const auto load = [this](int i) { return "the load of " + model_.coordinate_name(i); };
  for (const ExpressionLaw& law : laws.stress_laws) add(law, stress(law.index()));
  for (const ExpressionLaw& law : laws.known_stresses) add(law, stress(law.index()));
  for (const ExpressionLaw& law : laws.load_laws) add(law, load(law.index()));
  for (const ExpressionLaw& law : laws.known_loads) add(law, load(law.index()));
  for (const ForceByLaw& force : laws.force_laws)
    for (const ExpressionLaw& law : force.components) add(law, load(force.place.x));
  for (const MeasuredForce& force : laws.measured_forces)
    for (const Motion& motion : force.motions)
      add(motion, TimeUse::force, load(force.x), model_.coordinate_origin[force.x].where);
  for (const SpaceLoadOverTime& of : laws.space_loads) {
    const int i = of.x < 0 ? of.turn : of.x;
    for (const Motion& motion : of.motions)
      add(motion, TimeUse::force, load(i), model_.coordinate_origin[i].where);
  }
  for (const TableLaw& law : laws.known_tables)
    if (law.target == Target::coordinate)
      add(law.table, TimeUse::force, load(law.index), model_.coordinate_origin[law.index].where);
    else
      add(law.table, TimeUse::force, stress(law.index), model_.deformation_origin[law.index].where);
}

void KnownTimes::add(const Expression& expression, int t, TimeUse use, std::string name) {
  for (Expression& part : expression.time_parts(static_cast<int>(phase_.parameters.size()), t))
    sources_.push_back({std::move(part), nullptr, use, {name, origin_of(expression).where}});
}

void KnownTimes::add(const ExpressionLaw& law, std::string name) {
  for (const int k : law.reads())
    if (model_.forces.inputs[k].kind == InputKind::time)
      add(law.expression(), static_cast<int>(phase_.parameters.size()) + k, TimeUse::force,
          std::move(name));
}

void KnownTimes::add(const Motion& motion, TimeUse use, std::string name, SourceLocation where) {
  if (motion.spline())
    sources_.push_back({{}, motion.spline(), use, {std::move(name), where}});
  else if (motion.is_expression())
    add(*motion.expression(), static_cast<int>(phase_.parameters.size()), use, std::move(name));
}

void KnownTimes::add(const GivenNumber& number, std::string name) {
  if (number.law)
    add(*number.law, std::move(name));
  else if (number.table)
    add(*number.table, TimeUse::force, std::move(name), {});
}

void KnownTimes::begin(double t, double until) {
  for (; motions_ < phase_.motions.size(); ++motions_)
    add(phase_.motions[motions_], TimeUse::motion, "a motion that an event has begun", {});
  parameters_ = phase_.parameters;
  begun_ = true;
  ahead_.clear();
  ahead_.reserve(sources_.size());
  for (const Source& source : sources_) {
    TimeFunction function =
        source.spline ? TimeFunction(*source.spline) : TimeFunction(*source.part, parameters_);
    ahead_.emplace_back(TimePieces(std::move(function), source.use, t, until, tolerance_));
  }
  meters_.clear();
  if (fixed_step_ > 0) return;
  for (std::size_t s = 0; s < sources_.size(); ++s)
    if (sources_[s].use == TimeUse::force || !sources_[s].spline)
      meters_.add(ahead_[s], sources_[s].use);
}

KnownTimes::Plan KnownTimes::plan(double t, double until) {
  if (!begun_ || parameters_ != phase_.parameters || motions_ != phase_.motions.size())
    begin(t, until);
  Plan out;
  for (std::size_t s = 0; s < ahead_.size(); ++s) {
    PiecesAhead& ahead = ahead_[s];
    for (const TimePiece* piece = ahead.at(0); piece && piece->to <= t; piece = ahead.at(0)) {
      if (piece->end != TimePiece::End::plain && t < piece->next) {
        double behind = piece->next;
        std::optional<MotionKink> kink = kink_of(sources_[s], *piece, behind);
        if (kink || piece->end == TimePiece::End::jump) {
          out.jumps = true;
          if (kink) out.kinks.push_back(std::move(*kink));
          out.behind = std::max(out.behind, behind);
          break;
        }
      }
      if (piece->end != TimePiece::End::plain) {
        out.has_passed = true;
        count_one(sources_[s], t);
      }
      ahead.pass();
    }
    if (out.jumps) continue;
    const TimePiece* piece = nullptr;
    for (std::size_t k = 0; (piece = ahead.at(k)); ++k) {
      const double start = std::max(t, piece->from);
      if (start >= out.stop || start - t >= out.length) break;
      warn_of_unknown_pieces(ahead, piece->to, sources_[s].origin, diagnostics_);
      if (piece->active) {
        out.length = std::min(out.length, start + kShareOfPiece * piece->length() - t);
        if (!warned_ && fixed_step_ > piece->length() && start < t + fixed_step_ &&
            changes_within(ahead, k, sources_[s].use, fixed_step_, until))
          warn_of_fixed_step(s, *piece);
      }
      if (piece->end == TimePiece::End::plain) continue;
      out.stop = std::min(out.stop, piece->to);
      break;
    }
  }
  return out;
}

void KnownTimes::count_one(const Source& source, double t) {
  if (++count_ <= kManyTimes || std::exchange(too_many_, true)) return;
  diagnostics_.warning(
      source.origin.where, source.origin.name,
      fmt::format("more than {} times at which what is said of t jumps or has a kink end steps up "
                  "to t = {:.9g}",
                  kManyTimes, t));
}

// The kink at the end of a piece. `behind` becomes a time at which the velocity is the new one:
// right at a corner a function like |t - 1| has neither velocity.
std::optional<MotionKink> KnownTimes::kink_of(const Source& source, const TimePiece& piece,
                                              double& behind) const {
  if (source.use != TimeUse::motion || !source.part) return {};
  std::vector<double> slots = parameters_, direction(slots.size() + 1, 0.0);
  slots.push_back(0);
  direction.back() = 1;
  const auto at = [&](double t) {
    slots.back() = t;
    return source.part->along(slots.data(), direction.data());
  };
  const auto velocity = [&](double t) { return at(t).first; };
  const double beside = kBesideKink * piece.length(), across = piece.next - piece.to + 2 * beside;
  const DerivativesAlong left = at(piece.to - beside), right = at(piece.next + beside);
  const double before = left.first, after = right.first;
  const double rates = std::max(std::fabs(before), std::fabs(after)),
               bends = std::max(std::fabs(left.second), std::fabs(right.second));
  const double moves = kIsJump * std::max(std::fabs(left.value), std::fabs(right.value)) +
                       kShortChange * across * (rates + across * bends);
  // What rounding makes of terms that cancel is smaller than the motion soon after.
  const auto stays = [&](double jump) {
    for (const double away : {10., 100., 1000.})
      if (std::fabs(at(piece.next + away * across).value - right.value) +
              std::fabs(at(piece.to - away * across).value - left.value) >
          jump)
        return false;
    return true;
  };
  const double jump = std::fabs(right.value - left.value);
  const bool jumps = jump > moves && stays(jump);
  const bool first = std::fabs(left.value) > std::fabs(right.value);
  if ((first ? left : right).value != 0 &&
      is_rate(source, first ? piece.to - beside : piece.next + beside)) {
    for (int k = 0; jumps && k < kMostNeighbours &&
                    !(std::fabs(at(behind).value - right.value) <= kIsJump * jump);
         ++k)
      behind = std::nextafter(behind, HUGE_VAL);
    return jumps ? std::optional(MotionKink{source.origin.name, piece.to, left.value, right.value,
                                            false, source.origin.where})
                 : std::nullopt;
  }
  if (jumps)
    return MotionKink{source.origin.name, piece.to, left.value,
                      right.value,        true,     source.origin.where};
  // A change that accelerations explain in these short times is no kink.
  const double size = kIsKink * rates + kShortChange * across * bends;
  if (!(std::fabs(after - before) > size)) return {};
  for (int k = 0; k < kMostNeighbours && !(std::fabs(velocity(behind) - after) <= size); ++k)
    behind = std::nextafter(behind, HUGE_VAL);
  return MotionKink{source.origin.name, piece.to, before, after, false, source.origin.where};
}

bool KnownTimes::report_jump(const std::vector<MotionKink>& kinks) const {
  const auto jump = std::find_if(kinks.begin(), kinks.end(),
                                 [](const MotionKink& kink) { return kink.of_position; });
  if (jump == kinks.end()) return false;
  diagnostics_.error(jump->where, jump->name,
                     fmt::format("at t = {:.9g} its position jumps from {:.6g} to {:.6g}, which no "
                                 "force can make it follow",
                                 jump->t, jump->before, jump->after),
                     "expected a motion without jumps; a rise_345() goes from one to the other in "
                     "a time that you choose");
  return true;
}

void KnownTimes::warn_of_kink() const {
  if (!kink_) return;
  const auto origin = std::find_if(model_.motion_origin.begin(), model_.motion_origin.end(),
                                   [this](const Origin& o) { return o.label == kink_->name; });
  diagnostics_.warning(
      origin == model_.motion_origin.end() ? SourceLocation{} : origin->where, kink_->name,
      fmt::format("at t = {:.6g} its velocity jumps from {:.6g} to {:.6g}: an impact, of which "
                  "what it moves feels no impulse",
                  kink_->t, kink_->before, kink_->after),
      "round the corner off, by a rise_345() or a spline");
}

void KnownTimes::warn_of_fixed_step(std::size_t source, const TimePiece& piece) {
  if (std::exchange(warned_, true)) return;
  diagnostics_.warning(
      {}, "INTEG",
      fmt::format(
          "the step {:.6g} is too long for {} about t = {:.6g}, which changes within {:.2g}",
          fixed_step_, sources_[source].origin.name, piece.from, piece.length()),
      "take a shorter one, or a method that chooses its steps");
}

void KnownTimes::cuts(double from, double to, double until, std::vector<double>& out) {
  out.clear();
  if (!begun_) begin(from, until);
  for (std::size_t s = 0; s < ahead_.size(); ++s) {
    PiecesAhead& ahead = ahead_[s];
    while (const TimePiece* piece = ahead.at(0)) {
      if (piece->to > from) break;
      ahead.pass();
    }
    const TimePiece* piece = nullptr;
    for (std::size_t k = 0; (piece = ahead.at(k)) && piece->from < to; ++k) {
      const bool known = piece->end != TimePiece::End::plain;
      warn_of_unknown_pieces(ahead, piece->to, sources_[s].origin, diagnostics_);
      if (piece->active || known) {
        for (const double t :
             {piece->active ? piece->from : from, piece->to, known ? piece->next : to})
          if (t > from && t < to) out.push_back(t);
      }
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

}  // namespace mbs
