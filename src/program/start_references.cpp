#include "program/start_references.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/index.h"
#include "base/tolerances.h"
#include "build/build_steps.h"
#include "build/build_variable.h"
#include "deck/tables/tables.h"
#include "run/motion/start.h"
#include "solve/place/placement.h"
#include "text/number.h"
#include "text/units.h"

namespace mbs {

namespace {

// How often degrees of freedom are chosen: estimates may be off the constraints.
constexpr int kChoices = 3;

// The phase with the from_start deformations of `elements` released (class calculable).
Phase without(const std::vector<int>& elements, const Model& model, Phase phase) {
  for (const int k : elements) {
    const ElementRange& range = model.elements[k];
    phase.e_class[range.first + range.type->from_start] = Class::calculable;
  }
  return phase;
}

// Coordinates that the deck names as degrees of freedom; they come before all others.
std::vector<int> named_coordinates(const Model& model, const Phase& phase) {
  std::vector<int> out = model.preferred_freedoms;
  for (int i = 0; i < model.nx; ++i)
    if (phase.x_class[i] == Class::dynamic) out.push_back(i);
  return out;
}

bool contains(const std::vector<int>& all, int i) {
  return std::find(all.begin(), all.end(), i) != all.end();
}

// Coordinates that relations read: a relation keeps its value at the estimates.
std::vector<int> read_by_relations(const Model& model) {
  std::vector<int> out;
  for (const ElementBatch& batch : model.batches)
    if (batch.type->spec.is_linear) out.insert(out.end(), batch.gather.begin(), batch.gather.end());
  return out;
}

// Degrees of freedom that keep their estimates, preferred in this order: coordinates that relations
// read, named coordinates, angles. Where a named coordinate would be lost, the relations are left
// out.
Partition choose_coordinates(const Model& model, const Phase& phase, const Options& options,
                             const Evaluation& here, const std::vector<int>& deformations) {
  const std::vector<int> named = named_coordinates(model, phase);
  std::vector<int> preferred = read_by_relations(model);
  const bool reads = !preferred.empty();
  preferred.insert(preferred.end(), named.begin(), named.end());
  Partition out = chosen_partition(model, phase, here, preferred, options.rank, deformations);
  const auto is_kept = [&out](int i) { return contains(out.x_freedoms, i); };
  if (reads && !std::all_of(named.begin(), named.end(), is_kept))
    out = chosen_partition(model, phase, here, named, options.rank, deformations);
  return out;
}

// A released relation with coordinates that the assembly moves: the row of its deformation, and
// these coordinates.
struct MovedRelation {
  int row = 0;
  std::vector<int> moved;
};

std::vector<MovedRelation> moved_relations(const Model& model, const Phase& phase,
                                           const Partition& of) {
  std::vector<MovedRelation> out;
  for (const ElementBatch& batch : model.batches) {
    if (!batch.type->spec.is_linear) continue;
    const auto width = static_cast<int>(batch.gather.size()) / batch.count;
    for (int k = 0; k < batch.count; ++k) {
      MovedRelation relation{batch.first_deformation + k, {}};
      if (phase.e_class[relation.row] != Class::calculable) continue;
      for (int j = k * width; j < (k + 1) * width; ++j)
        if (contains(of.columns, batch.gather[j])) relation.moved.push_back(batch.gather[j]);
      if (!relation.moved.empty()) out.push_back(std::move(relation));
    }
  }
  return out;
}

std::optional<State> assembled_by(const Model& model, const Phase& phase, const Options& options,
                                  const Partition& chosen, State state) {
  Kinematics kinematics(model, phase, chosen, options);
  kinematics.keep_freedoms(state);
  const std::vector<double> drawn = state.x;
  if (!kinematics.motion().prescribe(state)) return {};
  const SolveStatus status = kinematics.assemble(state, &drawn);
  // off_pulley is no failure: arcs round pulleys are found anew at this state.
  if (!status.ok() && status.kind != SolveKind::off_pulley) return {};
  return state;
}

// Whether the coordinates that the relation reads move with a coordinate that keeps its estimate by
// `chosen` but not by `other`, where the relation keeps its own value. If not, the rest of the
// mechanism determines them, and the relation places that coordinate from them.
bool depends_on_choice(const Model& model, const Phase& phase, const Options& options,
                       const Partition& chosen, const Partition& other,
                       const MovedRelation& relation, const State& state) {
  constexpr double kProbe = 1e-3, kFollows = 1e-6;
  const std::optional<State> here = assembled_by(model, phase, options, chosen, state);
  if (!here) return true;
  for (const int c : chosen.x_freedoms) {
    if (contains(other.x_freedoms, c)) continue;
    State probe = state;
    probe.x[c] += kProbe;
    const std::optional<State> there = assembled_by(model, phase, options, chosen, probe);
    if (!there) return true;
    for (const int i : relation.moved)
      if (std::fabs(there->x[i] - here->x[i]) > kFollows * kProbe) return true;
  }
  return false;
}

// The choice of coordinates. A relation that reads more coordinates than can keep their estimates
// keeps its own value.
Partition choose(const Model& model, const Phase& phase, const Options& options,
                 std::vector<int> deformations, const State& state) {
  const Evaluation here = evaluated(model, phase, state.x);
  Partition out = choose_coordinates(model, phase, options, here, deformations);
  std::vector<int> tried;
  while (out.square()) {
    const std::vector<MovedRelation> moved = moved_relations(model, phase, out);
    const auto next = std::find_if(moved.begin(), moved.end(), [&tried](const MovedRelation& one) {
      return !contains(tried, one.row);
    });
    if (next == moved.end()) break;
    tried.push_back(next->row);
    deformations.push_back(next->row);
    Partition with = choose_coordinates(model, phase, options, here, deformations);
    if (with.square() && depends_on_choice(model, phase, options, out, with, *next, state))
      out = std::move(with);
    else
      deformations.pop_back();
  }
  return out;
}

bool assemble(const Model& model, const Phase& phase, const Options& options, State& state) {
  std::vector<int> named;
  for (int r = 0; r < model.ne; ++r)
    if (phase.e_class[r] == Class::dynamic) named.push_back(r);
  Partition last;
  for (int choice = 0; choice < kChoices; ++choice) {
    const Partition chosen = choose(model, phase, options, named, state);
    if (!chosen.square()) return false;
    if (choice > 0 && chosen == last) break;
    last = chosen;
    std::optional<State> next = assembled_by(model, phase, options, chosen, state);
    if (!next) return false;
    state = std::move(*next);
  }
  return true;
}

// Assembles the mechanism without the references of `elements`. Where that fails, a second trial
// begins from the mechanism closed with the references of the estimates. If that cannot be closed
// either, the run says so.
bool assemble_without(const std::vector<int>& elements, const Built& built, const Options& options,
                      State& state) {
  const Phase phase = without(elements, built.model, built.phase);
  State trial = state;
  if (assemble(built.model, phase, options, trial)) return state = trial, true;
  trial = state;
  if (!Placement(built.model, built.phase, options, true).start(trial).ok()) return false;
  state = trial;
  return assemble(built.model, phase, options, state);
}

// The value e of a deformation at a position, and the size of its terms.
struct Count {
  double e = 0, size = 0;
};

std::vector<Count> counts(const Model& model, const std::vector<int>& elements,
                          const std::vector<double>& x) {
  const Evaluation here = evaluated(model, x);
  std::vector<Count> out;
  for (const int k : elements) {
    const std::size_t r = model.elements[k].first + model.elements[k].type->from_start;
    out.push_back({here.e[r], here.size[r]});
  }
  return out;
}

bool differs(const Count& count) {
  return std::fabs(count.e) > tolerance::start_reference * count.size;
}

// A distance of two points that is held: a rod, whose length a driven position would change.
bool is_rod(const Built& built, const ElementRange& range) {
  const RecordSpec& spec = range.type->spec;
  return spec.deformations.size() == 1 && spec.nodes.size() == 4 &&
         spec.deformations[0].name == "elongation" &&
         built.phase.e_class[range.first] == Class::fixed;
}

// The length of a rod at the X lines; 0: it is no rod.
double drawn_length(const Built& built, const ElementRange& range) {
  if (!is_rod(built, range)) return 0;
  for (const ElementBatch& batch : built.model.batches) {
    const int k = range.first - batch.first_deformation, np = batch.type->np;
    if (k >= 0 && k < batch.count) return batch.parameters[at(k * np + np - 1)];
  }
  return 0;
}

// " m"; empty for a relation.
std::string unit_of(const ElementRange& range, const UnitSystem& units) {
  const Unit of = range.type->spec.deformations[range.type->from_start].unit;
  const std::string unit = units.shown(of);
  return unit.empty() ? unit : " " + unit;
}

}  // namespace

std::string take_references_at_start(const Tables& tables, const Options& options, Built& built,
                                     Diagnostics* diagnostics) {
  Model& model = built.model;
  std::vector<int> elements = elements_from_start(tables, model);
  if (elements.empty()) return {};
  const std::vector<double> drawn = deck_position(tables, model);
  State state = state_at_rest(model, tables.time.start);
  const bool starts_there =
      std::equal(model.x0.begin(), model.x0.end() - model.windings(), drawn.begin());
  if (!starts_there) std::copy(drawn.begin(), drawn.end() - model.windings(), state.x.begin());
  if (!assemble_without(elements, built, options, state)) return {};
  const std::vector<Count> from_drawn = counts(model, elements, state.x);
  if (std::none_of(from_drawn.begin(), from_drawn.end(), differs)) return {};
  std::vector<double> lengths;
  for (const int k : elements) lengths.push_back(drawn_length(built, model.elements[k]));
  take_references(tables, elements, model, state.x);
  set_muscle_references(model);
  if (starts_there) model.start_x = state.x;
  std::string out;
  for (std::size_t k = 0; k < elements.size(); ++k) {
    if (!differs(from_drawn[k])) continue;
    const ElementRange& range = model.elements[elements[k]];
    const Origin& origin = model.deformation_origin[range.first];
    out += fmt::format("{} counts from the assembled start, {:.9g}{} from that of the estimates\n",
                       origin.label, from_drawn[k].e, unit_of(range, tables.units()));
    if (diagnostics && is_rod(built, range))
      diagnostics->warning(
          tables.elements[elements[k]].where, origin.label,
          fmt::format("it holds the length that it has at the assembled start, {:.6g}{} {} than "
                      "that of the X lines",
                      std::fabs(from_drawn[k].e), unit_of(range, tables.units()),
                      from_drawn[k].e > 0 ? "more" : "less"),
          fmt::format("EREST {} {} keeps it as long as they draw it", range.number,
                      format_number(lengths[k])));
  }
  return out;
}

namespace {

bool is_sprung(const Tables& tables, int element) {
  const Forces& forces = tables.forces;
  return std::any_of(forces.stresses.begin(), forces.stresses.end(),
                     [element](const StressRow& row) {
                       return row.kind == StressKind::stiffness && row.element == element &&
                              row.values.front() != 0;
                     }) ||
         std::any_of(forces.laws.begin(), forces.laws.end(), [element](const LawRow& row) {
           return row.target == Target::deformation && row.owner == element;
         });
}

// "body 3 PHI = 370deg": the new value of the first of the angles b, a that the deck may choose.
std::string unwound(const Built& built, const std::vector<double>& x, int a, int b, double turns) {
  for (const int i : {b, a}) {
    if (!is_free(built.phase.x_class[i])) continue;
    const double angle = x[i] + (i == b ? -turns : turns) * 2 * kPi;
    return fmt::format("{} = {:.6g}deg", built.model.coordinate_name(i), angle * 180 / kPi);
  }
  return "an angle a turn nearer";
}

}  // namespace

void warn_of_wound_springs(const Tables& tables, const Built& built, Diagnostics& diagnostics) {
  const Model& model = built.model;
  State state = state_at_rest(model, tables.time.start);
  bool evaluated = false;
  Evaluation here(model);
  for (int k = 0; k < count_of(model.elements); ++k) {
    const ElementRow& row = tables.elements[k];
    if (model.elements[k].type->spec.keyword != "PLTOR" || !is_sprung(tables, k)) continue;
    if (!evaluated) {
      Partition none;
      PrescribedMotion(model, built.phase, none).prescribe(state);
      evaluate_position(model, state.x, here);
      evaluated = true;
    }
    const int a = model.nodes[row.nodes[0]].first, b = model.nodes[row.nodes[1]].first;
    const double apart = state.x[b] - state.x[a], e = here.e[model.elements[k].first];
    if (!(std::fabs(apart) > kPi && std::fabs(e) > kPi)) continue;
    diagnostics.warning(
        row.where, row.label,
        fmt::format("it starts wound by {:.4g} turns, since the angles of its bodies differ by "
                    "{:.4g} turns",
                    e / (2 * kPi), apart / (2 * kPi)),
        fmt::format("{} would unwind it, if that is not meant",
                    unwound(built, state.x, a, b, std::round(e / (2 * kPi)))));
  }
}

}  // namespace mbs
