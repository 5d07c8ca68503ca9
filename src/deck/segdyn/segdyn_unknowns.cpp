// The choice of knowns and unknowns of a chain (ChainChoiceBuilder): variables of Casius 2004
// become loads, stresses and accelerations of its nodes and elements.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/tolerances.h"
#include "deck/segdyn/chain_parts.h"
#include "plan/times.h"

namespace mbs {

namespace {

using enum ChainVariable;
using ConstraintKind = ChainConstraint::Kind;

}  // namespace

void ChainChoiceBuilder::make() {
  t_.choice.present = true;
  if (!c_.unknowns.empty()) t_.choice.where = c_.unknowns.front().where;
  for (const ChainKnown& row : c_.knowns) know(row);
  for (const ChainDrive& row : c_.drives) drive(row);
  for (const ChainUnknown& row : c_.unknowns) seek(row);
  base_forces();
  hold_rates();
  equations();
  names();
  happenings();
}

void ChainChoiceBuilder::add(ChoiceKind kind, BalanceVariable variable, const std::string& label,
                             SourceLocation where, const ChainQuantity& is) {
  t_.choice.rows.push_back({kind, variable.owner, variable.component, is, label, where});
}

int ChainChoiceBuilder::fixed_tip() const {
  for (const ChainConstraint& row : c_.constraints)
    if (row.kind == ConstraintKind::joint && row.first == n_) return row.element;
  return -1;
}

std::optional<BalanceVariable> ChainChoiceBuilder::variable(ChainVariable v, int index) const {
  using enum BalanceSide;
  const bool tip = index == n_;
  switch (v) {
    case frx:
    case fry: {
      const int element = tip ? c_.tip_joint : c_.segments[index].joint;
      if (element < 0) return {};
      return BalanceVariable{stress, element, v == fry ? 1 : 0};
    }
    case m: {
      const int element = tip ? c_.tip_hinge : c_.segments[index].hinge;
      if (element < 0) return {};
      return BalanceVariable{stress, element, 0};
    }
    case fextx:
    case fexty:
      return BalanceVariable{load, c_.segments[index].point, v == fexty ? 1 : 0};
    case mext:
      return BalanceVariable{load, c_.segments[index].angle, 0};
    case phi:
      break;
    case phidd:
      return BalanceVariable{acceleration, c_.segments[index].angle, 0};
    case xdd:
    case ydd:
      return BalanceVariable{acceleration, c_.base_point, v == ydd ? 1 : 0};
  }
  return {};
}

// Values of known loads and stresses are laws of the mechanism. This function adds only known
// accelerations, and known forces of the base, of joints and of a fixed tip.
void ChainChoiceBuilder::know(const ChainKnown& row) {
  // The angle moves as prescribed, and no moment from outside makes it move.
  if (row.variable == phi)
    return add(ChoiceKind::known_reaction, {BalanceSide::load, c_.segments[row.index].angle, 0},
               row.label, row.where);
  if (row.variable >= phidd)
    return add(ChoiceKind::known_acceleration, *variable(row.variable, row.index), row.label,
               row.where, row.is);
  if (row.variable > fry) return;
  const int component = row.variable == fry ? 1 : 0;
  if (row.index == 0) {
    if (!moving_[component])
      add(ChoiceKind::known_reaction, {BalanceSide::load, c_.base_point, component}, row.label,
          row.where);
    return;
  }
  const int element = row.index == n_ ? fixed_tip() : c_.segments[row.index].joint;
  if (element >= 0)
    add(ChoiceKind::known_stress, {BalanceSide::stress, element, component}, row.label, row.where);
}

// The moment of a driven joint is known unless the deck seeks it, as that of other joints.
void ChainChoiceBuilder::drive(const ChainDrive& row) {
  const bool sought =
      std::any_of(c_.unknowns.begin(), c_.unknowns.end(), [&row](const ChainUnknown& unknown) {
        return unknown.variable == m && unknown.index == row.joint;
      });
  if (!sought)
    add(ChoiceKind::known_stress, {BalanceSide::stress, c_.segments[row.joint].hinge, 0}, row.label,
        row.where);
}

void ChainChoiceBuilder::seek(const ChainUnknown& row) {
  const bool known = std::any_of(c_.knowns.begin(), c_.knowns.end(), [&](const ChainKnown& k) {
    return k.variable == row.variable && k.index == row.index;
  });
  const bool is_force = row.variable <= fry;
  if (known || row.variable >= phidd) return;
  if (is_force && (row.index < n_ || fixed_tip() >= 0)) return;
  add(row.variable <= m ? ChoiceKind::unknown_stress : ChoiceKind::unknown_load,
      *variable(row.variable, row.index), row.label, row.where);
}

bool ChainChoiceBuilder::seeks_base_force(int component) const {
  auto names = [component](const auto& row) {
    return row.index == 0 && row.variable == (component == 0 ? frx : fry);
  };
  if (std::any_of(c_.knowns.begin(), c_.knowns.end(), names)) return false;
  return !c_.free_base || std::any_of(c_.unknowns.begin(), c_.unknowns.end(), names);
}

// The force of joint 1 on a freely moving base is a load of the base point.
void ChainChoiceBuilder::base_forces() {
  for (int component : {0, 1})
    if (moving_[component] && seeks_base_force(component))
      add(ChoiceKind::unknown_load, {BalanceSide::load, c_.base_point, component},
          component == 0 ? "FRX 1" : "FRY 1", c_.segments[0].where);
}

// PROJECT OFF: the constraints enter only as rows of the second line.
void ChainChoiceBuilder::hold_rates() {
  if (c_.project) return;
  for (const ChainConstraint& row : c_.constraints) {
    if (row.element < 0) continue;
    const int count = row.kind == ConstraintKind::joint ? 2 : 1;
    for (int k = 0; k < count; ++k) {
      t_.classes.push_back({Target::deformation, row.element, k, Class::calculable, -1,
                            ClassSource::keyword, row.label, row.where});
      add(ChoiceKind::held_rate, {BalanceSide::stress, row.element, k}, row.label, row.where);
    }
  }
}

void ChainChoiceBuilder::equations() {
  for (const ChainRow& row : c_.rows) {
    EquationRow out;
    out.label = fmt::format("ROW {}", row.number);
    for (const ChainRowTerm& term : row.terms) {
      if (out.terms.empty()) out.where = term.where;
      if (term.right_side) {
        out.right_side = term.is;
        continue;
      }
      const auto where = variable(term.variable, term.index);
      if (where) out.terms.push_back({*where, term.is, term.label, false});
      // The force of a fixed tip is the constraint force with the opposite sign.
      if (term.variable <= fry && term.index == n_ && fixed_tip() >= 0)
        out.terms.push_back({{BalanceSide::stress, fixed_tip(), term.variable == fry ? 1 : 0},
                             term.is,
                             term.label,
                             true});
    }
    t_.choice.equations.push_back(std::move(out));
  }
}

void ChainChoiceBuilder::name(ChainVariable v, int index, std::string text) {
  if (const auto which = variable(v, index)) t_.choice.names.push_back({*which, std::move(text)});
}

void ChainChoiceBuilder::names() {
  static constexpr std::pair<ChainVariable, const char*> kOfJoints[] = {
      {frx, "FRX"}, {fry, "FRY"}, {m, "M"}};
  static constexpr std::pair<ChainVariable, const char*> kOfSegments[] = {
      {fextx, "FEXTX"}, {fexty, "FEXTY"}, {mext, "MEXT"}, {phidd, "PHIDD"}};
  for (const auto& [v, text] : kOfJoints)
    for (int k = 0; k <= n_; ++k) name(v, k, fmt::format("{} {}", text, k + 1));
  for (const auto& [v, text] : kOfSegments)
    for (int i = 0; i < n_; ++i) name(v, i, fmt::format("{} {}", text, i + 1));
  name(xdd, 0, "XDD");
  name(ydd, 0, "YDD");
  for (const ChainConstraint& row : c_.constraints) {
    if (row.element < 0) continue;
    const bool tip = row.element == fixed_tip();
    auto of = [&](int component, const char* what, const char* at_tip) {
      t_.choice.names.push_back(
          {{BalanceSide::stress, row.element, component},
           tip ? fmt::format("{} {}", at_tip, n_ + 1) : fmt::format("{} of {}", what, row.label)});
    };
    if (row.kind == ConstraintKind::equal) {
      of(0, "moment", "");
    } else {
      of(0, "force along x", "FRX");
      of(1, "force along y", "FRY");
    }
  }
}

// Adds an event at time t. A t that differs from a report time only by rounding becomes that report
// time.
void ChainChoiceBuilder::at_time(const std::string& label, SourceLocation where, double t,
                                 ActionRow action) {
  const TimeGrid& grid = t_.time;
  if (grid.step > 0) {
    const double nearest = grid.at(std::llround((t - grid.start) / grid.step));
    if (std::fabs(t - nearest) < tolerance::same_row * grid.step) t = nearest;
  }
  EventRow row;
  row.name = label;
  row.label = label;
  row.where = row.text_at = action.where = where;
  row.text = fmt::format("t > {}", t);
  row.function = fmt::format("t - ({})", t);
  row.comparison = true;
  row.passing = Passing::rising;
  row.actions.push_back(std::move(action));
  t_.events.push_back(std::move(row));
}

void ChainChoiceBuilder::happenings() {
  for (const ChainRelease& row : c_.releases) {
    ActionRow action;
    action.kind = ActionKind::release;
    auto target = [&](Target kind, int owner, int count) {
      for (int k = 0; k < count; ++k) action.targets.push_back({kind, owner, k});
    };
    if (row.constraint < 0) {
      target(Target::coordinate, c_.base_point, 2);
    } else {
      const ChainConstraint& held = c_.constraints[row.constraint];
      if (held.kind == ConstraintKind::lock)
        target(Target::coordinate, c_.segments[held.first].angle, 1);
      else
        target(Target::deformation, held.element, held.kind == ConstraintKind::joint ? 2 : 1);
    }
    at_time(row.label, row.where, row.t, std::move(action));
  }
  if (!c_.switches) return;
  ActionRow action;
  action.kind = ActionKind::forward;
  at_time("FORWARD", c_.forward_where, c_.forward_at, std::move(action));
}

}  // namespace mbs
