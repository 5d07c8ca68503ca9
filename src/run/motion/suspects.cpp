#include "run/motion/suspects.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "base/index.h"
#include "linalg/row_space.h"
#include "model/owner.h"
#include "plan/plan.h"
#include "solve/place/placement.h"
#include "text/number.h"
#include "text/units.h"

namespace mbs {

namespace {

constexpr int kMostTried = 200;
constexpr double kSeconds = 2;
// kSteps: most steps towards the smallest gap. kSuspectHalvings: most halvings of a step. kBefore:
// a gap has to be below the largest of so many gaps before it.
constexpr int kSteps = 200, kSuspectHalvings = 12, kBefore = 5;
// A gap below the part kClosed of the mechanism is closed. Gaps, and misfits, that differ by no
// more than their part kAlike are alike.
constexpr double kClosed = 1e-8, kAlike = 1e-3;
constexpr std::size_t kMostNamed = 3;
// The search ends where the slope of half the square of the gap is below this part of the gap.
constexpr double kFlat = 1e-6;

// Moved estimates of a line are tried where the misfit falls below this part of the present misfit.
constexpr double kBetter = 0.5;
constexpr std::size_t kMostPlaces = 4;
// Misfits below this part of the mechanism are roundings of estimates.
constexpr double kFits = 1e-6;

// A joint or a driver that is let go, or estimates that are moved.
struct Suspect {
  const Origin* origin = nullptr;
  std::vector<int> rows;              // deformations that it holds
  int coordinate = -1;                // or the coordinate that it drives
  std::vector<int> estimates;         // or the coordinates whose estimates it gives
  double misfit = 0;                  // of the estimates without it, over the size of the mechanism
  std::vector<Misfit::Moved> places;  // the positions with its coordinates where they fit
  double misses = 0;  // by how much it cannot be closed, over the size of the mechanism
  double lacks = 0;   // the same, but not divided by the size
  double at = 0;      // where a driven coordinate can be
  double size = 0;    // of the terms of its equations

  // The suspect without which the estimates fit best comes first: there is the slip. Among alike
  // misfits the smallest gap comes first; among alike gaps drivers come first, then joints with
  // large arms.
  std::tuple<double, double, bool, double> order() const {
    return {std::round(std::log(misfit + kFits) / kAlike),
            misses > kClosed ? std::round(std::log(misses) / kAlike) : -HUGE_VAL, coordinate < 0,
            -size};
  }
};

class Search {
 public:
  Search(const Built& built, const Options& options, const State& state)
      : model_(built.model),
        phase_(built.phase),
        options_(options),
        estimates_(state),
        misfit_(built, state) {}

  // The suspects without which the rest closes, sorted by Suspect::order().
  std::vector<Suspect> run() {
    std::vector<Suspect> out;
    const auto start = std::chrono::steady_clock::now();
    int tried = 0;
    std::vector<Suspect> all = candidates();
    for (Suspect& one : all) one.misfit /= misfit_.length();
    std::stable_sort(all.begin(), all.end(),
                     [](const Suspect& a, const Suspect& b) { return a.misfit < b.misfit; });
    for (Suspect& one : all) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
      if (++tried > kMostTried || spent.count() > kSeconds) break;
      if (one.estimates.empty() ? closes_without(one) : closes_with(one))
        out.push_back(std::move(one));
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Suspect& a, const Suspect& b) { return a.order() < b.order(); });
    return out;
  }

  // A position at which everything closes, where one has been found.
  const std::vector<double>& closed() const { return closed_; }

