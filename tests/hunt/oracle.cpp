#include "oracle.h"

#include <algorithm>
#include <cmath>

#include "spline.h"

namespace hunt {

namespace {

// An arc lies between -1/8 and 7/8 of a turn.
constexpr double kMiddleOfArc = 6.283185307179586477 * 3 / 8;

struct Value {
  double p, v, a;
};
Value value(const Motion& motion, double t) {
  if (!motion.times.empty()) {
    const SplineValue s = spline_at(motion.times, motion.values, motion.bends, t);
    return {s.p, s.v, s.a};
  }
  Value out{0, 0, 0};
  for (int k = 5; k >= 0; --k) {
    out.a = out.a * t + 2 * out.v;
    out.v = out.v * t + out.p;
    out.p = out.p * t + motion.c[static_cast<std::size_t>(k)];
  }
  return out;
}

}  // namespace

Oracle::Oracle(const Mechanism& mechanism) : m_(mechanism) {
  auto bend = [](Motion& motion) {
    if (!motion.times.empty()) motion.bends = natural_curvatures(motion.times, motion.values);
  };
  for (Node& node : m_.nodes)
    for (Motion& motion : node.motion) bend(motion);
  for (Element& element : m_.elements)
    for (Motion& motion : element.motion) bend(motion);
  for (const Node& node : m_.nodes) {
    first_x_.push_back(nx_);
    for (int c = 0; c < node.count(); ++c, ++nx_) {
      x_class_.push_back(node.cls[at(c)]);
      x0_.push_back(node.x[at(c)]);
      drive_.push_back(node.drive[at(c)]);
      if (x_class_.back() == Class::dynamic || x_class_.back() == Class::calculable)
        free_.push_back(nx_);
    }
  }
  for (const Element& element : m_.elements) {
    first_e_.push_back(ne_);
    for (int k = 0; k < element.count(); ++k, ++ne_) {
      e_class_.push_back(element.cls[at(k)]);
      rate_only_.push_back(element.kind == Kind::rate);
      sliding_.push_back(k == 0 ? -element.contact.slides * element.contact.mu_k : 0);
      if (e_class_.back() == Class::fixed || e_class_.back() == Class::prescribed)
        constrained_.push_back(ne_);
    }
    const std::size_t number = references_.size();
    Reference& ref = references_.emplace_back();
    std::vector<Taylor> q;
    std::vector<int> index;
    gather(element, x0_, q, index);
    const bool beam = element.kind == Kind::beam || element.kind == Kind::beam_geometric;
    Taylor e[3];
    if (beam) {
      const double chord = std::atan2(q[4].f - q[1].f, q[3].f - q[0].f);
      ref.tangent[0] = chord - q[2].f;
      ref.tangent[1] = chord - q[5].f;
      ref.length = 1;  // e2 and e3 are 0 here, whatever the length
    }
    if (element.kind == Kind::pulley) ref.direction = kMiddleOfArc;
    deform(number, q, e);
    const bool has_length = beam || element.kind == Kind::truss || element.kind == Kind::spring ||
                            element.kind == Kind::path || element.kind == Kind::pulley;
    if (has_length) ref.length += e[0].f;
    ref.direction = ref.arc;
    first_arc_.push_back(ref.arc);
    if (element.kind == Kind::contact_circle || element.kind == Kind::gear ||
        element.kind == Kind::belt) {
      const auto& c = element.columns;
      auto place = [&](int body, std::size_t k, double sign) {
        const double phi = q[at(3 * body + 2)].f, xi = c[k], eta = c[k + 1];
        return std::array<double, 2>{
            sign * (q[at(3 * body)].f + std::cos(phi) * xi - std::sin(phi) * eta),
            sign * (q[at(3 * body + 1)].f + std::sin(phi) * xi + std::cos(phi) * eta)};
      };
      const auto p = place(0, 0, 1), centre = place(1, 3, -1);
      first_arc_.back() = ref.direction = std::atan2(p[1] + centre[1], p[0] + centre[0]);
      deform(number, q, e);
    }
    for (int k = 0; k < element.count(); ++k)
      if (!(element.touches() && k == 0) && element.kind != Kind::revolute &&
          !(element.kind == Kind::slider && k == 0) && element.kind != Kind::slot && !has_length &&
          element.kind != Kind::cam && element.kind != Kind::formula &&
          element.kind != Kind::rate && !(element.kind == Kind::weld && k < 2) && !beam)
        ref.rest[at(k)] = e[k].f;
    for (std::size_t k = 0; k < element.rest.size(); ++k) {
      if (k == 0 && has_length)
        ref.length = element.rest[0];
      else
        ref.rest[k] = element.rest[k];
    }
  }
  held_x_ = x0_;
  held_e_.assign(at(ne_), 0);
  for (std::size_t k = 0; k < m_.elements.size(); ++k) {
    const Rub& rub = m_.elements[k].rub;
    if (rub.given() && !rub.sticks)
      rubs_.push_back({static_cast<int>(k), at(slip(rub)), rub.leader < 0 ? rub.mu_k : rub.mu_s,
                       rub.side, rub.leader, rub.ratio});
  }
}

void Oracle::hold_at(const Numbers& x) {
  Numbers D2e;
  Matrix De;
  held_x_ = x;
  place(x, Numbers(at(nx_), 0), held_e_, De, D2e);
}

void Oracle::gather(const Element& element, const Numbers& x, std::vector<Taylor>& q,
                    std::vector<int>& index) const {
  q.clear();
  index.clear();
  auto add = [&](const Element& of) {
    for (int node : of.nodes)
      for (int c = 0; c < m_.nodes[at(node)].count(); ++c) {
        index.push_back(coordinate(node, c));
        q.push_back(x[at(index.back())]);
      }
  };
  add(element);
  if (element.inner >= 0) add(m_.elements[at(element.inner)]);
}

std::size_t Oracle::own_coordinates(const Element& element) const {
  std::size_t count = 0;
  for (int node : element.nodes) count += at(m_.nodes[at(node)].count());
  return count;
}

void Oracle::deform(std::size_t k, const std::vector<Taylor>& q, Taylor* out) const {
  const Element& element = m_.elements[k];
  Taylor inner[3];
  if (element.inner >= 0)
    deformations(m_.elements[at(element.inner)], references_[at(element.inner)],
                 q.data() + own_coordinates(element), inner);
  deformations(element, references_[k], q.data(), out, inner[element.inner_component]);
}

void Oracle::place(const Numbers& x, const Numbers& v, Numbers& e, Matrix& De, Numbers& D2e) const {
  e.assign(at(ne_), 0);
  D2e.assign(at(ne_), 0);
  De = Matrix(ne_, nx_);
  std::vector<Taylor> q;
  std::vector<int> index;
  Taylor out[3];
  for (std::size_t k = 0; k < m_.elements.size(); ++k) {
    const Element& element = m_.elements[k];
    const int first = first_e_[k];
    gather(element, x, q, index);
    for (std::size_t i = 0; i < q.size(); ++i) {
      q[i].d = 1;
      deform(k, q, out);
      q[i].d = 0;
      for (int r = 0; r < element.count(); ++r) De(first + r, index[i]) += out[r].d;
    }
    for (std::size_t i = 0; i < q.size(); ++i) q[i].d = v[at(index[i])];
    deform(k, q, out);
    for (int r = 0; r < element.count(); ++r) {
      e[at(first + r)] = out[r].f;
      D2e[at(first + r)] = out[r].dd;
    }
  }
}

// weight: of gravity, and its potential is -weight.x only for nodes.
void Oracle::inertia(const Numbers& x, const Numbers& v, Matrix& M, Numbers& h,
                     Numbers& weight) const {
  M = Matrix(nx_, nx_);
  h.assign(at(nx_), 0);
  weight.assign(at(nx_), 0);
  for (std::size_t n = 0; n < m_.nodes.size(); ++n)
    for (int c = 0; c < m_.nodes[n].count(); ++c) {
      const int i = first_x_[n] + c;
      M(i, i) += m_.nodes[n].mass;
      if (!m_.nodes[n].angle) weight[at(i)] += m_.nodes[n].mass * m_.gravity[at(c)];
    }
  std::vector<Taylor> q;
  std::vector<int> index;
  for (std::size_t k = 0; k < m_.elements.size(); ++k) {
    const Element& element = m_.elements[k];
    if (element.mass[0] == 0 && element.mass[1] == 0) continue;
    gather(element, x, q, index);
    const std::size_t n = q.size();
    for (int g = 0; g < 4; ++g) {
      const double w = kWeight[g] * references_[k].length;
      Numbers dx(n), dy(n), dth(n);
      Taylor px, py, th;
      for (std::size_t i = 0; i < n; ++i) {
        q[i].d = 1;
        material_point(element, references_[k], kGauss[g], q.data(), px, py, th);
        q[i].d = 0;
        dx[i] = px.d, dy[i] = py.d, dth[i] = th.d;
      }
      for (std::size_t i = 0; i < n; ++i) q[i].d = v[at(index[i])];
      material_point(element, references_[k], kGauss[g], q.data(), px, py, th);
      for (std::size_t i = 0; i < n; ++i) q[i].d = 0;
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
          M(index[i], index[j]) += w * (element.mass[0] * (dx[i] * dx[j] + dy[i] * dy[j]) +
                                        element.mass[1] * dth[i] * dth[j]);
        h[at(index[i])] += w * (element.mass[0] * (dx[i] * px.dd + dy[i] * py.dd) +
                                element.mass[1] * dth[i] * th.dd);
        weight[at(index[i])] +=
            w * element.mass[0] * (dx[i] * m_.gravity[0] + dy[i] * m_.gravity[1]);
      }
    }
  }
}

