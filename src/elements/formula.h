// FORMULA and RELATION: a deformation e = g(u) - reference, where g is an expression of the deck
// and u are coordinates, angles between bodies, points of bodies, other deformations and the time.
//
//   De = sum_k g_k Du_k        D2e(v, v) = g_kl (Du_k v)(Du_l v) + sum_k g_k D2u_k(v, v)
//
// with the exact derivatives g_k and g_kl of the expression. Time is a coordinate that is
// prescribed to run with t (Model::clock): its column of De is e_t and its velocity 1, so that De v
// and D2e(v, v) contain the terms in e_t, e_tx and e_tt.
//
// VFORMULA: a row that exists only as a rate, ed = g(u, w) = sum_j G_j(u) w_j, linear in the rates
// w of such quantities (a knife edge, rolling without slip):
//
//   De = sum_j G_j Dw_j        D2e(v, v) = sum_k g_k (Du_k v) + sum_j G_j D2w_j(v, v)
//
// where Dw_j and D2w_j belong to the quantity whose rate w_j is. Its e is 0.
#pragma once

#include <cstddef>
#include <vector>

#include "elements/element.h"
#include "text/expression_rows.h"

namespace mbs {

struct FormulaInput {
  enum class Kind : std::uint8_t {
    coordinate,
    angle,
    body_point,
    deformation,
    direction,
    space_point
  };
  Kind kind = Kind::coordinate;
  // Columns of the row. coordinate: its own; angle: the minuend and the subtrahend; body_point: the
  // coordinate x or y and the angle; deformation: those of its element, in their order;
  // direction: the angular velocities of its orientation; space_point: the coordinate x, y or z and
  // the angular velocities of its body.
  std::vector<int> columns = {};
  int component = 0;         // body_point: 0 x, 1 y; of space: 0 x, 1 y, 2 z
  int axis = 0;              // direction: of the orientation
  double xi = 0, eta = 0;    // of a point
  double zeta = 0;           // space_point
  int deformation = 0;       // of the model; it stands in an earlier batch
  int first_derivative = 0;  // of its row of De in the model
  int stride = 1;            // from one entry of that row to the next
  bool is_rate = false;      // VFORMULA: the expression reads its rate, not its value
};

// The rows of a batch whose expressions have one shape: they are evaluated several at once.
struct FormulaGroup {
  ExpressionRows expressions;
  std::vector<int> rows;             // of the batch
  std::vector<FormulaInput> inputs;  // of all rows, as many of each; row after row
  // plain: all inputs are coordinates, no two of a row the same. Then, for each block and input,
  // `coordinate` has kLanes coordinates and `entry` their places among the entries of De of the
  // batch; the last row fills the lanes.
  bool plain = false;
  std::vector<char> is_angle;  // of the inputs
  std::vector<int> coordinate, entry;
  std::size_t input_count() const { return is_angle.size(); }
};
// The rows of a batch, in groups. None of the rows reads another one.
struct FormulaRows {
  std::vector<FormulaGroup> groups;
};

extern const ElementType kFormula, kRelation, kVelocityFormula;

// The deformations of other elements that the rows of a batch read; none where it is of another
// type.
std::vector<int> deformations_read(const ElementBatch& batch);

}  // namespace mbs
