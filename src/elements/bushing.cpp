// BUSHING: six springs between a point of each of two bodies of space.
#include "elements/body_joint.h"
#include "elements/types.h"
#include "text/number.h"

namespace mbs {

namespace {

using namespace body_joint;

// angle/sin(angle) of a turn whose cosine is c: a smooth function of c, with its derivatives. Near
// c = 1 by its series in y = 1 - c, 1 + y/3 + 2 y^2/15 + ...
template <class T>
T angle_over_sine(const T& cosine) {
  const double c = cosine.value, y = 1 - c;
  if (y < 0.1) {
    double f = 0, first = 0, second = 0, term = 1, power[3] = {1, 0, 0};
    for (int n = 0; n < 16; ++n) {
      f += term * power[0], first -= term * n * power[1], second += term * n * (n - 1) * power[2];
      term *= (n + 1.0) / (2 * n + 3);
      power[2] = power[1], power[1] = power[0], power[0] *= y;
    }
    return chain(cosine, f, first, second);
  }
  const double angle = std::acos(std::fmax(-1, c)), s = std::sin(angle);
  return chain(cosine, angle / s, (angle * c - s) / (s * s * s),
               (angle * s * s + 3 * c * (angle * c - s)) / (s * s * s * s * s));
}

// Travels of j against i along the axes u v w of body i, and the rotation vector of j against i
// along them. The forces act at P_j.
struct Bushing : SameAxes {
  static constexpr int ne = 6, free_count = 6;
  static constexpr int turns[] = {3, 4, 5};
  static constexpr DeformationSpec deformations[] = {
      {kTravel.name, unit::metre, "travelu"},
      {"travel of j against i along v", unit::metre, "travelv"},
      {"travel of j against i along w", unit::metre, "travelw"},
      {"rotation vector of j against i along u", unit::radian},
      {"rotation vector of j against i along v", unit::radian},
      {"rotation vector of j against i along w", unit::radian}};
  template <class T>
  static void measure(const JointAt<T>& at, T* e) {
    const auto& [A, C, d] = at;
    e[0] = -dot(d, A.u), e[1] = -dot(d, A.v), e[2] = -dot(d, A.w);
    const auto sine = sines(A, C);
    const auto factor =
        angle_over_sine(0.5 * (dot(A.u, C.u) + dot(A.v, C.v) + dot(A.w, C.w)) - 0.5);
    e[3] = factor * sine.x, e[4] = factor * sine.y, e[5] = factor * sine.z;
  }

  // A rotation vector describes turns well that are not near half a turn.
  static constexpr double kMostTurn = 0.9 * kPi;
  static constexpr double fair_range = 1;
  static constexpr std::string_view range_advice =
      "a rotation vector describes turns of less than 162 degrees";
  static void range_used(const double* e, const double*, const double* p, double* used) {
    double angle[3];
    for (int r = 0; r < 3; ++r) used[r] = 0, angle[r] = e[3 + r] + p[kOwn + 3 + r];
    const double turn = std::sqrt(dot(vec3(angle), vec3(angle)));
    for (int r = 3; r < 6; ++r) used[r] = turn / kMostTurn;
  }
  static std::string check(const Axes& A, const Axes& C, const double*) {
    const double cosine = (dot(A.u, C.u) + dot(A.v, C.v) + dot(A.w, C.w) - 1) / 2;
    if (cosine > std::cos(kMostTurn)) return {};
    return fmt::format(
        "it begins turned by {:.6g} degrees: beyond what a rotation vector describes",
        180 / kPi * std::acos(std::fmax(-1, cosine)));
  }
};

// The upper triangle of K, row by row; the first six alone are its diagonal.
constexpr Column kBushingStiffness[] = {
    {"k1", "N/m", "stiffness along u"},
    {"k2", "N/m", "stiffness along v"},
    {"k3", "N/m", "stiffness along w"},
    {"k4", "N m/rad", "stiffness of the turn about u"},
    {"k5", "N m/rad", "stiffness of the turn about v"},
    {"k6", "N m/rad", "stiffness of the turn about w; of 21 numbers, row 1 of the upper triangle"},
    {"k7", "-", "k22 of 21 numbers"},
    {"k8", "-", "k23"},
    {"k9", "-", "k24"},
    {"k10", "-", "k25"},
    {"k11", "-", "k26"},
    {"k12", "-", "k33"},
    {"k13", "-", "k34"},
    {"k14", "-", "k35"},
    {"k15", "-", "k36"},
    {"k16", "-", "k44"},
    {"k17", "-", "k45"},
    {"k18", "-", "k46"},
    {"k19", "-", "k55"},
    {"k20", "-", "k56"},
    {"k21", "-", "k66"}};

void bushing_stiffness(const double* parameters, const double* columns, double* K) {
  bool whole = false;
  for (int k = 6; k < 21; ++k) whole = whole || columns[k] != 0;
  if (!whole) return diagonal_stiffness<6>(parameters, columns, K);
  for (int i = 0; i < 6; ++i)
    for (int j = i; j < 6; ++j) K[6 * i + j] = K[6 * j + i] = *columns++;
}

constexpr ElementType bushing() {
  RecordSpec spec{"BUSHING", "bushing between two bodies of space", kNodes,
                  std::span<const Column>(kColumns).first(kOwnColumns), Bushing::deformations};
  spec.free_deformations = Bushing::free_count;
  spec.stem = "bush";
  return make_element_type<FrameDerived<Joint<Bushing>>>(spec, kBushingStiffness,
                                                         bushing_stiffness);
}

}  // namespace

const ElementType kBushing = bushing();

}  // namespace mbs
