#include <cmath>

#include "generator.h"
#include "oracle.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

int add_node(Mechanism& m, double x, double y) {
  Node n;
  n.x = {x, y};
  n.number = static_cast<int>(m.nodes.size()) + 1;
  m.nodes.push_back(n);
  return n.number - 1;
}
int add_angle(Mechanism& m, double phi) {
  const int n = add_node(m, phi, 0);
  m.nodes.back().angle = true;
  return n;
}
void add_element(Mechanism& m, Kind kind, std::vector<int> nodes, std::vector<double> columns) {
  Element e;
  e.kind = kind;
  e.number = static_cast<int>(m.elements.size()) + 1;
  e.nodes = std::move(nodes);
  e.columns = std::move(columns);
  m.elements.push_back(e);
}

Law moment(Random& random) {
  Law l;
  if (!random.chance(0.5)) return l;
  l.given = true;
  if (random.chance(0.6)) l.k = random.rough(0, 20);
  if (random.chance(0.2)) l.k3 = random.rough(0, 5);
  if (random.chance(0.5)) l.d = random.rough(0, 1.5);
  if (random.chance(0.5)) {
    l.a = random.rough(-3, 3);
    l.w = random.rough(1, 8);
    l.p = random.rough(-1, 1);
  }
  return l;
}

Law law_of_angle(Random& random) {
  Law l = moment(random);
  l.k3 = 0;
  return l;
}

}  // namespace

bool random_limbs(Random& random, Mechanism& out) {
  out = {};
  Mechanism& m = out;
  m.dialect = Dialect::chain;
  const int n = 1 + random.below(5);
  const bool free_base = random.chance(0.4);
  const double bx = random.chance(0.5) ? random.rough(-1, 1) : 0;
  const double by = random.chance(0.5) ? random.rough(-1, 1) : 0;
  m.t0 = random.chance(0.25) ? random.rough(-2, 2) : 0;
  add_node(m, 0, 0);
  add_angle(m, 0);
  add_node(m, bx, by);
  add_angle(m, 0);
  for (Node& node : m.nodes) node.cls = {Class::fixed, Class::fixed};
  if (!free_base && random.chance(0.25))  // carried along at a velocity
    for (std::size_t c = 0; c < 2; ++c) {
      const double v = random.rough(-1, 1);
      m.nodes[2].cls[c] = Class::prescribed;
      m.nodes[2].motion[c].given = true;
      m.nodes[2].motion[c].c[0] = m.nodes[2].x[c] - v * m.t0;
      m.nodes[2].motion[c].c[1] = v;
    }
  std::vector<std::array<double, 3>> ends;  // proximal end and angle
  for (int k = 0; k < n; ++k) {
    Limb s;
    s.l = random.rough(0.3, 0.8);
    s.d = std::round(1000 * s.l * random.uniform(0.3, 0.7)) / 1000;
    s.parent = k - 1;
    if (k > 1 && random.chance(0.2)) s.attached = true, s.parent = random.below(k);
    if (k > 0) s.reach = m.limbs[at(s.parent)].l;
    if (s.attached && random.chance(0.6)) s.reach = random.chance(0.5) ? 0 : random.rough(0, 0.5);
    const double phi = random.rough(-3, 3);
    double x = bx, y = by;
    if (k > 0) {
      const auto& p = ends[at(s.parent)];
      x = p[0] + s.reach * std::cos(p[2]), y = p[1] + s.reach * std::sin(p[2]);
    }
    ends.push_back({x, y, phi});
    const int point = add_node(m, x + s.d * std::cos(phi), y + s.d * std::sin(phi));
    m.nodes.back().mass = random.rough(0.5, 4);
    if (random.chance(0.15)) m.nodes.back().load = {random.rough(-3, 3), random.rough(-3, 3)};
    const int angle = add_angle(m, phi);
    m.nodes.back().mass = random.rough(0.03, 0.3);
    if (random.chance(0.2)) {
      m.nodes.back().load[0] = random.rough(-2, 2);
      m.nodes.back().law[0] = law_of_angle(random);
    }
    const int parent = k == 0 ? 2 : 2 * s.parent + 4;
    const double from = k == 0 ? 0 : s.reach - m.limbs[at(s.parent)].d;
    add_element(m, Kind::revolute, {parent, parent + 1, point, angle}, {from, 0, -s.d, 0});
    if (k == 0 && free_base) m.elements.back().cls = {Class::calculable, Class::calculable};
    add_element(m, Kind::hinge, {parent + 1, angle}, {});
    Element& hinge = m.elements.back();
    hinge.cls[0] = Class::calculable;
    hinge.rest = {0};
    hinge.law[0] = moment(random);
    if (random.chance(0.3)) hinge.prestress = {random.rough(-2, 2)};
    m.limbs.push_back(s);
  }
  if (random.chance(0.85)) m.gravity = {random.chance(0.2) ? random.rough(-2, 2) : 0, -9.81};
  const int last = 2 * n + 2;
  const double reach = m.limbs.back().l - m.limbs.back().d;
  const double tip_x = ends.back()[0] + m.limbs.back().l * std::cos(ends.back()[2]);
  const double tip_y = ends.back()[1] + m.limbs.back().l * std::sin(ends.back()[2]);
  const bool still = m.nodes[2].cls[0] == Class::fixed;
  if (random.chance(0.2) && (free_base || n > 2))
    add_element(m, Kind::revolute, {last, last + 1, 0, 1}, {reach, 0, tip_x, tip_y});
  else if (random.chance(0.2))
    m.forces.push_back({last, last + 1, reach, 0, random.rough(-4, 4), random.rough(-4, 4)});
  else if (n > 1 && random.chance(0.25)) {
    const int k = 1 + random.below(n - 1);
    if (free_base || k > 2)
      add_element(m, Kind::revolute, {0, 1, 2 * k + 4, 2 * k + 5},
                  {ends[at(k)][0], ends[at(k)][1], -m.limbs[at(k)].d, 0});
  }
  if (n > 1 && random.chance(0.15)) {
    const int i = random.below(n), j = random.below(n);
    if (i != j) add_element(m, Kind::hinge, {2 * i + 5, 2 * j + 5}, {});
  } else if (still && random.chance(0.12)) {
    const int k = random.below(n);
    Node& node = m.nodes[at(2 * k + 5)];
    node.cls[0] = Class::prescribed;
    node.motion[0].given = true;
    node.motion[0].c[1] = random.rough(-2, 2);
    node.motion[0].c[0] = node.x[0] - m.t0 * node.motion[0].c[1];
  }
  if (m.forces.empty() && random.chance(0.3))
    add_contacts(random, m, random.chance(0.5) ? Contact::Model::rigid : Contact::Model::penalty);
  m.choose_freedoms = true;
  const Oracle oracle(m);
  Numbers x, v;
  if (!oracle.start(x, v)) return false;
  double quality = 1;
  const Matrix N = null_space(oracle.constraints(x), quality);
  if (quality < 0.02 || N.columns == 0) return false;
  for (int i : oracle.free_coordinates()) v[at(i)] = random.rough(-2, 2);
  if (!oracle.project(m.t0, x, v, {})) return false;
  m.x = x;
  m.v = v;
  choose_run(random, m);
  return true;
}

}  // namespace hunt
