// A native deck of the plane z = 0 becomes one of space with the same motion: points get a z,
// angles become orientations, and elements their twins of space. What its joints leave open out of
// the plane is held once and no more, so that no stress is left open: a joint that closes a loop
// lets go what it need not hold, and what no joint holds gets a PLANAR joint on the ground or FIX.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/disjoint_sets.h"
#include "base/index.h"
#include "deck/lines/dialects.h"
#include "deck/native/native.h"
#include "deck/records/space_load.h"
#include "deck/tables/tables.h"
#include "deck/write/space_twins.h"
#include "text/time_table.h"

namespace mbs {

namespace {

class SpaceDeck : private PlaneDeck {
 public:
  SpaceDeck(const Tables& plane, ElementSpecs specs, Diagnostics& diagnostics)
      : PlaneDeck(plane, diagnostics),
        t_(plane),
        specs_(specs),
        ground_(count_of(plane_.nodes)),
        levels_(ground_ + 1) {}

  std::string write() {
    refuse();
    if (diagnostics_.has_errors()) return {};
    t_.classes.clear();
    nodes();
    elements();
    classes();
    hold();
    put_forces_in_space(plane_, t_, diagnostics_);
    put_muscles_in_space(plane_, t_, diagnostics_);
    starts();
    use_space_channels(
        plane_, t_, [this](int angle) { return measured(angle); }, diagnostics_);
    measuring_hinges();
    point_forces();
    frictions();
    subject();
    t_.names.clear();
    return diagnostics_.has_errors() ? std::string() : write_native(t_);
  }

 private:
  template <class Rows>
  void refuse_rows(const Rows& rows, const std::string& expected) {
    for (const auto& row : rows)
      fail(row.where, row.label, "it has no counterpart in space yet", expected);
  }
  void refuse() {
    for (const NodeRow& row : plane_.nodes)
      if (node_type(row.kind).is_spatial) {
        fail(row.where, row.label, "it is a node of space",
             "expected a deck of the plane, which --convert space writes out in space");
        break;
      }
    for (const ElementRow& row : plane_.elements)
      if (const SpaceTwin& twin = space_twin(*row.spec); !twin.refusal.empty())
        fail(row.where, row.label, "it has no counterpart in space", std::string(twin.refusal));
    for (const ContactRow& row : plane_.frictions)
      if (row.joint.kind != FrictionKind::constant && !rubs_in_twin(row))
        fail(row.where, row.label, "it has no counterpart in space yet",
             "in space FRICTION is that of a REVOLUTE or PRISMATIC along its own deformation 1: "
             "write it behind END HALT");
    refuse_muscles_in_space(plane_, diagnostics_);
    refuse_rows(plane_.mirrored, "give X lines of the closure that is meant");
  }

  // ---- nodes ------------------------------------------------------------------------------------
  void nodes() {
    for (NodeRow& row : t_.nodes) {
      if (row.kind == NodeKind::point) {
        row.kind = NodeKind::space_point;
        row.x[2] = 0;
      } else {
        row.kind = NodeKind::orientation;
        row.x = {std::cos(row.x[0] / 2), 0, 0, std::sin(row.x[0] / 2)};
      }
    }
    for (const ElementRow& row : plane_.elements)
      next_element_ = std::max(next_element_, row.number + 1);
  }

  // ---- elements ---------------------------------------------------------------------------------
  void elements() {
    for (ElementRow& row : t_.elements) {
      if (space_twin(*row.spec).form == TwinForm::same) continue;  // RELATION, FORMULA, VFORMULA
      make_twin(plane_, specs_, row);
      row.label = fmt::format("{} {}", row.spec->keyword, row.number);
    }
  }

  // ---- classes ----------------------------------------------------------------------------------
  void add_class(Target target, int owner, int comp, Class cls) {
    ClassRow row;
    row.target = target, row.owner = owner, row.component = comp, row.cls = cls;
    t_.classes.push_back(std::move(row));
  }

  void classes() {
    for (const ClassRow& from : plane_.classes) {
      ClassRow row = from;
      row.source = ClassSource::keyword;
      if (from.target == Target::deformation) {
        if (from.cls != Class::fixed) need_same(from.owner, from.component, from.where, from.label);
        row.component = component(from.owner, from.component);
      } else if (is_angle(from.owner)) {
        if (from.cls == Class::prescribed) {
          turn(from);
          continue;
        }
        if (from.cls == Class::fixed)
          for (const int c : {0, 1}) add_class(Target::coordinate, from.owner, c, Class::fixed);
        row.component = 2;
      }
      t_.classes.push_back(std::move(row));
    }
  }

