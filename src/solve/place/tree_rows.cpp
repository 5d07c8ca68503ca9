#include "solve/place/tree_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "base/disjoint_sets.h"
#include "base/index.h"
#include "solve/place/partition.h"

namespace mbs {

namespace {

constexpr int kGround = -1;

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

// A coordinate of a body that these rows of its joint leave undetermined; a turn before a place.
int undetermined(const TreeRows::Body& body, const TreeRows::Joint& joint, int rows) {
  int out = body.coordinates[0];
  const auto first = joint.solved.begin(), end = first + rows;
  for (int i = 0; i < body.size; ++i)
    if (joint.may.number[i] != 0 && std::find(first, end, i) == end) out = body.coordinates[at(i)];
  return out;
}

}  // namespace

TreeRows::TreeRows(const Model& model, const Phase& phase, const std::vector<int>& rows) {
  find_tree(model, phase, rows, std::vector<char>(model.nx, 1));
  if (is_tree()) find_sources(model);
}

TreeRows::TreeRows(const Model& model, const Phase& phase, const JacobianBlock& block) {
  std::vector<char> may(model.nx, 0);
  for (const int i : block.columns()) may[i] = 1;
  find_tree(model, phase, block.rows(), may);
  const bool fits = std::all_of(bodies_.begin(), bodies_.end(), [&](const Body& body) {
    const auto first = body.coordinates.begin();
    return std::count_if(first, first + body.size, [&](int i) { return may[i] != 0; }) == body.rows;
  });
  if (!fits) bodies_.clear();
  if (!is_tree()) return;
  find_sources(model);
  column_.assign(model.nx, -1), row_.assign(model.ne, -1), turns_.assign(model.nx, 0);
  for (const int i : model.turning) turns_[i] = 1;
  for (int k = 0; k < block.column_count(); ++k) {
    const int i = block.columns()[k];
    column_[i] = k;
    columns_.push_back({k, body_of_[i], place_[i]});
  }
  for (int k = 0; k < block.row_count(); ++k) row_[block.rows()[k]] = k;
  row_unit_.assign(bodies_.size(), Six{});
  column_unit_ = found_ = row_unit_;
}

// Leaves bodies_ empty where there is no tree. may: the coordinates that may be solved for.
void TreeRows::find_tree(const Model& model, const Phase& phase, const std::vector<int>& rows,
                         const std::vector<char>& may) {
  if (model.orientations.empty() || rows.empty()) return;
  DisjointSets sets = coordinates_of_bodies(model);
  std::vector<int> number(model.nx, -1);
  std::vector<Body> bodies;
  body_of_.assign(model.nx, kGround);
  for (const int i : free_coordinates(phase)) {
    int& body = number[sets.root(i)];
    if (body < 0) body = count_of(bodies), bodies.emplace_back();
    if (bodies[body].size == kSize) return;
    bodies[body].coordinates[at(bodies[body].size++)] = i;
    body_of_[i] = body;
  }
  // The rows of each joint, by its two bodies, the ground first.
  std::vector<char> is_row(model.ne, 0);
  for (const int r : rows) is_row[r] = 1;
  std::map<std::pair<int, int>, std::vector<int>> joints;
  std::vector<std::pair<int, int>> ends(model.ne, {kGround, kGround});
  for (int s = 0; s < model.derivative_count; ++s) {
    const int body = body_of_[model.entry_column[s]];
    auto& [one, other] = ends[model.entry_row[s]];
    if (body == kGround || model.entry_zero[s] || body == one || body == other) continue;
    if (one != kGround && is_row[model.entry_row[s]]) return;
    (other == kGround ? other : one) = body;
  }
  for (const int r : rows) {
    const auto [one, other] = std::minmax(ends[r].first, ends[r].second);
    if (other == kGround) return;
    joints[{one, other}].push_back(r);
    if (joints[{one, other}].size() > at(kSize)) return;
  }
  // From the ground, then from the first body of each part that is free; a body of which nothing
  // may be solved for comes before others.
  std::vector<std::vector<int>> neighbours(bodies.size() + 1);
  DisjointSets parts(count_of(bodies) + 1);
  for (const auto& [pair, joined] : joints) {
    if (!parts.join(pair.first + 1, pair.second + 1)) return;
    neighbours[pair.first + 1].push_back(pair.second);
    neighbours[pair.second + 1].push_back(pair.first);
  }
  std::vector<int> roots(bodies.size());
  std::iota(roots.begin(), roots.end(), 0);
  std::stable_partition(roots.begin(), roots.end(), [&](int k) {
    const auto first = bodies[k].coordinates.begin();
    return std::none_of(first, first + bodies[k].size, [&](int i) { return may[i] != 0; });
  });
  roots.insert(roots.begin(), kGround);
  std::vector<std::pair<int, int>> order;  // a body and the one before it
  std::vector<char> is_reached(bodies.size() + 1, 0);
  for (const int root : roots) {
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
  joints_.assign(order.size(), Joint{});
  for (const auto& [body, before] : order) {
    Body next = bodies[body];
    if (before != kGround) next.parent = place[before];
    const auto joint = joints.find(std::minmax(body, before));
    if (joint != joints.end())
      for (const int r : joint->second) next.deformations[at(next.rows++)] = r;
    Joint& own = joints_[bodies_.size()];
    for (int i = 0; i < next.size; ++i) {
      own.scale.number[i] = 1;
      own.may.number[i] = may[next.coordinates[at(i)]] ? 1 : 0;
    }
    bodies_.push_back(next);
  }
  for (int& body : body_of_)
    if (body != kGround) body = place[body];
}

void TreeRows::find_sources(const Model& model) {
  std::vector<int> row(model.ne, 0), joint_of(model.ne, -1);
  place_.assign(model.nx, 0);
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const Body& body = bodies_[k];
    for (int i = 0; i < body.size; ++i) place_[body.coordinates[at(i)]] = i;
    for (int r = 0; r < body.rows; ++r) {
      row[body.deformations[at(r)]] = r;
      joint_of[body.deformations[at(r)]] = static_cast<int>(k);
    }
  }
  for (int s = 0; s < model.derivative_count; ++s) {
    const int r = model.entry_row[s], i = model.entry_column[s], k = joint_of[r];
    if (k < 0 || model.entry_zero[s] || body_of_[i] == kGround) continue;
    const Joint& own = joints_[k];
    const double& to = (body_of_[i] == k ? own.A : own.B)[at(row[r])].number[place_[i]];
    sources_.push_back({s, static_cast<int>(&to - numbers())});
  }
}

void TreeRows::set_scales(const JacobianBlock& block) {
  scalings_ = block.scalings();
  is_ordered_ = false;
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const Body& body = bodies_[k];
    for (int i = 0; i < body.size; ++i) {
      const double scale = turns_[body.coordinates[at(i)]] ? 1 / block.length() : 1;
      joints_[k].scale.number[i] = scale;
      if (column_[body.coordinates[at(i)]] >= 0) joints_[k].may.number[i] = scale;
      column_unit_[k].number[i] = 1 / scale;
    }
    for (int r = 0; r < body.rows; ++r)
      row_unit_[k].number[r] = 1 / block.row_scale(row_[body.deformations[at(r)]]);
  }
}

