#include "variants.h"

#include <algorithm>
#include <cmath>

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

void negate(Motion& motion) {
  for (double& c : motion.c) c = -c;
  for (double& x : motion.values) x = -x;
}
void negate(Law& l) {
  l.a = -l.a;
  l.offset = -l.offset;
}

// p(t) -> p(t - by).
void delay(Motion& motion, double by) {
  for (double& t : motion.times) t += by;
  std::array<double, 6> out{};
  for (int k = 5; k >= 0; --k) {  // Horner with (t - by)
    for (int j = 5; j > 0; --j) out[at(j)] = out[at(j - 1)] - by * out[at(j)];
    out[0] = -by * out[0] + motion.c[at(k)];
  }
  motion.c = out;
}

// Coordinates of all nodes in a row, as in Mechanism::x.
template <class F>
void each_coordinate(Mechanism& m, F f) {
  int i = 0;
  for (Node& node : m.nodes)
    for (int c = 0; c < node.count(); ++c, ++i) f(node, c, i);
}

void scale(Motion& motion, double by) {
  for (double& x : motion.values) x *= by;
  for (double& c : motion.c) c *= by;
}
// A law of q in new units: q * length, its effort * effort.
void scale(Law& l, double q, double effort) {
  l.k *= effort / q;
  l.d *= effort / q;
  l.k3 *= effort / (q * q * q);
  l.a *= effort;
  l.offset *= q;
}

bool is_length(const Element& e, int r) {
  return e.kind != Kind::hinge && !(e.kind == Kind::slider && r == 1) &&
         !(e.kind == Kind::weld && r == 2);
}

// A column that has no unit: the side of a pulley, the kind of a follower and the angle of its
// face.
bool is_number(const Element& e, std::size_t k) {
  return (e.kind == Kind::pulley && k == 5) ||
         (e.kind == Kind::cam && (k == 6 || (k == 2 && e.columns[6] != 0)));
}

}  // namespace

Mechanism renumbered(Random& random, const Mechanism& m) {
  Mechanism out = m;
  const int base = random.below(1000), turn = random.below(7);
  auto number = [&](int old) { return 1 + base + (old * 37 + turn * 11) % 997; };
  for (Node& n : out.nodes) n.number = number(n.number);
  for (Element& e : out.elements) e.number = number(e.number);
  return out;
}

Mechanism turned(const Mechanism& m) {
  Mechanism out = m;
  constexpr double kQuarter = 1.57079632679489661923;
  int i = 0;
  for (Node& node : out.nodes) {
    if (node.angle) {  // zero stays zero: frames of bodies turn, too
      node.x[0] += kQuarter;
      node.motion[0].c[0] += node.motion[0].given ? kQuarter : 0;
      for (double& phi : node.motion[0].values) phi += kQuarter;
      node.law[0].offset += kQuarter;
      if (!out.x.empty()) out.x[at(i)] += kQuarter;
      ++i;
      continue;
    }
    // (x, y) -> (-y, x)
    std::swap(node.x[0], node.x[1]);
    std::swap(node.cls[0], node.cls[1]);
    std::swap(node.motion[0], node.motion[1]);
    std::swap(node.law[0], node.law[1]);
    std::swap(node.load[0], node.load[1]);
    node.x[0] = -node.x[0];
    node.load[0] = -node.load[0];
    negate(node.motion[0]);
    negate(node.law[0]);
    for (Numbers* v : {&out.x, &out.v})
      if (!v->empty()) {
        std::swap((*v)[at(i)], (*v)[at(i + 1)]);
        (*v)[at(i)] = -(*v)[at(i)];
      }
    i += 2;
  }
  for (Element& e : out.elements)
    if (e.kind == Kind::revolute) {  // its two deformations are global components
      std::swap(e.cls[0], e.cls[1]);
      std::swap(e.motion[0], e.motion[1]);
      std::swap(e.law[0], e.law[1]);
      negate(e.motion[0]);
      negate(e.law[0]);
      for (auto* v : {&e.stiffness, &e.damping, &e.prestress})
        if (v->size() == 2) std::swap((*v)[0], (*v)[1]);
      if (e.prestress.size() == 2) e.prestress[0] = -e.prestress[0];
    }
  for (PointForce& f : out.forces) {
    if (f.frame >= 0) continue;
    std::swap(f.fx, f.fy);
    f.fx = -f.fx;
    for (auto* part : {&f.swing, &f.drag}) *part = {-(*part)[1], (*part)[0]};
  }
  std::swap(out.gravity[0], out.gravity[1]);
  out.gravity[0] = -out.gravity[0];
  return out;
}

