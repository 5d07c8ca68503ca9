// Numbers in sets that grow together (union and find with path halving, Tarjan 1975).
#pragma once

#include <numeric>
#include <vector>

namespace mbs {

class DisjointSets {
 public:
  // 0 to count - 1, each alone.
  explicit DisjointSets(int count) : of_(count), size_(count, 1) {
    std::iota(of_.begin(), of_.end(), 0);
  }
  // The number that stands for the set of i.
  int root(int i) {
    while (of_[i] != i) i = of_[i] = of_[of_[i]];
    return i;
  }
  int size(int i) { return size_[root(i)]; }
  // The root of a stands for both then. False where they were in one set already.
  bool join(int a, int b) {
    a = root(a), b = root(b);
    if (a == b) return false;
    of_[b] = a;
    size_[a] += size_[b];
    return true;
  }

 private:
  std::vector<int> of_, size_;
};

}  // namespace mbs