 private:
  std::vector<Suspect> candidates() const {
    std::vector<Suspect> out;
    for (int i = 0; i < model_.nx; ++i) {
      const int motion = phase_.x_motion[i];
      if (i == model_.clock || motion < 0 || motion >= count_of(model_.motion_origin)) continue;
      // An orientation is prescribed as a whole: none of its motions can be let go alone.
      if (model_.is_orientation(i)) continue;
      Suspect one;
      one.origin = &model_.motion_origin[motion], one.coordinate = i;
      one.places = misfit_.moved({i});
      one.misfit = one.places.front().misfit;
      out.push_back(std::move(one));
    }
    for (const ElementRange& range : model_.elements) {
      Suspect one;
      one.origin = &model_.deformation_origin[range.first];
      for (int r = range.first; r < range.first + range.type->ne; ++r)
        if (phase_.e_class[r] == Class::fixed) one.rows.push_back(r);
      one.misfit = misfit_.without(one.rows);
      if (!one.rows.empty()) out.push_back(std::move(one));
    }
    for (int r = 0; r < model_.ne; ++r) {
      if (phase_.e_class[r] != Class::prescribed) continue;
      const int motion = phase_.e_motion[r];
      if (motion < 0 || motion >= count_of(model_.motion_origin)) continue;
      Suspect one;
      one.origin = &model_.motion_origin[motion], one.rows = {r};
      one.misfit = misfit_.without(one.rows);
      out.push_back(std::move(one));
    }
    add_estimates(out);
    return out;
  }

  // Adds the estimates of each line of the deck, if moving them makes much of the misfit vanish.
  void add_estimates(std::vector<Suspect>& out) const {
    std::map<std::pair<int, int>, Suspect> lines;
    for (int i = 0; i < model_.nx; ++i) {
      const Origin& origin = model_.coordinate_origin[i];
      if (i == model_.clock || origin.where.line <= 0 || model_.is_orientation(i)) continue;
      if (phase_.x_class[i] == Class::prescribed) continue;
      Suspect& one = lines[{origin.where.file, origin.where.line}];
      one.origin = &origin, one.estimates.push_back(i);
    }
    const double all = misfit_.without({});
    for (auto& [line, one] : lines) {
      one.places = misfit_.moved(one.estimates);
      one.misfit = one.places.front().misfit;
      if (one.misfit < kBetter * all) out.push_back(std::move(one));
    }
  }

  // Whether everything closes from one of the moved positions of the suspect.
  bool closes_with(Suspect& one) {
    for (std::size_t k = 0; k < one.places.size() && k < kMostPlaces; ++k) {
      State state = estimates_;
      state.x = one.places[k].x;
      if (!close(phase_, state)) continue;
      one.places = {one.places[k]};
      for (const int i : one.estimates)  // a held value of the deck is no rough estimate
        if (!is_free(phase_.x_class[i]))
          one.misses = std::hypot(
              one.misses, (one.places[0].x[at(i)] - estimates_.x[at(i)]) / misfit_.length());
      if (closed_.empty()) closed_ = state.x;
      return true;
    }
    return false;
  }

  // The gap of a suspect at a position: its coordinate less the driven value, or its deformations
  // less their targets.
  std::vector<double> gap(const Suspect& one, const State& state, const Evaluation& here) const {
    if (one.coordinate >= 0) return {state.x[one.coordinate] - misfit_.start(one.coordinate)};
    std::vector<double> out;
    for (const int r : one.rows) out.push_back(here.e[r] - misfit_.target(r));
    return out;
  }

  static double size_of(const std::vector<double>& gap) { return std::sqrt(dot(gap, gap)); }

  bool close(const Phase& phase, State& state) const {
    Placement placement(model_, phase, options_, true);
    const Placed placed = placement.start(state);
    if (placed.ok() && length_ == 0) length_ = placement.kinematics().jacobian().length();
    return placed.ok();
  }

