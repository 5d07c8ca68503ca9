// The order is judged by the entries that it leaves in the factors of a symmetric matrix, which are
// counted here along the elimination tree.
#include "linalg/fill_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace mbs {
namespace {

using Cliques = std::vector<std::vector<int>>;

// Entries of L below its diagonal.
int entries(int n, const Cliques& cliques, const std::vector<int>& order) {
  std::vector<int> place(order.size()), parent(order.size(), -1), seen(order.size(), -1);
  for (int k = 0; k < n; ++k) place[order[k]] = k;
  std::vector<std::vector<int>> before(order.size());
  for (const std::vector<int>& clique : cliques)
    for (const int a : clique)
      for (const int b : clique)
        if (place[b] < place[a]) before[place[a]].push_back(place[b]);
  int count = 0;
  for (int k = 0; k < n; ++k) {
    seen[k] = k;
    for (const int first : before[k])
      for (int i = first; seen[i] != k; i = parent[i]) {
        if (parent[i] < 0) parent[i] = k;
        seen[i] = k;
        ++count;
      }
  }
  return count;
}

int entries_left(int n, const Cliques& cliques) {
  const std::vector<int> order = fill_order(n, cliques);
  std::vector<int> sorted = order, all(n);
  std::sort(sorted.begin(), sorted.end());
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(sorted, all);
  return sorted == all ? entries(n, cliques, order) : 0;
}

TEST(FillOrder, TreesDoNotFillUp) {
  std::mt19937 engine(3);
  for (const int n : {2, 23, 24, 500}) {
    Cliques bars;
    for (int i = 1; i < n; ++i)
      bars.push_back({static_cast<int>(engine() % static_cast<unsigned>(i)), i});
    EXPECT_EQ(entries_left(n, bars), n - 1);
  }
}

// Square plates of g x g nodes. Nested dissection, the best order known, leaves 31/4 n log2 n
// entries and lower terms (George 1973); a band has n g.
TEST(FillOrder, PlatesFillUpLessThanByDissection) {
  for (const int g : {20, 40, 60}) {
    const int n = g * g;
    Cliques plates;
    for (int i = 0; i + 1 < g; ++i)
      for (int j = 0; j + 1 < g; ++j)
        plates.push_back({i * g + j, i * g + j + 1, i * g + g + j, i * g + g + j + 1});
    EXPECT_LT(entries_left(n, plates), 2.5 * n * std::log2(n)) << g;
  }
}

// Unknowns with the same cliques leave as many entries as blocks would: k^2 for each of the blocks.
TEST(FillOrder, UnknownsThatAreAlikeGoTogether) {
  const int bars = 40, width = 3;
  Cliques chain;
  for (int i = 0; i < bars; ++i) {
    chain.emplace_back();
    for (int k = 0; k < 2 * width; ++k) chain.back().push_back(width * i + k);
  }
  const int blocks = bars + 1, inside = width * (width - 1) / 2;
  EXPECT_EQ(entries_left(width * blocks, chain), bars * width * width + blocks * inside);
}

TEST(FillOrder, AnyCliquesAndNoneAreOrdered) {
  EXPECT_TRUE(fill_order(0, {}).empty());
  EXPECT_EQ(entries_left(30, {}), 0);
  std::mt19937 engine(1);
  for (int pass = 0; pass < 200; ++pass) {
    const int n = 1 + static_cast<int>(engine() % 80);
    Cliques cliques(engine() % 120);
    for (std::vector<int>& clique : cliques)
      for (auto k = engine() % 6; k > 0; --k)  // one may stand there twice
        clique.push_back(static_cast<int>(engine() % static_cast<unsigned>(n)));
    entries_left(n, cliques);
  }
}

}  // namespace
}  // namespace mbs
