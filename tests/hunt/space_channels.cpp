// What a deck of a SpaceMechanism shows, from the oracle's motion.
#include "space_oracle.h"
#include "space_rolling.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::string channel(const char* letter, int number, int component) {
  return letter + std::to_string(number) + "_" + std::to_string(component);
}

}  // namespace

bool SpaceOracle::channels(double t, const Numbers& state, Row& row) const {
  const Solved solved = solve(t, state);
  if (!solved.good) return false;
  const ElementRows s = rows(state);
  const Numbers u = speeds(state);
  double kinetic = 0, mass = 0;
  Vector3 centre{}, momentum{}, angular{};
  for (int k = 0; k < static_cast<int>(m_.bodies.size()); ++k) {
    const SpaceBody& b = body(k);
    if (b.fixed) continue;
    const Pose p = pose(state, k, u, solved.a);
    const int point = 10 * k + 1, f = first_[at(k)];
    Vector3 x{}, v{};
    for (int c = 0; c < 3; ++c) {
      row[channel("x", point, c + 1)] = p.x[at(c)].f;
      row[channel("v", point, c + 1)] = p.x[at(c)].d;
      row[channel("a", point, c + 1)] = p.x[at(c)].dd;
      x[at(c)] = state[at(k) * kState + at(c)];
      v[at(c)] = u[at(f + c)];
      kinetic += 0.5 * b.mass * v[at(c)] * v[at(c)];
      centre[at(c)] += b.mass * x[at(c)];
      momentum[at(c)] += b.mass * v[at(c)];
    }
    mass += b.mass;
    const Vector3 orbital = cross(x, v);
    for (std::size_t c = 0; c < 3; ++c) angular[c] += b.mass * orbital[c];
    if (b.point) continue;
    Matrix3 R;
    Vector3 w{};
    for (int c = 0; c < 3; ++c) {
      for (int r = 0; r < 3; ++r) {
        R[at(r)][at(c)] = p.R[at(r)][at(c)].f;
        row[channel("xr", point + 1, 10 * (r + 1) + c + 1)] = R[at(r)][at(c)];
      }
      w[at(c)] = u[at(f + 3 + c)];
      row[channel("v", point + 1, c + 1)] = w[at(c)];
      row[channel("a", point + 1, c + 1)] = solved.a[at(f + 3 + c)];
    }
    if (m_.kabios) {
      const std::string name = "body" + std::to_string(k + 1) + ".";
      const Vector3 wd{solved.a[at(f + 3)], solved.a[at(f + 4)], solved.a[at(f + 5)]};
      const Vector3 in_space = times(R, w), rate = times(R, wd);
      for (std::size_t c = 0; c < 3; ++c) {
        row[name + "w" + "xyz"[c]] = in_space[c];
        row[name + "w" + "xyz"[c] + "d"] = rate[c];
        for (std::size_t r = 0; r < 3; ++r)
          row[name + "turn_" + std::to_string(10 * (r + 1) + c + 1)] = R[r][c];
      }
    }
    const Vector3 spin = times(b.inertia, w), turned = times(R, spin);
    kinetic += 0.5 * dot(w, spin);
    for (std::size_t c = 0; c < 3; ++c) angular[c] += turned[c];
  }
  for (std::size_t e = 0; e < m_.elements.size(); ++e) joint_channels(e, s, solved, state, row);
  row["energy.kinetic"] = kinetic;
  row["energy.balance"] = 0;
  if (mass > 0)
    for (std::size_t c = 0; c < 3; ++c) {
      const std::string axis(1, "xyz"[c]);
      row["cm." + axis] = centre[c] / mass;
      row["momentum." + axis] = momentum[c];
      row["momentum.angular" + axis] = angular[c];
    }
  return true;
}

