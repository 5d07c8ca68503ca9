#include "solve/place/redundant_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/classes.h"
#include "base/disjoint_sets.h"
#include "base/index.h"
#include "base/random.h"
#include "linalg/cholesky.h"
#include "solve/place/prescribed_motion.h"

namespace mbs {

namespace {

// Larger mechanisms are not looked at: the search takes a time of the third power.
constexpr int kMostRows = 600;
// A row of length 1 follows from others if they leave less than this of it. Positions are closed to
// kClosed, the redundant rows with them to kFollows.
constexpr double kDependent = 1e-8, kClosed = 1e-13, kFollows = 1e-9;
// The size of the terms of a row is at least this part of the length of the mechanism.
constexpr double kLeastTerms = 1e-3;
// Parts of the mean diagonal of J J^T that are added to it: kDamped where rows may depend on each
// other, kFirm where they do not.
constexpr double kDamped = 1e-10, kFirm = 1e-15;
// A stress takes part in a null vector of De^T above this part of its largest entry.
constexpr double kTakesPart = 1e-7;
// A motion whose free part is below this part of a random one is none.
constexpr double kNoMotion = 1e-9;
// A closing begins within kRough of the sizes of the residuals and takes at most this many steps.
constexpr int kMostRounds = 60;
// The turn of one step in which driven bodies are led to where they start [rad].
constexpr double kDrivenStep = 0.3;
// How far the mechanism is moved to see whether rows still follow [rad, or parts of its length].
constexpr double kMoved = 0.03;

// Whether the joints of space make a loop; the ground and all that is fixed are one body.
bool has_loop(const Model& model, const Phase& phase) {
  DisjointSets joined(count_of(model.nodes) + 1);
  std::vector<int> node_of(model.nx, -1);
  const int ground = count_of(model.nodes);
  for (int k = 0; k < count_of(model.nodes); ++k) {
    bool fixed = true;
    for (int c = 0; c < coordinate_count(model.nodes[k].kind); ++c) {
      node_of[model.nodes[k].first + c] = k;
      fixed = fixed && phase.x_class[model.nodes[k].first + c] == Class::fixed;
    }
    if (fixed) joined.join(ground, k);
  }
  for (const ElementBatch& batch : model.batches) {
    if (batch.type->spec.nodes.empty() || !node_type(batch.type->spec.nodes[0]).is_spatial)
      continue;
    for (int k = 0; k < batch.count; ++k) {
      bool holds = false;
      const int first = batch.first_deformation + k * batch.type->ne;
      for (int r = 0; r < batch.type->ne; ++r)
        holds = holds || phase.e_class[first + r] == Class::fixed;
      if (!holds) continue;
      // A place and the orientation behind it are one body.
      std::vector<int> bodies;
      for (int i = 0, n = 0; i < batch.type->nx; i += 3, ++n) {
        const int node = node_of[batch.gather[k * batch.type->nx + i]];
        if (n > 0 && batch.type->spec.nodes[n] == NodeKind::orientation &&
            batch.type->spec.nodes[n - 1] == NodeKind::space_point)
          joined.join(bodies.back(), node);
        else
          bodies.push_back(node);
      }
      for (std::size_t b = 1; b < bodies.size(); ++b)
        if (!joined.join(bodies[0], bodies[b])) return true;
    }
  }
  return false;
}

class Search {
 public:
  Search(const Model& model, const Phase& phase, double t, ConstVector x)
      : model_(model), phase_(phase), x_(x.begin(), x.end()), here_(model) {
    // What rolls is left out: rows that exist only as rates hold no position.
    for (const ElementRange& element : model.elements) {
      const ElementType& type = *element.type;
      bool rolls = false;
      for (int d = 0; d < type.ne; ++d) rolls = rolls || type.is_rate(d);
      for (int d = 0; d < type.ne && !rolls; ++d)
        if (const int r = element.first + d; phase.e_class[r] == Class::fixed)
          add_row(r, phase.e_fixed[r]);
    }
    held_ = count_of(rows_);
    add_known(t);
    place_of_.assign(model.nx, -1);
    for (int i = 0; i < model.nx; ++i)
      if (phase.x_class[i] != Class::fixed && i != model.clock) {
        place_of_[i] = count_of(columns_);
        columns_.push_back(i);
      }
    for (const Node& node : model.nodes)
      if (node.kind == NodeKind::space_point) places_.push_back(node.first);
    for (const int place : places_)
      for (int c = 0; c < 3; ++c) length_ = std::max(length_, std::fabs(x_[place + c]));
    if (!(length_ > 0)) length_ = 1;
    weight_.assign(columns_.size(), 1.0);
    for (std::size_t k = 0; k < columns_.size(); ++k)
      if (model.is_orientation(columns_[k])) weight_[k] = 1 / length_;
  }

