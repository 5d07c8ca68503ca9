// Names in the expressions of laws and of rates of states: t, states of the deck, and the channels
// of coordinates, velocities, deformations and their rates, named as in the CSV and in events.
// laws/inputs.h reads their values.
//
//   native   x3_1 v3_1 e2_1 ed2_1, dirx4_1 (x in space of the first axis of orientation 4) diry4_1
//            dirz4_1, rev2.angle, point1.x .y .xd .yd (of space .z .zd), contact2.gap .slip .slipd
//   KABIOS   body2.x .y .phi .xd .yd .phid, rev1.angle, point1.x ..., contact1.gap ...
//   chains   phi1 phid1 ..., x y xd yd of the base, contact1.gap ...
//
// A law of a coordinate may also use x and v of this coordinate, a law of a deformation e and ed;
// in chains x is the x of the base. No law may read other channels: they depend on accelerations or
// forces, which laws determine.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostics.h"
#include "deck/tables/rows.h"
#include "plan/inputs.h"
#include "plan/observations.h"

namespace mbs {

class Parameters;
struct Tables;

// Indices are those of the tables.
struct NamedInput {
  InputKind kind = InputKind::time;
  int owner = 0;      // node, element or state; angle: the node whose angle is subtracted; the
                      // point node of a body
  int component = 0;  // from 0
  int angle = 0;      // angle: the other node; the angle node of a body
  int axis = 0;       // direction: of the orientation, from 0
  double xi = 0, eta = 0;
  double zeta = 0;  // of a point of space
};

// A coordinate or deformation that a law acts on; the law of a chain has no names of its own.
struct LawPlace {
  Target target = Target::coordinate;
  int owner = 0, component = 0;
  bool of_chain = false;
};
// Of an expression that is no law: it has only the names of the deck.
inline constexpr LawPlace kNowhere{Target::coordinate, 0, 0, true};
inline LawPlace place_of(const LawRow& row) {
  return {row.target, row.owner, row.component, row.of_chain};
}

// The names that laws of a deck may read, with what each is; they are made at the first question
// about one, from the rows of the deck, whose nodes, elements and names must stay until then.
class LawNames {
 public:
  explicit LawNames(const Tables& tables) : tables_(tables) {}
  LawNames(const LawNames&) = delete;
  LawNames& operator=(const LawNames&) = delete;

  const Tables& tables() const { return tables_; }
  // The input of a name in any letter case; empty if a law cannot read it.
  std::optional<NamedInput> find(std::string_view name, const LawPlace& place) const;
  // The names of all inputs. Those that NAME lines make come behind the others.
  const std::vector<std::string_view>& all() const;

 private:
  void make() const;

  const Tables& tables_;
  mutable std::unordered_map<std::string, NamedInput> inputs_;
  mutable std::vector<std::string_view> all_;  // the keys, in the order in which they were made
  mutable bool is_made_ = false;
};

// The names that an expression reads, in lower case, without repeats.
struct InputNames {
  std::vector<std::string> names;
  std::vector<NamedInput> inputs;  // one per name
};
// False after an error: an unknown name, a channel that a law cannot read, or another error of the
// expression. The tables must have everything with channels; chains need not have their nodes yet.
bool check_inputs(std::string_view text, SourceLocation where, const LawNames& known,
                  const LawPlace& place, const Parameters& parameters, Diagnostics& diagnostics,
                  std::string_view record);
// The same for a prescribed motion, which reads only t and parameters. driven: the channel that it
// prescribes, for the record that the error offers in its place; empty: the error offers none.
bool check_motion(std::string_view text, SourceLocation where, const Tables& tables,
                  const Parameters& parameters, Diagnostics& diagnostics, std::string_view record,
                  std::string_view driven = {});
// The record that ties a channel to an expression of others: "RELATION 5 = e11_1 - rev1.angle", or
// a FORMULA where the expression is no single name. number: of the new element; 0: the dialect
// gives none.
std::string tying_record(int number, std::string_view driven, std::string_view text);
// The inputs of an expression that has passed check_inputs().
InputNames input_names(std::string_view text, const LawNames& known, const LawPlace& place);

// What a deformation that exists only as a rate is, in messages: "a VFORMULA", "a slip of WHEEL".
std::string rate_row_text(const RecordSpec& spec);

// The NAME row of "rocker" for the channel "rocker.phi"; null if there is none.
const NameRow* find_name(const Tables& tables, std::string_view channel);

}  // namespace mbs
