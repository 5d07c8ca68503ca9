// Energy, centre of mass and momentum: sums over points that carry mass.
#include <cmath>

#include "oracle.h"

namespace hunt {

void Oracle::add_totals(Sample& out) const {
  auto add = [&](double m, Taylor x, Taylor y) {
    out.mass += m;
    out.cm[0] += m * x.f;
    out.cm[1] += m * y.f;
    out.momentum[0] += m * x.d;
    out.momentum[1] += m * y.d;
    out.cmdd[0] += m * x.dd;
    out.cmdd[1] += m * y.dd;
    out.angular += m * (x.f * y.d - y.f * x.d);
    out.kinetic += m * (x.d * x.d + y.d * y.d) / 2;
    out.potential -= m * (m_.gravity[0] * x.f + m_.gravity[1] * y.f);
  };
  auto turn = [&](double J, double rate) {
    out.angular += J * rate;
    out.kinetic += J * rate * rate / 2;
  };
  for (std::size_t n = 0; n < m_.nodes.size(); ++n) {
    const std::size_t i = at(first_x_[n]);
    if (m_.nodes[n].angle)
      turn(m_.nodes[n].mass, out.v[i]);
    else
      add(m_.nodes[n].mass, {out.x[i], out.v[i], out.a[i]},
          {out.x[i + 1], out.v[i + 1], out.a[i + 1]});
  }
  std::vector<Taylor> q;
  std::vector<int> index;
  for (std::size_t k = 0; k < m_.elements.size(); ++k) {
    const Element& element = m_.elements[k];
    gather(element, out.x, q, index);
    for (std::size_t i = 0; i < q.size(); ++i) {
      q[i].d = out.v[at(index[i])];
      q[i].dd = out.a[at(index[i])];
    }
    const double l = references_[k].length;
    if (element.mass[0] != 0 || element.mass[1] != 0)
      for (int g = 0; g < 4; ++g) {
        Taylor x, y, section;
        material_point(element, references_[k], kGauss[g], q.data(), x, y, section);
        add(kWeight[g] * l * element.mass[0], x, y);
        turn(kWeight[g] * l * element.mass[1], section.d);
      }
    const double gap = element.touches() ? out.e[at(first_e_[k])] : 0;
    if (element.contact.model == Contact::Model::penalty && gap < 0) {
      const double n = element.contact.n + 1;
      out.potential += element.contact.k * std::pow(-gap, n) / n;
    }
    if (element.stiffness.empty()) continue;
    auto c = [&](std::size_t i) { return i < element.stiffness.size() ? element.stiffness[i] : 0; };
    // What the deck holds from the start has no spring; what an event holds has.
    auto is_free = [&](int r) {
      const Class cls = e_class_[at(first_e_[k] + r)];
      return cls == Class::dynamic || cls == Class::calculable || element.was_free[at(r)];
    };
    auto e = [&](int r) { return out.e[at(first_e_[k] + r)]; };
    if (element.kind == Kind::truss) {
      if (is_free(0)) out.potential += c(0) / l * e(0) * e(0) / 2;
    } else if (element.count() == 3) {
      const double bending = c(1) / (l * l * l);
      if (is_free(0)) out.potential += c(0) / l * e(0) * e(0) / 2;
      // The coupling has a potential where both are free; else it does work.
      if (is_free(1)) out.potential += bending * 2 * e(1) * e(1);
      if (is_free(2)) out.potential += bending * 2 * e(2) * e(2);
      if (is_free(1) && is_free(2)) out.potential -= bending * 2 * e(1) * e(2);
    } else {
      for (int r = 0; r < element.count(); ++r)
        if (is_free(r)) out.potential += c(at(r)) * e(r) * e(r) / 2;
    }
  }
  if (out.mass > 0)
    for (std::size_t c = 0; c < 2; ++c) {
      out.cm[c] /= out.mass;
      out.cmd[c] = out.momentum[c] / out.mass;
      out.cmdd[c] /= out.mass;
    }
}

}  // namespace hunt