// Known motions: into x and v of coordinates, e, ed and edd of deformations.
void Oracle::prescribe(double t, Numbers& x, Numbers& v, Numbers& a, Numbers& e, Numbers& ed,
                       Numbers& edd) const {
  a.assign(at(nx_), 0);
  e = held_e_;
  ed.assign(at(ne_), 0);
  edd.assign(at(ne_), 0);
  for (std::size_t n = 0; n < m_.nodes.size(); ++n)
    for (int c = 0; c < m_.nodes[n].count(); ++c) {
      const std::size_t i = at(first_x_[n] + c);
      if (x_class_[i] == Class::fixed) x[i] = held_x_[i], v[i] = 0;
      if (x_class_[i] != Class::prescribed) continue;
      const Motion& motion = m_.nodes[n].motion[at(c)];
      const Value now = motion.given ? value(motion, t) : Value{x0_[i], 0, 0};
      x[i] = now.p, v[i] = now.v, a[i] = now.a;
    }
  for (std::size_t k = 0; k < m_.elements.size(); ++k)
    for (int r = 0; r < m_.elements[k].count(); ++r) {
      const std::size_t i = at(first_e_[k] + r);
      const Motion& motion = m_.elements[k].motion[at(r)];
      if (e_class_[i] != Class::prescribed || !motion.given) continue;
      const Value now = value(motion, t);
      e[i] = now.p, ed[i] = now.v, edd[i] = now.a;
    }
}

