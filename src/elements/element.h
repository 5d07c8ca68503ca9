// An element is a function e = C(x) of the coordinates of its nodes (van Soest 1992 (A1)), with
// derivative De and quadratic term D2e(v, v), so that  edd = De a + D2e(v, v).
//
// All elements of one type are evaluated by one batch function that runs over the type's table;
// the kernel of one row is inlined into it. Adding an element: docs/adding-an-element.md.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/record_spec.h"
#include "elements/figure.h"
#include "nodes/node_type.h"

namespace mbs {

// How the gap of a contact depends on the place of one body seen from the other. The form gives
// bounds of the gap between two evaluations.
enum class GapForm : std::uint8_t {
  smooth,   // a smooth function of the coordinates
  convex,   // a convex function of q, the place of a point of a in the frame of b
  distance  // changes at most by the way of q plus the turn of a times `size`
};

struct Approach {
  GapForm form = GapForm::smooth;
  std::array<int, 6> coordinates = {};  // x, y, phi of bodies a and b
  double xi = 0, eta = 0;               // the point of a
  double size = 0;                      // arm [m/rad]; of lines and in space, too
  bool size_grows = false;              // `size` grows by the distance of q from the origin of b
};

// Whether a path lies round a circle that it may lift from. A run of dynamics fixes this and
// changes it in events, so that within a step the length is a smooth function; otherwise the
// geometry decides.
enum class Wrap : std::uint8_t { by_geometry, on, off };

// Global arrays, one entry per coordinate. cosine and sine are those of angle coordinates
// (unspecified for others); they are computed once per evaluation, not once per element.
struct Coordinates {
  const double* x;
  const double* v;
  const double* cosine;
  const double* sine;
  // R of each orientation (9 numbers, row-major), and the orientation of each coordinate.
  const double* rotation = nullptr;
  const int* orientation_of = nullptr;
  const Wrap* wraps = nullptr;  // one per Model::circles; null: by geometry
  // Which piece of an outline counts, one per Model::outlines; null or negative: the nearest.
  const int* pieces = nullptr;
};

// Where an element is on a way that closes, so that it is known here but for whole periods: the
// direction of a line of centres, a place on a closed curve. period 0: the way is open.
struct Round {
  double way = 0, period = 0, rate = 0;  // rate: of the way, where there are velocities
  double distance = 0;                   // between the bodies

  // Its winding in x: the way and the distance at the last position, nan before the first one, and
  // the change of the way that is foretold since then. It holds where the bodies turn about each
  // other; where they pass each other, the way changes by less than half a period.
  static constexpr std::size_t kAtLast = 0, kForetold = 1, kDistance = 2, kNumbers = 3;

  // How many periods this way lies before that of the winding.
  double periods_to(const double* winding) const {
    constexpr double kSameDistance = 0.05;
    if (!(period > 0) || std::isnan(winding[kAtLast])) return 0;
    const double before = winding[kDistance];
    const bool turns = std::fabs(distance - before) <= kSameDistance * before;
    const double expected = winding[kAtLast] + (turns ? winding[kForetold] : 0);
    return std::round((expected - way) / period);
  }
};

struct ElementType;
struct RowParts;

// A set of entries of De: bit k % 64 of word k / 64 says that entry k is in it. No words: none is.
using EntryWords = std::span<const std::uint64_t>;
constexpr bool has_entry(EntryWords words, int k) {
  const auto word = static_cast<std::size_t>(k / 64);
  return word < words.size() && (words[word] >> (k % 64) & 1) != 0;
}

// The most deformations of one element that has a range (ElementType::range_used).
inline constexpr int kMostRanged = 32;

// The table of one element type. A type of variable arity has several of them: one for formulas
// that follow one another, and one for each row of another such type.
struct ElementBatch {
  const ElementType* type;
  int count = 0;
  std::vector<int> gather;         // count x nx: global coordinate of each local one
  std::vector<double> parameters;  // count x np
  int first_deformation = 0;       // row k owns deformations first_deformation + k ne ...
  int first_derivative = 0;        // and De entries first_derivative + k ne nx ..., column-major
  // For a type of variable arity: the data of its rows (elements/formula.h, elements/path.h).
  std::shared_ptr<const void> row = {};
  // For such a type: the index in gather at which the coordinates of each row begin, and the end of
  // the last row. The entries of De of a row begin at ne times that index. No two coordinates of a
  // row are the same.
  std::vector<int> row_start = {};
  // For a type that counts turns or rounds: the index into x of the first winding of row 0; the
  // others follow. -1: they are not counted.
  int first_winding = -1;

