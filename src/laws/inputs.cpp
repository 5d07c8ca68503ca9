#include "laws/inputs.h"

#include <cmath>

#include "base/index.h"
#include "base/space_vector.h"
#include "nodes/quaternion.h"

namespace mbs {

namespace {

// The rotation matrix of the orientation of a direction.
struct Rotation {
  Rotation(const Input& input, ConstVector x) {
    const std::size_t i = input.i, scalar = input.angle;
    const double q[4] = {x[scalar], x[i], x[i + 1], x[i + 2]};
    rotation_matrix(q, R);
  }
  double R[9];
};

}  // namespace

// A point at (xi, eta) of a body: p = x + s, pd = v + phid s', with s = R(phi) (xi, eta) and
// s' = ds/dphi = (-s_y, s_x).
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
      return Rotation(*this, s.x).R[3 * component + axis];
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
    const Vec3 turn = {along.x[i], along.x[i + 1], along.x[i + 2]};
    return to_space(Rotation(*this, s.x).R, cross(turn, unit_axis(axis)))[component];
  }
  const double cosine = std::cos(s.x[angle]), sine = std::sin(s.x[angle]);
  const double sx = cosine * xi - sine * eta, sy = sine * xi + cosine * eta;
  const double turning = component == 0 ? -sy : sx;
  if (kind == InputKind::point_position) return along.x[i + component] + along.x[angle] * turning;
  return along.v[i + component] + along.v[angle] * turning -
         s.v[angle] * along.x[angle] * (component == 0 ? sx : sy);
}

double Input::slope_of_turn(ConstVector x, int k) const {
  return to_space(Rotation(*this, x).R, cross(unit_axis(k), unit_axis(axis)))[component];
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
