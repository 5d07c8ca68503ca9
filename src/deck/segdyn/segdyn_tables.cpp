// A chain as nodes and elements: each segment is a point node and an angle node at its centre of
// gravity; joint k is a revolute from segment k-1 to segment k, so that its stress is the joint
// force on segment k; hinge k is phi(k-1) - phi(k), so that its stress is the net joint moment on
// segment k (Casius 2004, Fig. 7; docs/chains.md).
//
// One file above 400 lines: each part of a chain is made from the nodes and elements of the parts
// before it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.h"
#include "base/row_columns.h"
#include "deck/records/run_records.h"
#include "deck/segdyn/chain_parts.h"

namespace mbs {

namespace {

class ChainBuilder : ChainParts {
 public:
  ChainBuilder(ElementSpecs specs, Tables& tables)
      : ChainParts(specs, tables), has_choice_(chain_has_choice(c_)) {}

  void make() {
    ground();
    segments();
    joints();
    for (ChainConstraint& row : c_.constraints) constrain(row);
    for (const ChainDrive& row : c_.drives) drive(row);
    for (const ChainKnown& row : c_.knowns)
      if (row.variable == ChainVariable::phi) follow(row);
    if (has_choice_) tip_joint();
    for (const ChainKnown& row : c_.knowns) know(row);
    if (has_choice_) ChainChoiceBuilder(t_, moving_).make();
    for (std::size_t k = 0; k < c_.contacts.size(); ++k) touch(c_.contacts[k], t_.contacts[k]);
    for (SpringRecord& row : c_.springs) spring(row);
    for (ChainPath& row : c_.paths) path(row);
    ChainBeamBuilder(specs_, t_, c_.ground_angle).make();
    for (const ChainPoint& row : c_.points) {
      const ChainSegment& s = c_.segments[row.segment];
      const auto number = count_of(t_.points) + 1;
      t_.points.push_back({number, s.point, s.angle, row.xi, row.eta, row.where});
    }
    for (const ChainLaw& row : c_.laws) act(row);
    for (PointForceRow row : c_.forces) {
      const ChainSegment& s = c_.segments[row.point];
      row.point = s.point;
      row.angle = s.angle;
      if (row.frame >= 0) row.frame = c_.segments[row.frame].angle;
      t_.forces.point_forces.push_back(std::move(row));
    }
    for (std::vector<MuscleRow>* all : {&t_.muscles, &t_.shared_muscles})
      for (MuscleRow& row : *all)
        for (MuscleArm& arm : row.arms) cross(arm);
    for (std::vector<MuscleArm>* joints : {&t_.muscle_start.joints, &t_.static_opt.joints})
      for (MuscleArm& joint : *joints) cross(joint);
    freedoms();
    if (t_.job == Job::kinematic) t_.job = Job::dynamic;
  }

 private:
  // Adds a motion of constant velocity: value + rate (t - T0).
  int uniform(double value, double rate, const std::string& label, SourceLocation where) {
    MotionRow row;
    row.coefficients = {value - rate * t_.time.start, rate};
    row.label = label;
    row.where = where;
    t_.motions.push_back(std::move(row));
    return count_of(t_.motions) - 1;
  }

  int motion_of(const std::string& text, SourceLocation text_at, const std::string& label,
                SourceLocation where) {
    MotionRow row;
    row.text = text;
    row.text_at = text_at;
    row.label = label;
    row.where = where;
    t_.motions.push_back(std::move(row));
    return count_of(t_.motions) - 1;
  }

