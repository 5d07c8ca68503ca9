// The tree of bodies that rows of De join (solve/place/tree_rows.h): found once, from the structure
// alone.
#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "base/index.h"
#include "model/owner.h"
#include "solve/place/connected_parts.h"
#include "solve/place/partition.h"
#include "solve/place/tree_rows.h"

namespace mbs {

namespace {

constexpr int kGround = -1;

// The coordinates of each body: of an orientation and of the point that an element names before it.
DisjointSets coordinates_of_bodies(const Model& model, const std::vector<char>& turns) {
  DisjointSets out(model.nx);
  for (const Node& node : model.nodes)
    for (int c = 1; c < node_type(node.kind).nv; ++c) out.join(node.first, node.first + c);
  join_coordinates_of_masses(model, out);
  for (const ElementBatch& batch : model.batches)
    for (std::size_t k = 0; k + 3 < batch.gather.size(); k += 3) {
      const int point = batch.gather[k], turn = batch.gather[k + 3];
      if (!turns[point] && turns[turn] && out.size(point) == 3 && out.size(turn) == 3)
        out.join(point, turn);
    }
  return out;
}

// The rows of each joint, by its two bodies, the ground first.
using JointRows = std::map<std::pair<int, int>, std::vector<int>>;
// Each body, and the one before it on the way from the ground.
using Order = std::vector<std::pair<int, int>>;

// Bodies with their free coordinates, and the body of each coordinate. None where one has too many.
std::vector<TreeRows::Body> free_bodies(const Model& model, const Phase& phase,
                                        const std::vector<char>& turns, std::vector<int>& body_of) {
  std::vector<TreeRows::Body> bodies;
  DisjointSets sets = coordinates_of_bodies(model, turns);
  std::vector<int> number(model.nx, -1);
  body_of.assign(model.nx, kGround);
  for (const int i : free_coordinates(phase)) {
    int& body = number[sets.root(i)];
    if (body < 0) body = count_of(bodies), bodies.emplace_back();
    if (bodies[body].size == TreeRows::kSize) return {};
    bodies[body].coordinates[at(bodies[body].size++)] = i;
    body_of[i] = body;
  }
  return bodies;
}

// None where a row joins more than two bodies, or none, or a joint has too many rows.
JointRows rows_of_joints(const Model& model, const std::vector<int>& rows,
                         const std::vector<int>& body_of) {
  std::vector<char> is_row(model.ne, 0);
  for (const int r : rows) is_row[r] = 1;
  std::vector<std::pair<int, int>> ends(model.ne, {kGround, kGround});
  for (int s = 0; s < model.derivative_count; ++s) {
    const int body = body_of[model.entry_column[s]];
    auto& [one, other] = ends[model.entry_row[s]];
    if (body == kGround || model.entry_zero[s] || body == one || body == other) continue;
    if (one != kGround && is_row[model.entry_row[s]]) return {};
    (other == kGround ? other : one) = body;
  }
  JointRows joints;
  for (const int r : rows) {
    const auto [one, other] = std::minmax(ends[r].first, ends[r].second);
    if (other == kGround) return {};
    joints[{one, other}].push_back(r);
    if (joints[{one, other}].size() > at(TreeRows::kSize)) return {};
  }
  return joints;
}

// From the tips to the ground, or to the first body of each part that is free; a body of which
// nothing may be solved for is the first before others. None where joints make a loop.
Order inward_order(const std::vector<TreeRows::Body>& bodies, const JointRows& joints,
                   const std::vector<char>& may) {
  std::vector<std::vector<int>> neighbours(bodies.size() + 1);
  DisjointSets parts(count_of(bodies) + 1);
  for (const auto& [pair, joined] : joints) {
    if (!parts.join(pair.first + 1, pair.second + 1)) return {};
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
  Order order;
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
  return order;
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
  column_.assign(model.nx, -1), row_.assign(model.ne, -1);
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
  turns_ = turning_flags(model);
  const std::vector<Body> bodies = free_bodies(model, phase, turns_, body_of_);
  if (bodies.empty()) return;
  const JointRows joints = rows_of_joints(model, rows, body_of_);
  if (joints.empty()) return;
  const Order order = inward_order(bodies, joints, may);
  if (order.empty()) return;
  std::vector<int> place(bodies.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k].first] = static_cast<int>(k);
  joints_.assign(order.size(), Joint{});
  for (const auto& [body, before] : order) {
    Body next = bodies[body];
    std::stable_partition(next.coordinates.begin(), next.coordinates.begin() + next.size,
                          [&](int i) { return !turns_[i]; });
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
  find_carried(model);
}

// Finds the whole bodies that are carried along with the body before.
void TreeRows::find_carried(const Model& model) {
  for (Body& body : bodies_) {
    const std::array<int, kSize>& i = body.coordinates;
    if (body.size == kSize && !turns_[i[2]] && turns_[i[3]])
      body.orientation = model.orientation_of[i[3]];
  }
  std::vector<char> is_relative(model.ne, 0);
  for (const ElementBatch& batch : model.batches)
    if (batch.type->is_relative)
      std::fill_n(is_relative.begin() + batch.first_deformation, batch.count * batch.type->ne, 1);
  for (int s = 0; s < model.derivative_count; ++s)
    if (body_of_[model.entry_column[s]] == kGround) is_relative[model.entry_row[s]] = 0;
  for (Body& body : bodies_)
    body.is_carried = body.parent >= 0 && body.orientation >= 0 &&
                      bodies_[body.parent].orientation >= 0 &&
                      std::all_of(body.deformations.begin(), body.deformations.begin() + body.rows,
                                  [&](int r) { return is_relative[r] != 0; });
}

void TreeRows::find_sources(const Model& model) {
  std::vector<int> row(model.ne, 0), joint_of(model.ne, -1);
  place_.assign(model.nx, 0);
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const Body& body = bodies_[k];
    for (int c = 0; c < 3 && body.is_carried; ++c)
      joints_[k].X[at(c)].number[c] = joints_[k].X_rows[at(c)].number[c] = 1;
    for (int i = 0; i < body.size; ++i) place_[body.coordinates[at(i)]] = i;
    for (int r = 0; r < body.rows; ++r) {
      row[body.deformations[at(r)]] = r;
      joint_of[body.deformations[at(r)]] = static_cast<int>(k);
    }
  }
  constexpr int kFarthest = 1000;  // from column to column in De
  std::vector<Source> columns;
  for (int s = 0; s < model.derivative_count; ++s) {
    const int r = model.entry_row[s], i = model.entry_column[s], k = joint_of[r];
    if (k < 0 || model.entry_zero[s] || body_of_[i] == kGround) continue;
    if (bodies_[k].is_carried && body_of_[i] != k) continue;
    const Joint& own = joints_[k];
    const double& to = (body_of_[i] == k ? own.A : own.B)[at(row[r])].number[place_[i]];
    const int place = static_cast<int>(&to - numbers());
    Source* const last = columns.empty() ? nullptr : &columns.back();
    if (last && s == last->entry + last->rows && place == last->place + last->rows * kSize)
      ++last->rows;
    else
      columns.push_back({s, place});
  }
  for (std::size_t c = 0; c < columns.size(); ++c) {
    sources_.push_back(columns[c]);
    Source& first = sources_.back();
    const int step = c + 2 < columns.size() ? columns[c + 1].entry - first.entry : 0;
    const auto follows = [&](int k) {
      const Source& next = columns[c + at(k)];
      return next.rows == first.rows && next.place == first.place + k &&
             next.entry == first.entry + k * step;
    };
    if (!(step > 0 && step <= kFarthest && follows(1) && follows(2))) continue;
    first.step = static_cast<std::int16_t>(step);
    c += 2;
  }
}

}  // namespace mbs