  // An angle that moves as prescribed: a turn about z, counted from the X of its node.
  void turn(const ClassRow& from) {
    const double start = angle_at(from.owner);
    TurnRow row;
    row.node = from.owner;
    const MotionRow& given = plane_.motions[at(from.motion)];
    MotionRow still = given, about_z = given;
    still.coefficients = {0.0}, still.text.clear(), still.table.reset();
    const bool stays = given.text.empty() && !given.table && given.coefficients.size() == 1 &&
                       given.coefficients[0] == start;
    if (!stays) {
      row.words = "AXIS 0 0 1";
      if (given.table) {
        auto table = std::make_shared<TimeTable>(*given.table);
        for (double& angle : table->columns[at(given.column)]) angle -= start;
        about_z.table = std::move(table);
      } else if (given.text.empty()) {
        std::vector<double> turned = given.coefficients;
        turned[0] -= start;
        about_z.text = polynomial(turned);
      } else if (start != 0) {
        about_z.text = fmt::format("({}) - {}", given.text, number_text(start));
      }
    } else {
      about_z = still;
    }
    for (int c = 0; c < 3; ++c) {
      ClassRow one = from;
      one.source = ClassSource::keyword;
      one.component = c;
      one.motion = count_of(t_.motions);
      t_.motions.push_back(c == 0 ? about_z : still);
      t_.classes.push_back(std::move(one));
    }
    t_.turns.push_back(std::move(row));
  }

  static std::string polynomial(const std::vector<double>& coefficients) {
    std::string out;
    for (std::size_t k = 0; k < coefficients.size(); ++k) {
      if (coefficients[k] == 0 && coefficients.size() > 1) continue;
      out += (out.empty() ? "" : " + ") + number_text(coefficients[k]) +
             (k == 0   ? ""
              : k == 1 ? "*t"
                       : fmt::format("*t^{}", k));
    }
    return out.empty() ? "0" : out;
  }

  // ---- what holds the mechanism in its plane ----------------------------------------------------
  void let_go(int element, int comp) {
    add_class(Target::deformation, element, comp, Class::calculable);
  }

  void hold() {
    const int ground = ground_;
    for (const ClassRow& row : plane_.classes) {
      if (row.target != Target::coordinate) continue;
      const bool held = row.cls == Class::fixed || row.cls == Class::prescribed;
      if (!held || !levels_.join(ground, row.owner)) continue;
      if (!is_angle(row.owner)) add_class(Target::coordinate, row.owner, 2, Class::fixed);
    }
    for (int k = 0; k < count_of(plane_.elements); ++k) {
      const SpaceTwin& to = twin(k);
      const std::vector<int>& n = plane_.elements[at(k)].nodes;
      if (to.tilts[0] >= 0) {
        const bool pairs = n.size() == 4;
        if (!levels_.join(n[pairs ? 1 : 0], n[pairs ? 3 : 1]))
          for (const int c : to.tilts) let_go(k, c);
      }
      if (to.level >= 0 && !levels_.join(n[0], n[2])) let_go(k, to.level);
    }
    for (int k = 0; k < count_of(plane_.elements); ++k) {
      const std::vector<int>& n = plane_.elements[at(k)].nodes;
      if (plane_.elements[at(k)].spec->arity != Arity::fixed || n.size() != 4) continue;
      for (const std::size_t body : {0u, 2u}) stand(n[body], n[body + 1]);
    }
    for (int k = 0; k < ground; ++k) {
      if (!levels_.join(ground, k)) continue;
      if (is_angle(k))
        stand_alone(k);
      else
        add_class(Target::coordinate, k, 2, Class::fixed);
    }
  }

  int ground_node(NodeKind kind) {
    for (int k = ground_; k < count_of(t_.nodes); ++k)
      if (t_.nodes[at(k)].number == 0 && t_.nodes[at(k)].kind == kind) return k;
    NodeRow row;
    row.kind = kind;
    if (kind == NodeKind::orientation) row.x[0] = 1;
    t_.nodes.push_back(std::move(row));
    return count_of(t_.nodes) - 1;
  }
  ElementRow& add_element(const char* keyword, std::vector<int> nodes) {
    ElementRow row;
    row.number = next_element_++;
    row.spec = find_spec(specs_, keyword);
    row.label = fmt::format("{} {}", keyword, row.number);
    row.nodes = std::move(nodes);
    row.columns.assign(row.spec->columns.size(), 0.0);
    t_.elements.push_back(std::move(row));
    return t_.elements.back();
  }

  // A body that no joint holds in the plane stands on the ground with a PLANAR joint.
  void stand(int point, int angle) {
    if (levels_.root(angle) == levels_.root(ground_)) return;
    levels_.join(ground_, angle);
    const int place = ground_node(NodeKind::space_point);
    const int frame = ground_node(NodeKind::orientation);
    ElementRow& row = add_element("PLANAR", {place, frame, point, angle});
    const NodeRow& at_start = plane_.nodes[at(point)];
    row.columns[0] = at_start.x[0], row.columns[1] = at_start.x[1];
    row.columns[8] = 1, row.columns[9] = 1;
    if (!levels_.join(ground_, point)) let_go(count_of(t_.elements) - 1, 3);
  }
  // An angle that belongs to no body of a joint.
  void stand_alone(int angle) {
    stand_on_ground(angle);
    let_go(count_of(t_.elements) - 1, 0);
  }
  void stand_on_ground(int angle) {
    add_element("HINGE", {ground_node(NodeKind::orientation), angle}).columns = {0, 0, 1};
  }

