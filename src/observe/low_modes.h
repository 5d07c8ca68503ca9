// The lowest modes of a large mechanism at rest, without dampers and states: shift and invert on
// the bordered tangent (solve/statics/bordered_tangent.h). That none is missing is counted by the
// signs of its pivots on both sides of the modes (Sylvester).
#pragma once

#include <string>
#include <vector>

#include "linalg/lanczos.h"
#include "observe/modes.h"
#include "solve/statics/bordered_tangent.h"

namespace mbs {

struct LowModes {
  Modes modes;
  bool counted = false;           // none is missing
  std::vector<double> residuals;  // of each mode: what is left of x over x, in the inverse
  double worst() const;
};

class LowModesSearch {
 public:
  // A mechanism with fewer degrees of freedom has its modes by dense matrices.
  static constexpr int kManyFreedoms = 60;
  // Whether so many modes are few of so many degrees of freedom.
  static bool pays(int modes, int freedoms) {
    return modes > 0 && freedoms >= kManyFreedoms && 2 * modes + 20 <= freedoms;
  }

  LowModesSearch(const Model& model, BorderedTangent& tangent, int most);
  LowModes find();

 private:
  struct Found {
    double value;  // square of the frequency; 0 where nothing resists
    ShiftedPair pair;
  };

  bool factor(double shift);
  bool run(int wanted);
  bool start();
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
