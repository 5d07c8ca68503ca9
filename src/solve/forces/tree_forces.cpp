#include "solve/forces/tree_forces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/disjoint_sets.h"
#include "base/index.h"
#include "base/tolerances.h"
#include "base/with_constant.h"
#include "solve/place/partition.h"

namespace mbs {

namespace {

constexpr int kGround = -1;
constexpr double kFinite = 1e300;  // of a pivot that is finite

// The coordinates of each body: of an orientation and of the point that an element names before it.
DisjointSets coordinates_of_bodies(const Model& model) {
  DisjointSets out(model.nx);
  for (const Node& node : model.nodes)
    for (int c = 1; c < node_type(node.kind).nv; ++c) out.join(node.first, node.first + c);
  for (const NodeMass& mass : model.node_masses) {
    const std::vector<int>& gather = mass.nodes.gather;
    for (std::size_t k = 0; k < gather.size(); ++k)
      out.join(gather[k - k % at(mass.nodes.type->nv)], gather[k]);
  }
  for (const ElementBatch& batch : model.batches)
    for (std::size_t k = 0; k + 3 < batch.gather.size(); k += 3) {
      const int point = batch.gather[k], turn = batch.gather[k + 3];
      if (!model.is_orientation(point) && model.is_orientation(turn) && out.size(point) == 3 &&
          out.size(turn) == 3)
        out.join(point, turn);
    }
  return out;
}

}  // namespace

TreeForces::TreeForces(const Model& model, const Phase& phase)
    : model_(model), free_(free_coordinates(phase)), rows_(constrained_deformations(phase)) {
  if (model.orientations.empty() || rows_.empty()) return;
  std::vector<int> body_of;
  find_tree(phase, body_of);
  if (is_tree()) find_sources(phase, body_of);
}

// Leaves bodies_ empty where there is no tree.
void TreeForces::find_tree(const Phase& phase, std::vector<int>& body_of) {
  std::vector<char> is_free_at(model_.nx, 0);
  for (const int i : free_) is_free_at[i] = 1;
  DisjointSets sets = coordinates_of_bodies(model_);
  std::vector<int> number(model_.nx, -1);
  std::vector<Body> bodies;
  body_of.assign(model_.nx, kGround);
  for (const int i : free_) {
    int& body = number[sets.root(i)];
    if (body < 0) body = count_of(bodies), bodies.emplace_back();
    if (bodies[body].size == kSize) return;
    bodies[body].coordinates[at(bodies[body].size++)] = i;
    body_of[i] = body;
  }
  // The rows of each joint, by its two bodies, the ground first.
  std::map<std::pair<int, int>, std::vector<int>> joints;
  std::vector<std::pair<int, int>> ends(model_.ne, {kGround, kGround});
  for (int s = 0; s < model_.derivative_count; ++s) {
    const int body = body_of[model_.entry_column[s]];
    auto& [one, other] = ends[model_.entry_row[s]];
    if (body == kGround || model_.entry_zero[s] || body == one || body == other) continue;
    if (one != kGround && !is_free(phase.e_class[model_.entry_row[s]])) return;
    (other == kGround ? other : one) = body;
  }
  for (const int r : rows_) {
    const auto [one, other] = std::minmax(ends[r].first, ends[r].second);
    if (other == kGround) return;
    joints[{one, other}].push_back(r);
    if (joints[{one, other}].size() > at(kSize)) return;
  }
  // From the ground, then from the first body of each part that is free.
  std::vector<std::vector<int>> neighbours(bodies.size() + 1);
  DisjointSets parts(count_of(bodies) + 1);
  for (const auto& [pair, rows] : joints) {
    if (!parts.join(pair.first + 1, pair.second + 1)) return;
    neighbours[pair.first + 1].push_back(pair.second);
    neighbours[pair.second + 1].push_back(pair.first);
  }
  std::vector<std::pair<int, int>> order;  // a body and the one before it
  std::vector<char> is_reached(bodies.size() + 1, 0);
  for (int root = kGround; root < count_of(bodies); ++root) {
    if (is_reached[root + 1]) continue;
    std::size_t next = order.size();
    const std::size_t first = next;
    order.push_back({root, kGround});
    is_reached[root + 1] = 1;
    for (; next < order.size(); ++next)
      for (const int body : neighbours[order[next].first + 1])
        if (!std::exchange(is_reached[body + 1], 1)) order.push_back({body, order[next].first});
    if (root == kGround) order.erase(order.begin() + static_cast<std::ptrdiff_t>(first));
  }
  std::reverse(order.begin(), order.end());
  std::vector<int> place(bodies.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k].first] = static_cast<int>(k);
  for (const auto& [body, before] : order) {
    Body next = bodies[body];
    if (before != kGround) next.parent = place[before];
    const auto joint = joints.find(std::minmax(body, before));
    if (joint != joints.end())
      for (const int r : joint->second) next.deformations[at(next.rows++)] = r;
    bodies_.push_back(next);
  }
  for (int& body : body_of)
    if (body != kGround) body = place[body];
}