  // ---- angles that laws read --------------------------------------------------------------------
  // The turn of an angle from its X line: that of a HINGE on the ground that holds nothing.
  std::string measured(int angle) {
    int& number = measuring_[angle];
    if (number == 0) number = next_element_++;
    return fmt::format("e{}_1", number);
  }
  void measuring_hinges() {
    for (const auto& [angle, number] : measuring_) {
      next_element_ = number;
      stand_on_ground(angle);
      for (const int c : {0, 1, 2}) let_go(count_of(t_.elements) - 1, c);
    }
  }

  // ---- FRICTION ---------------------------------------------------------------------------------
  // A pin rubs by the angle of its own bodies, which is that of its twin, too. A degree of freedom
  // and a drive stay with their HINGE, which the twin would hold beside them.
  bool rubs_in_twin(const ContactRow& row) const {
    const ElementRow& joint = plane_.elements[at(row.element)];
    const std::vector<int>& slip = plane_.elements[at(row.joint.element)].nodes;
    const ClassRow* const cls =
        plane_.class_of(Target::deformation, row.joint.element, row.joint.component);
    return row.joint.kind == FrictionKind::pin && twin(row.element).form == TwinForm::pin &&
           twin(row.joint.element).form == TwinForm::hinge &&
           (!cls || cls->cls == Class::calculable) &&
           std::minmax(slip[0], slip[1]) == std::minmax(joint.nodes[1], joint.nodes[3]);
  }
  void frictions() {
    for (ContactRow& row : t_.frictions) {
      JointFriction& joint = row.joint;
      if (joint.kind == FrictionKind::constant) {
        need_same(joint.element, joint.component, row.where, row.label);
        joint.component = component(joint.element, joint.component);
      } else {
        joint.kind = FrictionKind::bearing;
        joint.element = row.element;
        joint.component = 0;
      }
    }
  }

  // ---- SUBJECT ----------------------------------------------------------------------------------
  // What SUBJECT lines make becomes OUT and MEASURE lines.
  void subject() {
    t_.subject = {};
    for (OutRow& row : t_.outs)
      if (!row.meaning.empty()) row.name = name_of_subject_in_space(row.name), row.meaning.clear();
    for (MeasureRow& row : t_.measures) row.of_subject = false;
  }

  // ---- PFORCE -----------------------------------------------------------------------------------
  void point_forces() {
    for (const PointForceRow& row : t_.forces.point_forces) {
      SpaceLoad load;
      load.along_body = row.frame >= 0;
      load.frame = row.frame;
      load.place = {row.xi, row.eta, 0};
      load.value = {row.fx, row.fy, 0};
      if (row.by_expression()) load.text = {row.text[0], row.text[1], ""};
      load.label = row.label, load.where = row.where;
      lower_space_load(load, row.point, row.angle, t_);
    }
    t_.forces.point_forces.clear();
  }

  void starts() {
    std::vector<StartRow> rows;
    for (const StartRow& from : plane_.starts) {
      StartRow row = from;
      if (from.target == Target::deformation) {
        need_same(from.owner, from.component, from.where, from.label);
        row.component = component(from.owner, from.component);
      } else if (is_angle(from.owner)) {
        row.component = 2;
        if (from.has_value) {
          StartRow turned = from;
          turned.has_velocity = false;
          for (const int c : {0, 1, 2}) {
            turned.component = c;
            turned.value = c == 2 ? from.value : 0;
            rows.push_back(turned);
          }
          if (!from.has_velocity) continue;
          row.has_value = false;
        }
      }
      rows.push_back(std::move(row));
    }
    t_.starts = std::move(rows);
    for (EventRow& row : t_.events)
      for (ActionRow& action : row.actions) {
        for (EventTarget& target : action.targets) move_target(target, row);
        for (EventTarget& target : action.stick) move_target(target, row);
      }
  }
  void move_target(EventTarget& target, const EventRow& row) {
    if (target.target == Target::deformation) {
      need_same(target.owner, target.component, row.where, row.label);
      target.component = component(target.owner, target.component);
    } else if (is_angle(target.owner)) {
      target.component = 2;
    }
  }

  Tables t_;
  ElementSpecs specs_;
  int ground_;  // the index behind all nodes of the plane
  // Angles whose tilts, and points whose heights, follow from one another. An angle and a point
  // are never joined but through the ground.
  DisjointSets levels_;
  int next_element_ = 1;
  std::map<int, int> measuring_;  // number of the HINGE that measures an angle, by its index
};

}  // namespace

std::string write_in_space(const Tables& native, ElementSpecs specs, Diagnostics& diagnostics) {
  return SpaceDeck(native, specs, diagnostics).write();
}

}  // namespace mbs
