// Accelerations and forces of a SpaceMechanism, by equations of its own.
//
// One file above 400 lines: the constraints of all joints, their rates and the forces stand in one
// system of equations.

#include "space_oracle.h"

#include <cmath>
#include <utility>

#include "row_span.h"
#include "space_rolling.h"

namespace hunt {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kRedundant = 1e-9;
constexpr double kWorse = 0.15;     // than at the start: the run would end soon
constexpr double kFixed = 0.05;     // what an event holds must be so independent of the rest
constexpr double kSingular = 1e-6;  // of the system that is solved

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double drive(const FreeMotion& m, double t, int derivative) {
  if (derivative == 0) return m.a * std::sin(m.w * t) + m.b * t * t;
  if (derivative == 1) return m.a * m.w * std::cos(m.w * t) + 2 * m.b * t;
  return -m.a * m.w * m.w * std::sin(m.w * t) + 2 * m.b;
}

}  // namespace

SpaceOracle::SpaceOracle(const SpaceMechanism& m) : m_(m) {
  for (const SpaceBody& b : m.bodies) {
    first_.push_back(unknowns_);
    unknowns_ += b.unknowns();
  }
  for (const SpaceElement& e : m.elements)
    fittings_.push_back(e.joint == Joint::relation || has_rates(e.joint)
                            ? Fitting{}
                            : fit(e, body(e.i), body(e.j)));
  home_ = Numbers(m.bodies.size() * kState, 0);
  for (std::size_t k = 0; k < m.bodies.size(); ++k) {
    const SpaceBody& b = m.bodies[k];
    const Vector3 c = times(matrix_of(b.q), b.centre);
    for (std::size_t i = 0; i < 3; ++i) home_[k * kState + i] = b.x[i] + c[i];
    for (std::size_t i = 0; i < 4; ++i) home_[k * kState + 3 + i] = b.q[i];
  }
  const ElementRows all = rows(home_);
  for (std::size_t e = 0; e < m.elements.size(); ++e) {
    const SpaceElement& element = m.elements[e];
    holds_.emplace_back(all.value[e].size());
    for (std::size_t d = 0; d < holds_[e].size(); ++d)
      holds_[e][d].held = d >= element.free.size() || element.free[d].driven;
  }
  keep_independent(all, kRedundant);
}

bool SpaceOracle::keep_independent(const ElementRows& s, double least) {
  RowSpan span;
  kept_.clear();
  bool all = true;
  for (Numbers& row : held(s)) {
    kept_.push_back(span.takes(std::move(row), least));
    all = all && kept_.back();
  }
  return all;
}

Numbers SpaceOracle::row_of(const NodeFreedom& f) const { return node_row(home_, f); }

Numbers SpaceOracle::row_of(int element, int deformation) const {
  return rows(home_).gradient[at(element)][at(deformation)];
}

double SpaceOracle::value(int element, int deformation) const {
  return rows(home_).value[at(element)][at(deformation)];
}

std::vector<Row> SpaceOracle::motion(double push, std::uint64_t direction) {
  std::vector<Row> out;
  Numbers state = home_;
  winding_ = rows(home_).value;
  first_determinacy_ = {};
  if (!displace(state) || !set_speeds(state) || !are_determining(state)) return out;
  Random random(direction);
  for (double& y : state) y += push * random.uniform(-1, 1);
  double t = 0;
  std::size_t next = 0;
  bool good = true;
  for (int k = 0; k <= m_.steps; ++k) {
    Row row;
    for (; good && next < m_.events.size() && m_.events[next].t < k * m_.dt; ++next)
      good = advance(t, m_.events[next].t, state) && happen(m_.events[next], state);
    if (!good || (k > 0 && !advance(t, k * m_.dt, state)) || !channels(t, state, row)) break;
    out.push_back(std::move(row));
  }
  if (out.size() < 2) out.clear();
  return out;
}

std::vector<Vector3> SpaceOracle::start_velocities() {
  Numbers state = home_;
  winding_ = rows(home_).value;
  if (!set_speeds(state)) return {};
  std::vector<Vector3> out;
  const Numbers u = speeds(state), none(at(unknowns_), 0);
  for (int k = 0; k < static_cast<int>(m_.bodies.size()); ++k) {
    const SpaceBody& b = body(k);
    const Pose p = pose(state, k, u, none);
    Vector3 w{};
    for (int c = 0; c < 3 && !b.fixed && !b.point; ++c) w[at(c)] = u[at(first_[at(k)] + 3 + c)];
    out.push_back({p.x[0].d, p.x[1].d, p.x[2].d});
    out.push_back(w);
  }
  return out;
}