  RedundantRows find() {
    RedundantRows out;
    out.held = held_;
    if (held_ == 0 || columns_.empty() || held_ > kMostRows) return out;
    if (!close_at_start()) return out;
    std::vector<int> repeated = dependent();
    if (repeated.empty()) return out;
    const std::vector<double> closed = x_;
    out.closed = x_;
    for (const double sign : {1.0, -1.0}) {
      x_ = closed;
      move(repeated, sign);
      if (!close(without(repeated), false)) return {};
      std::erase_if(repeated, [&](int k) { return !follows(k); });
      if (repeated.empty()) return out;
      find_open(repeated, out);
    }
    x_ = closed;
    out.extent = extent();
    read();
    find_open(repeated, out);
    for (const int k : repeated) out.shed.push_back(rows_[k]);
    for (std::vector<int>* list : {&out.open, &out.open_reactions}) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    return out;
  }

 private:
  double extent() const {
    double out = 0;
    for (const int a : places_)
      for (const int b : places_) {
        double sum = 0;
        for (int c = 0; c < 3; ++c) sum += (x_[a + c] - x_[b + c]) * (x_[a + c] - x_[b + c]);
        out = std::max(out, std::sqrt(sum));
      }
    return out > 0 ? out : 1;
  }

  void add_row(int r, double target) { rows_.push_back(r), target_.push_back(target); }

  // What the drives prescribe at the start, and the deformations that are degrees of freedom:
  // these, as coordinates that are, begin where the deck has them, before the drives move anything.
  void add_known(double t) {
    evaluate_position(model_, x_, here_);
    const std::vector<double> at_deck = here_.e;
    State start(model_.nx, model_.ne);
    start.t = t, start.x = x_;
    PrescribedMotion drives(model_, phase_, {});
    drives.prescribe(start);
    way_.assign(model_.nx, 0.0);
    coordinate_difference(model_, x_, start.x, way_);
    x_ = start.x;
    evaluate_position(model_, x_, here_);
    for (int r = 0; r < model_.ne; ++r) {
      if (phase_.e_class[r] == Class::prescribed && phase_.e_motion[r] >= 0)
        add_row(r, drives.e()[at(r)]);
      if (phase_.e_class[r] == Class::dynamic) add_row(r, at_deck[at(r)]);
    }
    for (const InitialDeformation& given : model_.initial_deformations)
      for (std::size_t k = 0; k < rows_.size(); ++k)
        if (rows_[k] == given.deformation) target_[k] = given.value;
  }

  std::vector<int> all() const {
    std::vector<int> out(rows_.size());
    std::iota(out.begin(), out.end(), 0);
    return out;
  }
  std::vector<int> without(const std::vector<int>& left_out) const {
    std::vector<int> out;
    for (int k = 0; k < held_; ++k)
      if (std::find(left_out.begin(), left_out.end(), k) == left_out.end()) out.push_back(k);
    return out;
  }