Matrix Oracle::jacobian(const Numbers& x) const {
  Numbers e, D2e;
  Matrix De;
  place(x, Numbers(at(nx_), 0), e, De, D2e);
  return De;
}

Matrix Oracle::constraints(const Numbers& x) const {
  const Matrix De = jacobian(x);
  Matrix D(static_cast<int>(constrained_.size()), static_cast<int>(free_.size()));
  for (int i = 0; i < D.rows; ++i)
    for (int j = 0; j < D.columns; ++j) D(i, j) = De(constrained_[at(i)], free_[at(j)]);
  return D;
}

double Oracle::mass_quality(const Numbers& x) const {
  double quality = 0;
  const Matrix N = null_space(constraints(x), quality);
  if (!(quality > 0)) return 0;
  if (N.columns == 0) return 1;
  Matrix M;
  Numbers h, w;
  inertia(x, Numbers(at(nx_), 0), M, h, w);
  Matrix R(N.columns, N.columns);
  for (int a = 0; a < N.columns; ++a)
    for (int b = 0; b < N.columns; ++b)
      for (int i = 0; i < N.rows; ++i)
        for (int j = 0; j < N.rows; ++j)
          R(a, b) += N(i, a) * M(free_[at(i)], free_[at(j)]) * N(j, b);
  double smallest = 1;
  for (int a = 0; a < N.columns; ++a) smallest = std::min(smallest, R(a, a));
  return std::min(smallest, Elimination(R).quality());
}