Pose SpaceOracle::pose(const Numbers& state, int k, const Numbers& u, const Numbers& a) const {
  const double* y = &state[at(k) * kState];
  const SpaceBody& b = body(k);
  const int f = first_[at(k)];
  Vector3 v{}, w{}, vd{}, wd{};
  for (int i = 0; i < 3 && !b.fixed; ++i) {
    v[at(i)] = u[at(f + i)];
    vd[at(i)] = a[at(f + i)];
    if (b.point) continue;
    w[at(i)] = u[at(f + 3 + i)];
    wd[at(i)] = a[at(f + 3 + i)];
  }
  const Matrix3 R = matrix_of({y[3], y[4], y[5], y[6]});
  Pose out;
  for (std::size_t r = 0; r < 3; ++r) {
    // Rows of R: R' = R [w], R'' = R ([w] [w] + [wd]).
    const Vector3 d = cross(R[r], w);
    const Vector3 dw = cross(d, w), dwd = cross(R[r], wd);
    for (std::size_t c = 0; c < 3; ++c) out.R[r][c] = {R[r][c], d[c], dw[c] + dwd[c]};
    out.x[r] = {y[r], v[r], vd[r]};
  }
  const Pose at_centre = out;
  const Vector3 back{-b.centre[0], -b.centre[1], -b.centre[2]};
  out.x = place_of(at_centre, back);
  return out;
}

Numbers SpaceOracle::speeds(const Numbers& state) const {
  Numbers u(at(unknowns_));
  for (std::size_t k = 0; k < m_.bodies.size(); ++k)
    for (int i = 0; i < m_.bodies[k].unknowns(); ++i)
      u[at(first_[k] + i)] = state[k * kState + 7 + at(i)];
  return u;
}

SpaceOracle::ElementRows SpaceOracle::rows(const Numbers& state) const {
  ElementRows out;
  const Numbers u = speeds(state), none(at(unknowns_), 0);
  for (std::size_t e = 0; e < m_.elements.size(); ++e) {
    const SpaceElement& element = m_.elements[e];
    Numbers value, rate, rest;
    std::vector<Numbers> gradient;
    if (element.joint == Joint::relation) {
      value = rate = rest = {0};
      gradient = {none};
      for (std::size_t k = 0; k < 2; ++k) {
        const std::size_t n = at(element.inner[k]);
        value[0] += element.factors[k] * out.value[n][0];
        rate[0] += element.factors[k] * out.rate[n][0];
        rest[0] += element.factors[k] * out.rest[n][0];
        for (std::size_t c = 0; c < none.size(); ++c)
          gradient[0][c] += element.factors[k] * out.gradient[n][0][c];
      }
    } else {
      const Pose i = pose(state, element.i, u, none), j = pose(state, element.j, u, none);
      out.regular = out.regular && is_regular(element, fittings_[e], i, j);
      for (const Taylor& d : deformations(element, fittings_[e], i, j)) {
        value.push_back(d.f);
        rate.push_back(d.d);
        rest.push_back(d.dd);
        gradient.push_back(none);
      }
      for (const int k : {element.i, element.j})
        for (int c = 0; c < body(k).unknowns(); ++c) {
          Numbers unit = none;
          unit[at(first_[at(k)] + c)] = 1;
          const std::vector<Taylor> along =
              deformations(element, fittings_[e], pose(state, element.i, unit, none),
                           pose(state, element.j, unit, none));
          for (std::size_t d = 0; d < along.size(); ++d)
            gradient[d][at(first_[at(k)] + c)] = along[d].d;
        }
      wind(e, value);
    }
    out.value.push_back(std::move(value));
    out.rate.push_back(std::move(rate));
    out.rest.push_back(std::move(rest));
    out.gradient.push_back(std::move(gradient));
  }
  return out;
}

