// CARDAN: three angles, in a sequence of axes, of one orientation against another.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "elements/batch.h"
#include "elements/frame_derivative.h"
#include "elements/types.h"
#include "nodes/quaternion.h"
#include "text/number.h"

namespace mbs {

namespace {

constexpr double kLock = 1e-3;  // rad: nearer to the lock nothing may depend on the angles

// The axes of the turns of each sequence, in the order of deck/forms/orientation_record.cpp.
constexpr int kTurns[12][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0},
                               {0, 1, 0}, {0, 2, 0}, {1, 0, 1}, {1, 2, 1}, {2, 0, 2}, {2, 1, 2}};

// With M = R_a^T R_b = R_i(e1) R_j(e2) R_k(e3), and s = +1 where i j k (i j and the third axis)
// follow each other as x y z do, else -1:
//   i j k   e1 = atan2(-s M_jk, M_kk)
//           e2 = atan2(s M_ik, sqrt(M_ii^2 + M_ij^2))
//           e3 = atan2(-s M_ij, M_ii)
//   i j i   e1 = atan2(M_ji, -s M_ki)
//           e2 = atan2(sqrt(M_ij^2 + M_ik^2), M_ii)
//           e3 = atan2(M_ij, s M_ik)
// The rows of De are dual to the axes of the three turns, so that the stresses are the moments
// about them. Singular where the first and the third turn have one axis: e2 = +-90 degrees for
// i j k, 0 and 180 degrees for i j i.
struct Cardan {
  static constexpr int nx = 6;  // w_a (3), w_b (3)
  static constexpr int ne = 3;
  static constexpr int np = 4;  // sequence, references
  static constexpr int turning[] = {0, 3};
  static constexpr BodyColumns bodies[] = {{-1, 0}, {-1, 3}};
  static constexpr int counts_turns[] = {0, 1, 2};

  static std::string prepare(const double* x0, const double* columns, double* p) {
    p[0] = columns[0];
    for (int r = 0; r < ne; ++r) p[1 + r] = 0;
    double R[2][9];
    for (int body = 0; body < 2; ++body) rotation_matrix(x0 + 4 * body, R[body]);
    const int i = turn(p, 0), k = turn(p, 2);
    const double middle = dot(axis(R[0], i), axis(R[1], k));
    // the sine, or of i j i the cosine, of the second angle
    if (std::fabs(middle) < std::cos(kLock)) return {};
    return fmt::format(
        "it begins with a second angle of {} degrees, where the first and third turn about one "
        "axis (gimbal lock): choose another sequence",
        i != k       ? (middle * sign(p) > 0 ? 90 : -90)
        : middle > 0 ? 0
                     : 180);
  }

  template <class T>
  static void continuity(BodiesOf<T>& bodies_at, const double* p, T* e) {
    const int i = turn(p, 0), j = turn(p, 1), k = 3 - i - j;
    const double s = sign(p);
    const auto M = [&](int r, int c) {
      return dot(bodies_at.i.axis(unit_axis(r)), bodies_at.j.axis(unit_axis(c)));
    };
    const auto Mij = M(i, j), Mik = M(i, k), Mii = M(i, i);
    if (is_symmetric(p)) {
      e[0] = atan2(M(j, i), -s * M(k, i));
      e[1] = atan2(sqrt(Mij * Mij + Mik * Mik), Mii);
      e[2] = atan2(Mij, s * Mik);
    } else {
      e[0] = atan2(-s * M(j, k), M(k, k));
      e[1] = atan2(s * Mik, sqrt(Mii * Mii + Mij * Mij));
      e[2] = atan2(-s * Mij, Mii);
    }
    for (int r = 0; r < ne; ++r) e[r] = e[r] - p[1 + r];
  }

  // Two triples give one orientation: (a, b, c) and (a + 180, 180 - b, c + 180), of i j i (a + 180,
  // -b, c + 180). The one nearer to the windings counts, each angle with its turns.
  static void count(const double* winding, const double* p, LocalOut& out, bool second_order) {
    double here[3], other[3];
    for (int r = 0; r < ne; ++r) here[r] = out.e[r];
    for (const int r : {0, 2}) other[r] = here[r] + kPi;
    other[1] = (is_symmetric(p) ? 0 : kPi) - (here[1] + p[2]) - p[2];
    double far = 0, other_far = 0;
    bool fresh = true;  // no position was accepted yet
    for (int r = 0; r < ne; ++r) {
      count_turns(winding[r], p[1 + r], here[r]);
      count_turns(winding[r], p[1 + r], other[r]);
      far += std::fabs(here[r] + p[1 + r] - winding[r]);
      other_far += std::fabs(other[r] + p[1 + r] - winding[r]);
      fresh = fresh && winding[r] == 0;
    }
    const bool turned = !fresh && other_far < far;
    std::copy_n(turned ? other : here, ne, out.e);
    if (!turned) return;
    for (int c = 0; c < nx; ++c) out.De[c * ne + 1] *= -1;
    if (second_order) out.D2e_vv[1] *= -1;
  }

  // How near the second angle is to the lock.
  static constexpr double fair_range = 1;
  static constexpr std::string_view range_advice =
      "its first and third turn have one axis there (gimbal lock): choose another sequence, or an "
      "orientation and HINGE";
  static void range_used(const double* e, const double*, const double* p, double* used) {
    const double from_middle = e[1] + p[2] - (is_symmetric(p) ? kPi / 2 : 0);
    for (int r = 0; r < ne; ++r) used[r] = std::fabs(from_middle) / (kPi / 2 - kLock);
  }

 private:
  static int sequence(const double* p) { return std::clamp(static_cast<int>(p[0]), 0, 11); }
  static int turn(const double* p, int k) { return kTurns[sequence(p)][k]; }
  static bool is_symmetric(const double* p) { return turn(p, 0) == turn(p, 2); }
  static double sign(const double* p) { return (turn(p, 0) + 1) % 3 == turn(p, 1) ? 1 : -1; }
};

constexpr NodeKind kNodes[] = {NodeKind::orientation, NodeKind::orientation};
constexpr Column kColumns[] = {
    {"seq", "-", "sequence of axes, such as zxy: turns about axes that are carried along"}};
constexpr DeformationSpec kDeformations[] = {
    {"first angle of b against a", unit::radian, "angle1"},
    {"second angle of b against a", unit::radian, "angle2"},
    {"third angle of b against a", unit::radian, "angle3"}};
constexpr Column kStiffness[] = {{"k1", "N m/rad", "stiffness of the first angle"},
                                 {"k2", "N m/rad", "stiffness of the second angle"},
                                 {"k3", "N m/rad", "stiffness of the third angle"}};

constexpr ElementType cardan() {
  RecordSpec spec{"CARDAN", "Cardan angles of two orientations", kNodes, kColumns, kDeformations};
  spec.free_deformations = 3;
  spec.stem = "cardan";
  return make_element_type<FrameDerived<Cardan>>(spec, kStiffness, diagonal_stiffness<3>);
}

}  // namespace

const ElementType kCardan = cardan();

}  // namespace mbs
