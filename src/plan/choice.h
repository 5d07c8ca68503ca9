// Known and unknown variables of a deck in addition to the classes: any square choice of variables
// of the two lines, with additional equations (Casius 2004). Empty if the deck has no choice.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/source_location.h"
#include "plan/balance_variable.h"
#include "text/curve_choice.h"

namespace mbs {

struct TimeTable;

// A number, an expression or a column of a table.
struct ChainQuantity {
  double value = 0;
  std::string text;  // of an expression; empty: `value` or `table`
  SourceLocation text_at;
  std::shared_ptr<const TimeTable> table;  // its first column
  CurveChoice smoothing = Smoothing::interpolated;
  bool names_smoothing = false;  // a word of the deck sets the smoothing
};

enum class ChoiceKind : std::uint8_t {
  known_acceleration,  // of a free coordinate: the acceleration is given
  known_reaction,      // of a held coordinate: the reaction is 0, the load acts instead
  known_stress,        // of a held deformation: the law gives the stress
  unknown_load,        // the whole f, gravity included
  unknown_stress,      // of a free deformation: the law does not give the stress
  held_rate            // of a free deformation: edd = 0, and the stress is unknown
};
struct ChoiceRow {
  ChoiceKind kind = ChoiceKind::known_acceleration;
  int owner = 0;  // node or element
  int component = 0;
  ChainQuantity is;  // of a known acceleration
  std::string label;
  SourceLocation where;
};

// Equation: sum of coefficients times variables = right side.
struct EquationTerm {
  BalanceVariable variable;
  ChainQuantity coefficient;
  std::string label;
  bool negative = false;  // the coefficient changes its sign
};
struct EquationRow {
  std::vector<EquationTerm> terms;
  ChainQuantity right_side;
  std::string label;
  SourceLocation where;
};

// Name of a variable in messages: "PHIDD 2".
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