bool may_turn(const Mechanism& m) {
  for (const Node& n : m.nodes)
    if (!n.angle &&
        (n.cls[0] != n.cls[1] || n.motion[0].given != n.motion[1].given ||
         n.motion[0].times.size() != n.motion[1].times.size() || n.law[0].given || n.law[1].given))
      return false;
  for (const Element& e : m.elements)
    if (e.kind == Kind::revolute &&
        (e.cls[0] != Class::fixed || e.cls[1] != Class::fixed || !e.prestress.empty()))
      return false;
  return m.dialect != Dialect::chain;
}

Mechanism turned(const Mechanism& m, double angle) {
  Mechanism out = m;
  const double c = std::cos(angle), s = std::sin(angle);
  auto turn = [&](double& x, double& y) {
    const double old = x;
    x = c * old - s * y;
    y = s * old + c * y;
  };
  int i = 0;
  for (Node& node : out.nodes) {
    if (node.angle) {
      node.x[0] += angle;
      if (node.motion[0].given) node.motion[0].c[0] += angle;
      for (double& phi : node.motion[0].values) phi += angle;
      node.law[0].offset += angle;
      if (!out.x.empty()) out.x[at(i)] += angle;
      ++i;
      continue;
    }
    turn(node.x[0], node.x[1]);
    turn(node.load[0], node.load[1]);
    for (std::size_t k = 0; k < 6; ++k) turn(node.motion[0].c[k], node.motion[1].c[k]);
    for (std::size_t k = 0; k < node.motion[0].values.size(); ++k)
      turn(node.motion[0].values[k], node.motion[1].values[k]);
    for (Numbers* v : {&out.x, &out.v})
      if (!v->empty()) turn((*v)[at(i)], (*v)[at(i + 1)]);
    i += 2;
  }
  for (PointForce& f : out.forces) {
    if (f.frame >= 0) continue;
    turn(f.fx, f.fy);
    turn(f.swing[0], f.swing[1]);
    turn(f.drag[0], f.drag[1]);
  }
  turn(out.gravity[0], out.gravity[1]);
  return out;
}

Mechanism mirrored(const Mechanism& m) {
  Mechanism out = m;
  each_coordinate(out, [&](Node& node, int c, int i) {
    if (!node.angle && c == 0) return;
    const std::size_t k = at(c);
    node.x[k] = -node.x[k];
    node.load[k] = -node.load[k];
    negate(node.motion[k]);
    negate(node.law[k]);
    if (!out.x.empty()) out.x[at(i)] = -out.x[at(i)], out.v[at(i)] = -out.v[at(i)];
  });
  for (Element& e : out.elements) {
    if (e.kind == Kind::rack) {  // it is on the other side of the pinion
      for (std::size_t k : {std::size_t{1}, std::size_t{2}, std::size_t{4}})
        e.columns[k] = -e.columns[k];
    } else if (e.kind == Kind::screw) {  // its thread has the other hand
      for (std::size_t k : {std::size_t{1}, std::size_t{3}, std::size_t{4}})
        e.columns[k] = -e.columns[k];
    } else if (e.kind == Kind::gear || e.kind == Kind::belt) {
      for (std::size_t k : {std::size_t{1}, std::size_t{4}}) e.columns[k] = -e.columns[k];
    } else if (e.kind == Kind::cam) {  // a face has its free side to the left
      for (std::size_t k : {std::size_t{1}, std::size_t{4}}) e.columns[k] = -e.columns[k];
      if (e.columns[6] != 0) e.columns[2] = 3.14159265358979324 - e.columns[2];
    } else if (e.kind == Kind::pulley) {
      for (std::size_t k : {std::size_t{1}, std::size_t{3}, std::size_t{5}, std::size_t{7}})
        e.columns[k] = -e.columns[k];
    } else if (e.touches()) {  // a line has its free side to the left
      for (std::size_t k : {std::size_t{1}, std::size_t{4}}) e.columns[k] = -e.columns[k];
      if (e.kind == Kind::contact_line) e.columns[5] = -e.columns[5];
    } else {
      for (std::size_t k = 1; k < e.columns.size(); k += 2) e.columns[k] = -e.columns[k];
    }
    for (int r = 0; r < e.count(); ++r) {
      const bool turns_over = e.kind == Kind::slot || e.kind == Kind::gear || e.kind == Kind::belt;
      const bool keeps = (e.count() != 3 && is_length(e, r) && e.kind != Kind::slider &&
                          !turns_over && !((e.kind == Kind::revolute || e.touches()) && r == 1)) ||
                         (e.count() == 3 && r == 0);
      if (keeps) continue;
      negate(e.motion[at(r)]);
      negate(e.law[at(r)]);
      if (at(r) < e.prestress.size()) e.prestress[at(r)] = -e.prestress[at(r)];
      if (at(r) < e.rest.size()) e.rest[at(r)] = -e.rest[at(r)];
    }
  }
  for (PointForce& f : out.forces) {
    f.eta = -f.eta, f.fy = -f.fy;
    f.swing[1] = -f.swing[1], f.drag[0] = -f.drag[0];
  }
  out.gravity[1] = -out.gravity[1];
  return out;
}

