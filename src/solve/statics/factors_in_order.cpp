// Factors of the bordered tangent in an order that is found once: springs come first, so that what
// is left is the stiffness of the net in coordinates, and each constraint comes behind its own
// coordinates. Pivots are not looked for: a step has masses on its diagonal, and a constraint whose
// coordinates are gone has what they resist.
#include <algorithm>
#include <utility>

#include "base/disjoint_sets.h"
#include "base/index.h"
#include "linalg/fill_order.h"
#include "solve/statics/bordered_tangent.h"

namespace mbs {

// False where there is no such order. Without masses constraints would need pivots of two.
bool BorderedTangent::lay_out_in_order() {
  const int n = factors_->size(), first_held = free_count_ + stress_count_;
  if (!has_dampers_ && held_count_ > 0) return false;
  std::vector<std::vector<int>> cliques, beside(n), of_springs(n), nets;
  DisjointSets coupled(n);
  for (const Entry& e : entries_) {
    cliques.push_back({e.i, e.j});
    const int row = std::max(e.i, e.j), other = std::min(e.i, e.j);
    if (row < free_count_ || row == other) continue;
    if (other < free_count_) {
      beside[row].push_back(other);
    } else {
      if (!has_dampers_) return false;
      coupled.join(row, other);
    }
  }
  std::vector<int> order;
  for (int r = free_count_; r < first_held; ++r) {
    order.push_back(r);
    std::vector<int>& net = of_springs[coupled.root(r)];
    net.insert(net.end(), beside[r].begin(), beside[r].end());
  }
  for (std::vector<int>& net : of_springs) {
    if (net.empty()) continue;
    std::sort(net.begin(), net.end());
    net.erase(std::unique(net.begin(), net.end()), net.end());
    nets.push_back(std::move(net));
  }
  for (const Entry& e : entries_)
    if (std::max(e.i, e.j) < free_count_) nets.push_back({e.i, e.j});
  std::vector<std::vector<int>> rows_at(free_count_);
  std::vector<std::size_t> left(n, 0);
  for (int r = first_held; r < n; ++r) {
    left[r] = beside[r].size();
    for (const int i : beside[r]) rows_at[i].push_back(r);
    nets.push_back(beside[r]);
    nets.back().push_back(r - stress_count_);
  }
  for (const int i : fill_order(free_count_ + held_count_, std::move(nets))) {
    if (i >= free_count_) continue;
    order.push_back(i);
    for (const int r : rows_at[i])
      if (--left[r] == 0) order.push_back(r);
  }
  if (count_of(order) != n) return false;
  ordered_.emplace(n, cliques, std::move(order));
  for (const Entry& e : entries_) ordered_slot_.push_back(ordered_->slot(e.i, e.j));
  return true;
}

// With the values of factors_. False where a pivot does not serve.
bool BorderedTangent::factor_in_order() {
  if (!ordered_ && !lay_out_in_order()) return false;
  std::vector<double>& values = ordered_->values();
  std::fill(values.begin(), values.end(), 0.0);
  for (std::size_t k = 0; k < entries_.size(); ++k)
    values[ordered_slot_[k]] += factors_->values()[k];
  return in_order_ = ordered_->factor_indefinite();
}

}  // namespace mbs
