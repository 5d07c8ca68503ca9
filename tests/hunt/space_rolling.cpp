#include "space_rolling.h"

#include <cmath>

#include "space_random.h"
#include "text.h"

namespace hunt {

namespace {

constexpr double kUpright = 0.3;  // a wheel that lies flatter is not drawn, nor followed

// The rate of a number, to first order.
Taylor rate_of(const Taylor& a) { return {a.d, a.dd, 0}; }
TaylorVector rate_of(const TaylorVector& a) {
  return {rate_of(a[0]), rate_of(a[1]), rate_of(a[2])};
}
// The velocity of the point of a body that is at this place.
TaylorVector velocity_at(const Pose& body, const TaylorVector& place) {
  const TaylorMatrix turning{rate_of(body.R[0]), rate_of(body.R[1]), rate_of(body.R[2])};
  return sum(rate_of(body.x), turned_by(turning, turned_back(body.R, minus(place, body.x))));
}
// Only a rate: no value, and what is to second order in it is nothing here.
Taylor slip_of(const Taylor& rate) { return {0, rate.f, rate.d}; }

TaylorVector normal_of(const SpaceElement& e, const Pose& j) {
  return turned_by(j.R, constant(e.rolling.normal));
}
// s = |axle x normal|
TaylorVector level_of(const SpaceElement& e, const Pose& i, const Pose& j) {
  return product(turned_by(i.R, constant(e.rolling.axle)), normal_of(e, j));
}

// From the node of body i to the contact.
TaylorVector reach(const SpaceElement& e, const Pose& i, const Pose& j) {
  const TaylorVector n = normal_of(e, j);
  const SpaceRolling& of = e.rolling;
  if (e.joint == Joint::ball) return scaled(Taylor(-of.radius), n);
  if (e.joint == Joint::wheel) {
    // The lowest point of the circle, then down through the tyre.
    const TaylorVector axle = turned_by(i.R, constant(of.axle));
    const Taylor lean = dot(n, axle);
    const TaylorVector down = minus(scaled(lean, axle), n);
    const Taylor r = Taylor(of.radius) / sqrt(dot(down, down));
    return minus(scaled(r, down), scaled(Taylor(of.tyre), n));
  }
  // The point of the ellipsoid that is furthest against n.
  const TaylorVector own = turned_back(i.R, n);
  TaylorVector out = constant(of.centre);
  TaylorVector part;
  Taylor size;
  for (std::size_t k = 0; k < 3; ++k) {
    part[k] = Taylor(of.semi[k]) * dot(constant(of.axes[k]), own);
    size = size + part[k] * part[k];
  }
  size = sqrt(size);
  for (std::size_t k = 0; k < 3; ++k)
    out = minus(out, scaled(Taylor(of.semi[k]) * part[k] / size, constant(of.axes[k])));
  return turned_by(i.R, out);
}

// t of a ball and an egg: the axis of coordinates that is least along n, made perpendicular.
Vector3 along_of(const Vector3& n) {
  std::size_t least = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (std::fabs(n[k]) < std::fabs(n[least]) - 1e-9) least = k;
  Vector3 out{};
  out[least] = 1;
  for (std::size_t k = 0; k < 3; ++k) out[k] -= n[least] * n[k];
  const double size = std::sqrt(dot(out, out));
  for (double& c : out) c /= size;
  return out;
}

// A rate that is prescribed: a sin(w t) + b t.
FreeMotion random_belt(Random& random) {
  FreeMotion out;
  out.driven = true;
  out.a = random.rough(-1, 1), out.w = random.rough(0.5, 6), out.b = random.rough(-1, 1);
  return out;
}

Pose still(const SpaceBody& b) {
  const Matrix3 R = matrix_of(b.q);
  return {constant(b.x), {constant(R[0]), constant(R[1]), constant(R[2])}};
}
Vector3 value_of(const TaylorVector& v) { return {v[0].f, v[1].f, v[2].f}; }

std::string numbers(const Vector3& v) {
  return " " + number(v[0]) + " " + number(v[1]) + " " + number(v[2]);
}

}  // namespace

bool rolls(Joint joint) {
  return joint == Joint::wheel || joint == Joint::ball || joint == Joint::egg;
}
bool has_rates(Joint joint) { return rolls(joint) || joint == Joint::skate; }

int deck_deformation(Joint joint, std::size_t d) {
  const int place = static_cast<int>(d);
  return !rolls(joint) ? place + 1 : place == 2 ? 1 : place + 2;
}

TaylorVector contact_of(const SpaceElement& e, const Pose& i, const Pose& j) {
  return sum(i.x, reach(e, i, j));
}

std::vector<Taylor> rolling_deformations(const SpaceElement& e, const Pose& i, const Pose& j) {
  if (e.joint == Joint::skate) {
    const auto column = [](const Pose& p, std::size_t c) {
      return TaylorVector{p.R[0][c], p.R[1][c], p.R[2][c]};
    };
    Taylor rate = dot(column(j, static_cast<std::size_t>(e.rolling.axis)), rate_of(i.x));
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t a = (c + 1) % 3, b = (c + 2) % 3;
      // R^T R' = [w]
      if (e.rolling.turning[c] != 0)
        rate = rate + Taylor(e.rolling.turning[c]) * dot(column(i, b), rate_of(column(i, a)));
    }
    return {slip_of(rate)};
  }
  const TaylorVector n = normal_of(e, j), contact = contact_of(e, i, j);
  TaylorVector along;
  if (e.joint == Joint::wheel) {
    const TaylorVector level = level_of(e, i, j);
    along = scaled(Taylor(1) / sqrt(dot(level, level)), level);
  } else {
    along = turned_by(j.R, constant(along_of(e.rolling.normal)));
  }
  const TaylorVector slip = minus(velocity_at(i, contact), velocity_at(j, contact));
  const TaylorVector through = sum(j.x, turned_by(j.R, constant(e.rolling.through)));
  return {slip_of(dot(along, slip)), slip_of(dot(product(n, along), slip)),
          dot(n, minus(contact, through))};
}