  // The direction in which the gap becomes smaller while all else stays closed (nx), and how far
  // along it a step of Gauss and Newton goes.
  struct Descent {
    std::vector<double> down;
    double step = 0;
  };
  Descent descent(const Suspect& one, const Phase& phase, const Evaluation& here,
                  const std::vector<double>& gap) const {
    const std::vector<int> columns = free_coordinates(phase);
    std::vector<int> place(at(model_.nx), -1);
    for (int k = 0; k < count_of(columns); ++k) place[at(columns[at(k)])] = k;
    const int n = count_of(columns);
    std::vector<std::vector<double>> all(at(model_.ne), std::vector<double>());
    const auto row_of = [&](int r) -> std::vector<double>& {
      if (all[at(r)].empty()) all[at(r)].assign(at(n), 0.0);
      return all[at(r)];
    };
    for (int e = 0; e < count_of(model_.entry_row); ++e)
      if (const int k = place[at(model_.entry_column[e])]; k >= 0)
        row_of(model_.entry_row[e])[at(k)] += here.De[e];
    RowSpace held(n);
    for (const int r : constrained_deformations(phase)) {
      const std::vector<double>& row = row_of(r);
      held.add(row, std::sqrt(dot(row, row)));
    }
    std::vector<double> down(at(n), 0.0);
    std::vector<std::vector<double>> rows;
    for (std::size_t k = 0; k < gap.size(); ++k) {
      std::vector<double> row =
          one.coordinate < 0 ? row_of(one.rows[k]) : std::vector<double>(at(n));
      if (one.coordinate >= 0) row[at(place[at(one.coordinate)])] = 1;
      held.reduce(row);
      for (int i = 0; i < n; ++i) down[at(i)] -= gap[k] * row[at(i)];
      rows.push_back(std::move(row));
    }
    double along = 0;
    for (const std::vector<double>& row : rows) along += dot(row, down) * dot(row, down);
    Descent out{std::vector<double>(at(model_.nx), 0.0), 0};
    if (!(along > 0)) return out;
    out.step = dot(down, down) / along;
    for (int k = 0; k < n; ++k) out.down[at(columns[at(k)])] = down[at(k)];
    return out;
  }

  // Lets the suspect go and makes its gap as small as it comes. False where the rest does not
  // close.
  bool closes_without(Suspect& one) {
    Phase phase = phase_;
    for (const int r : one.rows) phase.e_class[r] = Class::calculable;
    if (one.coordinate >= 0) {
      phase.x_class[one.coordinate] = Class::calculable;
      phase.x_motion[one.coordinate] = -1;
    }
    State state = estimates_;
    if (one.coordinate >= 0) state.x[one.coordinate] = misfit_.start(one.coordinate);
    if (!close(phase, state)) {
      if (one.coordinate < 0) return false;
      state = estimates_, state.x[one.coordinate] = one.places.front().x[at(one.coordinate)];
      if (!close(phase, state)) return false;
    }
    Evaluation here = evaluated(model_, state.x);
    std::vector<double> gap = this->gap(one, state, here);
    approach(one, phase, state, here, gap);
    one.lacks = size_of(gap);
    for (const int r : one.rows) one.size = std::max(one.size, here.size[at(r)]);
    const bool is_angle = one.coordinate >= 0 && turns(model_, one.coordinate);
    one.misses = is_angle || !(length_ > 0) ? one.lacks : one.lacks / length_;
    if (one.coordinate >= 0) one.at = state.x[one.coordinate];
    if (one.misses <= kClosed && closed_.empty()) closed_ = state.x;
    return true;
  }

  // Down the gradient with the steps of Barzilai and Borwein (1988): the gap may grow now and then.
  void approach(const Suspect& one, const Phase& phase, State& state, Evaluation& here,
                std::vector<double>& gap) const {
    State best = state;
    std::vector<double> least = gap, sizes = {size_of(gap)};
    Descent now = descent(one, phase, here, gap);
    for (int k = 0; k < kSteps && now.step > 0; ++k) {
      if (dot(now.down, now.down) <= kFlat * kFlat * dot(gap, gap)) break;
      const auto from = sizes.size() > kBefore ? sizes.end() - kBefore : sizes.begin();
      const State before = state;
      if (!go(one, phase, now, *std::max_element(from, sizes.end()), state, here, gap)) break;
      sizes.push_back(size_of(gap));
      if (sizes.back() < size_of(least)) best = state, least = gap;
      const Descent next = descent(one, phase, here, gap);
      std::vector<double> d(now.down.size());
      coordinate_difference(model_, before.x, state.x, d);
      double moved = 0, changed = 0;
      for (std::size_t i = 0; i < d.size(); ++i)
        moved += d[i] * d[i], changed += d[i] * (now.down[i] - next.down[i]);
      now.down = next.down;
      now.step = changed > 0 ? moved / changed : next.step;
    }
    state = best, gap = least;
  }

