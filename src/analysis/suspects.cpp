#include "analysis/suspects.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/index.h"
#include "linalg/row_space.h"
#include "solve/placement.h"
#include "text/number.h"

namespace mbs {

namespace {

constexpr int kMostTried = 200;
constexpr double kSeconds = 2;
// Steps towards the smallest gap, how often one is halved, and how many gaps before it may exceed.
constexpr int kSteps = 200, kSuspectHalvings = 12, kBefore = 5;
// A gap is closed where it is this part of the mechanism, and gaps are alike that differ by no more
// than this part.
constexpr double kClosed = 1e-8, kAlike = 1e-3;
constexpr std::size_t kMostNamed = 3;
// The slope of half the square of the gap at its end, over the gap.
constexpr double kFlat = 1e-6;

// A joint or a driver, let go.
struct Suspect {
  const Origin* origin = nullptr;
  std::vector<int> rows;  // deformations that it holds
  int coordinate = -1;    // or that it drives
  double misses = 0;      // by how much it cannot be closed, over the size of the mechanism
  double lacks = 0;       // the same as it is
  double at = 0;          // where a driven coordinate can be
  double size = 0;        // of the terms of its equations

  // Gaps that are alike count as one; then drivers come first, then joints of large arms.
  std::tuple<double, bool, double> order() const {
    return {misses > kClosed ? std::round(std::log(misses) / kAlike) : -HUGE_VAL, coordinate < 0,
            -size};
  }
};

class Search {
 public:
  Search(const Built& built, const Options& options, const State& state)
      : model_(built.model), phase_(built.phase), options_(options), estimates_(state) {}

  // Those without which the rest closes, the smallest gap first.
  std::vector<Suspect> run() {
    std::vector<Suspect> out;
    const auto start = std::chrono::steady_clock::now();
    int tried = 0;
    for (Suspect& one : candidates()) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
      if (++tried > kMostTried || spent.count() > kSeconds) break;
      if (closes_without(one)) out.push_back(std::move(one));
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
      Suspect one;
      one.origin = &model_.motion_origin[motion], one.coordinate = i;
      out.push_back(std::move(one));
    }
    for (const ElementRange& range : model_.elements) {
      Suspect one;
      one.origin = &model_.deformation_origin[range.first];
      for (int r = range.first; r < range.first + range.type->ne; ++r)
        if (phase_.e_class[r] == Class::fixed) one.rows.push_back(r);
      if (!one.rows.empty()) out.push_back(std::move(one));
    }
    return out;
  }

  // What one lacks at a position: a length, or the coordinates that its equations lack.
  std::vector<double> gap(const Suspect& one, const State& state, const Evaluation& here) const {
    if (one.coordinate >= 0) return {state.x[one.coordinate] - target_};
    std::vector<double> out;
    for (const int r : one.rows) out.push_back(here.e[r] - phase_.e_fixed[r]);
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

  // Lets it go and brings it as near as it comes.
  bool closes_without(Suspect& one) {
    Phase phase = phase_;
    for (const int r : one.rows) phase.e_class[r] = Class::calculable;
    if (one.coordinate >= 0) {
      State driven = estimates_;
      PrescribedMotion(model_, phase_, Partition()).prescribe(driven);
      target_ = driven.x[one.coordinate];
      phase.x_class[one.coordinate] = Class::calculable;
      phase.x_motion[one.coordinate] = -1;
    }
    State state = estimates_;
    if (one.coordinate >= 0) state.x[one.coordinate] = target_;
    if (!close(phase, state)) return false;
    Evaluation here(model_);
    evaluate_position(model_, state.x, here);
    std::vector<double> gap = this->gap(one, state, here);
    if (model_.orientations.empty()) approach(one, phase, state, here, gap);
    one.lacks = size_of(gap);
    for (const int r : one.rows) one.size = std::max(one.size, here.size[at(r)]);
    const bool turns = one.coordinate >= 0 &&
                       std::find(model_.turning.begin(), model_.turning.end(), one.coordinate) !=
                           model_.turning.end();
    one.misses = turns || !(length_ > 0) ? one.lacks : one.lacks / length_;
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
      double moved = 0, changed = 0;
      for (std::size_t i = 0; i < now.down.size(); ++i) {
        const double d = state.x[i] - before.x[i];
        moved += d * d, changed += d * (now.down[i] - next.down[i]);
      }
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
      for (std::size_t i = 0; i < along.down.size(); ++i) trial.x[i] += part * along.down[i];
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
  double target_ = 0;          // of the driver that is let go
  mutable double length_ = 0;  // of the mechanism
  std::vector<double> closed_;
};

std::string named(const Model& model, const Suspect& one) {
  std::string out = fmt::format("{} (line {})", one.origin->label, one.origin->where.line);
  if (one.coordinate >= 0) {
    const bool turns = std::find(model.turning.begin(), model.turning.end(), one.coordinate) !=
                       model.turning.end();
    return out + (turns ? fmt::format(", which may begin at {:.6g}deg", one.at * 180 / kPi)
                        : fmt::format(", which may begin at {:.6g}", one.at));
  }
  const bool is_length = std::all_of(one.rows.begin(), one.rows.end(), [&model](int r) {
    for (const ElementRange& range : model.elements)
      if (r >= range.first && r < range.first + range.type->ne)
        return range.type->spec.deformations[at(r - range.first)].unit == unit::metre;
    return false;
  });
  return is_length ? out + fmt::format(", which cannot reach by {:.4g} m", one.lacks) : out;
}

}  // namespace

Suspicion find_suspects(const Built& built, const Options& options, const State& state) {
  Suspicion out;
  Search search(built, options, state);
  const std::vector<Suspect> found = search.run();
  if (found.empty()) return out;
  const Model& model = built.model;
  if (!search.closed().empty()) {
    // The angle whose estimate is farthest from where it closes.
    double most = 0;
    int worst = -1;
    for (const int i : model.turning) {
      const double off =
          std::fabs(std::remainder(search.closed()[at(i)] - state.x[at(i)], 2 * kPi));
      if (is_free(built.phase.x_class[at(i)]) && off > most) most = off, worst = i;
    }
    if (worst >= 0) {
      out.where = model.coordinate_origin[at(worst)].where;
      out.label = model.coordinate_origin[at(worst)].label;
      out.text = fmt::format("from other estimates it closes, with {} = {:.6g}deg",
                             model.coordinate_name(worst),
                             std::remainder(search.closed()[at(worst)], 2 * kPi) * 180 / kPi);
      out.expected = "estimates nearer to that";
      return out;
    }
  }
  out.expected = "lengths, bodies and drivers that fit one another";
  out.where = found.front().origin->where;
  out.label = found.front().origin->label;
  std::vector<std::string> names;
  for (std::size_t k = 0; k < found.size() && names.size() < kMostNamed; ++k)
    names.push_back(named(model, found[k]));
  out.text = fmt::format("it closes without {}{}", fmt::join(names, ", or without "),
                         found.size() > names.size() ? ", or without others" : "");
  return out;
}

}  // namespace mbs