Mechanism later(const Mechanism& m, double by) {
  Mechanism out = m;
  out.t0 += by;
  each_coordinate(out, [&](Node& node, int c, int) {
    delay(node.motion[at(c)], by);
    node.law[at(c)].p -= node.law[at(c)].w * by;
  });
  for (PointForce& f : out.forces) f.p -= f.w * by;
  for (Element& e : out.elements)
    for (int r = 0; r < e.count(); ++r) {
      delay(e.motion[at(r)], by);
      e.law[at(r)].p -= e.law[at(r)].w * by;
    }
  return out;
}

Mechanism in_units(const Mechanism& m, double length, double mass) {
  Mechanism out = m;
  const double force = mass * length, moment = force * length;
  each_coordinate(out, [&](Node& node, int c, int i) {
    const double q = node.angle ? 1 : length, effort = node.angle ? moment : force;
    node.x[at(c)] *= q;
    node.load[at(c)] *= effort;
    scale(node.motion[at(c)], q);
    scale(node.law[at(c)], q, effort);
    if (!out.x.empty()) out.x[at(i)] *= q, out.v[at(i)] *= q;
  });
  for (Node& node : out.nodes) node.mass *= node.angle ? mass * length * length : mass;
  for (Element& e : out.elements) {
    for (std::size_t k = 0; k < e.columns.size(); ++k)
      if (!is_number(e, k)) e.columns[k] *= length;
    const bool beam = e.count() == 3;
    for (auto* v : {&e.stiffness, &e.damping})
      for (std::size_t k = 0; k < v->size(); ++k)
        (*v)[k] *= e.kind == Kind::truss || (beam && k == 0) ? force
                   : beam                                    ? force * length * length
                   : is_length(e, static_cast<int>(k))       ? force / length
                                                             : moment;
    for (int r = 0; r < e.count(); ++r) {
      const double q = is_length(e, r) ? length : 1, effort = is_length(e, r) ? force : moment;
      scale(e.motion[at(r)], q);
      scale(e.law[at(r)], q, effort);
      if (at(r) < e.prestress.size()) e.prestress[at(r)] *= effort;
      if (at(r) < e.rest.size()) e.rest[at(r)] *= q;
    }
    e.rub.size *= length;
    if (e.rub.given() && e.touches() && out.elements[at(e.rub.slip)].kind == Kind::hinge)
      e.rub.mu_s *= length, e.rub.mu_k *= length;
    e.contact.k *= force / std::pow(length, e.contact.n);
    e.contact.d /= length;
    e.contact.vs *= length;
    e.mass[0] *= mass / length;
    e.mass[1] *= mass * length;
  }
  for (PointForce& f : out.forces) {
    f.xi *= length, f.eta *= length;
    f.fx *= force, f.fy *= force;
    for (auto* part : {&f.swing, &f.drag})
      for (double& c : *part) c *= force;
  }
  for (double& g : out.gravity) g *= length;
  return out;
}

std::string same_deck(Random& random, const Mechanism& m, const Table& table, const Runner& run,
                      const std::function<std::string(const std::string&)>& echo) {
  if (table.status == kTimeUp) return {};  // its time was up
  DeckLines lines = deck_lines(m);
  auto same = [&](const std::string& deck) {
    const Table again = run(deck);
    const bool is_same =
        again.status == table.status && again.names == table.names && again.rows == table.rows;
    return is_same || again.status == kTimeUp;
  };
  if (!same(echo(lines.text()))) return "echoed";
  auto shuffle = [&](std::vector<std::string>& block) {
    for (std::size_t k = block.size(); k > 1; --k)
      std::swap(block[k - 1], block[at(random.below(static_cast<int>(k)))]);
  };
  if (lines.native) shuffle(lines.first);
  if (lines.native) shuffle(lines.second);
  if (!same(lines.text())) return "shuffled";
  return {};
}

}  // namespace hunt
