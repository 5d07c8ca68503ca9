// What acts on the coordinates and on the deformations of a Mechanism.
#include <algorithm>
#include <cmath>

#include "oracle.h"

namespace hunt {

namespace {

double law(const Law& l, double t, double q, double qd) {
  return l.k * q + l.k3 * q * q * q + l.d * qd + l.a * std::sin(l.w * t + l.p);
}

}  // namespace

// Without gravity.
void Oracle::loads(double t, const Numbers& x, const Numbers& v, Numbers& f) const {
  for (std::size_t n = 0; n < m_.nodes.size(); ++n)
    for (int c = 0; c < m_.nodes[n].count(); ++c) {
      const std::size_t i = at(first_x_[n] + c);
      f[i] += m_.nodes[n].load[at(c)];
      const Law& l = m_.nodes[n].law[at(c)];
      if (l.given) f[i] -= law(l, t, x[i] - l.offset, v[i]);
    }
  for (const PointForce& p : m_.forces) {
    const int i = coordinate(p.point, 0), k = coordinate(p.angle, 0);
    const double c = std::cos(x[at(k)]), s = std::sin(x[at(k)]);
    const double swing = std::sin(p.w * t + p.p);
    double fx = p.fx + p.swing[0] * swing + p.drag[0] * v[at(k)];
    double fy = p.fy + p.swing[1] * swing + p.drag[1] * v[at(k)];
    if (p.frame >= 0) {
      const double phi = x[at(coordinate(p.frame, 0))], along = fx;
      fx = std::cos(phi) * along - std::sin(phi) * fy;
      fy = std::sin(phi) * along + std::cos(phi) * fy;
    }
    f[at(i)] += fx;
    f[at(i + 1)] += fy;
    f[at(k)] += (c * p.xi - s * p.eta) * fy - (s * p.xi + c * p.eta) * fx;
  }
}

void Oracle::stresses(double t, const Numbers& e, const Numbers& ed, Numbers& s) const {
  s.assign(at(ne_), 0);
  for (std::size_t k = 0; k < m_.elements.size(); ++k) {
    const Element& element = m_.elements[k];
    const int first = first_e_[k], count = element.count();
    const double l = references_[k].length;
    auto linear = [&](const Numbers& c, const Numbers& d, int r) {
      if (c.empty()) return 0.0;
      auto column = [&](std::size_t i) { return i < c.size() ? c[i] : 0.0; };
      auto q = [&](int i) { return d[at(first + i)]; };
      if (element.kind == Kind::truss) return column(0) / l * q(0);
      if (count == 3)
        return r == 0   ? column(0) / l * q(0)
               : r == 1 ? column(1) / (l * l * l) * (4 * q(1) - 2 * q(2))
                        : column(1) / (l * l * l) * (4 * q(2) - 2 * q(1));
      return column(at(r)) * q(r);
    };
    for (int r = 0; r < count; ++r) {
      const std::size_t i = at(first + r);
      if (e_class_[i] == Class::fixed || e_class_[i] == Class::prescribed) continue;
      s[i] = linear(element.stiffness, e, r) + linear(element.damping, ed, r);
      if (at(r) < element.prestress.size()) s[i] += element.prestress[at(r)];
      if (element.law[at(r)].given) s[i] += law(element.law[at(r)], t, e[i], ed[i]);
    }
    const Contact& c = element.contact;
    if (c.model == Contact::Model::penalty && e[at(first)] < 0) {
      const double p = -e[at(first)], pd = -ed[at(first)];
      const double normal = std::max(0.0, c.k * std::pow(p, c.n) * (1 + c.d * pd));
      s[at(first)] = -normal;
      if (c.mu > 0) s[at(first + 1)] = c.mu * normal * std::tanh(ed[at(first + 1)] / c.vs);
    }
  }
}

}  // namespace hunt