  // The rows of De at x_, angles measured with the length.
  void read(bool at_start = false) {
    evaluate_position(model_, x_, here_);
    std::vector<int> row_of(model_.ne, -1);
    for (int k = 0; k < count_of(rows_); ++k) row_of[rows_[k]] = k;
    J_.assign(rows_.size(), std::vector<double>(columns_.size(), 0.0));
    for (std::size_t s = 0; s < model_.entry_row.size(); ++s) {
      const int k = row_of[model_.entry_row[s]], c = place_of_[model_.entry_column[s]];
      const bool moves = !at_start || c < 0 || phase_.x_class[columns_[c]] == Class::calculable;
      if (k >= 0 && c >= 0 && moves) J_[k][c] += here_.De[s] * weight_[c];
    }
  }
  double residual(int k) const { return here_.e[rows_[k]] - target_[k]; }
  double size(int k) const { return std::max(here_.size[rows_[k]], kLeastTerms * length_); }
  bool follows(int k) const { return std::fabs(residual(k)) <= kFollows * size(k); }

  static double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  }

  // y with (J J^T + least 1) y = b for some of the rows.
  std::vector<double> solve(const std::vector<int>& rows, std::vector<double> b,
                            double least) const {
    Cholesky factors(count_of(rows));
    double trace = 0;
    for (const int k : rows) trace += dot(J_[k], J_[k]);
    for (int j = 0; j < count_of(rows); ++j)
      for (int i = j; i < count_of(rows); ++i)
        factors.matrix()(i, j) =
            dot(J_[rows[i]], J_[rows[j]]) + (i == j ? least * trace / count_of(rows) : 0);
    if (factors.factor() >= 0) return {};
    factors.solve(b.data());
    return b;
  }

  // Newton's method of least norm on these rows. `loosely`: at the start, where they may depend on
  // each other, and where coordinates that are driven or degrees of freedom stay.
  bool close(const std::vector<int>& rows, bool loosely) {
    for (int step = 0; step < kMostRounds; ++step) {
      read(loosely);
      double worst = 0;
      for (const int k : rows) worst = std::max(worst, std::fabs(residual(k)) / size(k));
      if (worst <= (loosely ? kFollows / 10 : kClosed) || (step > 8 && worst <= kFollows / 10))
        return true;
      std::vector<double> b;
      for (const int k : rows) b.push_back(-residual(k));
      const std::vector<double> y = solve(rows, b, loosely ? kDamped : kFirm);
      if (y.empty()) return false;
      std::vector<double> d(model_.nx, 0.0);
      for (std::size_t n = 0; n < rows.size(); ++n)
        for (std::size_t c = 0; c < columns_.size(); ++c)
          d[columns_[c]] += weight_[c] * J_[rows[n]][c] * y[n];
      double turn = 0;
      for (std::size_t c = 0; c < columns_.size(); ++c)
        if (model_.is_orientation(columns_[c])) turn = std::max(turn, std::fabs(d[columns_[c]]));
      if (!std::isfinite(turn)) return false;
      move_coordinates(model_, d, turn > 0.5 ? 0.5 / turn : 1, x_);
    }
    return false;
  }

  double misfit() {
    read();
    double worst = 0;
    for (int k = 0; k < count_of(rows_); ++k)
      worst = std::max(worst, std::fabs(residual(k)) / size(k));
    return worst;
  }

  // Closes all rows where the drives are at the start. Estimates that fit better to where the
  // driven bodies are in the deck are led along with these: joints whose tilts are sines could else
  // close turned by half a turn.
  bool close_at_start() {
    double turned = 0;
    for (const Orientation& of : model_.orientations)
      for (int i = of.first; i < of.first + 3; ++i)
        turned = std::max(turned, std::fabs(way_[at(i)]));
    if (turned > kDrivenStep) {
      const std::vector<double> driven = x_;
      const double there = misfit();
      move_coordinates(model_, way_, -1, x_);
      bool closes = misfit() < there;
      const int steps = static_cast<int>(std::ceil(turned / kDrivenStep));
      for (int step = 0; step <= steps && closes; ++step) {
        if (step > 0) move_coordinates(model_, way_, 1.0 / steps, x_);
        closes = close(all(), true);
      }
      if (closes) return true;
      x_ = driven;
    }
    return close(all(), true);
  }