void TreeForces::find_sources(const Phase& phase, const std::vector<int>& body_of) {
  std::vector<int> place(model_.nx, 0), row(model_.ne, 0), joint_of(model_.ne, -1);
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const Body& body = bodies_[k];
    for (int i = 0; i < body.size; ++i) place[body.coordinates[at(i)]] = i;
    for (int r = 0; r < body.rows; ++r) {
      row[body.deformations[at(r)]] = r;
      joint_of[body.deformations[at(r)]] = static_cast<int>(k);
    }
  }
  factors_.assign(bodies_.size(), Factors{});
  const auto place_at = [&](const double& number) { return static_cast<int>(&number - numbers()); };
  for (int s = 0; s < model_.derivative_count; ++s) {
    const int r = model_.entry_row[s], i = model_.entry_column[s], k = joint_of[r];
    if (k < 0 || model_.entry_zero[s]) continue;
    const Factors& own = factors_[k];
    if (body_of[i] != kGround)
      sources_.push_back(
          {s, place_at((body_of[i] == k ? own.A : own.B)[at(row[r])].number[place[i]])});
    else if (phase.x_class[i] != Class::fixed)
      moved_.push_back({s, place_at(own.b.number[row[r]]), i});
  }
  Inertia(model_).each_entry([&](int i, int j, double) {
    const int k = body_of[i];
    const bool within = k != kGround && body_of[j] == k;
    mass_places_.push_back(within ? place_at(factors_[k].M[at(place[i])].number[place[j]])
                                  : kGround);
  });
}

// Puts the masses into M, the forces into f, and the rows of the joints into A, B and b.
void TreeForces::load(const Evaluation& at_x, const Inertia& inertia, ConstVector g,
                      ConstVector edd, ConstVector a) {
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    Factors& own = factors_[k];
    for (Six& row : own.M) row.clear();
    own.f.clear();
    for (int i = 0; i < bodies_[k].size; ++i) own.f.number[i] = g[bodies_[k].coordinates[at(i)]];
    for (int i = bodies_[k].size; i < kSize; ++i) own.M[at(i)].number[i] = 1;
    for (int r = 0; r < bodies_[k].rows; ++r) {
      own.A[at(r)].clear(), own.B[at(r)].clear();
      const std::size_t e = bodies_[k].deformations[at(r)];
      own.b.number[r] = edd[e] - at_x.D2e_vv[e];
    }
  }
  double* const to = numbers();
  const int* place = mass_places_.data();
  inertia.each_entry([&](int, int, double value) {
    const int p = *place++;
    if (p >= 0) to[p] += value;
  });
  for (const Source& source : sources_) to[source.place] += at_x.De[source.entry];
  for (const Moved& moved : moved_) to[moved.place] -= at_x.De[moved.entry] * a[moved.coordinate];
}

inline double TreeForces::product(const Six& a, const Six& b) {
  const Six::Pair sum = a.pair[0] * b.pair[0] + a.pair[1] * b.pair[1] + a.pair[2] * b.pair[2];
  return sum[0] + sum[1];
}

// Gauss and Jordan, each row with its largest entry as pivot. Makes H, too. Returns the smallest
// pivot over the largest entry of its row before, 0 where a row has none.
template <int kRows>
double TreeForces::solve_rows(Factors& own) {
  double smallest = 1;
  bool is_solved[kSize] = {};
  double largest[kRows + 1];
  for (int r = 0; r < kRows; ++r) {
    own.R[r].clear();
    own.R[r].number[r] = 1;
    largest[r] = 0;
    for (int i = 0; i < kSize; ++i)
      largest[r] = std::max(largest[r], std::fabs(own.A[r].number[i]));
  }
  for (int r = 0; r < kRows; ++r) {
    Six &A = own.A[r], &B = own.B[r], &R = own.R[r];
    int best = 0;
    for (int i = 1; i < kSize; ++i)
      if (std::fabs(A.number[i]) > std::fabs(A.number[best])) best = i;
    const double pivot = A.number[best], size = std::fabs(pivot);
    if (!(size > 0 && size <= kFinite)) return 0;
    if (size < smallest * largest[r]) smallest = size / largest[r];
    own.solved[r] = best;
    is_solved[best] = true;
    const double inverse = 1 / pivot;
    A.scale(inverse), B.scale(inverse), R.scale(inverse);
    own.b.number[r] *= inverse;
    for (int c = 0; c < kRows; ++c) {
      if (c == r) continue;
      const double factor = -own.A[c].number[best];
      if (factor == 0) continue;
      own.A[c].add(factor, A), own.B[c].add(factor, B), own.R[c].add(factor, R);
      own.b.number[c] += factor * own.b.number[r];
    }
  }
  int count = 0;
  for (int i = 0; i < kSize; ++i) {
    if (is_solved[i]) continue;
    Six& h = own.H[count++];
    h.clear();
    h.number[i] = 1;
    for (int r = 0; r < kRows; ++r) h.number[own.solved[r]] = -own.A[r].number[i];
  }
  return smallest;
}