void SpaceOracle::wind(std::size_t e, Numbers& value) const {
  const Joint joint = m_.elements[e].joint;
  const bool lengths = joint == Joint::prismatic || joint == Joint::slider || joint == Joint::sda ||
                       joint == Joint::truss || joint == Joint::cv || has_rates(joint);
  if (winding_.size() <= e || lengths) return;
  for (std::size_t d = 0; d < value.size(); ++d) {
    const bool angle = joint == Joint::planar                                ? d == 2
                       : joint == Joint::bushing                             ? false
                       : joint == Joint::universal || joint == Joint::cardan ? true
                                                                             : d == 0;
    if (angle) value[d] += 2 * kPi * std::round((winding_[e][d] - value[d]) / (2 * kPi));
  }
}

double SpaceOracle::prescribed(std::size_t e, std::size_t d, double t, int derivative) const {
  const Hold& hold = holds_[e][d];
  const SpaceElement& element = m_.elements[e];
  if (hold.by_event)
    return derivative == 2 ? hold.acceleration : hold.rate + hold.acceleration * (t - hold.t);
  const bool driven = d < element.free.size() && element.free[d].driven;
  if (driven && has_rates(element.joint)) {
    const FreeMotion& f = element.free[d];
    return derivative == 1 ? f.a * std::sin(f.w * t) + f.b * t
                           : f.a * f.w * std::cos(f.w * t) + f.b;
  }
  return driven ? drive(element.free[d], t, derivative) : 0;
}

std::vector<Numbers> SpaceOracle::held(const ElementRows& s) const {
  std::vector<Numbers> out;
  for (std::size_t e = 0; e < m_.elements.size(); ++e)
    for (std::size_t d = 0; d < s.gradient[e].size(); ++d)
      if (holds(e, d)) out.push_back(s.gradient[e][d]);
  return out;
}

Numbers SpaceOracle::node_row(const Numbers& state, const NodeFreedom& f) const {
  Numbers out(at(unknowns_), 0);
  const int first = first_[at(f.body)];
  if (f.component >= 3) {
    out[at(first + f.component)] = 1;
    return out;
  }
  const Numbers none(at(unknowns_), 0);
  for (int c = 0; c < body(f.body).unknowns(); ++c) {
    Numbers unit = none;
    unit[at(first + c)] = 1;
    out[at(first + c)] = pose(state, f.body, unit, none).x[at(f.component)].d;
  }
  return out;
}

bool SpaceOracle::find_speeds(const Numbers& state, bool displace, Numbers& u,
                              Determinacy* determinacy) const {
  const ElementRows s = rows(state);
  Matrix A(unknowns_, unknowns_);
  Numbers b(at(unknowns_), 0);
  int n = 0, held_number = 0;
  const auto add = [&](const Numbers& row, double value) {
    if (n == unknowns_) return ++n, void();
    for (int c = 0; c < unknowns_; ++c) A(n, c) = row[at(c)];
    b[at(n++)] = value;
  };
  for (std::size_t e = 0; e < m_.elements.size(); ++e)
    for (std::size_t d = 0; d < s.gradient[e].size(); ++d) {
      const SpaceElement& element = m_.elements[e];
      if (holds(e, d)) {
        if (kept_[at(held_number++)]) add(s.gradient[e][d], displace ? 0 : prescribed(e, d, 0, 1));
      } else if (element.free[d].dynamic) {
        add(s.gradient[e][d], displace ? element.free[d].start : element.free[d].rate);
      }
    }
  for (const NodeFreedom& f : m_.freedoms) add(node_row(state, f), displace ? 0 : f.rate);
  if (n != unknowns_) return false;
  if (unknowns_ == 0) return u.clear(), true;
  const Elimination system(A);
  if (determinacy != nullptr) *determinacy = {system.quality(), system.negative()};
  if (!(system.quality() > kSingular)) return false;
  u = system.solve(b);
  return true;
}

bool SpaceOracle::are_determining(const Numbers& state) {
  if (m_.chooses || has_happened_ || unknowns_ == 0) return true;
  Numbers u;
  Determinacy now;
  if (!find_speeds(state, false, u, &now)) return false;
  if (first_determinacy_.quality == 0) first_determinacy_ = now;
  return now.quality > kWorse * first_determinacy_.quality &&
         now.negative == first_determinacy_.negative;
}

void SpaceOracle::move(const SpaceBody& b, const double* u, const double* y, double* rate) {
  for (int i = 0; i < 3; ++i) rate[i] = u[i];
  if (b.point) return;
  const double *q = y + 3, *w = u + 3;
  rate[3] = -0.5 * (q[1] * w[0] + q[2] * w[1] + q[3] * w[2]);
  rate[4] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
  rate[5] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
  rate[6] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
}

