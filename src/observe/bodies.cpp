#include "observe/bodies.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/index.h"
#include "base/space_vector.h"
#include "nodes/quaternion.h"

namespace mbs {

namespace {

// x, y and z, or x, y and phi, with their first and second rates. The orientations of bodies of
// space are a table of their own (observe/rotations.h).
constexpr const char* kPlanarNames[] = {"x", "y", "phi"};
constexpr const char* kSpatialNames[] = {"x", "y", "z"};
constexpr const char* kRateEndings[] = {"", "d", "dd"};

// x: of the node that is there; -1: none.
void lay_out_space_place(const std::string& prefix, int x, Quantity what, Layout& layout) {
  for (int k = 0; k < 9; ++k) {
    what.component = k % 3, what.rate = k / 3;
    const std::string name = prefix + kSpatialNames[k % 3] + kRateEndings[k / 3];
    if (x >= 0)
      layout.add_coordinate(name, unit::metre, x + k % 3, what);
    else
      layout.add(name, rate_of(unit::metre, k / 3), what);
  }
}

// Place, velocity and acceleration of a point of a body of space, whose angular velocity and
// acceleration stand along its axes.
void put_space_point(const Model& model, const BodyPoint& point, const State& state, double* out) {
  const Orientation& turn = model.orientations[at(model.orientation_of[at(point.phi)])];
  double R[9];
  rotation_matrix(turn.quaternion(state.x.data()).data(), R);
  const Vec3 s = {point.xi, point.eta, point.zeta}, w = vec3(state.v.data() + point.phi),
             wd = vec3(state.a.data() + point.phi), v = cross(w, s);
  const Vec3 beside[3] = {to_space(R, s), to_space(R, v), to_space(R, cross(wd, s) + cross(w, v))};
  const std::vector<double>* const of_node[3] = {&state.x, &state.v, &state.a};
  for (int rate = 0; rate < 3; ++rate)
    for (int c = 0; c < 3; ++c)
      out[3 * rate + c] = (*of_node[rate])[at(point.x + c)] + beside[rate][c];
}

}  // namespace

void lay_out_bodies(const Model& model, Layout& layout) {
  static constexpr const char* kPoint[] = {"x", "y", "xd", "yd", "xdd", "ydd"};
  TableLayout bodies{"", " BODY", {"X", "Y", "PHI", "XD", "YD", "PHID", "XDD", "YDD", "PHIDD"}, {}};
  const std::vector<std::string> in_space = {"X", "Y", "Z", "XD", "YD", "ZD", "XDD", "YDD", "ZDD"};
  for (int owner = 0; const Body& body : model.bodies) {
    bodies.rows.push_back({fmt::format("{:5}", body.number), layout.count()});
    const std::string prefix = fmt::format("body{}.", body.number);
    const int coordinates[] = {body.x, body.x + 1, body.phi};
    if (body.in_space) {
      bodies.columns = in_space;
      lay_out_space_place(prefix, body.x, {Of::body, owner}, layout);
    } else {
      for (int k = 0; k < 9; ++k)
        layout.add_coordinate(prefix + kPlanarNames[k % 3] + kRateEndings[k / 3],
                              k % 3 == 2 ? unit::radian : unit::metre, coordinates[k % 3],
                              {Of::body, owner, k % 3, k / 3});
    }
    ++owner;
  }
  TableLayout points{" POINTS OF INTEREST", "  NO.", {"X", "Y", "XD", "YD", "XDD", "YDD"}, {}};
  TableLayout of_space{points.heading, points.label_heads, in_space, {}};
  for (int owner = 0; const BodyPoint& point : model.points) {
    (point.in_space ? of_space : points)
        .rows.push_back({fmt::format("{:5}", point.number), layout.count()});
    const std::string prefix = fmt::format("point{}.", point.number);
    if (point.in_space) {
      lay_out_space_place(prefix, point.is_at_node() ? point.x : -1, {Of::point, owner}, layout);
    } else {
      for (int k = 0; k < 6; ++k)
        layout.add(prefix + kPoint[k], rate_of(unit::metre, k / 2),
                   {Of::point, owner, k % 2, k / 2});
    }
    ++owner;
  }
  if (!bodies.rows.empty()) layout.tables.push_back(std::move(bodies));
  if (!points.rows.empty()) layout.tables.push_back(std::move(points));
  if (!of_space.rows.empty()) layout.tables.push_back(std::move(of_space));
}

int count_of_bodies(const Model& model) {
  int count = 9 * count_of(model.bodies);
  for (const BodyPoint& point : model.points) count += point.in_space ? 9 : 6;
  return count;
}

void observe_bodies(const Model& model, const State& state, Vector values) {
  double* out = values.data();
  auto at = [](const std::vector<double>& z, int i) { return z[i]; };
  const auto put = [&](int x, int third) {
    for (const std::vector<double>* z : {&state.x, &state.v, &state.a}) {
      *out++ = at(*z, x);
      *out++ = at(*z, x + 1);
      *out++ = at(*z, third);
    }
  };
  for (const Body& body : model.bodies) put(body.x, body.in_space ? body.x + 2 : body.phi);
  for (const BodyPoint& point : model.points) {
    if (point.in_space) {
      if (point.is_at_node())
        put(point.x, point.x + 2);
      else
        put_space_point(model, point, state, std::exchange(out, out + 9));
      continue;
    }
    const double c = std::cos(at(state.x, point.phi)), s = std::sin(at(state.x, point.phi));
    const double sx = c * point.xi - s * point.eta, sy = s * point.xi + c * point.eta;
    const double w = at(state.v, point.phi), alpha = at(state.a, point.phi);
    *out++ = at(state.x, point.x) + sx;
    *out++ = at(state.x, point.x + 1) + sy;
    *out++ = at(state.v, point.x) - w * sy;
    *out++ = at(state.v, point.x + 1) + w * sx;
    *out++ = at(state.a, point.x) - alpha * sy - w * w * sx;
    *out++ = at(state.a, point.x + 1) + alpha * sx - w * w * sy;
  }
}

}  // namespace mbs