  // Makes the environment: a point at the base, and an angle that stays 0.
  void ground() {
    const SourceLocation where = c_.segments[0].where;
    c_.base_point = node(NodeKind::point, c_.base[0], c_.base[1], "base", where);
    c_.ground_angle = node(NodeKind::angle, 0, 0, "base", where);
    classify(Target::coordinate, c_.ground_angle, 0, Class::fixed, "BASE", where);
    for (int k = 0; k < 2; ++k) {
      const double value = c_.base[k], rate = c_.free_base ? 0 : c_.base[k + 2];
      moving_[k] = c_.free_base || accelerates(k == 0 ? ChainVariable::xdd : ChainVariable::ydd);
      if (moving_[k] && c_.is_closed()) {
        const Class cls = has_choice_ && !has_loops() ? Class::dynamic : Class::calculable;
        classify(Target::coordinate, c_.base_point, k, cls, "BASE", where);
        if (has_choice_) start(c_.base_point, k, value, c_.base[k + 2], true, where, "BASE");
      } else if (rate == 0)
        classify(Target::coordinate, c_.base_point, k, Class::fixed, "BASE", where);
      else
        classify(Target::coordinate, c_.base_point, k, Class::prescribed, "BASE", where,
                 uniform(value, rate, "BASE", where));
    }
  }

  // Whether the acceleration of the base is a known or unknown variable of the deck.
  bool accelerates(ChainVariable v) const {
    auto names = [v](const auto& row) { return row.variable == v; };
    return std::any_of(c_.knowns.begin(), c_.knowns.end(), names) ||
           std::any_of(c_.unknowns.begin(), c_.unknowns.end(), names);
  }

  bool has_loops() const {
    if (c_.has_joints) return true;
    return c_.project &&
           std::any_of(c_.constraints.begin(), c_.constraints.end(),
                       [](const auto& row) { return row.kind != ChainConstraint::Kind::lock; });
  }

  void start(int owner, int component, double value, double rate, bool rate_given,
             SourceLocation where, const std::string& label) {
    t_.starts.push_back(
        {Target::coordinate, owner, component, true, value, rate_given, rate, label, where});
  }

  void segments() {
    const double xd = c_.base[2], yd = c_.base[3];
    for (int i = 0; i < n_; ++i) {
      ChainSegment& s = c_.segments[i];
      const std::string label = fmt::format("segment {}", i + 1);
      const double cosine = std::cos(s.phi), sine = std::sin(s.phi);
      const int parent = chain_parent(c_.segments, i);
      double x = c_.base[0], y = c_.base[1];
      if (parent >= 0) {
        const double reach = chain_reach(c_.segments, i), phi = c_.segments[parent].phi;
        x = joints_[parent][0] + reach * std::cos(phi);
        y = joints_[parent][1] + reach * std::sin(phi);
      }
      s.point = node(NodeKind::point, x + s.d * cosine, y + s.d * sine, label, s.where);
      s.angle = node(NodeKind::angle, s.phi, 0, label, s.where);
      t_.forces.masses.push_back({false, s.point, {s.m}, label, s.where});
      t_.forces.masses.push_back({false, s.angle, {s.j}, label, s.where});
      const std::string state = fmt::format("STATE {}", i + 1);
      start(s.angle, 0, s.phi, s.phid, s.phid_given, s.state_where, state);
      if (i == 0 && c_.free_base && !has_choice_) {
        start(s.point, 0, x + s.d * cosine, xd - s.d * sine * s.phid, true, s.state_where, "BASE");
        start(s.point, 1, y + s.d * sine, yd + s.d * cosine * s.phid, true, s.state_where, "BASE");
      }
      joints_.push_back({x, y});
    }
    const ChainSegment& last = c_.segments.back();
    joints_.push_back({joints_.back()[0] + last.l * std::cos(last.phi),
                       joints_.back()[1] + last.l * std::sin(last.phi)});
  }

