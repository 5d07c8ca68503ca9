#include <cmath>

#include "generator.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Pose {
  double x, y, phi;
};

Pose pose(const Mechanism& m, int body) {
  const Node& p = m.nodes[at(2 * body)];
  return {p.x[0], p.x[1], m.nodes[at(2 * body + 1)].x[0]};
}

void add_body(Mechanism& m, Pose at_pose) {
  Node p, a;
  p.x = {at_pose.x, at_pose.y};
  a.angle = true;
  a.x = {at_pose.phi, 0};
  p.number = static_cast<int>(m.nodes.size()) + 1;
  a.number = p.number + 1;
  m.nodes.push_back(p);
  m.nodes.push_back(a);
}

Element joint(Kind kind, int i, int j, std::vector<double> columns) {
  Element e;
  e.kind = kind;
  e.nodes = {2 * i, 2 * i + 1, 2 * j, 2 * j + 1};
  e.columns = std::move(columns);
  return e;
}

// The body-fixed coordinates of a point in space.
std::vector<double> local(Pose p, double x, double y) {
  const double c = std::cos(p.phi), s = std::sin(p.phi);
  return {c * (x - p.x) + s * (y - p.y), c * (y - p.y) - s * (x - p.x)};
}

void add_link(Random& random, Mechanism& m, int parent) {
  const Pose i = pose(m, parent);
  const double c = std::cos(i.phi), s = std::sin(i.phi);
  const double xi = random.rough(-0.7, 0.7), eta = random.rough(-0.4, 0.4);
  const double px = i.x + c * xi - s * eta, py = i.y + s * xi + c * eta;
  const double psi = random.rough(-3, 3), xj = random.rough(-0.7, -0.2), ej = random.rough(-.2, .2);
  const Pose j{px - std::cos(psi) * xj + std::sin(psi) * ej,
               py - std::sin(psi) * xj - std::cos(psi) * ej, psi};
  add_body(m, j);
  const int body = static_cast<int>(m.nodes.size()) / 2 - 1;
  if (random.chance(0.25)) {
    const double line = random.uniform(-3, 3);
    std::vector<double> columns{xi, eta, xi + std::cos(line), eta + std::sin(line), xj, ej};
    m.elements.push_back(joint(Kind::slider, parent, body, columns));
  } else {
    m.elements.push_back(joint(Kind::revolute, parent, body, {xi, eta, xj, ej}));
  }
}

// A pin between bodies that exist: closes a loop where they are.
void add_closure(Random& random, Mechanism& m, int i, int j) {
  const Pose a = pose(m, i), b = pose(m, j);
  const double x = (a.x + b.x) / 2 + random.rough(-0.5, 0.5);
  const double y = (a.y + b.y) / 2 + random.rough(-0.5, 0.5);
  std::vector<double> columns = local(a, x, y);
  const std::vector<double> second = local(b, x, y);
  columns.insert(columns.end(), second.begin(), second.end());
  m.elements.push_back(joint(Kind::revolute, i, j, columns));
}

Law random_law(Random& random) {
  Law l;
  l.given = true;
  l.k = random.chance(0.5) ? random.rough(0, 10) : 0;
  l.k3 = random.chance(0.3) ? random.rough(0, 10) : 0;
  l.d = random.chance(0.4) ? random.rough(0, 1) : 0;
  l.a = random.rough(-2, 2);
  l.w = random.rough(1, 9);
  l.p = random.rough(-1, 1);
  return l;
}

void add_springs(Random& random, Mechanism& m, int bodies) {
  const int springs = random.below(3);
  for (int k = 0; k < springs; ++k) {
    const int i = random.below(bodies), j = random.below(bodies);
    if (i == j) continue;
    Element e;
    if (random.chance(0.6)) {
      e = joint(Kind::spring, i, j,
                {random.rough(-0.5, 0.5), random.rough(-0.5, 0.5), random.rough(-0.5, 0.5),
                 random.rough(-0.5, 0.5)});
      e.rest = {random.rough(0, 1)};
    } else {
      e.kind = Kind::hinge;
      e.nodes = {2 * i + 1, 2 * j + 1};
      e.rest = {random.rough(-1, 1)};
    }
    e.cls[0] = Class::calculable;
    e.stiffness = {random.rough(2, 40)};
    if (random.chance(0.5)) e.damping = {random.rough(0.1, 2)};
    if (random.chance(0.3)) e.prestress = {random.rough(-2, 2)};
    if (random.chance(0.3)) e.law[0] = random_law(random);
    m.elements.push_back(e);
  }
}

}  // namespace

bool random_kabios(Random& random, Mechanism& out) {
  out = {};
  out.dialect = Dialect::kabios;
  add_body(out, {random.chance(0.2) ? random.rough(-4, 4) : 0, 0,
                 random.chance(0.3) ? random.rough(-2, 2) : 0});
  for (int n = 0; n < 2; ++n) out.nodes[at(n)].cls = {Class::fixed, Class::fixed};
  const int links = random.chance(0.04) ? 6 + random.below(8) : 1 + random.below(4);
  for (int k = 0; k < links; ++k) {
    if (random.chance(0.12)) {
      add_body(out, {random.rough(-2, 2), random.rough(-2, 2), random.rough(-2, 2)});
      continue;
    }
    add_link(random, out, random.below(static_cast<int>(out.nodes.size()) / 2));
  }
  const int bodies = static_cast<int>(out.nodes.size()) / 2;
  if (bodies > 3 && random.chance(0.5))
    add_closure(random, out, random.below(bodies - 2), bodies - 1);
  for (int b = 1; b < bodies; ++b)
    if (random.chance(0.07)) {
      const int c = random.below(3);
      out.nodes[at(2 * b + c / 2)].cls[at(c % 2)] = Class::fixed;
    }
  if (random.chance(0.75)) {
    add_springs(random, out, bodies);
    if (random.chance(0.3))
      add_contacts(random, out,
                   random.chance(0.5) ? Contact::Model::rigid : Contact::Model::penalty);
    if (random.chance(0.8)) out.gravity = {random.chance(0.2) ? random.rough(-3, 3) : 0, -9.81};
    for (int b = 1; b < bodies; ++b) {
      out.nodes[at(2 * b)].mass = random.rough(0.3, 2);
      out.nodes[at(2 * b + 1)].mass = random.rough(0.05, 0.5);
      if (random.chance(0.1)) out.nodes[at(2 * b + 1)].load[0] = random.rough(-2, 2);
      if (random.chance(0.1)) {
        out.forces.push_back({2 * b, 2 * b + 1, random.rough(-1, 1), random.rough(-1, 1),
                              random.rough(-3, 3), random.rough(-3, 3)});
        write_force(random, out.forces.back());
      }
      if (random.chance(0.1)) {
        const int c = random.below(3);
        Node& node = out.nodes[at(2 * b + c / 2)];
        node.law[at(c % 2)] = random_law(random);
        node.law[at(c % 2)].offset = node.x[at(c % 2)];
      }
    }
  }
  if (!choose_classes(random, out)) return false;
  choose_run(random, out);
  return true;
}

}  // namespace hunt
