#include <array>
#include <cmath>

#include "space.h"
#include "space_functions.h"
#include "space_rolling.h"
#include "text.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::string numbers(const Vector3& v) {
  return " " + number(v[0]) + " " + number(v[1]) + " " + number(v[2]);
}

class Writer {
 public:
  Writer(const SpaceMechanism& m, int steps, const std::string& integ)
      : m_(m), steps_(steps), integ_(integ) {}

  std::string text() {
    for (std::size_t k = 0; k < m_.elements.size(); ++k) element(static_cast<int>(k));
    for (int k = 0; k < static_cast<int>(m_.bodies.size()); ++k) node(k);
    for (const NodeFreedom& f : m_.freedoms) {
      const bool turns = f.component >= 3;
      const std::string name =
          std::to_string(10 * f.body + (turns ? 2 : 1)) + " " + std::to_string(f.component % 3 + 1);
      first_ += "DYNX " + name + "\n";
      second_ += "STARTVX " + name + " " + number(f.rate) + "\n";
    }
    for (std::size_t k = 0; k < m_.events.size(); ++k) event(k);
    if (m_.gravity != Vector3{}) second_ += "GRAVITY" + numbers(m_.gravity) + "\n";
    if (m_.chooses) second_ += "DOF AUTO\n";
    if (!m_.form.empty()) second_ += "FORM " + m_.form + "\n";
    if (!integ_.empty()) second_ += "INTEG " + integ_ + "\n";
    return first_ + "END HALT\n" + second_ + "TIMESTEP " + number(steps_ * m_.dt) + " " +
           std::to_string(steps_) + "\nEND END\n";
  }

 private:
  const SpaceBody& body(int k) const { return m_.bodies[at(k)]; }
  bool is_zero(int k) const { return k == 0 && m_.ground_is_zero; }
  std::string point(int k) const { return is_zero(k) ? " 0" : " " + std::to_string(10 * k + 1); }
  std::string turn(int k) const { return is_zero(k) ? " 0" : " " + std::to_string(10 * k + 2); }
  std::string both(int k) const { return point(k) + turn(k); }

  // X n of an orientation, in a way that belongs to the body.
  std::string orientation(int k) const {
    const std::array<double, 4>& q = body(k).q;
    const double s = std::sqrt(1 - q[0] * q[0]);
    const double angle = 2 * std::atan2(s, q[0]);
    if (k % 4 == 1 && s > 0.1)
      return " ROT AXIS" + numbers({q[1] / s, q[2] / s, q[3] / s}) + " " + number(angle);
    if (k % 4 == 2 && s > 0.1)
      return " ROT VECTOR" + numbers({q[1] / s * angle, q[2] / s * angle, q[3] / s * angle});
    if (k % 4 == 3) {
      std::string out = " MATRIX";
      for (const Vector3& row : matrix_of(q)) out += numbers(row);
      return out;
    }
    return " " + number(q[0]) + numbers({q[1], q[2], q[3]});
  }

