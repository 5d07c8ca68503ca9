// Which constraint equations repeat others, and which motions nothing determines, at a position.
#pragma once

#include <string>
#include <vector>

#include "assembly/evaluation.h"
#include "solve/place/jacobian_block.h"

namespace mbs {

struct RankAudit {
  int rank = 0;
  struct Redundancy {
    int row = 0;               // deformation that repeats the others
    std::vector<int> repeats;  // deformations it is a combination of
    // factors of `repeats` in that combination; rows are scaled by positive numbers
    std::vector<double> factors;
  };
  std::vector<Redundancy> redundant;
  // Each free motion: the coordinates that move in it, largest first.
  std::vector<std::vector<int>> free_motions;
};

// Uses pivoted QR, or from some hundreds of coordinates on sparse elimination, which names at most
// 20 motions and repetitions. In each dependent set the row that comes last in the deck is the one
// called redundant; beyond a thousand rows it may be any of them.
RankAudit audit_rank(const Model& model, const JacobianBlock& block, const Evaluation& at,
                     double tolerance);

// The same for deformations (rows) and coordinates (columns) of a model at a position. A row whose
// largest entry in these columns is at most `nothing` times its largest entry of all constrains
// none of the coordinates.
RankAudit audit_rank(const Model& model, std::vector<int> rows, std::vector<int> columns,
                     ConstVector x, double tolerance, double nothing = kRowOfNothing);

// "REVOLUTE 4 (line 9), equation 2 repeats REVOLUTE 1..3" and "nothing determines body 3 X".
std::string describe(const RankAudit::Redundancy& redundancy, const Model& model);
std::string describe_free_motion(const std::vector<int>& coordinates, const Model& model);

}  // namespace mbs
