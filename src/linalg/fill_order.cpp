#include "linalg/fill_order.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "base/index.h"
#include "base/random.h"

namespace mbs {

namespace {

// Below this size any order leaves few entries: degrees are sums over cliques there, and nothing is
// merged.
constexpr int kSmallMatrix = 24;

// The remaining matrix, as cliques. When an unknown is eliminated, its cliques are joined to one,
// without the unknown; a clique within another one is dropped. Unknowns with the same cliques
// become one, with their number as weight, and the degree counts only the others (Amestoy, Davis
// and Duff 1996).
class Ordering {
 public:
  Ordering(int n, std::vector<std::vector<int>> cliques)
      : is_small_(n < kSmallMatrix),
        left_(n),
        cliques_(std::move(cliques)),
        cliques_of_(n),
        alike_(n),
        weight_(n, 1),
        degree_(n, 0),
        since_(n, -1),
        is_joined_(n, 0),
        size_(cliques_.size(), 0),
        beyond_(cliques_.size(), kNotCounted) {
    for (std::size_t c = 0; c < cliques_.size(); ++c)
      for (int i : cliques_[c]) cliques_of_[i].push_back(static_cast<int>(c));
    if (!is_small_) merge_neighbours(n);
    for (std::size_t c = 0; c < cliques_.size(); ++c)
      for (int i : cliques_[c]) size_[c] += weight_[i];
    for (int i = 0; i < n; ++i) {
      if (weight_[i] == 0) continue;
      if (is_small_) degree_[i] = sum_over_cliques(i);
      waiting_.insert(place(i));
    }
  }

  std::vector<int> order() {
    while (!waiting_.empty()) {
      const int chosen = waiting_.begin()->unknown;
      waiting_.erase(waiting_.begin());
      order_.push_back(chosen);
      order_.insert(order_.end(), alike_[chosen].begin(), alike_[chosen].end());
      left_ -= weight_[chosen];
      eliminate(chosen);
    }
    return std::move(order_);
  }

 private:
  static constexpr int kNotCounted = -1;

  // Among equal degrees the unknown goes first whose neighbours have been untouched longest. Both
  // ends of a chain then go in turn, so that the processor need not wait for one end to go on with
  // the other.
  struct Place {
    int degree, since, unknown;
    auto operator<=>(const Place&) const = default;
  };
  Place place(int i) const { return {degree_[i], since_[i], i}; }

  int sum_over_cliques(int i) const {
    int sum = 0;
    for (int c : cliques_of_[i]) sum += size_[c] - 1;
    return sum;
  }

  // joined_: unknowns that have a clique in common with i; is_joined_ marks them.
  void join(int i) {
    joined_.clear();
    joined_weight_ = 0;
    is_joined_[i] = 1;
    for (int c : cliques_of_[i])
      for (int k : cliques_[c])
        if (!is_joined_[k] && weight_[k] > 0) {
          is_joined_[k] = 1;
          joined_.push_back(k);
          joined_weight_ += weight_[k];
        }
    is_joined_[i] = 0;
  }

  void eliminate(int chosen) {
    join(chosen);
    weight_[chosen] = 0;
    for (int c : cliques_of_[chosen]) std::vector<int>().swap(cliques_[c]);
    for (int i : joined_) {
      is_joined_[i] = 0;
      waiting_.erase(place(i));
      std::erase_if(cliques_of_[i], [&](int c) { return cliques_[c].empty(); });
    }
    if (!is_small_) {
      bound_degrees();
      for (int i : joined_) std::sort(cliques_of_[i].begin(), cliques_of_[i].end());
      merge_alike(cliques_of_);
    }
    const int fresh = count_of(cliques_);
    cliques_.push_back(joined_);
    size_.push_back(joined_weight_);
    beyond_.push_back(kNotCounted);
    for (int i : joined_) {
      cliques_of_[i].push_back(fresh);
      degree_[i] =
          is_small_ ? sum_over_cliques(i) : std::min(left_ - weight_[i], degree_[i] - weight_[i]);
      since_[i] = count_of(order_);
      waiting_.insert(place(i));
    }
  }

  // Degree of each joined unknown: the weight of the joined ones plus the smaller of two bounds for
  // all others. The bounds are its degree before, and the sum over its cliques as if they
  // overlapped among the joined ones only. A clique within the joined ones is dropped.
  void bound_degrees() {
    for (int i : joined_)
      for (int c : cliques_of_[i]) {
        if (beyond_[c] == kNotCounted) beyond_[c] = size_[c];
        beyond_[c] -= weight_[i];
      }
    for (int i : joined_) {
      int apart = 0;
      for (int c : cliques_of_[i]) apart += beyond_[c];
      degree_[i] = joined_weight_ + std::min(degree_[i], apart);
    }
    for (int i : joined_)
      for (int c : cliques_of_[i])
        if (beyond_[c] == 0) cliques_[c].clear();
    for (int i : joined_) {
      std::erase_if(cliques_of_[i], [&](int c) { return cliques_[c].empty(); });
      for (int c : cliques_of_[i]) beyond_[c] = kNotCounted;
    }
  }

  // At the beginning, when each entry may be a clique of its own: merges unknowns with the same
  // neighbours, and finds the degrees of the rest. Sets are compared by their number and a sum of
  // random numbers; if two sets were mistaken for one, the order would only be poorer.
  void merge_neighbours(int n) {
    std::vector<std::pair<int, std::uint64_t>> neighbours(n);
    for (int i = 0; i < n; ++i) {
      join(i);
      neighbours[i] = {joined_weight_ + 1, random_at(0, static_cast<std::uint64_t>(i))};
      for (int k : joined_) {
        is_joined_[k] = 0;
        neighbours[i].second += random_at(0, static_cast<std::uint64_t>(k));
      }
    }
    joined_.resize(n);
    std::iota(joined_.begin(), joined_.end(), 0);
    merge_alike(neighbours);
    for (int i : joined_) degree_[i] = neighbours[i].first - weight_[i];
  }

  // Merges joined unknowns with the same set: the first stays and stands for the others.
  template <class Set>
  void merge_alike(const std::vector<Set>& set_of) {
    std::vector<int> sorted = joined_;
    std::sort(sorted.begin(), sorted.end(),
              [&](int a, int b) { return std::tie(set_of[a], a) < std::tie(set_of[b], b); });
    for (std::size_t k = 1, first = 0; k < sorted.size(); ++k) {
      const int stays = sorted[first], i = sorted[k];
      if (set_of[i] != set_of[stays]) {
        first = k;
        continue;
      }
      weight_[stays] += std::exchange(weight_[i], 0);
      alike_[stays].push_back(i);
      alike_[stays].insert(alike_[stays].end(), alike_[i].begin(), alike_[i].end());
      std::vector<int>().swap(alike_[i]);
    }
    std::erase_if(joined_, [&](int i) { return weight_[i] == 0; });
  }

  bool is_small_;
  int left_;  // unknowns that are not eliminated
  std::vector<std::vector<int>> cliques_, cliques_of_;
  std::vector<std::vector<int>> alike_;  // unknowns for which an unknown stands beside itself
  std::vector<int> weight_, degree_, since_;
  std::vector<char> is_joined_;
  // size_: total weight of each clique; beyond_: weight of its unknowns that are not joined
  std::vector<int> size_, beyond_;
  std::set<Place> waiting_;
  std::vector<int> order_, joined_;
  int joined_weight_ = 0;
};

}  // namespace

std::vector<int> fill_order(int n, std::vector<std::vector<int>> cliques) {
  return Ordering(n, std::move(cliques)).order();
}

}  // namespace mbs