  void node(int k) {
    if (is_zero(k)) return;
    const SpaceBody& b = body(k);
    first_ += "X" + point(k) + numbers(b.x) + "\n";
    if (b.fixed) first_ += "FIX" + point(k) + "\n";
    if (b.force != Vector3{}) second_ += "XF" + point(k) + numbers(b.force) + "\n";
    if (b.point) {
      if (b.mass > 0) second_ += "XM" + point(k) + " " + number(b.mass) + "\n";
      return;
    }
    first_ += "X" + turn(k) + orientation(k) + "\n";
    if (b.fixed) {
      first_ += "FIX" + turn(k) + "\n";
      return;
    }
    std::string inertia;
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = r; c < 3; ++c) inertia += " " + number(b.inertia[r][c]);
    if (b.centre == Vector3{})
      second_ += "XM" + point(k) + " " + number(b.mass) + "\nXM" + turn(k) + inertia + "\n";
    else
      second_ += "BODYMASS" + both(k) + " " + number(b.mass) + numbers(b.centre) + inertia + "\n";
    if (b.moment != Vector3{}) second_ += "XF" + turn(k) + numbers(b.moment) + "\n";
    for (int c = 1; c <= 3 && b.drag > 0; ++c)
      second_ += "XLAW" + turn(k) + " " + std::to_string(c) + " = -" + number(b.drag) + "*v\n";
  }

  void event(std::size_t k) {
    const SpaceEvent& of = m_.events[k];
    static constexpr std::array kWords{"RELEASE", "FIX", "IMPACT", "PRESCRIBE"};
    second_ += "EVENT happens" + std::to_string(k + 1) + " WHEN t > " + number(of.t) + " DO " +
               kWords[static_cast<std::size_t>(of.action)] + " E " + std::to_string(of.element + 1);
    for (const std::size_t d : of.rows)
      second_ += " " + std::to_string(deck_deformation(m_.elements[at(of.element)].joint, d));
    if (of.action == SpaceEvent::Action::impact) second_ += " e = " + number(of.restitution);
    if (of.action == SpaceEvent::Action::prescribe)
      second_ += " " + number(of.rate) + " " + number(of.acceleration);
    second_ += "\n";
  }

  // A wheel, a ball or an egg with the law of its slips, or a rate row.
  void rolling(const SpaceElement& e, const std::string& name) {
    const bool in_space = is_zero(e.j) && e.way > 0;
    first_ += form_of(e.joint).word + (" " + name);
    first_ += e.joint == Joint::skate ? rate_row(e)
                                      : rolling_fields(e, both(e.i), in_space ? "" : both(e.j));
    first_ += "\n";
    for (std::size_t d = 0; d < e.free.size(); ++d) {
      const FreeMotion& f = e.free[d];
      const std::string place = std::to_string(deck_deformation(e.joint, d));
      first_ += (f.driven ? "INPUTE " : "RLSE ") + name + " " + place + "\n";
      if (f.driven)
        second_ += "INPUTE " + name + " " + place + " RATE = " + number(f.a) + "*sin(" +
                   number(f.w) + "*t) + " + number(f.b) + "*t\n";
      if (f.driven) continue;
      second_ += "ELAW " + name + " " + place + " = " + number(f.d) + "*ed + " + number(f.a) +
                 "*sin(" + number(f.w) + "*t)\n";
    }
  }

  void element(int k) {
    const SpaceElement& e = m_.elements[at(k)];
    const std::string name = std::to_string(k + 1);
    if (has_rates(e.joint)) return rolling(e, name);
    first_ += std::string(form_of(e.joint).word) + " " + name + fields(e) + "\n";
    std::string stiffness, damping;
    bool springs = false, dampers = false;
    for (std::size_t d = 0; d < e.free.size(); ++d) {
      const FreeMotion& f = e.free[d];
      const std::string one = name + " " + std::to_string(d + 1);
      springs = springs || f.k != 0;
      dampers = dampers || f.d != 0;
      // Of a bar: EA and its damping, over the length.
      const double length = e.joint == Joint::truss ? fit(e, body(e.i), body(e.j)).length : 1;
      stiffness += " " + number(f.k * length);
      damping += " " + number(f.d * length);
      const std::string wave = number(f.a) + "*sin(" + number(f.w) + "*t)";
      if (f.driven) {
        first_ += "INPUTE " + one + "\n";
        const std::string home = f.home == 0 ? "" : number(f.home) + " + ";
        second_ += "INPUTE " + one + " = " + home + wave + " + " + number(f.b) + "*t^2\n";
      } else if (f.dynamic) {
        first_ += "DYNE " + one + "\n";
        second_ += "STARTDE " + one + " " + number(f.home + f.start) + " " + number(f.rate) + "\n";
      } else if (e.joint == Joint::sda || e.joint == Joint::truss || e.joint == Joint::hinge) {
        first_ += "RLSE " + one + "\n";
      }
      if (!f.driven && f.a != 0) second_ += "ELAW " + one + " = " + wave + "\n";
    }
    for (std::size_t d = e.free.size(); d < at(form_of(e.joint).rows); ++d) {
      stiffness += " 0";
      damping += " 0";
    }
    if (springs) second_ += "ESTIFF " + name + stiffness + "\n";
    if (dampers) second_ += "EDAMP " + name + damping + "\n";
  }

  std::string fields(const SpaceElement& e) const {
    if (e.joint == Joint::relation)
      return " = " + number(e.factors[0]) + "*e" + std::to_string(e.inner[0] + 1) + "_1 + " +
             number(e.factors[1]) + "*e" + std::to_string(e.inner[1] + 1) + "_1";
    const Fitting f = fit(e, body(e.i), body(e.j));
    switch (e.joint) {
      case Joint::hinge:
        return turn(e.i) + turn(e.j) + numbers(e.axes[0]);
      case Joint::cardan: {
        std::string out = turn(e.i) + turn(e.j) + " ";
        for (const int axis : e.sequence) out += "xyz"[axis];
        return out;
      }
      case Joint::pinbody:
        return both(e.i) + point(e.j);
      case Joint::slider:
        return both(e.i) + point(e.j) + numbers(e.axes[0]);
      case Joint::rbeam:
        return both(e.i) + point(e.j) + numbers(e.axes[1]);
      case Joint::truss:
        return point(e.i) + point(e.j);
      case Joint::sda:
        return both(e.i) + both(e.j) + numbers(f.point_i) + numbers(f.point_j);
      default:
        break;
    }
    std::string out = both(e.i) + both(e.j);
    const bool by_place = e.way == 0;
    out += by_place ? " AT" + numbers(e.place) : numbers(f.point_i) + numbers(f.point_j);
    if (e.joint == Joint::spherical) return out;
    const Matrix3& axes = by_place ? e.axes : f.axes_i;
    out += numbers(axes[0]);
    if (e.says_v) out += numbers(axes[1]);
    if (e.joint == Joint::screw) out += " LEAD " + number(e.lead);
    if (e.way == 1 && e.says_v) {
      out += " AXISJ" + numbers(f.axes_j[0]);
      out += numbers(f.axes_j[1]);
    }
    return out;
  }

  const SpaceMechanism& m_;
  int steps_;
  std::string integ_;
  std::string first_, second_;
};

}  // namespace

std::string space_deck(const SpaceMechanism& m, int steps, const std::string& integ) {
  return Writer(m, steps, integ).text();
}

}  // namespace hunt