void SpaceOracle::joint_channels(std::size_t e, const ElementRows& s, const Solved& solved,
                                 const Numbers& state, Row& row) const {
  const SpaceElement& element = m_.elements[e];
  const int number = static_cast<int>(e) + 1;
  if (element.joint == Joint::coordinates && !m_.redundant)
    for (std::size_t d = 0; d < 3; ++d)
      row["body" + std::to_string(element.j + 1) + ".r" + "xyz"[d]] = -solved.stress[e][d];
  if (element.joint == Joint::coordinates || (m_.kabios && element.joint == Joint::cardan)) return;
  for (std::size_t d = 0; d < element.free.size(); ++d) {
    double edd = s.rest[e][d];
    for (int c = 0; c < unknowns_; ++c) edd += s.gradient[e][d][at(c)] * solved.a[at(c)];
    const int place = deck_deformation(element.joint, d);
    if (!has_rates(element.joint)) row[channel("e", number, place)] = s.value[e][d];
    row[channel("ed", number, place)] = s.rate[e][d];
    row[channel("edd", number, place)] = edd;
  }
  if (has_rates(element.joint))
    for (std::size_t d = 0; d < s.value[e].size(); ++d)
      row[channel("s", number, deck_deformation(element.joint, d))] = solved.stress[e][d];
  if (rolls(element.joint)) {
    const Numbers u = speeds(state), none(at(unknowns_), 0);
    const TaylorVector place =
        contact_of(element, pose(state, element.i, u, none), pose(state, element.j, u, none));
    const std::string name = form_of(element.joint).channel + std::to_string(number);
    for (std::size_t c = 0; c < 3; ++c) row[name + "." + "xyz"[c]] = place[c].f;
    row[name + ".along"] = -solved.stress[e][0];
    row[name + ".across"] = -solved.stress[e][1];
    row[name + ".n"] = -solved.stress[e][2];
  }
  if (has_rates(element.joint)) return;
  if (m_.redundant || element.joint == Joint::relation) return;
  const JointForm& form = form_of(element.joint);
  if (form.channel == nullptr) {
    // These have the deformations of the manual one by one, but for the tilts of a hinge.
    const std::size_t count = element.joint == Joint::hinge ? 1 : s.value[e].size();
    if (element.joint != Joint::rbeam && element.joint != Joint::slider)
      for (std::size_t d = 0; d < count; ++d)
        row[channel("s", number, static_cast<int>(d) + 1)] = solved.stress[e][d];
    return;
  }
  wrench(e, s, solved, state, form.channel + std::to_string(number), row);
}

void SpaceOracle::wrench(std::size_t e, const ElementRows& s, const Solved& solved,
                         const Numbers& state, const std::string& name, Row& row) const {
  const SpaceElement& element = m_.elements[e];
  const bool on_j = !body(element.j).fixed;
  const int k = on_j ? element.j : element.i;
  const double sign = on_j ? -1 : 1;
  Vector3 force{}, moment{};
  for (int c = 0; c < 3; ++c)
    for (std::size_t d = 0; d < s.value[e].size(); ++d) {
      force[at(c)] += sign * solved.stress[e][d] * s.gradient[e][d][at(first_[at(k)] + c)];
      moment[at(c)] += sign * solved.stress[e][d] * s.gradient[e][d][at(first_[at(k)] + 3 + c)];
    }
  const double* y = &state[at(k) * kState];
  moment = times(matrix_of({y[3], y[4], y[5], y[6]}), moment);
  const Numbers none(at(unknowns_), 0);
  const TaylorVector p = place_of(pose(state, element.j, none, none), fittings_[e].point_j);
  const Vector3 arm{y[0] - p[0].f, y[1] - p[1].f, y[2] - p[2].f};
  const Vector3 more = cross(arm, force);
  for (std::size_t c = 0; c < 3; ++c) {
    const std::string axis(1, "xyz"[c]);
    row[name + ".f" + axis] = force[c];
    row[name + ".m" + axis] = moment[c] + more[c];
  }
}

}  // namespace hunt
