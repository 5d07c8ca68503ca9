// The lowest modes of a large mechanism at rest, without dampers and states: shift and invert on
// the bordered tangent (solve/statics/bordered_tangent.h). The signs of its pivots on both sides of
// the modes count the modes, which shows that none is missing (Sylvester).
#pragma once

#include <string>
#include <vector>

#include "base/views.h"
#include "linalg/lanczos.h"
#include "observe/modes.h"
#include "solve/statics/bordered_tangent.h"

namespace mbs {

struct LowModes {
  Modes modes;
  // Of the search of general_modes.h, why it has not found them: "a motion has no stiffness".
  std::string why;
  bool counted = false;  // none is missing
  // relative residual of each mode in the inverted problem
  std::vector<double> residuals;
  double worst() const { return largest(residuals); }
};

class LowModesSearch {
 public:
  // A mechanism with fewer degrees of freedom uses dense matrices.
  static constexpr int kManyFreedoms = 60;
  // Whether `modes` are few enough beside `freedoms` degrees of freedom for this search.
  static bool pays(int modes, int freedoms) {
    return modes > 0 && freedoms >= kManyFreedoms && 2 * modes + 20 <= freedoms;
  }

  LowModesSearch(const Model& model, BorderedTangent& tangent, int most);
  LowModes find();

 private:
  struct Found {
    double value;      // square of the frequency; 0 without stiffness
    std::size_t pair;  // in pairs_
  };

  ShiftedPair& pair_of(std::size_t k) { return pairs_[found_[k].pair]; }
  bool factor(double shift);
  bool run(int wanted);
  bool start();
  void run_past_rounding();
  std::size_t behind_rounding() const;
  bool complete();
  int count_below(double value);
  std::size_t enough() const;
  double edge_behind(std::size_t& inside) const;
  void fix_order();
  void turn_cluster(std::size_t begin, std::size_t end);
  LowModes result();

  const Model& model_;
  BorderedTangent& tangent_;
  int most_;
  ShiftedPencil pencil_;
  double shift_ = 0;
  std::uint64_t stream_ = 0;
  std::vector<ShiftedPair> pairs_;  // at the shift
  std::vector<Found> found_;        // by magnitude
};

}  // namespace mbs
