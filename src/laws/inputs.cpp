#include "laws/inputs.h"

#include <cmath>

#include "base/index.h"
#include "base/space_vector.h"
#include "nodes/quaternion.h"

namespace mbs {

namespace {

// The orientation that an input reads.
class Turned {
 public:
  Turned(const Input& input, ConstVector x) : component_(input.component) {
    const bool of_point = is_of_space_point(input.kind);
    const std::size_t i = of_point ? input.angle : input.i,
                      scalar = of_point ? input.scalar : input.angle;
    const double q[4] = {x[scalar], x[i], x[i + 1], x[i + 2]};
    rotation_matrix(q, R_);
  }
  // The component that is read of a vector along the axes of the body.
  double component(Vec3 vector) const { return to_space(R_, vector)[component_]; }

 private:
  int component_;
  double R_[9];
};

// What the input reads of the body: a point of it, or an axis.
Vec3 fixed_in_body(const Input& input) {
  return is_of_space_point(input.kind) ? Vec3{input.xi, input.eta, input.zeta}
                                       : unit_axis(input.axis);
}

// Three numbers of the orientation of a point of space: angular velocities or a turn.
Vec3 of_turning(const Input& input, ConstVector of) { return vec3(of.data() + input.angle); }

}  // namespace

// A point at (xi, eta) of a body: p = x + s, pd = v + phid s', with s = R(phi) (xi, eta) and
// s' = ds/dphi = (-s_y, s_x). In space p = x + R s and pd = v + R (w x s), with w along the axes of
// the body; a turn dphi about these axes is dR = R sk(dphi).
double Input::value(const InputState& s) const {
  switch (kind) {
    case InputKind::time:
      return s.t;
    case InputKind::coordinate:
      return s.x[i];
    case InputKind::velocity:
      return s.v[i];
    case InputKind::deformation:
      return s.e[i];
    case InputKind::rate:
      return s.ed[i];
    case InputKind::state:
      return s.z[i];
    case InputKind::angle:
      return s.x[angle] - s.x[i];
    case InputKind::direction:
      return Turned(*this, s.x).component(unit_axis(axis));
    case InputKind::space_position:
      return s.x[i + component] + Turned(*this, s.x).component({xi, eta, zeta});
    case InputKind::space_velocity:
      return s.v[i + component] +
             Turned(*this, s.x).component(cross(of_turning(*this, s.v), {xi, eta, zeta}));
    default:
      break;
  }
  const double cosine = std::cos(s.x[angle]), sine = std::sin(s.x[angle]);
  const double sx = cosine * xi - sine * eta, sy = sine * xi + cosine * eta;
  if (kind == InputKind::point_position) return s.x[i + component] + (component == 0 ? sx : sy);
  const double turning = component == 0 ? -sy : sx;
  return s.v[i + component] + s.v[angle] * turning;
}

double Input::change(const InputState& s, const InputState& along) const {
  if (kind < InputKind::point_position) return value(along);  // linear inputs
  if (kind == InputKind::direction) {
    const Vec3 turn = vec3(along.x.data() + i);
    return Turned(*this, s.x).component(cross(turn, unit_axis(axis)));
  }
  if (is_of_space_point(kind)) {
    const Turned turned(*this, s.x);
    const Vec3 r = {xi, eta, zeta}, turn = of_turning(*this, along.x);
    if (kind == InputKind::space_position)
      return along.x[i + component] + turned.component(cross(turn, r));
    return along.v[i + component] + turned.component(cross(of_turning(*this, along.v), r) +
                                                     cross(turn, cross(of_turning(*this, s.v), r)));
  }
  const double cosine = std::cos(s.x[angle]), sine = std::sin(s.x[angle]);
  const double sx = cosine * xi - sine * eta, sy = sine * xi + cosine * eta;
  const double turning = component == 0 ? -sy : sx;
  if (kind == InputKind::point_position) return along.x[i + component] + along.x[angle] * turning;
  return along.v[i + component] + along.v[angle] * turning -
         s.v[angle] * along.x[angle] * (component == 0 ? sx : sy);
}

double Input::slope_of_turn(ConstVector x, int k) const {
  return Turned(*this, x).component(cross(unit_axis(k), fixed_in_body(*this)));
}

double Input::slope_of_turn(ConstVector x, ConstVector v, int k) const {
  const Vec3 rate = cross(of_turning(*this, v), fixed_in_body(*this));
  return Turned(*this, x).component(cross(unit_axis(k), rate));
}

int LawInputs::find_or_add(const std::string& name, const Input& input) {
  for (std::size_t k = 0; k < inputs_.size(); ++k)
    if (inputs_[k] == input && names_[k] == name) return static_cast<int>(k);
  inputs_.push_back(input);
  names_.push_back(name);
  return count_of(inputs_) - 1;
}

std::vector<std::string_view> LawInputs::names_of(const std::vector<int>& reads) const {
  std::vector<std::string_view> out(inputs_.size());
  for (const int k : reads) out[k] = names_[k];
  return out;
}

}  // namespace mbs
