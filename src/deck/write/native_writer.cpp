// Writes native decks from any tables. Comments give the names that another dialect uses.
#include <fmt/format.h>

#include <algorithm>

#include "deck/forms/element_fields.h"
#include "deck/forms/row_forms.h"
#include "deck/lines/writing.h"
#include "deck/native/native.h"
#include "deck/records/observation_records.h"
#include "deck/tables/tables.h"
#include "deck/write/native_channels.h"
#include "text/expression.h"
#include "text/number.h"

namespace mbs {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

std::string comment(const std::string& label, const std::string& own) {
  return label == own ? "\n" : fmt::format("  # {}\n", label);
}

int node_number(const Tables& t, int node) { return t.nodes[index(node)].number; }

std::string elements(const Tables& t) {
  std::string out;
  for (const ElementRow& row : t.elements) {
    const std::string own = fmt::format("{} {}", row.spec->keyword, row.number);
    out += own;
    if (!has_row_form(*row.spec)) {
      for (int node : row.nodes) out += fmt::format(" {}", node_number(t, node));
      out += write_element_columns(row);
    } else {
      const auto body = [&](std::size_t k) {
        return fmt::format("{} {}", node_number(t, row.nodes[2 * k]),
                           node_number(t, row.nodes[2 * k + 1]));
      };
      out += write_row(row, body, *t.parameters);
    }
    // What a native deck says in one line, such as STOPS, may be several elements.
    out += t.vocabulary.dialect == kNativeVocabulary.dialect ? "\n" : comment(row.label, own);
  }
  return out;
}

std::string positions(const Tables& t) {
  std::string out;
  for (const NodeRow& row : t.nodes) {
    if (row.number == 0) continue;  // the ground
    out += fmt::format("X {}{}", row.number,
                       write_numbers({row.x.begin(), row.x.begin() + position_count(row.kind)}));
    out += comment(row.label, fmt::format("node {}", row.number));
  }
  return out;
}

std::string_view class_word(const ClassRow& row) {
  const bool on_x = row.target == Target::coordinate;
  switch (row.cls) {
    case Class::fixed:
      return on_x ? "FIX" : "";
    case Class::prescribed:
      return on_x ? "INPUTX" : "INPUTE";
    case Class::dynamic:
      return on_x ? "DYNX" : "DYNE";
    case Class::calculable:
      return on_x ? "" : "RLSE";
  }
  return "";
}

int owner_number(const Tables& t, Target target, int owner) {
  return target == Target::coordinate ? node_number(t, owner) : t.elements[index(owner)].number;
}

// Whether two classes go on one line: native classes by their content, classes of KABIOS also by
// their label.
bool same_line(const ClassRow& a, const ClassRow& b) {
  return a.target == b.target && a.owner == b.owner && a.cls == b.cls && a.source == b.source &&
         (a.source == ClassSource::keyword || a.label == b.label);
}

// The slip of a CAM comes of its FRICTION or CONTACT, further down in the deck.
bool is_slip_of_cam(const Tables& t, const ClassRow& row) {
  return row.target == Target::deformation && row.component > 0 &&
         t.elements[index(row.owner)].spec->is_gap;
}

// One line for all components of a node or element that same_line() joins.
std::string classes(const Tables& t) {
  std::string out;
  std::vector<bool> done(t.classes.size());
  for (std::size_t k = 0; k < t.classes.size(); ++k) {
    const ClassRow& row = t.classes[k];
    if (done[k] || class_word(row).empty() || is_slip_of_cam(t, row) ||
        owner_number(t, row.target, row.owner) == 0)
      continue;  // a default needs no line
    out += fmt::format("{} {}", class_word(row), owner_number(t, row.target, row.owner));
    for (std::size_t m = k; m < t.classes.size(); ++m) {
      if (!same_line(row, t.classes[m]) || is_slip_of_cam(t, t.classes[m])) continue;
      done[m] = true;
      out += fmt::format(" {}", t.classes[m].component + 1);
    }
    out += row.source == ClassSource::keyword ? "\n" : fmt::format("  # {}\n", row.label);
  }
  return out;
}

std::string points(const Tables& t) {
  std::string out;
  for (const PointRow& row : t.points)
    out += fmt::format(
        "POINT {} {} {}{}{}\n", row.number, node_number(t, row.point), node_number(t, row.angle),
        write_numbers({row.xi, row.eta}),
        t.nodes[at(row.angle)].kind == NodeKind::orientation ? write_numbers({row.zeta}) : "");
  return out;
}

}  // namespace

std::string write_native(const Tables& tables) {
  Tables t = tables;
  if (t.dialect == Dialect::kabios) use_native_names(t);
  return write_live_parameters(*t.parameters) + write_observations(t) + elements(t) + positions(t) +
         classes(t) + points(t) + "END HALT\n" + write_native_dynamics(t) + "END END\n";
}

}  // namespace mbs