  void joints() {
    for (int i = 0; i < n_; ++i) {
      ChainSegment& s = c_.segments[i];
      const int parent = chain_parent(c_.segments, i);
      const ChainSegment* p = parent >= 0 ? &c_.segments[parent] : nullptr;
      const int point = p ? p->point : c_.base_point, angle = p ? p->angle : c_.ground_angle;
      s.joint = element("PLREV", {point, angle, s.point, s.angle},
                        {p ? chain_reach(c_.segments, i) - p->d : 0, 0, -s.d, 0},
                        fmt::format("joint {}", i + 1), s.where);
      s.hinge = element("PLTOR", {s.angle, angle}, {}, fmt::format("hinge {}", i + 1), s.where);
      release(s.hinge, "SEGMENT", s.where);
      for (int k = 0; k < 2 && i == 0 && c_.free_base && !c_.is_closed(); ++k)
        classify(Target::deformation, s.joint, k, Class::calculable, "FREE BASE", s.where);
    }
  }

  void constrain(ChainConstraint& row) {
    if (row.kind == ChainConstraint::Kind::lock) {
      const ChainSegment& s = c_.segments[row.first];
      const int motion = row.text.empty() ? uniform(s.phi, s.phid, row.label, row.where)
                                          : motion_of(row.text, row.text_at, row.label, row.where);
      return classify(Target::coordinate, s.angle, 0, Class::prescribed, row.label, row.where,
                      motion);
    }
    if (row.kind == ChainConstraint::Kind::equal) {
      const ChainSegment &i = c_.segments[row.first], &j = c_.segments[row.second];
      row.element = element("PLTOR", {i.angle, j.angle}, {}, row.label, row.where);
      return;
    }
    // The tip is the distal end of the last segment; any other joint is the proximal end of its
    // segment. The constraint force acts on that segment (e = P_held - P), in addition to the joint
    // force, which keeps action and reaction (Casius 2004: constraint forces on the proximal
    // joint).
    const bool tip = row.first == n_;
    const ChainSegment& s = c_.segments[tip ? n_ - 1 : row.first];
    const std::array<double, 2>& here = joints_[row.first];
    const int held = node(NodeKind::point, row.placed ? row.x : here[0],
                          row.placed ? row.y : here[1], row.label, row.where);
    for (int k = 0; k < 2; ++k)
      classify(Target::coordinate, held, k, Class::fixed, row.label, row.where);
    row.element = element("PLREV", {held, c_.ground_angle, s.point, s.angle},
                          {0, 0, tip ? s.l - s.d : -s.d, 0}, row.label, row.where);
  }

  // Prescribes the hinge. Its deformation is minus the angle of the drive, so its rest value is 0.
  void drive(const ChainDrive& row) {
    const int hinge = c_.segments[row.joint].hinge;
    t_.forces.rests.push_back({hinge, {0}, row.label, row.where});
    const int motion = motion_of(fmt::format("-({})", row.text), row.text_at, row.label, row.where);
    for (ClassRow& known : t_.classes)
      if (known.target == Target::deformation && known.owner == hinge)
        known = {Target::deformation,  hinge,     0,        Class::prescribed, motion,
                 ClassSource::keyword, row.label, row.where};
  }

  // KNOWN PHI: an expression, a table or a value that stays.
  void follow(const ChainKnown& row) {
    MotionRow motion;
    if (row.is.table)
      motion.table = row.is.table, motion.smoothing = row.is.smoothing;
    else if (row.is.text.empty())
      motion.coefficients = {row.is.value};
    motion.text = row.is.text;
    motion.text_at = row.is.text_at;
    motion.label = row.label;
    motion.where = row.where;
    t_.motions.push_back(std::move(motion));
    classify(Target::coordinate, c_.segments[row.index].angle, 0, Class::prescribed, row.label,
             row.where, count_of(t_.motions) - 1);
  }

  void tip_hinge(const std::string& label, SourceLocation where) {
    if (c_.tip_hinge >= 0) return;
    c_.tip_hinge = element("PLTOR", {c_.ground_angle, c_.segments.back().angle}, {},
                           fmt::format("hinge {}", n_ + 1), where);
    release(c_.tip_hinge, label, where);
  }

