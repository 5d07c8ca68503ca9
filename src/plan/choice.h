// What a deck knows and seeks beside what the classes say: any square choice of the two lines, with
// equations of its own (Casius 2004). Empty where there is no such choice.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/source_location.h"
#include "text/time_table.h"

namespace mbs {

// A number, an expression or a column of a table.
struct ChainQuantity {
  double value = 0;
  std::string text;  // of an expression; empty: the value or the table
  SourceLocation text_at;
  std::shared_ptr<const TimeTable> table;  // its first column
  CurveChoice smoothing = Smoothing::interpolated;
  bool names_smoothing = false;  // it is another one than without a word
};

// One variable of the two lines: the acceleration a or the load f of a coordinate of a node, the
// stress S of a deformation of an element.
enum class BalanceSide : std::uint8_t { acceleration, load, stress };
struct BalanceVariable {
  BalanceSide side = BalanceSide::acceleration;
  int owner = 0;      // node or element
  int component = 0;  // from 0
};

enum class ChoiceKind : std::uint8_t {
  known_acceleration,  // of a free coordinate: its value is given
  known_reaction,      // of a held coordinate: it is 0, what acts there is the load
  known_stress,        // of a held deformation: by its law
  unknown_load,        // all of f, gravity included
  unknown_stress,      // of a free deformation: not by its law
  held_rate            // a free deformation has edd = 0, and a stress that sees to it
};
struct ChoiceRow {
  ChoiceKind kind = ChoiceKind::known_acceleration;
  int owner = 0;  // node or element
  int component = 0;
  ChainQuantity is;  // of a known acceleration
  std::string label;
  SourceLocation where;
};

// The sum of coefficients times variables = right side.
struct EquationTerm {
  BalanceVariable variable;
  ChainQuantity coefficient;
  std::string label;
  bool negative = false;  // the coefficient counts with the other sign
};
struct EquationRow {
  std::vector<EquationTerm> terms;
  ChainQuantity right_side;
  std::string label;
  SourceLocation where;
};

// What messages call a variable: "PHIDD 2".
struct VariableName {
  BalanceVariable variable;
  std::string name;
};

struct ChoiceTables {
  bool present = false;
  SourceLocation where;  // of the first UNKNOWN line
  std::vector<ChoiceRow> rows;
  std::vector<EquationRow> equations;
  std::vector<VariableName> names;
};

}  // namespace mbs