bool is_regular_rolling(const SpaceElement& e, const Pose& i, const Pose& j) {
  if (e.joint != Joint::wheel) return true;
  const TaylorVector level = level_of(e, i, j);
  return dot(level, level).f > kUpright * kUpright / 4;
}

std::string rolling_fields(const SpaceElement& e, const std::string& body_i,
                           const std::string& body_j) {
  const SpaceRolling& of = e.rolling;
  std::string out = body_i;
  if (e.joint == Joint::wheel) {
    out += numbers(of.axle) + " " + number(of.radius);
    if (of.tyre > 0) out += " TYRE " + number(of.tyre);
  } else if (e.joint == Joint::ball) {
    out += " " + number(of.radius);
  } else {
    out += numbers(of.semi);
    if (of.centre != Vector3{}) out += " CENTRE" + numbers(of.centre);
    out += " TURN VECTOR" + numbers(of.turn);
  }
  if (!body_j.empty()) out += " ON" + body_j;
  return out + " PLANE" + numbers(of.normal) + " THROUGH" + numbers(of.through);
}

std::string rate_row(const SpaceElement& e) {
  std::string out = " = ";
  const std::string frame = std::to_string(10 * e.j + 2) + "_" + std::to_string(e.rolling.axis + 1);
  for (int c = 0; c < 3; ++c)
    out += std::string(c > 0 ? " + " : "") + "dir" + "xyz"[c] + frame + "*v" +
           std::to_string(10 * e.i + 1) + "_" + std::to_string(c + 1);
  for (std::size_t c = 0; c < 3; ++c)
    if (e.rolling.turning[c] != 0)
      out += " + " + number(e.rolling.turning[c]) + "*v" + std::to_string(10 * e.i + 2) + "_" +
             std::to_string(c + 1);
  return out;
}

SpaceElement random_rolling(Random& random, const SpaceMechanism& m, int i, int j) {
  SpaceElement e;
  static constexpr std::array kTypes{Joint::wheel, Joint::ball, Joint::egg};
  e.joint = kTypes[static_cast<std::size_t>(random.below(3))];
  e.i = i;
  e.j = j;
  e.way = random.below(3);
  SpaceRolling& of = e.rolling;
  of.radius = random.rough(0.2, 0.7);
  if (random.chance(0.4)) of.tyre = random.rough(0.02, 0.1);
  of.axle = random_direction(random);
  for (double& d : of.semi) d = random.rough(0.2, 0.7);
  if (random.chance(0.6))
    for (double& c : of.centre) c = random.rough(-0.1, 0.1);
  const Vector3 axis = random_direction(random);
  const double angle = random.uniform(-3, 3), half = std::sin(angle / 2);
  for (std::size_t k = 0; k < 3; ++k) of.turn[k] = angle * axis[k];
  const Matrix3 T =
      matrix_of({std::cos(angle / 2), half * axis[0], half * axis[1], half * axis[2]});
  for (std::size_t k = 0; k < 3; ++k) of.axes[k] = {T[0][k], T[1][k], T[2][k]};
  const Pose a = still(m.bodies[static_cast<std::size_t>(i)]),
             b = still(m.bodies[static_cast<std::size_t>(j)]);
  for (;;) {
    of.normal = random_direction(random);
    const TaylorVector level = level_of(e, a, b);
    if (e.joint != Joint::wheel || dot(level, level).f > kUpright) break;
  }
  // The plane goes through the contact and, in its own axes, through a point beside it.
  const Vector3 t = along_of(of.normal), u = cross(of.normal, t);
  const double along = random.rough(-1, 1), across = random.rough(-1, 1);
  of.through = value_of(turned_back(b.R, minus(contact_of(e, a, b), b.x)));
  for (std::size_t k = 0; k < 3; ++k) of.through[k] += along * t[k] + across * u[k];
  // Slips with the law of a tyre.
  if (!random.chance(0.25)) return e;
  e.free.resize(2);
  for (FreeMotion& f : e.free) {
    f.d = random.rough(0.5, 4);
    if (random.chance(0.2)) f.a = random.rough(-2, 2), f.w = random.rough(0.5, 6);
  }
  if (random.chance(0.3)) e.free[static_cast<std::size_t>(random.below(2))] = random_belt(random);
  return e;
}

SpaceElement random_rate_row(Random& random, const SpaceMechanism& m, int i, int j) {
  SpaceElement e;
  e.joint = Joint::skate;
  e.i = i;
  e.j = j;
  e.rolling.axis = random.below(3);
  if (!m.bodies[static_cast<std::size_t>(i)].point && random.chance(0.5))
    for (double& c : e.rolling.turning) c = random.rough(-0.5, 0.5);
  if (random.chance(0.3)) e.free = {random_belt(random)};
  return e;
}

}  // namespace hunt
