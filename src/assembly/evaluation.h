// Evaluates the elements of the whole model at given coordinates: e, De, D2e(v, v), in storage made
// once.
#pragma once

#include <vector>

#include "base/views.h"
#include "model/model.h"

namespace mbs {

struct Phase;

struct Evaluation {
  explicit Evaluation(const Model& model);
  // With the wraps and pieces of a phase.
  Evaluation(const Model& model, const Phase& phase);

  std::vector<double> cosine, sine;  // nx; those of angle coordinates
  std::vector<double> angle;         // nx: the angles of cosine and sine
  std::vector<double> rotation;      // 9 of each orientation: R, row-major
  std::vector<double> x;             // nx: places of points, in a model with orientations
  std::vector<double> e;             // ne
  std::vector<double> size;          // ne: magnitude of the terms of e
  std::vector<double> De;            // model.derivative_count; see Model::entry_row, entry_column
  std::vector<double> D2e_vv;        // ne
  // The circles round which paths lie in this phase. Null: the geometry decides.
  const std::vector<Wrap>* wraps = nullptr;
  // The pieces of outlines that count in this phase. Null: the nearest ones.
  const std::vector<int>* pieces = nullptr;
};

// e, size and De at the coordinates x (nq).
void evaluate_position(const Model& model, ConstVector x, Evaluation& out);
Evaluation evaluated(const Model& model, const Phase& phase, ConstVector x);
// The geometry decides where paths and outlines touch.
Evaluation evaluated(const Model& model, ConstVector x);
// Finds e, size, De, and D2e(v, v) at velocities v (nx).
void evaluate_acceleration(const Model& model, ConstVector x, ConstVector v, Evaluation& out);
// Finds D2e(v, v) where the rest is of x already, after evaluate_position() there: of all
// deformations, or of all but the free ones of the batches that wait, or of those.
void evaluate_second_order(const Model& model, ConstVector x, ConstVector v,
                           const std::vector<char>& waits, Share share, Evaluation& out);

// Moves the coordinates x (nq) by s d, d along the velocities (nx); orientations by a retraction,
// which leaves their norm 1.
void move_coordinates(const Model& model, ConstVector d, double s, Vector x);
// x := `from` moved by s d; windings stay those of x.
void move_from(const Model& model, ConstVector from, ConstVector d, double s, Vector x);
// x := the position beyond `at` that is as far from it as `before`, on the other side; windings
// stay those of x.
void extrapolate(const Model& model, ConstVector before, ConstVector at, Vector x);
// Finds the d (nx) with which move_coordinates(), s = 1, leads from one position to another.
void coordinate_difference(const Model& model, ConstVector from, ConstVector to, Vector d);
// Gives the quaternions of x the norm 1.
void normalise_orientations(const Model& model, Vector x);

// Updates the windings in the coordinates x (nq), at which `at` is the evaluation; they may have
// changed by less than half a turn since the last update. Returns the deformation whose path would
// have to leave a pulley, or -1.
int update_windings(const Model& model, Vector x, Evaluation& at);

// The rates of ways that close at velocities v (nx), one per Model::counted_rounds, and their
// periods, if they are asked for. Of `at` the shared numbers of nodes become those of x.
void round_rates(const Model& model, ConstVector x, ConstVector v, Evaluation& at, Vector rates,
                 std::vector<double>* periods = nullptr);

// The first path at this evaluation that has to go round a circle and through a point inside of it:
// its deformation and the two places, from 0; row -1: none.
struct EnclosedPlace {
  int row = -1, circle = -1, place = -1;
};
EnclosedPlace find_enclosed(const Model& model, ConstVector x, const Evaluation& at);

// y += De z for all rows: y ne, z nx.
void add_derivative_times(const Model& model, const Evaluation& at, ConstVector z, Vector y);

}  // namespace mbs
