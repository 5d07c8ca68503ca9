// Errors for features that decks with spatial nodes may not use yet. Every feature that is not
// refused here works.
#include <fmt/format.h>

#include <algorithm>

#include "deck/names/input_names.h"
#include "deck/records/event_actions.h"
#include "deck/tables/tables.h"
#include "program/checks.h"

namespace mbs {

namespace {

class SpaceChecks {
 public:
  SpaceChecks(const Tables& tables, Diagnostics& diagnostics)
      : t_(tables), diagnostics_(diagnostics) {}

  void check() {
    if (!find(is_orientation)) return;
    classes();
    laws();
    frictions();
    events();
  }

 private:
  static bool is_orientation(const NodeRow& row) { return !node_type(row.kind).has_rates(); }
  template <class Is>
  const NodeRow* find(Is is) const {
    const auto it = std::find_if(t_.nodes.begin(), t_.nodes.end(), is);
    return it == t_.nodes.end() ? nullptr : &*it;
  }
  const NodeRow& node(int owner) const { return t_.nodes[owner]; }
  bool turns(Target target, int owner) const {
    return target == Target::coordinate && is_orientation(node(owner));
  }
  // An orientation is prescribed as a whole.
  void classes() {
    for (const ClassRow& row : t_.classes) {
      if (row.cls != Class::prescribed || !turns(row.target, row.owner)) continue;
      const auto others =
          std::count_if(t_.classes.begin(), t_.classes.end(), [&row](const ClassRow& other) {
            return other.target == row.target && other.owner == row.owner &&
                   other.cls == Class::prescribed;
          });
      if (others < 3)
        diagnostics_.error(row.where, row.label,
                           fmt::format("node {} is an orientation, of which only a part is named",
                                       node(row.owner).number),
                           fmt::format("expected 'INPUTX {}', or INPUTE of a joint angle",
                                       node(row.owner).number));
    }
  }

  // A law on an orientation may not read its x: an angular velocity is not the rate of a
  // coordinate.
  void laws() {
    const LawNames known(t_);
    for (const LawRow& row : t_.forces.laws) {
      if (!turns(row.target, row.owner) || row.table) continue;
      const InputNames read = input_names(row.text, known, place_of(row));
      for (std::size_t k = 0; k < read.names.size(); ++k)
        if (read.inputs[k].kind == InputKind::coordinate &&
            is_orientation(node(read.inputs[k].owner)))
          diagnostics_.error(
              row.text_at, row.label,
              fmt::format("'{}': an angular velocity is the rate of no coordinate", read.names[k]),
              "expected t, v and the names of other channels");
    }
  }

  // Such friction passes impacts by, and a contact by IMPULSES has no other load.
  void frictions() {
    for (const ContactRow& row : t_.frictions)
      for (const ContactRow& contact : t_.contacts)
        if (row.has_direction() && contact.element == row.joint.element &&
            contact.model == ContactModel::impulses)
          diagnostics_.error(
              row.where, row.label,
              fmt::format("{} presses by IMPULSES, which this friction passes by", contact.label),
              "expected RIGID or PENALTY in the line of the contact");
  }

  // An orientation that moves as prescribed is let go, or held, as a whole; and an event gives it
  // no other motion.
  void events() {
    for (const EventRow& row : t_.events)
      for (const ActionRow& action : row.actions)
        for (const EventTarget& target : action.targets) {
          if (!turns(target.target, target.owner)) continue;
          const int number = node(target.owner).number;
          const bool is_driven =
              std::any_of(t_.turns.begin(), t_.turns.end(),
                          [&target](const TurnRow& turn) { return turn.node == target.owner; });
          const auto named = std::count_if(
              action.targets.begin(), action.targets.end(), [&target](const EventTarget& other) {
                return other.target == target.target && other.owner == target.owner;
              });
          if (action.kind == ActionKind::prescribe)
            diagnostics_.error(action.where, row.label,
                               fmt::format("an angular velocity of node {} has no value to "
                                           "prescribe",
                                           number),
                               "expected PRESCRIBE E of the angle of a joint or of a SPIN");
          else if (is_driven && named < 3)
            diagnostics_.error(action.where, row.label,
                               fmt::format("node {} moves as prescribed, and only a part of it is "
                                           "named",
                                           number),
                               fmt::format("expected 'X {}'", number));
          else
            continue;
          return;
        }
  }

  const Tables& t_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_space(const Tables& tables, Diagnostics& diagnostics) {
  SpaceChecks(tables, diagnostics).check();
}

}  // namespace mbs
