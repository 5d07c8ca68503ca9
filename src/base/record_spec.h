// The columns of a deck record of one kind. The parser, the generated manual, the error messages
// and the derivative test all read these, so that an element's columns are described only once.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/unit.h"

namespace mbs {

struct NodeType;

// A kind of nodes is an entry of their registry (nodes/node_type.h). The kinds that elements are
// made of have a name here; any other is NodeKind{&its type}.
struct NodeKind {
  const NodeType* type;
  friend constexpr bool operator==(NodeKind, NodeKind) = default;
  static const NodeKind point, angle, space_point, orientation;
};

// Contents of the rows of an element type. fixed: all rows have the same nodes and columns.
// Otherwise each row has its own: an expression; or bodies, a point and an angle each, with
// `columns` for each of them, unless deck/forms/row_forms.cpp says what else stands there.
enum class Arity : std::uint8_t { fixed, expression, bodies };

struct Column {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
};

struct DeformationSpec {
  std::string_view name;  // "elongation"
  Unit unit;
  std::string_view
      word{};  // "angle": its channels are rev1.angle .angled .angledd besides e1_1 ...
};

struct RecordSpec {
  std::string_view keyword;         // "PLREV"
  std::string_view title;           // "planar revolute joint"
  std::span<const NodeKind> nodes;  // in the order of the deck columns
  std::span<const Column> columns;  // numbers after the nodes
  std::span<const DeformationSpec> deformations;
  std::span<const Column> stiffness_columns{};  // numbers of ESTIFF and EDAMP
  std::span<const Column> mass_columns{};       // numbers of EM; empty: it can have no mass
  // The first reference value is a length that stiffness is divided by: EREST must keep it above 0.
  bool divides_by_length = false;
  bool is_contact = false;  // its deformations are gap and slip: CONTACT gives it a law
  bool is_gap = false;      // a cam: its first deformation is a gap, its second, if any, the slip
  Arity arity = Arity::fixed;
  // The last columns that a record may leave out together; they are 0 then.
  std::size_t optional_columns = 0;
  // The first deformations, which are free unless the deck names them.
  int free_deformations = 0;
  bool is_linear = false;  // of an expression: it is a sum of coordinates with factors
  bool of_rates = false;   // of an expression: it is linear in velocities, and has no value
  // From this one on deformations exist only as rates (rolling, a knife edge): ed = De v and
  // edd = De a + D2e(v, v), but no e, whose place is 0. They bind velocities, not positions.
  int first_rate = kNoRates;
  static constexpr int kNoRates = 1 << 30;
  std::string_view stem{};  // "rev": its channels begin with rev1; empty: it has none of its own
  constexpr bool is_rate(int deformation) const { return deformation >= first_rate; }
  constexpr bool has_rates() const { return first_rate < kNoRates; }
};

}  // namespace mbs
