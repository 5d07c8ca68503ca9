#include <algorithm>
#include <cmath>

#include "generator.h"
#include "oracle.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Builder {
 public:
  Builder(Random& random, Mechanism& m) : random_(random), m_(m) {}

  void build() {
    const double ox = random_.chance(0.2) ? random_.rough(-5, 5) : 0;
    const double oy = random_.chance(0.2) ? random_.rough(-5, 5) : 0;
    ground_ = {point(ox, oy), angle(random_.chance(0.3) ? random_.rough(-1, 1) : 0)};
    fix(ground_.first);
    fix(ground_.second);
    bodies_.push_back(ground_);
    points_.push_back(ground_.first);
    if (random_.chance(0.4)) {
      const int p = point(ox + random_.rough(0.5, 2), oy + random_.rough(-0.5, 0.5));
      m_.nodes[at(p)].cls[0] = m_.nodes[at(p)].cls[1] = Class::fixed;
      points_.push_back(p);
    }
    const int parts = random_.chance(0.04) ? 6 + random_.below(8) : 1 + random_.below(4);
    for (int k = 0; k < parts; ++k) part();
    const int extras = random_.below(3);
    for (int k = 0; k < extras; ++k) extra();
    loads();
    number();
  }

 private:
  using Body = std::pair<int, int>;  // point and angle node

  int point(double x, double y) {
    Node n;
    n.x = {x, y};
    m_.nodes.push_back(n);
    return static_cast<int>(m_.nodes.size()) - 1;
  }
  int angle(double phi) {
    Node n;
    n.angle = true;
    n.x = {phi, 0};
    m_.nodes.push_back(n);
    return static_cast<int>(m_.nodes.size()) - 1;
  }
  void fix(int n) { m_.nodes[at(n)].cls = {Class::fixed, Class::fixed}; }
  double x(int n) const { return m_.nodes[at(n)].x[0]; }
  double y(int n) const { return m_.nodes[at(n)].x[1]; }

  // Released: with stiffness, damping, prestress, rest value and law by chance.
  void release(Element& e, int r) {
    e.cls[at(r)] = Class::calculable;
    const bool divided = e.kind == Kind::truss || e.count() == 3;
    const std::size_t columns = e.kind == Kind::truss || e.count() == 1 ? 1 : 2;
    if (e.stiffness.empty() && random_.chance(0.8)) {
      e.stiffness.assign(columns, 0);
      for (double& k : e.stiffness) k = divided ? random_.rough(5, 80) : random_.rough(2, 40);
    }
    if (e.damping.empty() && random_.chance(0.3)) {
      e.damping.assign(columns, 0);
      for (double& k : e.damping) k = random_.rough(0.1, 2);
    }
    if (e.prestress.empty() && random_.chance(0.2))
      for (int k = 0; k < e.count(); ++k) e.prestress.push_back(random_.rough(-2, 2));
    if (random_.chance(0.25)) e.law[at(r)] = law();
  }
  Law law() {
    Law l;
    l.given = true;
    if (random_.chance(0.5)) l.k = random_.rough(0, 20);
    if (random_.chance(0.3)) l.k3 = random_.rough(0, 20);
    if (random_.chance(0.4)) l.d = random_.rough(0, 1);
    if (random_.chance(0.6)) {
      l.a = random_.rough(-3, 3);
      l.w = random_.rough(1, 9);
      l.p = random_.rough(-1, 1);
    }
    return l;
  }

  Element& element(Kind kind, std::vector<int> nodes, std::vector<double> columns = {}) {
    Element e;
    e.kind = kind;
    e.nodes = std::move(nodes);
    e.columns = std::move(columns);
    m_.elements.push_back(e);
    return m_.elements.back();
  }
  void mass(int n) {
    if (random_.chance(0.85))
      m_.nodes[at(n)].mass =
          m_.nodes[at(n)].angle ? random_.rough(0.05, 0.5) : random_.rough(0.3, 2);
  }

  void part() {
    switch (random_.below(8)) {
      case 0:
      case 1:
        return bar();
      case 2:
        return beam();
      case 3:
      case 4:
        return link();
      case 5:
        return slide();
      case 6:
        return two_bars();
      default:
        return loose();
    }
  }

  void bar() {
    const int p = random_.of(points_);
    const double a = random_.uniform(-3.1, 3.1), l = random_.uniform(0.4, 1.3);
    const int q = point(x(p) + l * std::cos(a), y(p) + l * std::sin(a));
    mass(q);
    Element& e = element(Kind::truss, {p, q});
    if (random_.chance(0.4)) release(e, 0);
    if (e.cls[0] != Class::fixed && random_.chance(0.3)) e.rest = {random_.rough(0.4, 1.4)};
    if (random_.chance(0.3)) e.mass[0] = random_.rough(0.1, 1);
    points_.push_back(q);
  }

  void beam() {
    const Body p = random_.of(bodies_);
    const double a = random_.uniform(-3.1, 3.1), l = random_.uniform(0.4, 1.3);
    const int q = point(x(p.first) + l * std::cos(a), y(p.first) + l * std::sin(a));
    const int b = angle(random_.chance(0.4) ? random_.rough(-1.5, 1.5) : 0);
    mass(q);
    mass(b);
    const bool shortening = random_.chance(0.4);
    Element& e = element(shortening ? Kind::beam_geometric : Kind::beam, {p.first, p.second, q, b});
    const bool bends = random_.chance(0.7), stretches = random_.chance(0.4);
    for (int r = 0; r < 3; ++r)
      if ((r == 0 && stretches) || (r > 0 && bends)) release(e, r);
    if (e.stiffness.empty() && (bends || stretches))
      e.stiffness = {random_.rough(20, 80), random_.rough(5, 20)};
    if (!e.stiffness.empty()) e.stiffness[1] = random_.rough(5, 20);
    if (!e.prestress.empty()) e.prestress = {e.prestress[0], 0.1, -0.1};
    if (random_.chance(0.5)) e.mass = {random_.rough(0.1, 1), 0};
    if (e.mass[0] > 0 && random_.chance(0.5)) e.mass[1] = random_.rough(0.001, 0.1);
    points_.push_back(q);
    bodies_.push_back({q, b});
  }

  void link() {
    const Body i = random_.of(bodies_);
    const double phi = m_.nodes[at(i.second)].x[0], psi = random_.rough(-1.5, 1.5);
    const std::vector<double> c{random_.rough(-0.6, 0.6), random_.rough(-0.3, 0.3),
                                random_.rough(-0.7, -0.2), random_.rough(-0.2, 0.2)};
    const double px = x(i.first) + std::cos(phi) * c[0] - std::sin(phi) * c[1];
    const double py = y(i.first) + std::sin(phi) * c[0] + std::cos(phi) * c[1];
    const int q = point(px - std::cos(psi) * c[2] + std::sin(psi) * c[3],
                        py - std::sin(psi) * c[2] - std::cos(psi) * c[3]);
    const int b = angle(psi);
    mass(q);
    mass(b);
    Element& e = element(Kind::revolute, {i.first, i.second, q, b}, c);
    if (random_.chance(0.12)) {
      e.stiffness = {random_.rough(20, 60), random_.rough(20, 60)};
      release(e, 0);
      release(e, 1);
    }
    bodies_.push_back({q, b});
    points_.push_back(q);
  }

  void slide() {
    const Body i = random_.of(bodies_);
    const double phi = m_.nodes[at(i.second)].x[0], psi = random_.rough(-1.5, 1.5);
    const double line = random_.uniform(-3, 3), along = random_.uniform(-0.5, 1);
    const std::vector<double> c{random_.rough(-0.4, 0.4), random_.rough(-0.3, 0.3), 0, 0,
                                random_.rough(-0.3, 0.3), random_.rough(-0.3, 0.3)};
    std::vector<double> d = c;
    d[2] = c[0] + std::cos(line);
    d[3] = c[1] + std::sin(line);
    const double xi = c[0] + along * std::cos(line), eta = c[1] + along * std::sin(line);
    const double px = x(i.first) + std::cos(phi) * xi - std::sin(phi) * eta;
    const double py = y(i.first) + std::sin(phi) * xi + std::cos(phi) * eta;
    const int q = point(px - std::cos(psi) * d[4] + std::sin(psi) * d[5],
                        py - std::sin(psi) * d[4] - std::cos(psi) * d[5]);
    const int b = angle(psi);
    mass(q);
    mass(b);
    Element& e = element(Kind::slider, {i.first, i.second, q, b}, d);
    if (random_.chance(0.15)) release(e, random_.below(2));
    bodies_.push_back({q, b});
    points_.push_back(q);
  }

  // A new point on two bars: a loop, or a spring beside a bar.
  void two_bars() {
    if (points_.size() < 2) return bar();
    const int p = random_.of(points_);
    int q = random_.of(points_);
    for (int k = 0; k < 5 && q == p; ++k) q = random_.of(points_);
    if (q == p || std::hypot(x(p) - x(q), y(p) - y(q)) < 0.1) return bar();
    const double mx = (x(p) + x(q)) / 2, my = (y(p) + y(q)) / 2;
    const double a = random_.uniform(-3.1, 3.1), l = random_.uniform(0.4, 1);
    const int n = point(mx + l * std::cos(a), my + l * std::sin(a));
    mass(n);
    element(Kind::truss, {p, n});
    Element& e = element(Kind::truss, {q, n});
    if (random_.chance(0.5)) release(e, 0);
    points_.push_back(n);
  }

  void loose() {
    const int p = random_.of(points_);
    const int q = point(x(p) + random_.uniform(-1, 1), y(p) + random_.uniform(0.3, 1));
    m_.nodes[at(q)].mass = random_.rough(0.3, 2);
    points_.push_back(q);
    if (random_.chance(0.5)) {
      Element& e = element(Kind::truss, {p, q});
      e.stiffness = {random_.rough(5, 60)};
      release(e, 0);
    }
    if (random_.chance(0.4)) {
      const int b = angle(random_.rough(-1, 1));
      m_.nodes[at(b)].mass = random_.rough(0.05, 0.5);
      bodies_.push_back({q, b});
    }
  }

  void extra() {
    const int what = random_.below(5);
    if (what <= 1 && bodies_.size() > 1) {
      const Body i = random_.of(bodies_), j = random_.of(bodies_);
      if (i == j) return;
      Element& e = element(Kind::spring, {i.first, i.second, j.first, j.second},
                           {random_.rough(-0.5, 0.5), random_.rough(-0.5, 0.5),
                            random_.rough(-0.5, 0.5), random_.rough(-0.5, 0.5)});
      release(e, 0);
      if (random_.chance(0.4)) e.rest = {random_.rough(0, 1)};
    } else if (what == 2 && bodies_.size() > 1) {
      const Body i = random_.of(bodies_), j = random_.of(bodies_);
      if (i == j) return;
      Element& e = element(Kind::hinge, {i.second, j.second});
      if (random_.chance(0.8)) release(e, 0);
      if (e.cls[0] != Class::fixed && random_.chance(0.4)) e.rest = {random_.rough(-1, 1)};
    } else if (points_.size() > 1) {
      const int p = random_.of(points_), q = random_.of(points_);
      if (p == q || std::hypot(x(p) - x(q), y(p) - y(q)) < 0.15) return;
      Element& e = element(Kind::truss, {p, q});
      if (random_.chance(0.7)) release(e, 0);
    }
  }

  void loads() {
    if (random_.chance(0.7)) m_.gravity = {random_.chance(0.2) ? random_.rough(-3, 3) : 0, -9.81};
    for (std::size_t n = 0; n < m_.nodes.size(); ++n) {
      Node& node = m_.nodes[n];
      for (int c = 0; c < node.count(); ++c) {
        if (random_.chance(0.06)) node.load[at(c)] = random_.rough(-2, 2);
        if (random_.chance(0.05)) {
          node.law[at(c)] = law();
          node.law[at(c)].offset = node.x[at(c)];
        }
      }
    }
    if (random_.chance(0.2) && bodies_.size() > 1) {
      const Body b = random_.of(bodies_);
      m_.forces.push_back({b.first, b.second, random_.rough(-1, 1), random_.rough(-1, 1),
                           random_.rough(-3, 3), random_.rough(-3, 3)});
      write_force(random_, m_.forces.back());
      if (m_.forces.back().w > 0 && random_.chance(0.3))
        m_.forces.back().frame = random_.of(bodies_).second;
    }
  }

  void number() {
    std::vector<int> free_numbers;
    for (int k = 1; k <= 2 * static_cast<int>(m_.nodes.size() + m_.elements.size()); ++k)
      free_numbers.push_back(k);
    auto draw = [&] {
      const std::size_t k = at(random_.below(static_cast<int>(free_numbers.size())));
      const int n = free_numbers[k];
      free_numbers.erase(free_numbers.begin() + static_cast<long>(k));
      return n;
    };
    for (Node& n : m_.nodes) n.number = draw();
    for (Element& e : m_.elements) e.number = draw();
  }

  Random& random_;
  Mechanism& m_;
  Body ground_;
  std::vector<Body> bodies_;
  std::vector<int> points_;
};

}  // namespace

bool random_native(Random& random, Mechanism& out) {
  out = {};
  Builder(random, out).build();
  if (random.chance(0.25))
    add_contacts(random, out,
                 random.chance(0.25)  ? Contact::Model::none
                 : random.chance(0.4) ? Contact::Model::rigid
                                      : Contact::Model::penalty);
  // Drawn aside: decks without such joints are what they are without them.
  Random aside = random;
  if (aside.chance(0.25)) add_drives(aside, out);
  Random further = random;
  (void)further.below(2);  // another sequence than that of the joints
  if (further.chance(0.25)) add_expressions(further, out);
  if (!choose_classes(random, out)) return false;
  choose_run(random, out);
  Random last = random;
  if (out.dynamic && !out.v.empty() && last.chance(0.35)) add_frictions(last, out);
  return true;
}

}  // namespace hunt
