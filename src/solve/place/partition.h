// Which unknowns follow from which: the calculable coordinates are found from the constraint rows
// and the degrees of freedom (van Soest 1992 (A4)-(A12)).
#pragma once

#include <vector>

#include "assembly/evaluation.h"
#include "model/phase.h"

namespace mbs {

struct Partition {
  std::vector<int> rows;        // deformations whose rate is known: constrained, then e_freedoms
  std::vector<int> columns;     // calculable coordinates
  std::vector<int> x_freedoms;  // coordinates that are degrees of freedom
  std::vector<int> e_freedoms;  // deformations that are degrees of freedom

  bool square() const { return rows.size() == columns.size(); }
  int freedom_count() const { return static_cast<int>(x_freedoms.size() + e_freedoms.size()); }
  bool operator==(const Partition&) const = default;
};

// Fixed and prescribed deformations.
std::vector<int> constrained_deformations(const Phase& phase);
// Coordinates that are neither fixed nor prescribed.
std::vector<int> free_coordinates(const Phase& phase);

// The partition with the degrees of freedom that the user named (class dynamic); if there are none,
// everything is driven.
Partition named_partition(const Phase& phase);

// Degrees of freedom chosen by pivoted QR of the constraint rows at a position (Wehage and Haug
// 1982), in a large mechanism by sparse elimination: the columns that determine the rest worst
// become free, `preferred` ones before others. Free deformations in e_freedoms are degrees of
// freedom before any coordinate. Not square where the rows have not full rank at the relative
// tolerance.
Partition chosen_partition(const Model& model, const Phase& phase, const Evaluation& at,
                           const std::vector<int>& preferred, double tolerance,
                           const std::vector<int>& e_freedoms = {});

}  // namespace mbs