Numbers SpaceOracle::places_move(const Numbers& state, const Numbers& u) const {
  Numbers out(state.size(), 0);
  for (std::size_t k = 0; k < m_.bodies.size(); ++k)
    if (!m_.bodies[k].fixed)
      move(m_.bodies[k], &u[at(first_[k])], &state[k * kState], &out[k * kState]);
  return out;
}

bool SpaceOracle::displace(Numbers& state) {
  bool any = false;
  for (const SpaceElement& e : m_.elements)
    for (const FreeMotion& f : e.free) any = any || (f.dynamic && f.start != 0);
  if (!any) return true;
  return integrate(0, 1, state, [&](double, const Numbers& y) {
    Numbers u;
    return find_speeds(y, true, u) ? places_move(y, u) : Numbers(y.size(), NAN);
  });
}

bool SpaceOracle::set_speeds(Numbers& state) const {
  Numbers u;
  if (!find_speeds(state, false, u)) return false;
  for (std::size_t k = 0; k < m_.bodies.size(); ++k)
    for (int i = 0; i < m_.bodies[k].unknowns(); ++i)
      state[k * kState + 7 + at(i)] = u[at(first_[k] + i)];
  return true;
}

bool SpaceOracle::advance(double& t, double end, Numbers& state) {
  const double from = t;
  t = end;
  return integrate(from, end, state, [&](double time, const Numbers& y) {
    const Solved s = solve(time, y);
    if (!s.good) return Numbers(y.size(), NAN);
    Numbers out = places_move(y, speeds(y));
    for (std::size_t k = 0; k < m_.bodies.size(); ++k)
      for (int i = 0; i < m_.bodies[k].unknowns(); ++i)
        out[k * kState + 7 + at(i)] = s.a[at(first_[k] + i)];
    return out;
  });
}

bool SpaceOracle::integrate(double t, double end, Numbers& state, const Rate& rate) {
  double h = 0.1 * (end - t);
  int budget = 400;
  while (end - t > 1e-14) {
    double step = std::min(h, end - t);
    const bool cut = step < h;
    const double tried = step;
    if (--budget < 0 || step < 1e-9) return false;
    if (!gragg_step(rate, t, step, 1e-13, state)) {
      h = step;
      continue;
    }
    t += tried;
    if (!cut) h = step;
    for (std::size_t k = 0; k < m_.bodies.size(); ++k) {
      double* q = &state[k * kState + 3];
      const double n = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
      for (int i = 0; i < 4; ++i) q[i] /= n;
    }
    const ElementRows now = rows(state);
    winding_ = now.value;
    if (!now.regular || !are_determining(state)) return false;
  }
  return true;
}

// Velocities jump to those next to them, measured by the kinetic energy, that what holds afterwards
// allows: M (u - u_before) + G^T p = 0, G u = prescribed rates.
bool SpaceOracle::happen(const SpaceEvent& event, Numbers& state) {
  has_happened_ = true;
  const std::size_t e = at(event.element);
  const ElementRows s = rows(state);
  std::vector<Numbers> struck;
  Numbers rates;
  for (const std::size_t d : event.rows) {
    Hold& hold = holds_[e][d];
    if (event.action == SpaceEvent::Action::impact) {
      struck.push_back(s.gradient[e][d]);
      rates.push_back(-event.restitution * s.rate[e][d]);
    } else if (event.action == SpaceEvent::Action::release) {
      hold = {};
    } else {
      hold = {true, true, event.t, event.rate, event.acceleration};
    }
  }
  if (!keep_independent(s, event.action == SpaceEvent::Action::release ? kRedundant : kFixed))
    return m_.redundant;
  if (event.action == SpaceEvent::Action::release) return true;
  const std::vector<Numbers> all = held(s);
  std::size_t number = 0;
  Numbers held_rates;
  std::vector<Numbers> G;
  for (std::size_t k = 0; k < holds_.size(); ++k)
    for (std::size_t d = 0; d < holds_[k].size(); ++d)
      if (holds(k, d) && kept_[number++])
        G.push_back(all[number - 1]), held_rates.push_back(prescribed(k, d, event.t, 1));
  RowSpan span;
  for (const Numbers& row : G) span.takes(row, kRedundant);
  for (std::size_t k = 0; k < struck.size(); ++k) {
    if (!span.takes(struck[k], kFixed)) return false;
    G.push_back(struck[k]), held_rates.push_back(rates[k]);
  }
  const int n = unknowns_ + static_cast<int>(G.size());
  Matrix A(n, n);
  Numbers b(at(n), 0);
  body_terms(state, A, b);
  const Numbers before = speeds(state);
  for (int r = 0; r < n; ++r) b[at(r)] = 0;
  for (int r = 0; r < unknowns_; ++r)
    for (int c = 0; c < unknowns_; ++c) b[at(r)] += A(r, c) * before[at(c)];
  for (std::size_t k = 0; k < G.size(); ++k) {
    const int r = unknowns_ + static_cast<int>(k);
    for (int c = 0; c < unknowns_; ++c) A(r, c) = A(c, r) = G[k][at(c)];
    b[at(r)] = held_rates[k];
  }
  const Elimination system(A);
  if (!(system.quality() > 1e-9)) return false;
  const Numbers u = system.solve(b);
  for (std::size_t k = 0; k < m_.bodies.size(); ++k)
    for (int i = 0; i < m_.bodies[k].unknowns(); ++i)
      state[k * kState + 7 + at(i)] = u[at(first_[k] + i)];
  return true;
}

