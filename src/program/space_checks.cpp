// Errors for features that decks with spatial nodes may not use yet. Every feature that is not
// refused here works.
#include <fmt/format.h>

#include <algorithm>

#include "deck/names/input_names.h"
#include "deck/records/event_actions.h"
#include "deck/tables/tables.h"
#include "program/checks.h"
#include "run/motion/dynamic_system.h"

namespace mbs {

namespace {

class SpaceChecks {
 public:
  SpaceChecks(const Tables& tables, Diagnostics& diagnostics)
      : t_(tables), diagnostics_(diagnostics) {}

  void check() {
    const NodeRow* const spatial =
        find([](const NodeRow& row) { return node_type(row.kind).is_spatial; });
    if (!spatial) return;
    jobs(*spatial);
    names();
    const NodeRow* const orientation = find(is_orientation);
    if (!orientation) return;
    if (t_.job != Job::kinematic) integration(*orientation);
    classes();
    laws();
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
  void error(SourceLocation where, const NodeRow& row, const std::string& problem,
             const std::string& expected) {
    diagnostics_.error(where, fmt::format("node {}", row.number), problem, expected);
  }

  void jobs(const NodeRow& row) {
    const bool statics = t_.job == Job::equilibrium;
    if (!statics && t_.job != Job::modes) return;
    error(row.where, row, fmt::format("{} has no nodes of space yet", statics ? "STATIC" : "EIGEN"),
          statics ? "a run in time that EDAMP damps ends in an equilibrium"
                  : "expected nodes of the plane alone");
  }

  void names() {
    for (const NameRow& row : t_.names) {
      const NodeRow* const named = find([&](const NodeRow& n) {
        return node_type(n.kind).is_spatial && row.kind == "NODE" && n.number == row.number;
      });
      if (named)
        diagnostics_.error(row.where, row.label,
                           fmt::format("node {} is {}", row.number, node_type(named->kind).text),
                           "names are for nodes of the plane");
    }
  }

  void integration(const NodeRow& row) {
    const IntegrationRow& given = t_.method.integration;
    const std::string method = chosen_integrator(given).method;
    if (is_implicit(method))
      diagnostics_.error(
          given.where, "INTEG",
          fmt::format("{} integrates no orientations yet (node {})", method, row.number),
          "expected STEP, DOP853, RK4 or HEUN");
    if (t_.method.outlevel > 0)
      error(row.where, row, "OUTLEVEL writes no matrices of orientations yet",
            "expected a deck without it");
  }

  void classes() {
    for (const ClassRow& row : t_.classes)
      if (row.cls == Class::prescribed && turns(row.target, row.owner))
        diagnostics_.error(row.where, row.label,
                           fmt::format("node {} is an orientation, whose angular velocities have "
                                       "no values to prescribe",
                                       node(row.owner).number),
                           "expected FIX, DYNX or nothing; INPUTX moves points that the body "
                           "carries (PINBODY)");
  }

  // A law on an orientation may not read its x: an angular velocity is not the rate of a
  // coordinate.
  void laws() {
    for (const LawRow& row : t_.forces.laws) {
      if (!turns(row.target, row.owner) || row.table) continue;
      const InputNames read = input_names(row.text, t_, place_of(row));
      for (std::size_t k = 0; k < read.names.size(); ++k)
        if (read.inputs[k].kind == InputKind::coordinate &&
            is_orientation(node(read.inputs[k].owner)))
          diagnostics_.error(
              row.text_at, row.label,
              fmt::format("'{}': an angular velocity is the rate of no coordinate", read.names[k]),
              "expected t, v and the names of other channels");
    }
  }

  void events() {
    for (const EventRow& row : t_.events)
      for (const ActionRow& action : row.actions)
        if (action.kind != ActionKind::stop && action.kind != ActionKind::set &&
            action.kind != ActionKind::stimulate)
          diagnostics_.error(action.where, row.label,
                             fmt::format("{} is not there yet in decks with orientations",
                                         action_word(action.kind)),
                             "expected STOP or SET");
    if (!t_.contacts.empty())
      diagnostics_.error(t_.contacts.front().where, t_.contacts.front().label,
                         "contacts are not there yet in decks with orientations",
                         "expected a deck of its own for the bodies of the plane");
    if (!t_.frictions.empty())
      diagnostics_.error(t_.frictions.front().where, t_.frictions.front().label,
                         "friction is not there yet in decks with orientations",
                         "expected a deck of its own for the bodies of the plane");
  }

  const Tables& t_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_space(const Tables& tables, Diagnostics& diagnostics) {
  SpaceChecks(tables, diagnostics).check();
}

}  // namespace mbs