  // Adds a released joint or hinge from the last segment to the environment where the deck names
  // the force or moment at the tip, which is the stress of that element.
  void tip_joint() {
    auto open = [this](const auto& row) {
      if (row.index != n_ || row.variable > ChainVariable::m) return;
      if (row.variable == ChainVariable::m) return tip_hinge(row.label, row.where);
      if (c_.tip_joint >= 0) return;
      const int origin = chain_origin(t_, row.label, row.where);
      const ChainSegment& last = c_.segments.back();
      c_.tip_joint =
          element("PLREV", {last.point, last.angle, origin, c_.ground_angle},
                  {last.l - last.d, 0, 0, 0}, fmt::format("joint {}", n_ + 1), row.where);
      for (int k : {0, 1})
        classify(Target::deformation, c_.tip_joint, k, Class::calculable, row.label, row.where);
    };
    for (const ChainKnown& row : c_.knowns) open(row);
    for (const ChainUnknown& row : c_.unknowns) open(row);
    for (const ChainRow& row : c_.rows)
      for (const ChainRowTerm& term : row.terms)
        if (!term.right_side) open(term);
  }

  void know(const ChainKnown& row) {
    // accelerations and angles belong to the choice of knowns
    if (row.variable >= ChainVariable::phidd) return;
    const bool tip = row.index == n_;
    if (tip && row.variable == ChainVariable::m) tip_hinge(row.label, row.where);
    LawRow law;
    law.of_chain = true;
    law.label = row.label;
    law.where = row.where;
    law.text = row.is.text;
    law.text_at = row.is.text_at;
    law.table = row.is.table;
    law.smoothing = row.is.smoothing;
    const bool is_force = row.variable <= ChainVariable::fry;
    const bool on_base = is_force && row.index == 0 && c_.is_closed();
    if (row.variable == ChainVariable::m || (is_force && !on_base)) {
      law.owner = tip        ? (is_force ? c_.tip_joint : c_.tip_hinge)
                  : is_force ? c_.segments[row.index].joint
                             : c_.segments[row.index].hinge;
      law.component = row.variable == ChainVariable::fry ? 1 : 0;
      if (law.text.empty() && !law.table) return stress(law.owner, law.component, row);
    } else {
      law.target = Target::coordinate;
      const ChainSegment& s = c_.segments[row.index];
      const bool is_y = row.variable == ChainVariable::fexty || row.variable == ChainVariable::fry;
      law.owner = on_base ? c_.base_point : row.variable == ChainVariable::mext ? s.angle : s.point;
      law.component = is_y ? 1 : 0;
      if (law.text.empty() && !law.table) {
        LoadRow load{law.owner, {}, row.label, row.where};
        load.value[law.component] = row.is.value;
        t_.forces.loads.push_back(std::move(load));
        return;
      }
    }
    t_.forces.laws.push_back(std::move(law));
  }

  // FRX and FRY of one joint go to one row, as in a native deck.
  void stress(int element, int component, const ChainKnown& row) {
    for (StressRow& s : t_.forces.stresses)
      if (s.kind == StressKind::prestress && s.element == element) {
        s.values[component] += row.is.value;
        return;
      }
    StressRow s;
    s.kind = StressKind::prestress;
    s.element = element;
    s.values.assign(t_.elements[element].spec->deformations.size(), 0.0);
    s.values[component] = row.is.value;
    s.label = row.label;
    s.where = row.where;
    t_.forces.stresses.push_back(std::move(s));
  }

  void spring(SpringRecord& row) {
    std::vector<int> nodes;
    for (int k : {row.i, row.j}) {
      const ChainSegment* s = k > 0 ? &c_.segments[k - 1] : nullptr;
      if (!row.turns) nodes.push_back(s ? s->point : chain_origin(t_, row.label, row.where));
      nodes.push_back(s ? s->angle : c_.ground_angle);
    }
    add_spring(row, find_spec(specs_, row.turns ? "PLTOR" : "PLSDA"), std::move(nodes), t_);
  }

