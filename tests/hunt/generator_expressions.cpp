// Elements that a deck writes itself: relations, formulas of positions and of velocities, paths
// round a pulley, and cams.
#include <algorithm>
#include <cmath>

#include "generator.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Expressions {
 public:
  Expressions(Random& random, Mechanism& m) : random_(random), m_(m) {
    for (const Element& e : m.elements) number_ = std::max(number_, e.number);
  }

  void add() {
    const int wanted = 1 + random_.below(2);
    for (int k = 0; k < wanted; ++k) {
      const double kind = random_.uniform(0, 1);
      if (kind < 0.35)
        relation();
      else if (kind < 0.7)
        formula();
      else if (kind < 0.8)
        pulley();
      else if (kind < 0.9)
        rate();
      else
        cam();
    }
  }

 private:
  // One more coordinate that the element reads.
  void read(Element& e, int node) {
    e.nodes.push_back(node);
    e.components.push_back(random_.below(m_.nodes[at(node)].count()));
    e.node_counts.push_back(at(m_.nodes[at(node)].count()));
  }
  void read_any(Element& e) {
    int node = random_.below(static_cast<int>(m_.nodes.size()));
    while (m_.nodes[at(node)].clock) node = random_.below(static_cast<int>(m_.nodes.size()));
    read(e, node);
  }
  // By chance a deformation of an element that reads no other.
  void read_deformation(Element& e) {
    const int k = random_.below(static_cast<int>(m_.elements.size()) + 1) - 1;
    if (k < 0 || m_.elements[at(k)].expression() || !random_.chance(0.6)) return;
    e.inner = k;
    e.inner_component = random_.below(m_.elements[at(k)].count());
    e.inner_factor = random_.rough(-1, 1);
  }
  void say(Element& e) {
    e.number = ++number_;
    if (random_.chance(0.5)) {
      e.cls[0] = Class::calculable;
      e.stiffness = {random_.rough(5, 40)};
      if (random_.chance(0.4)) e.damping = {random_.rough(0.1, 2)};
      if (random_.chance(0.3)) e.law[0] = {true, 0, 0, 0, random_.rough(-3, 3), 5, 0.3, 0, ""};
    } else if (e.kind == Kind::formula) {
      e.inner = -1;  // it would have to be 0 at the start with the other's deformation in it
    }
    m_.elements.push_back(e);
  }

  void relation() {
    Element e;
    e.kind = Kind::relation;
    const int terms = 1 + random_.below(4);
    for (int k = 0; k < terms; ++k) {
      read_any(e);
      e.columns.push_back(random_.rough(-2, 2));
    }
    read_deformation(e);
    say(e);
  }

  // Held it is 0 at the start.
  void formula() {
    Element e;
    e.kind = Kind::formula;
    for (int k = 0; k < 4; ++k) read_any(e);
    const bool timed = random_.chance(0.4);
    e.columns = {0,
                 random_.rough(-2, 2),
                 random_.rough(-1, 1),
                 random_.rough(0.5, 2),
                 random_.rough(-1, 1),
                 timed ? random_.rough(-0.2, 0.2) : 0,
                 timed ? random_.rough(1, 6) : 0};
    read(e, timed ? clock() : e.nodes.front());
    read_deformation(e);
    const auto value = [&](std::size_t k) {
      return m_.nodes[at(e.nodes[k])].x[at(e.components[k])];
    };
    e.columns[0] =
        -(e.columns[1] * value(0) + e.columns[2] * std::sin(e.columns[3] * value(1)) * value(2) +
          e.columns[4] * value(3) * value(3));
    say(e);
  }

  // A condition on velocities, driven by chance; or a force that goes with its rate.
  void rate() {
    Element e;
    e.kind = Kind::rate;
    for (int k = 0; k < 5; ++k) read_any(e);
    const bool timed = random_.chance(0.3);
    e.columns = {random_.rough(0.3, 2),           timed ? random_.rough(-0.2, 0.2) : 0,
                 timed ? random_.rough(1, 6) : 0, random_.rough(-1, 1),
                 random_.rough(0.5, 2),           random_.rough(-1, 1)};
    read(e, timed ? clock() : e.nodes.front());
    e.number = ++number_;
    if (random_.chance(0.3)) {
      e.cls[0] = Class::calculable;
      if (random_.chance(0.6)) e.damping = {random_.rough(0.1, 2)};
      if (random_.chance(0.4)) e.law[0] = {true, 0, 0, 0, random_.rough(-3, 3), 5, 0.3, 0, ""};
    } else if (random_.chance(0.3)) {
      e.cls[0] = Class::prescribed;
      e.motion[0].given = true;
      e.motion[0].c[1] = random_.rough(-1, 1);
      e.motion[0].c[2] = random_.rough(-1, 1);
    }
    m_.elements.push_back(e);
  }

  int clock() {
    for (std::size_t n = 0; n < m_.nodes.size(); ++n)
      if (m_.nodes[n].clock) return static_cast<int>(n);
    Node node;
    node.angle = node.clock = true;
    node.cls = {Class::prescribed, Class::prescribed};
    node.motion[0].given = true;
    node.motion[0].c[1] = 1;
    m_.nodes.push_back(node);
    return static_cast<int>(m_.nodes.size()) - 1;
  }

  struct Place {
    double x, y;
  };
  Place place(int point, int angle, double xi, double eta) const {
    const Node& p = m_.nodes[at(point)];
    const double phi = m_.nodes[at(angle)].x[0];
    return {p.x[0] + std::cos(phi) * xi - std::sin(phi) * eta,
            p.x[1] + std::sin(phi) * xi + std::cos(phi) * eta};
  }
  // A point and an angle: any of both are a body.
  int any(bool angle) {
    for (;;) {
      const int n = random_.below(static_cast<int>(m_.nodes.size()));
      if (m_.nodes[at(n)].angle == angle && !m_.nodes[at(n)].clock) return n;
    }
  }

  void pulley() {
    Element e;
    e.kind = Kind::pulley;
    for (int k = 0; k < 3; ++k) {
      e.nodes.push_back(any(false));
      e.nodes.push_back(any(true));
    }
    const double r = random_.rough(0.05, 0.2), side = random_.chance(0.5) ? 1 : -1;
    e.columns = {random_.rough(-1, 1),
                 random_.rough(-1, 1),
                 random_.rough(-1, 1),
                 random_.rough(-1, 1),
                 r,
                 side,
                 random_.rough(-1, 1),
                 random_.rough(-1, 1)};
    const auto& c = e.columns;
    const Place a = place(e.nodes[0], e.nodes[1], c[0], c[1]);
    const Place o = place(e.nodes[2], e.nodes[3], c[2], c[3]);
    const Place b = place(e.nodes[4], e.nodes[5], c[6], c[7]);
    const double far = std::min(std::hypot(a.x - o.x, a.y - o.y), std::hypot(b.x - o.x, b.y - o.y));
    if (far < r + 0.3) return;
    // Its arc is well within what it may be.
    const double on = std::atan2(a.y - o.y, a.x - o.x), off = std::atan2(b.y - o.y, b.x - o.x);
    const double round = std::remainder(side * (off - on) - 3, 6.283185307179586477) + 3;
    if (round < 1.8 || round > 5) return;
    say(e);
  }

  // A roller or a flat face on a circle whose radius is such that they touch at the start.
  void cam() {
    Element e;
    e.kind = Kind::cam;
    for (int k = 0; k < 2; ++k) {
      e.nodes.push_back(any(false));
      e.nodes.push_back(any(true));
    }
    if (e.nodes[0] == e.nodes[2] && e.nodes[1] == e.nodes[3]) return;
    const bool flat = random_.chance(0.5);
    const double r = flat ? random_.rough(-3, 3) : random_.rough(0.05, 0.2);
    e.columns = {random_.rough(-1, 1), random_.rough(-1, 1), r,
                 random_.rough(-1, 1), random_.rough(-1, 1), 0,
                 flat ? 1.0 : 0.0};
    const auto& c = e.columns;
    const Place p = place(e.nodes[0], e.nodes[1], c[0], c[1]);
    const Place o = place(e.nodes[2], e.nodes[3], c[3], c[4]);
    const double face = m_.nodes[at(e.nodes[1])].x[0] + r;
    e.columns[5] = flat ? std::sin(face) * (p.x - o.x) - std::cos(face) * (p.y - o.y)
                        : std::hypot(p.x - o.x, p.y - o.y) - r;
    if (e.columns[5] > 0.1) say(e);
  }

  Random& random_;
  Mechanism& m_;
  int number_ = 0;
};

}  // namespace

void add_expressions(Random& random, Mechanism& m) { Expressions(random, m).add(); }

void write_force(Random& random, PointForce& force) {
  if (!random.chance(0.6)) return;
  force.w = random.rough(1, 6), force.p = random.rough(-1, 1);
  for (double& a : force.swing) a = random.rough(-2, 2);
  for (double& d : force.drag) d = random.rough(-0.3, 0.3);
  if (random.chance(0.6)) force.frame = force.angle;
}

}  // namespace hunt