  bool go(const Suspect& one, const Phase& phase, const Descent& along, double most, State& state,
          Evaluation& here, std::vector<double>& gap) const {
    double part = along.step;
    for (int k = 0; k < kSuspectHalvings; ++k, part /= 2) {
      State trial = state;
      move_coordinates(model_, along.down, part, trial.x);
      if (!close(phase, trial)) continue;
      evaluate_position(model_, trial.x, here);
      std::vector<double> left = this->gap(one, trial, here);
      if (!(size_of(left) < most)) continue;
      state = std::move(trial), gap = std::move(left);
      return true;
    }
    return false;
  }

  const Model& model_;
  const Phase& phase_;
  const Options& options_;
  const State& estimates_;
  Misfit misfit_;
  mutable double length_ = 0;  // of the mechanism
  std::vector<double> closed_;
};

std::string angle_or_length(const Model& model, int i, double value) {
  return turns(model, i) ? fmt::format("{:.6g}deg", std::remainder(value, 2 * kPi) * 180 / kPi)
                         : fmt::format("{:.6g}", value);
}

// Whether the record of the element itself gives numbers.
bool has_numbers(const Model& model, int row) {
  const RecordSpec& spec = owner_of(model, row).type->spec;
  return !spec.columns.empty() || spec.arity != Arity::fixed;
}

// The EREST line of the suspect; null: none.
const Origin* rest_of(const Built& built, const Suspect& one) {
  if (one.rows.empty()) return nullptr;
  const Origin& given = built.phase.e_origin[at(one.rows.front())];
  return given.label.starts_with("EREST") ? &given : nullptr;
}

// The line that gives the numbers of a suspect.
const Origin& origin_of(const Built& built, const Suspect& one) {
  const Origin* const rest = rest_of(built, one);
  return rest && !has_numbers(built.model, one.rows.front()) ? *rest : *one.origin;
}

std::string named(const Built& built, const Suspect& one, const UnitSystem& units) {
  const Model& model = built.model;
  const Origin& origin = origin_of(built, one);
  std::string out = fmt::format("{} (line {})", origin.label, origin.where.line);
  if (&origin != one.origin) out += " of " + one.origin->label;
  if (!one.estimates.empty()) {
    std::vector<std::string> places;
    for (const int i : one.estimates) {
      const std::string name = model.coordinate_name(i), &label = one.origin->label;
      places.push_back(fmt::format("{} = {}",
                                   name.starts_with(label) ? name.substr(label.size() + 1) : name,
                                   angle_or_length(model, i, one.places.front().x[at(i)])));
    }
    return fmt::format("with {} at {}", out, fmt::join(places, ", "));
  }
  out = "without " + out;
  if (one.coordinate >= 0)
    return out + ", which may begin at " + angle_or_length(model, one.coordinate, one.at);
  const bool is_length = std::all_of(one.rows.begin(), one.rows.end(), [&model](int r) {
    const ElementRange& range = owner_of(model, r);
    return range.type->spec.deformations[at(r - range.first)].unit == unit::metre;
  });
  if (one.misses <= kClosed)
    out += ", which holds from other estimates";
  else if (is_length)
    out += fmt::format(", which cannot reach by {:.4g} {}", one.lacks, units.length);
  if (const Origin* const rest = rest_of(built, one); rest && rest != &origin)
    out += fmt::format(" ({} in line {})", rest->label, rest->where.line);
  return out;
}

}  // namespace

Suspicion find_suspects(const Plan& plan, const Built& built, const Options& options,
                        const State& state) {
  Suspicion out;
  Search search(built, options, state);
  const std::vector<Suspect> found = search.run();
  if (found.empty()) return out;
  out.where = origin_of(built, found.front()).where;
  out.label = origin_of(built, found.front()).label;
  std::vector<std::string> names;
  for (std::size_t k = 0; k < found.size() && names.size() < kMostNamed; ++k)
    names.push_back(named(built, found[k], plan.units()));
  out.text = fmt::format("it closes {}{}", fmt::join(names, ", or "),
                         found.size() > names.size() ? ", or without others" : "");
  out.expected = search.closed().empty() ? "lengths, bodies and drivers that fit one another"
                 : found.front().estimates.empty()
                     ? "numbers that fit one another, or other estimates"
                     : "estimates nearer to that";
  return out;
}

}  // namespace mbs