double Oracle::freedom_quality(const Numbers& x) const {
  std::vector<int> rows = constrained_, columns;
  for (int i : free_)
    if (x_class_[at(i)] == Class::calculable) columns.push_back(i);
  for (int k = 0; k < ne_; ++k)
    if (e_class_[at(k)] == Class::dynamic) rows.push_back(k);
  if (rows.size() != columns.size() || rows.empty()) return 1;
  const Matrix De = jacobian(x);
  Matrix D(static_cast<int>(rows.size()), static_cast<int>(rows.size()));
  for (int i = 0; i < D.rows; ++i) {
    double size = 0;  // with the columns of the degrees of freedom
    for (int j : free_) size += De(rows[at(i)], j) * De(rows[at(i)], j);
    for (int j = 0; j < D.columns; ++j)
      D(i, j) = De(rows[at(i)], columns[at(j)]) / std::sqrt(size > 0 ? size : 1);
  }
  double quality = 0;
  (void)null_space(D, quality, false);
  return Elimination(D).negative() ? -quality : quality;
}

Sample Oracle::sample(double t, const Numbers& given_x, const Numbers& given_v) const {
  ++evaluations;
  Sample out;
  out.t = t;
  out.x = given_x;
  out.v = given_v;
  Numbers e, ed, edd, D2e, h, weight;
  prescribe(t, out.x, out.v, out.a, e, ed, edd);
  Matrix De, M;
  place(out.x, out.v, out.e, De, D2e);
  inertia(out.x, out.v, M, h, weight);
  out.ed.assign(at(ne_), 0);
  for (int i = 0; i < ne_; ++i)
    for (int j = 0; j < nx_; ++j) out.ed[at(i)] += De(i, j) * out.v[at(j)];
  out.f = weight;
  loads(t, out.x, out.v, out.f);
  stresses(t, out.e, out.ed, out.s);

  const int nf = static_cast<int>(free_.size()), nc = static_cast<int>(constrained_.size());
  Matrix A(nf + nc, nf + nc);
  Numbers b(at(nf + nc), 0);
  for (int i = 0; i < nf; ++i) {
    const int p = free_[at(i)];
    for (int j = 0; j < nf; ++j) A(i, j) = M(p, free_[at(j)]);
    b[at(i)] = out.f[at(p)] + drive_[at(p)] - h[at(p)];
    for (int j = 0; j < nx_; ++j) b[at(i)] -= M(p, j) * out.a[at(j)];
    for (int k = 0; k < ne_; ++k) b[at(i)] -= De(k, p) * out.s[at(k)];
  }
  for (int k = 0; k < nc; ++k) {
    const int c = constrained_[at(k)];
    for (int j = 0; j < nf; ++j) {
      A(nf + k, j) = A(j, nf + k) = De(c, free_[at(j)]);
      // The friction of what slides is a share of the normal force.
      if (sliding_[at(c)] != 0) A(j, nf + k) += sliding_[at(c)] * De(c + 1, free_[at(j)]);
    }
    b[at(nf + k)] = edd[at(c)] - D2e[at(c)];
    for (int j = 0; j < nx_; ++j) b[at(nf + k)] -= De(c, j) * out.a[at(j)];
  }
  const Elimination system(A);
  out.quality = system.quality();
  const Numbers u = !(system.quality() > 0) ? Numbers(at(nf + nc), NAN)
                    : rubs_.empty()         ? system.solve(b)
                                            : solve_sliding(system, De, b, out);
  for (int i = 0; i < nf; ++i) out.a[at(free_[at(i)])] = u[at(i)];
  for (int k = 0; k < nc; ++k) {
    const int c = constrained_[at(k)];
    out.s[at(c)] = u[at(nf + k)];
    if (sliding_[at(c)] != 0) out.s[at(c + 1)] = sliding_[at(c)] * u[at(nf + k)];
  }

  out.edd = D2e;
  out.r = drive_;
  for (int k = 0; k < ne_; ++k)
    for (int j = 0; j < nx_; ++j) out.edd[at(k)] += De(k, j) * out.a[at(j)];
  for (int i = 0; i < nx_; ++i) {
    if (x_class_[at(i)] != Class::fixed && x_class_[at(i)] != Class::prescribed) continue;
    double r = h[at(i)] - out.f[at(i)];
    for (int j = 0; j < nx_; ++j) r += M(i, j) * out.a[at(j)];
    for (int k = 0; k < ne_; ++k) r += De(k, i) * out.s[at(k)];
    out.r[at(i)] = r;
  }
  return out;
}

Numbers Oracle::accelerations(double t, const Numbers& x, const Numbers& v) const {
  return sample(t, x, v).a;
}

}  // namespace hunt
