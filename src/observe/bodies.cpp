#include "observe/bodies.h"

#include <fmt/format.h>

#include <cmath>

namespace mbs {

void lay_out_bodies(const Model& model, Layout& layout) {
  static constexpr const char* kBody[] = {"x",    "y",   "phi", "xd",   "yd",
                                          "phid", "xdd", "ydd", "phidd"};
  static constexpr const char* kPoint[] = {"x", "y", "xd", "yd", "xdd", "ydd"};
  TableLayout bodies{"", " BODY", {"X", "Y", "PHI", "XD", "YD", "PHID", "XDD", "YDD", "PHIDD"}, {}};
  for (int owner = 0; const Body& body : model.bodies) {
    bodies.rows.push_back({fmt::format("{:5}", body.number), layout.count()});
    const std::string prefix = fmt::format("body{}.", body.number);
    const int coordinates[] = {body.x, body.x + 1, body.phi};
    for (int k = 0; k < 9; ++k)
      layout.add_coordinate(prefix + kBody[k], k % 3 == 2 ? unit::radian : unit::metre,
                            coordinates[k % 3], {Of::body, owner, k % 3, k / 3});
    ++owner;
  }
  TableLayout points{" POINTS OF INTEREST", "  NO.", {"X", "Y", "XD", "YD", "XDD", "YDD"}, {}};
  for (int owner = 0; const BodyPoint& point : model.points) {
    points.rows.push_back({fmt::format("{:5}", point.number), layout.count()});
    const std::string prefix = fmt::format("point{}.", point.number);
    for (int k = 0; k < 6; ++k)
      layout.add(prefix + kPoint[k], rate_of(unit::metre, k / 2), {Of::point, owner, k % 2, k / 2});
    ++owner;
  }
  if (!bodies.rows.empty()) layout.tables.push_back(std::move(bodies));
  if (!points.rows.empty()) layout.tables.push_back(std::move(points));
}

void observe_bodies(const Model& model, const State& state, Vector values) {
  double* out = values.data();
  auto at = [](const std::vector<double>& z, int i) { return z[i]; };
  for (const Body& body : model.bodies)
    for (const std::vector<double>* z : {&state.x, &state.v, &state.a}) {
      *out++ = at(*z, body.x);
      *out++ = at(*z, body.x + 1);
      *out++ = at(*z, body.phi);
    }
  for (const BodyPoint& point : model.points) {
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
