// Factors L D L^T of a sparse symmetric matrix that may be indefinite, D of blocks 1 x 1 and 2 x 2
// (Bunch and Parlett 1971; the sparse test of Duff and Reid 1983, ACM TOMS 9:302). The signs of D
// count the negative eigenvalues of the matrix (Sylvester). Unknowns are eliminated in the order
// given; an unknown without a pivot that is large enough waits until others are eliminated.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

namespace mbs {

class SymmetricFactors {
 public:
  // pairs: places (i, j) of one triangle, with or without the diagonal; in any order; pairs with
  // the same place add up. order: the unknowns in the order of elimination.
  SymmetricFactors(int n, const std::vector<std::pair<int, int>>& pairs, std::vector<int> order);

  int size() const { return n_; }
  // Where the caller writes the entries, in the order of the pairs.
  std::vector<double>& values() { return values_; }

  // False where an entry is not finite, where all remaining pivots are zero, or where more than
  // most_work entries have been looked at.
  [[nodiscard]] bool factor(double most_work = HUGE_VAL);
  bool gave_up() const { return work_ > most_work_; }
  // The most entries that are looked at in a matrix that fills like a chain or a plane net.
  double usual_work() const { return 400.0 * static_cast<double>(places_.size()) + 1e5; }
  int negative() const { return negative_; }
  // The entries that the last factorisation has looked at.
  double work() const { return work_; }
  void solve(double* b) const;

 private:
  struct Entry {
    int index;
    double value;
  };
  using Row = std::vector<Entry>;  // by index
  // A block of one unknown (second -1) or two. inverse: of the block of D. The rows of L are stored
  // side by side.
  struct Pivot {
    int first, second;
    double inverse[3];
    std::size_t begin, end;  // in below_
  };
  struct Below {
    int index;
    double first, second;
  };

  double largest_beside(int i, int without) const;
  double entry(int i, int j) const;
  bool serves(int i, int j) const;
  int partner_of(int i) const;
  bool force_pivot();
  void eliminate(int i, int j);
  void subtract(int i, const Pivot& pivot);

  int n_;
  std::vector<int> slot_;  // of each pair: in places_
  std::vector<std::pair<int, int>> places_;
  std::vector<int> order_;
  std::vector<double> values_, sums_;
  bool factored_ = false;
  int negative_ = 0;
  double most_work_ = HUGE_VAL;
  mutable double work_ = 0;
  std::vector<Row> rows_;  // the remaining matrix, without its diagonal
  std::vector<double> diagonal_;
  std::vector<char> is_gone_, is_waiting_;
  Row merged_;
  std::vector<Pivot> pivots_;
  std::vector<Below> below_;
};

}  // namespace mbs