  void path(ChainPath& row) {
    std::vector<int> nodes;
    for (const int k : row.segments) {
      nodes.push_back(k > 0 ? c_.segments[k - 1].point : chain_origin(t_, row.label, row.where));
      nodes.push_back(k > 0 ? c_.segments[k - 1].angle : c_.ground_angle);
    }
    row.element = element("PATH", std::move(nodes), row.columns, row.label, row.where);
    release(row.element, row.label, row.where);
  }

  void act(const ChainLaw& row) {
    LawRow law;
    law.text = row.text;
    law.text_at = row.text_at;
    law.label = row.label;
    law.where = row.where;
    if (row.kind == ChainLaw::Kind::segment) {
      const ChainSegment& s = c_.segments[row.number];
      law.target = Target::coordinate;
      law.owner = row.component == 2 ? s.angle : s.point;
      law.component = row.component == 2 ? 0 : row.component;
    } else if (row.kind == ChainLaw::Kind::path) {
      law.owner = c_.paths[row.number].element;
    } else {
      int number = -1;
      for (const SpringRecord& s : c_.springs)
        if (s.turns == (row.kind == ChainLaw::Kind::hinge) && ++number == row.number)
          law.owner = s.element;
    }
    t_.forces.laws.push_back(std::move(law));
  }

  // The angle of joint k is phi(k) - phi(k-1), the opposite of the hinge's deformation.
  void cross(MuscleArm& arm) {
    if (!arm.over) {
      arm.element = c_.segments[arm.number - 1].hinge;
      arm.sign = -1;
      return;
    }
    if (arm.is_of_joint()) return;  // the joint is not made yet
    if (arm.of == "PATH") {
      arm.element = c_.paths[arm.number - 1].element;
      return;
    }
    int number = 0;
    for (const SpringRecord& s : c_.springs)
      if (!s.turns && ++number == arm.number) arm.element = s.element;
  }

  void touch(const ChainContact& row, ContactRow& law) {
    const int origin = chain_origin(t_, row.label, row.where);
    const ChainSegment& s = c_.segments[row.segment];
    std::vector<double> columns = row.columns;
    columns[row.outline ? OutlineColumn::xi : 0] -= s.d;
    law.element = element(row.outline  ? "PLCPOLY"
                          : row.circle ? "PLCCIRC"
                                       : "PLCLINE",
                          {s.point, s.angle, origin, c_.ground_angle}, std::move(columns),
                          row.label, row.where);
    t_.elements[law.element].text_at = row.vertices_at;
    for (int k : {0, 1})
      classify(Target::deformation, law.element, k, Class::calculable, row.label, row.where);
  }

  // Without closed loops the angles and a free base are the degrees of freedom. With closed loops
  // pivoting chooses them, and angles with a given rate come first.
  void freedoms() {
    t_.method.choose_freedoms = has_loops();
    if (has_loops()) return;
    for (int i = 0; i < n_; ++i) {
      const ChainSegment& s = c_.segments[i];
      const bool locked = std::any_of(
          c_.constraints.begin(), c_.constraints.end(), [&](const ChainConstraint& row) {
            return row.kind == ChainConstraint::Kind::lock && row.first == i;
          });
      const bool known =
          std::any_of(c_.knowns.begin(), c_.knowns.end(), [i](const ChainKnown& row) {
            return row.variable == ChainVariable::phi && row.index == i;
          });
      if (!locked && !known)
        classify(Target::coordinate, s.angle, 0, Class::dynamic, "SEGMENT", s.where);
      for (int k = 0; k < 2 && i == 0 && c_.free_base && !has_choice_; ++k)
        classify(Target::coordinate, s.point, k, Class::dynamic, "FREE BASE", s.where);
    }
  }

  bool has_choice_;
  std::array<bool, 2> moving_{};               // the base, along x and y
  std::vector<std::array<double, 2>> joints_;  // positions of joints 1 .. n + 1 at the start
};

}  // namespace

void make_chain_tables(ElementSpecs specs, Tables& tables) { ChainBuilder(specs, tables).make(); }

}  // namespace mbs