  // The rows, by Gram and Schmidt in the order of the deck, that others before them span.
  std::vector<int> dependent() {
    read();
    std::vector<std::vector<double>> basis;
    std::vector<int> out;
    for (int k = 0; k < held_; ++k) {
      std::vector<double> row = J_[k];
      const double length = std::sqrt(dot(row, row));
      if (!(length > 0)) continue;  // of fixed coordinates alone
      for (double& entry : row) entry /= length;
      for (int twice = 0; twice < 2; ++twice)
        for (const std::vector<double>& one : basis) {
          const double part = dot(one, row);
          for (std::size_t c = 0; c < row.size(); ++c) row[c] -= part * one[c];
        }
      const double left = std::sqrt(dot(row, row));
      if (left <= kDependent) {
        out.push_back(k);
        continue;
      }
      for (double& entry : row) entry /= left;
      basis.push_back(std::move(row));
    }
    return out;
  }

  // Moves x_ along a motion that the independent rows leave free.
  void move(const std::vector<int>& repeated, double sign) {
    read();
    const std::vector<int> kept = without(repeated);
    std::vector<double> z(columns_.size());
    for (std::size_t c = 0; c < z.size(); ++c) z[c] = 2 * uniform_at(1, c) - 1;
    const double before = std::sqrt(dot(z, z));
    for (int twice = 0; twice < 2; ++twice) {
      std::vector<double> b;
      for (const int k : kept) b.push_back(-dot(J_[k], z));
      const std::vector<double> y = solve(kept, b, 0);
      if (y.empty()) return;
      for (std::size_t n = 0; n < kept.size(); ++n)
        for (std::size_t c = 0; c < z.size(); ++c) z[c] += J_[kept[n]][c] * y[n];
    }
    double largest = 0;
    for (const double entry : z) largest = std::max(largest, std::fabs(entry));
    if (!(largest > kNoMotion * before)) return;  // nothing moves
    std::vector<double> d(model_.nx, 0.0);
    for (std::size_t c = 0; c < z.size(); ++c)
      d[columns_[c]] = sign * kMoved * length_ * weight_[c] * z[c] / largest;
    move_coordinates(model_, d, 1, x_);
  }

  // The stresses n with De^T n = 0, one for each repeated row: what any of them holds is open.
  void find_open(const std::vector<int>& repeated, RedundantRows& out) {
    read();
    const std::vector<int> kept = without(repeated);
    for (const int k : repeated) {
      std::vector<double> b;
      for (const int other : kept) b.push_back(dot(J_[other], J_[k]));
      const std::vector<double> factors = solve(kept, b, 0);
      if (factors.empty()) continue;
      std::vector<double> n(model_.ne, 0.0);
      n[rows_[k]] = 1;
      double largest = 1;
      for (std::size_t m = 0; m < kept.size(); ++m) {
        n[rows_[kept[m]]] = -factors[m];
        largest = std::max(largest, std::fabs(factors[m]));
      }
      for (int r = 0; r < model_.ne; ++r)
        if (std::fabs(n[r]) > kTakesPart * largest) out.open.push_back(r);
      std::vector<double> reaction(model_.nx, 0.0);
      for (std::size_t s = 0; s < model_.entry_row.size(); ++s)
        reaction[model_.entry_column[s]] += here_.De[s] * n[model_.entry_row[s]];
      for (int i = 0; i < model_.nx; ++i)
        if (place_of_[i] < 0 && i != model_.clock && std::fabs(reaction[i]) > kTakesPart * largest)
          out.open_reactions.push_back(i);
    }
  }

  const Model& model_;
  const Phase& phase_;
  std::vector<double> x_;
  Evaluation here_;
  std::vector<int> rows_;  // held_ ones, then those that are known at the start
  std::vector<double> target_;
  std::vector<double> way_;  // of what is driven, from its X to where it starts
  int held_ = 0;
  std::vector<int> places_;              // the first coordinates of the points of space
  std::vector<int> columns_, place_of_;  // place_of_: of a coordinate in columns_
  double length_ = 0;
  std::vector<double> weight_;
  std::vector<std::vector<double>> J_;
};

}  // namespace

RedundantRows find_redundant_rows(const Model& model, const Phase& phase, double t, ConstVector x) {
  if (model.orientations.empty() || !has_loop(model, phase)) return {};
  return Search(model, phase, t, x).find();
}

}  // namespace mbs