void SpaceOracle::body_terms(const Numbers& state, Matrix& M, Numbers& b) const {
  for (std::size_t k = 0; k < m_.bodies.size(); ++k) {
    const SpaceBody& one = m_.bodies[k];
    if (one.fixed) continue;
    const int f = first_[k];
    const double* y = &state[k * kState];
    for (int i = 0; i < 3; ++i) {
      M(f + i, f + i) = one.mass;
      b[at(f + i)] = one.mass * m_.gravity[at(i)] + one.force[at(i)];
    }
    if (one.point) continue;
    const Vector3 w{y[10], y[11], y[12]};
    const Vector3 spin = cross(w, times(one.inertia, w));
    const Vector3 force = transposed_times(matrix_of({y[3], y[4], y[5], y[6]}), one.force);
    const Vector3 turned = cross(force, one.centre);  // the node is at -centre
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) M(f + 3 + i, f + 3 + j) = one.inertia[at(i)][at(j)];
      b[at(f + 3 + i)] = one.moment[at(i)] - one.drag * w[at(i)] - spin[at(i)] + turned[at(i)];
    }
  }
}

SpaceOracle::Solved SpaceOracle::solve(double t, const Numbers& state) const {
  const ElementRows s = rows(state);
  Solved out;
  int active = 0;
  for (const bool kept : kept_) active += kept ? 1 : 0;
  const int n = unknowns_ + active;
  Matrix A(n, n);
  Numbers b(at(n), 0);
  body_terms(state, A, b);
  int row = unknowns_, held_number = 0;
  std::vector<std::array<int, 3>> where;  // element, deformation, row
  for (std::size_t e = 0; e < m_.elements.size(); ++e) {
    out.stress.emplace_back(s.value[e].size(), 0);
    for (std::size_t d = 0; d < s.value[e].size(); ++d) {
      const SpaceElement& element = m_.elements[e];
      const Numbers& gradient = s.gradient[e][d];
      if (!holds(e, d)) {
        // What an event has let go has no law.
        const bool has_law = d < element.free.size() && !element.free[d].driven;
        const FreeMotion f = has_law ? element.free[d] : FreeMotion{};
        const double stress = f.k * s.value[e][d] + f.d * s.rate[e][d] + f.a * std::sin(f.w * t);
        out.stress[e][d] = stress;
        for (int c = 0; c < unknowns_; ++c) b[at(c)] -= stress * gradient[at(c)];
      } else if (kept_[at(held_number++)]) {
        for (int c = 0; c < unknowns_; ++c) A(row, c) = A(c, row) = gradient[at(c)];
        b[at(row)] = prescribed(e, d, t, 2) - s.rest[e][d];
        where.push_back({static_cast<int>(e), static_cast<int>(d), row++});
      }
    }
  }
  if (n > 0) {
    const Elimination system(A);
    if (!(system.quality() > 1e-9)) return out;
    const Numbers x = system.solve(b);
    out.a.assign(x.begin(), x.begin() + unknowns_);
    for (const auto& [e, d, r] : where) out.stress[at(e)][at(d)] = x[at(r)];
  }
  out.good = true;
  return out;
}

}  // namespace hunt