void TreeRows::Joint::note_order(int rows) {
  bool is_solved[kSize] = {};
  sign = 1;
  for (int r = 0; r < rows; ++r) {
    is_solved[solved[r]] = true;
    for (int c = 0; c < r; ++c)
      if (solved[c] > solved[r]) sign = -sign;
  }
  for (int i = 0, count = 0; i < kSize; ++i)
    if (!is_solved[i]) others[count++] = i;
}

// The pivot of each row is its largest entry where it may be solved for; the one of the position
// before serves again unless it has become poor.
template <int kRows>
void TreeRows::solve_rows(std::size_t k) {
  constexpr double kPoor = 0.1;  // of the length of the row
  Joint& own = joints_[k];
  double square[kRows + 1];  // of the lengths of the rows
  Six nothing{};             // not a number where an entry is not finite
  for (int r = 0; r < kRows; ++r) {
    Six scaled;
    for (int p = 0; p < 3; ++p) scaled.pair[p] = own.A[r].pair[p] * own.scale.pair[p];
    square[r] = product(scaled, scaled);
    nothing.add(0, own.B[r]);
  }
  const bool is_finite = product(nothing, nothing) == 0;
  bool is_same = is_ordered_;  // the coordinates are solved for as before
  for (int r = 0; r < kRows; ++r) {
    Six &A = own.A[r], &B = own.B[r];
    int best = own.solved[r];
    double size = std::fabs(A.number[best] * own.may.number[best]);
    if (!(is_ordered_ && size * size > kPoor * kPoor * square[r])) {
      best = 0, size = 0;
      for (int i = 0; i < kSize; ++i)
        if (const double other = std::fabs(A.number[i] * own.may.number[i]); other > size)
          size = other, best = i;
      own.solved[r] = best;
      is_same = false;
    }
    if (!(size > 0 && size * size >= pivot_ * pivot_ * square[r]) || !is_finite) {
      pivot_ = size > 0 && is_finite && std::isfinite(square[r]) ? size / std::sqrt(square[r]) : 0;
      weakest_ = bodies_[k].coordinates[at(best)];
      if (pivot_ == 0) {
        weakest_ = undetermined(bodies_[k], own, r);
        return;
      }
    }
    const double pivot = A.number[best], inverse = 1 / pivot;
    if (pivot < 0) sign_ = -sign_;
    own.inverse[r] = inverse;
    A.scale(inverse), B.scale(inverse);
    for (int c = 0; c < kRows; ++c) {
      if (c == r) continue;
      const double factor = own.factor[r][c] = -own.A[c].number[best];
      if (factor == 0) continue;
      own.A[c].add(factor, A), own.B[c].add(factor, B);
    }
  }
  if (!is_same) own.note_order(kRows);
  sign_ *= own.sign;
  if (bodies_[k].parent < 0) return;
  for (int i = 0; i < kSize; ++i) {
    own.X[i].clear();
    for (int r = 0; r < kRows; ++r) own.X[i].number[own.solved[r]] = -own.B[r].number[i];
  }
}

