#include "linalg/fill_order.h"

#include <compare>
#include <cstddef>
#include <set>
#include <utility>

#include "base/index.h"

namespace mbs {

std::vector<int> fill_order(int n, std::vector<std::vector<int>> cliques) {
  std::vector<std::vector<int>> cliques_of(n);
  std::vector<std::size_t> degree(n, 0);
  for (std::size_t c = 0; c < cliques.size(); ++c)
    for (int i : cliques[c]) {
      cliques_of[i].push_back(static_cast<int>(c));
      degree[i] += cliques[c].size() - 1;
    }
  // Of equal degrees the one goes first that has waited longest since a neighbour of it went: both
  // ends of a chain in turn, and the processor need not wait for one to go on with the other.
  struct Place {
    std::size_t degree;
    int since, unknown;
    auto operator<=>(const Place&) const = default;
  };
  std::vector<int> since(n, -1);
  auto place = [&](int i) { return Place{degree[i], since[i], i}; };
  std::set<Place> waiting;
  for (int i = 0; i < n; ++i) waiting.insert(place(i));

  // Eliminating an unknown joins its cliques to one, without it; an emptied clique is gone.
  std::vector<int> order, joined;
  std::vector<bool> is_joined(n, false);
  while (!waiting.empty()) {
    const int chosen = waiting.begin()->unknown;
    waiting.erase(waiting.begin());
    order.push_back(chosen);
    joined.clear();
    is_joined[chosen] = true;
    for (int c : cliques_of[chosen]) {
      for (int i : cliques[c]) {
        if (i == chosen) continue;
        if (!is_joined[i]) {
          is_joined[i] = true;
          joined.push_back(i);
          waiting.erase(place(i));
        }
        degree[i] -= cliques[c].size() - 1;
      }
      std::vector<int>().swap(cliques[c]);
    }
    const int fresh = count_of(cliques);
    for (int i : joined) {
      is_joined[i] = false;
      degree[i] += joined.size() - 1;
      since[i] = count_of(order);
      waiting.insert(place(i));
      cliques_of[i].push_back(fresh);
    }
    cliques.push_back(joined);
  }
  return order;
}

}  // namespace mbs