  int first_column(int k) const;
  int columns_of(int k) const;  // nx of row k
};

// The arrays that a batch writes. e, size, D2e_vv are indexed by global deformation, De by
// first_derivative. size is the magnitude of the terms whose sum is e: rounding alone leaves about
// 1e-16 size.
struct Deformation {
  double* e;
  double* size;
  double* De;
  double* D2e_vv;
};

// Of the deformations of an element: all, those alone that are free unless the deck names them
// (RecordSpec::free_deformations), or the others.
enum class Share : std::uint8_t { all, held, free };

struct ElementType {
  RecordSpec spec;
  int nx;  // coordinates; 0: RecordSpec::arity varies, and prepare, zeros and constants are not
           // used
  int ne;  // deformations
  int np;  // stored parameters; the last ne are the reference values that e is counted from
           // (a reference length, a rest angle), which EREST may set
  // The entries of De (ne x nx, column-major) that are 0, or some other number, at all positions.
  EntryWords zeros, constants;
  // From the deck's columns and the element's initial coordinates (nx) to stored parameters (np),
  // reference values included. Returns what is wrong with them, or an empty string.
  std::string (*prepare)(const double* x0, const double* columns, double* parameters);
  // Position level: e, size, De.
  void (*position)(const ElementBatch&, const Coordinates&, const Deformation&);
  // Acceleration level: e, De and D2e(v, v) too.
  void (*acceleration)(const ElementBatch&, const Coordinates&, const Deformation&);
  // y += De z (y: all deformations, z: all coordinates) and y -= De^T S (the reverse), with De as
  // the batch wrote it.
  void (*add_times)(const ElementBatch&, const double* De, const double* z, double* y);
  void (*subtract_transposed)(const ElementBatch&, const double* De, const double* S, double* y);

  // The ne x ne matrix K of S = K e from the stiffness columns of spec (column-major; divided by
  // the reference length where SPACAR does so).
  void (*stiffness)(const double* parameters, const double* columns, double* K);

  // The inertia made from the mass columns of spec; nullptr where the element can have no mass.
  // mass: count x (number of columns). M: count x nx x nx column-major, h: count x nx velocity
  // forces, both in the element's own coordinates, so that its inertia forces are -(M a + h).
  void (*inertia)(const ElementBatch&, const Coordinates&, const double* mass, double* M,
                  double* h);

  // How far an element may be deformed; nullptr where there is no limit. From its e, De and stored
  // parameters the part of the range that each deformation has used (ne): 0 undeformed, 1 where the
  // theory of the element ceases to hold; proportional to the deformation.
  void (*range_used)(const double* e, const double* De, const double* parameters,
                     double* used) = nullptr;
  // Part of the range above which the results are rough: a warning.
  double fair_range = 1;
  // for messages: how to model larger deformations, "take PLBEAML"
  std::string_view range_advice{};
  // Its figures in a picture; empty: none.
  std::span<const ElementFigure> figures{};
  // The deformation that is counted from its value at the start, unless EREST says otherwise: its
  // reference is taken when the mechanism has been assembled without it. -1: none.
  int from_start = -1;
  // The deformations that are angles without limits: each is the one nearest to its winding in x,
  // which follows it from one accepted position to the next.
  std::span<const int> counts_turns{};
  // For a type with a way that closes: where row k is on it. Its winding in x
  // follows it from one accepted position to the next.
  Round (*round)(const ElementBatch&, int k, const Coordinates&) = nullptr;
  // Of a row.
  std::size_t windings() const { return counts_turns.size() + (round ? Round::kNumbers : 0); }
  // For a contact, whose first deformation is the gap: how the gap of row k can be bounded.
  Approach (*approach)(const ElementBatch&, int k) = nullptr;
  // For a convex gap: its slope (a subgradient) at q.
  std::array<double, 2> (*gap_slope)(const ElementBatch&, int k,
                                     const std::array<double, 2>& q) = nullptr;
  // For a type of bodies of variable arity: makes ElementBatch::row of a row; null if it cannot be
  // made, and the parts then say why (elements/row_parts.h).
  std::shared_ptr<const void> (*make_row)(RowParts&) = nullptr;
  // A rigid motion of all nodes changes its deformations: what they do to the bodies is a load from
  // outside (a plane of space).
  bool sees_rigid_motion = false;
  // Its deformations say how two bodies of space lie against each other: De times a rigid motion of
  // both is 0 at all positions.
  bool is_relative = false;
  // D2e(v, v) alone, of this share of the deformations, where e and De are those of the position
  // already. Null: acceleration().
  void (*second_order)(const ElementBatch&, const Coordinates&, const Deformation&,
                       Share) = nullptr;

  // Whether a deformation exists only as a rate.
  constexpr bool is_rate(int deformation) const { return spec.is_rate(deformation); }
  constexpr bool has_rates() const { return spec.has_rates(); }
  // Slips behind the first deformation as the gap of a CONTACT: 0 of a cam, 2 of what rolls in
  // space.
  constexpr int contact_slips() const { return has_rates() ? 2 : std::min(ne, 2) - 1; }
};

inline int ElementBatch::first_column(int k) const {
  return row_start.empty() ? k * type->nx : row_start[k];
}
inline int ElementBatch::columns_of(int k) const {
  return row_start.empty() ? type->nx : row_start[k + 1] - row_start[k];
}

// All element types, in the order of the manual; those of variable arity after all others.
const std::vector<const ElementType*>& element_types();
// nullptr if there is none of that keyword (upper case).
const ElementType* find_element_type(std::string_view keyword);

// A type that is one of element_types() as long as this object lives: for tests, which add a type
// as a line of the registry does.
class TrialElementType {
 public:
  explicit TrialElementType(const ElementType& type);
  ~TrialElementType();
  TrialElementType(const TrialElementType&) = delete;
  TrialElementType& operator=(const TrialElementType&) = delete;
};

// Takes the winding of row k of a type with a way that closes to its present position.
inline void wind_round(const ElementBatch& batch, int k, const Coordinates& at, double* winding) {
  const Round round = batch.type->round(batch, k, at);
  winding[Round::kAtLast] = round.way + round.period * round.periods_to(winding);
  winding[Round::kForetold] = 0;
  winding[Round::kDistance] = round.distance;
}

}  // namespace mbs