// Eliminates the body. False where it can move without mass.
template <int kRows>
bool TreeForces::eliminate(Factors& own, Factors* before) {
  Six f = own.f;
  for (int r = 0; r < kRows; ++r) f.add(-own.b.number[r], own.M[own.solved[r]]);
  for (int j = 0; j < kSize - kRows; ++j) {
    const Six& h = own.H[j];
    Six m;
    m.clear();
    double terms = 0;
    for (int i = 0; i < kSize; ++i) {
      m.add(h.number[i], own.M[i]);
      terms += h.number[i] * h.number[i] * own.M[i].number[i];
    }
    const double D = product(h, m);
    if (!(D > tolerance::massless * terms && D <= kFinite)) return false;
    const double inverse = 1 / D;
    Six w = m;
    w.scale(inverse);
    own.w[j] = w;
    const double along = product(h, f);
    own.q.number[j] = along * inverse;
    f.add(-along, w);
    for (int i = 0; i < kSize; ++i) own.M[i].add(-m.number[i], w);
  }
  own.f = f;
  if (!before) return true;
  for (int r = 0; r < kRows; ++r) {
    const Six& M = own.M[own.solved[r]];
    Six sum;
    sum.clear();
    for (int c = 0; c < kRows; ++c) sum.add(M.number[own.solved[c]], own.B[c]);
    own.Y[r] = sum;
  }
  for (int i = 0; i < kSize; ++i) {
    Six sum = before->M[i];
    for (int r = 0; r < kRows; ++r) sum.add(own.B[r].number[i], own.Y[r]);
    before->M[i] = sum;
  }
  Six sum = before->f;
  for (int r = 0; r < kRows; ++r) sum.add(-own.f.number[own.solved[r]], own.B[r]);
  before->f = sum;
  return true;
}

// S: the stresses. The force that the joint holds along the coordinates that are solved is
// f' - M X a_p there.
template <int kRows>
void TreeForces::go_back(Factors& own, const Factors* before, Six& S) {
  double held[kRows + 1], moved[kRows + 1];
  for (int r = 0; r < kRows; ++r) {
    held[r] = own.f.number[own.solved[r]] + (before ? product(own.Y[r], before->a) : 0);
    moved[r] = before ? -product(own.B[r], before->a) : 0;
  }
  S.clear();
  for (int r = 0; r < kRows; ++r) S.add(held[r], own.R[r]);
  Six a;
  a.clear();
  for (int r = 0; r < kRows; ++r) a.number[own.solved[r]] = moved[r];
  for (int j = kSize - kRows - 1; j >= 0; --j)
    a.add(own.q.number[j] - product(own.w[j], a), own.H[j]);
  own.a = a;
  for (int r = 0; r < kRows; ++r) own.a.number[own.solved[r]] += own.b.number[r];
}

double TreeForces::solve(const Evaluation& at_x, const Inertia& inertia, ConstVector g,
                         ConstVector edd, Vector a, Vector S) {
  load(at_x, inertia, g, edd, a);
  double pivot = 1;
  for (std::size_t k = 0; k < bodies_.size(); ++k)
    pivot = std::min(pivot, with_constant<0, kSize>(bodies_[k].rows, [&](auto rows) {
                       return solve_rows<rows.value>(factors_[k]);
                     }));
  if (!(pivot > tolerance::nearly_dependent)) return pivot;
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    Factors* const before = bodies_[k].parent < 0 ? nullptr : &factors_[bodies_[k].parent];
    if (!with_constant<0, kSize>(
            bodies_[k].rows, [&](auto rows) { return eliminate<rows.value>(factors_[k], before); }))
      return 0;
  }
  for (std::size_t k = bodies_.size(); k-- > 0;) {
    const Body& body = bodies_[k];
    const Factors* const before = body.parent < 0 ? nullptr : &factors_[body.parent];
    Six stresses;
    with_constant<0, kSize>(body.rows,
                            [&](auto rows) { go_back<rows.value>(factors_[k], before, stresses); });
    for (int r = 0; r < body.rows; ++r) S[body.deformations[at(r)]] = stresses.number[r];
    for (int i = 0; i < body.size; ++i) a[body.coordinates[at(i)]] = factors_[k].a.number[i];
  }
  return pivot;
}

}  // namespace mbs
