// The rates of WHEEL, BALL and EGG against the velocities of the two points that touch, found by
// differences of their places; and the place where they touch against the shape of the body.
#include <gtest/gtest.h>

#include <cmath>

#include "base/space_vector.h"
#include "derivative/element_probe.h"
#include "elements/types.h"
#include "nodes/quaternion.h"

namespace mbs {
namespace {

constexpr unsigned kPoses = 30;

// A body of the element whose first coordinate is x[first].
struct Pose {
  Pose(const Numbers& x, std::size_t first) : place(vec3(x.data() + first)) {
    rotation_matrix(ElementProbe::quaternion(x, first + 3).data(), R);
  }
  Vec3 point(Vec3 s) const { return place + to_space(R, s); }
  Vec3 local(Vec3 P) const { return to_body(R, P - place); }
  Vec3 place;
  double R[9];
};

struct Touched {
  Vec3 contact, normal, along;
};

// Where a shape touches a plane with the normal n: the point of it that is farthest against n,
// from its definition as a set of points.
Vec3 lowest(const ElementType& type, const Numbers& columns, const Pose& body, Vec3 n) {
  if (type.spec.keyword == "BALL") return body.place - columns[0] * n;
  if (type.spec.keyword == "WHEEL") {
    const Vec3 axle = unit_vector(to_space(body.R, vec3(columns.data())));
    const Vec3 up = unit_vector(n - dot(n, axle) * axle);
    return body.place - columns[3] * up - columns[4] * n;
  }
  double q[4] = {1, 0, 0, 0}, E[9];
  turn_by(q, columns.data() + 6);
  rotation_matrix(q, E);
  const Vec3 in = to_body(E, to_body(body.R, n));
  const Vec3 scaled = {columns[0] * in.x, columns[1] * in.y, columns[2] * in.z};
  const double size = std::sqrt(dot(scaled, scaled));
  const Vec3 tip = {columns[0] * scaled.x / size, columns[1] * scaled.y / size,
                    columns[2] * scaled.z / size};
  return body.point(vec3(columns.data() + 3) - to_space(E, tip));
}

class RollingRates : public testing::TestWithParam<const ElementType*> {};
INSTANTIATE_TEST_SUITE_P(Shapes, RollingRates,
                         testing::Values(&kWheel, &kWheelOnBody, &kBall, &kBallOnBody, &kEgg,
                                         &kEggOnBody));

TEST_P(RollingRates, AreThoseOfTheTouchingPoints) {
  const ElementType& type = *GetParam();
  const bool on_body = type.nx == 12;
  const std::size_t plane = type.spec.columns.size() - 6;
  double worst = 0, gap = 0, worst_direction = 0;
  for (unsigned seed = 0; seed < kPoses; ++seed) {
    ElementProbe probe(type);
    Random random(seed);
    Numbers x(static_cast<std::size_t>(type.nx)), columns;
    do {
      for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = probe.is_orientation(static_cast<int>(i)) ? random(-0.4, 0.4) : random(-2, 2);
      columns = random(type.spec.columns.size(), -1, 1);
    } while (!probe.add(x, columns).empty());
    const Numbers v = random(x.size(), -1, 1);
    const auto normal_at = [&](const Numbers& at) {
      const Vec3 n = unit_vector(vec3(columns.data() + plane));
      return on_body ? to_space(Pose(at, 6).R, n) : n;
    };
    const Pose body(x, 0);
    const Vec3 n = normal_at(x), contact = lowest(type, columns, body, n);
    // Both points, fixed in their bodies, a little before and after.
    const double h = 1e-3;
    Vec3 slip;
    const double weights[] = {0.8, -0.2, 4.0 / 105, -1.0 / 280};
    for (int k = 1; k <= 4; ++k)
      for (const int side : {1, -1}) {
        const Numbers at = probe.moved(x, side * k * h, v);
        Vec3 apart = Pose(at, 0).point(body.local(contact));
        if (on_body) apart = apart - Pose(at, 6).point(Pose(x, 6).local(contact));
        slip = slip + side * weights[k - 1] / h * apart;
      }
    const auto here = probe.position(x);
    Vec3 along;  // t1
    for (int c = 0; c < 3; ++c)
      (c == 0   ? along.x
       : c == 1 ? along.y
                : along.z) = here.De[static_cast<std::size_t>(3 * c + 1)];
    const Vec3 directions[] = {n, along, cross(n, along)};
    for (std::size_t r = 0; r < 3; ++r) {
      double rate = 0;
      for (std::size_t i = 0; i < x.size(); ++i) rate += here.De[3 * i + r] * v[i];
      keep_worst(worst, std::fabs(rate - dot(directions[r], slip)));
    }
    keep_worst(worst_direction, std::fabs(dot(along, n)) + std::fabs(dot(along, along) - 1));
    if (type.spec.keyword == "WHEEL") {
      const Vec3 axle = to_space(body.R, unit_vector(vec3(columns.data())));
      keep_worst(worst_direction, std::fabs(dot(along, axle)));
      EXPECT_GT(dot(along, cross(axle, n)), 0);  // w.a > 0 rolls to +t1
    }
    Vec3 through = vec3(columns.data() + plane + 3);
    if (on_body) through = Pose(x, 6).point(through);
    keep_worst(gap, std::fabs(here.e[0] - dot(n, contact - through)));
  }
  EXPECT_LT(worst, 1e-11);
  EXPECT_LT(worst_direction, 1e-14);
  EXPECT_LT(gap, 1e-14);
}

// A plane of a body at rest is a plane of space.
TEST(RollingOnBody, AtRestIsAPlaneOfSpace) {
  const std::array<const ElementType*, 2> pairs[] = {
      {&kWheel, &kWheelOnBody}, {&kBall, &kBallOnBody}, {&kEgg, &kEggOnBody}};
  for (const auto& [space, body] : pairs)
    for (unsigned seed = 0; seed < kPoses; ++seed) {
      ElementProbe one(*space), other(*body);
      Random random(seed);
      Numbers x, columns;
      do {
        x = random(3, -2, 2);
        for (double turn : random(3, -0.4, 0.4)) x.push_back(turn);
        columns = random(space->spec.columns.size(), -1, 1);
      } while (!one.add(x, columns).empty());
      Numbers more = x, v = random(6, -1, 1), more_v = v;
      more.resize(12), more_v.resize(12);
      ASSERT_EQ(other.add(more, columns), "");
      const auto a = one.acceleration(x, v), b = other.acceleration(more, more_v);
      for (std::size_t r = 0; r < 3; ++r) {
        EXPECT_NEAR(a.e[r], b.e[r], 1e-15);
        EXPECT_NEAR(a.D2e_vv[r], b.D2e_vv[r], 1e-14);
        for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(a.De[3 * i + r], b.De[3 * i + r], 1e-15);
      }
    }
}

}  // namespace
}  // namespace mbs