void TreeRows::factor(const Evaluation& at) {
  for (std::size_t k = 0; k < bodies_.size(); ++k)
    for (int r = 0; r < bodies_[k].rows; ++r) joints_[k].A[r].clear(), joints_[k].B[r].clear();
  double* const to = numbers();
  for (const Source& source : sources_) to[source.place] += at.De[source.entry];
  pivot_ = 1, sign_ = 1, weakest_ = bodies_.front().coordinates[0];
  for (std::size_t k = 0; k < bodies_.size() && pivot_ > 0; ++k)
    with_constant<0, kSize>(bodies_[k].rows, [&](auto rows) { solve_rows<rows.value>(k); });
  is_ordered_ = pivot_ > 0;
}

int TreeRows::factor(const JacobianBlock& block, const Evaluation& at) {
  if (scalings_ != block.scalings()) set_scales(block);
  factor(at);
  return pivot_ > 0 ? -1 : weakest_column();
}

template <int kRows>
void TreeRows::solve_joint(std::size_t k, double* b) {
  const Body& body = bodies_[k];
  const Joint& own = joints_[k];
  double right[kRows + 1];
  for (int r = 0; r < kRows; ++r)
    right[r] = b[row_[body.deformations[at(r)]]] * row_unit_[k].number[r];
  own.solve<kRows>(right);
  Six found;
  found.clear();
  for (int r = 0; r < kRows; ++r) found.number[own.solved[r]] = right[r];
  if (body.parent >= 0) found.add(own.moved(found_[body.parent]));
  found_[k] = found;
}

template <int kRows>
void TreeRows::solve_joint_transposed(std::size_t k, double* b) {
  const Body& body = bodies_[k];
  const Joint& own = joints_[k];
  double right[kRows + 1];
  for (int r = 0; r < kRows; ++r) {
    right[r] = found_[k].number[own.solved[r]];
    if (body.parent >= 0) found_[body.parent].add(-right[r], own.B[r]);
  }
  own.solve_transposed<kRows>(right);
  for (int r = 0; r < kRows; ++r)
    b[row_[body.deformations[at(r)]]] = right[r] * row_unit_[k].number[r];
}

// The scales of rows and columns are those of the block.
void TreeRows::solve(double* b, int nrhs) {
  for (int c = 0; c < nrhs; ++c, b += count_of(columns_)) {
    if (!(pivot_ > 0)) {
      std::fill_n(b, columns_.size(), std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    for (std::size_t k = bodies_.size(); k-- > 0;)
      with_constant<0, kSize>(bodies_[k].rows, [&](auto rows) { solve_joint<rows.value>(k, b); });
    for (const Column& column : columns_)
      b[column.column] =
          found_[column.body].number[column.i] * column_unit_[column.body].number[column.i];
  }
}

void TreeRows::solve_transposed(double* b, int nrhs) {
  for (int c = 0; c < nrhs; ++c, b += count_of(columns_)) {
    if (!(pivot_ > 0)) {
      std::fill_n(b, columns_.size(), std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    for (Six& found : found_) found.clear();
    for (const Column& column : columns_)
      found_[column.body].number[column.i] =
          b[column.column] * column_unit_[column.body].number[column.i];
    for (std::size_t k = 0; k < bodies_.size(); ++k)
      with_constant<0, kSize>(bodies_[k].rows,
                              [&](auto rows) { solve_joint_transposed<rows.value>(k, b); });
  }
}

}  // namespace mbs
