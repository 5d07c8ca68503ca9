#include "deck/forms/orientation_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/space_vector.h"
#include "base/tolerances.h"
#include "base/unit.h"
#include "nodes/node_type.h"
#include "nodes/quaternion.h"
#include "text/names.h"
#include "text/number.h"

namespace mbs {

namespace {

using Quaternion = std::array<double, 4>;

constexpr std::string_view kSequences[] = {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX",
                                           "XYX", "XZX", "YXY", "YZY", "ZXZ", "ZYZ"};

Vec3 take_vector(RecordReader& in, const std::array<std::string_view, 3>& names,
                 Unit of = unit::number) {
  const double x = in.number(names[0], of), y = in.number(names[1], of);
  return {x, y, in.number(names[2], of)};
}

// An angle above a whole turn without decimals is one in degrees, most likely. Whether it warned.
bool doubt_degrees(RecordReader& in, SourceLocation where, double angle) {
  if (!(std::fabs(angle) > 7 && angle == std::round(angle))) return false;
  in.warn(where, fmt::format("an angle of {} rad is {:.1f} turns", angle, angle / (2 * kPi)),
          fmt::format("{}deg, if degrees are meant", angle));
  return true;
}

// Turned by the vector d after `q`, along the axes that q has turned.
Quaternion turned(Quaternion q, Vec3 d) {
  const double turn[] = {d.x, d.y, d.z};
  turn_by(q.data(), turn);
  return q;
}

// From the matrix whose columns are the axes of the body in space; of the four formulas for the
// Euler parameters the one that divides by the largest of them.
Quaternion quaternion_of(const std::array<Vec3, 3>& axis) {
  const auto R = [&axis](int r, int c) { return axis[static_cast<std::size_t>(c)][r]; };
  const double square[] = {1 + R(0, 0) + R(1, 1) + R(2, 2), 1 + R(0, 0) - R(1, 1) - R(2, 2),
                           1 - R(0, 0) + R(1, 1) - R(2, 2), 1 - R(0, 0) - R(1, 1) + R(2, 2)};
  const auto largest =
      static_cast<std::size_t>(std::max_element(std::begin(square), std::end(square)) - square);
  const double twice = std::sqrt(square[largest]);
  Quaternion q{};
  q[largest] = twice / 2;
  const double part = 0.5 / twice;
  const Vec3 odd = {R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)};
  if (largest == 0) {
    for (int c = 0; c < 3; ++c) q[at(c + 1)] = part * odd[c];
  } else {
    const int k = static_cast<int>(largest) - 1;
    q[0] = part * odd[k];
    for (int c = 0; c < 3; ++c)
      if (c != k) q[at(c + 1)] = part * (R(c, k) + R(k, c));
  }
  normalise(q.data());
  return q;
}

Quaternion take_axis_turn(RecordReader& in) {
  const SourceLocation where = in.here();
  const Vec3 axis = take_vector(in, {"ux", "uy", "uz"});
  const SourceLocation angle_at = in.here();
  const double angle = in.number("angle", unit::radian);
  doubt_degrees(in, angle_at, angle);
  if (in.ok() && !(dot(axis, axis) > 0))
    in.fail(where, "the axis of the turn is 0 0 0", "expected the direction of the axis");
  if (!in.ok()) return kUnturned;
  return turned(kUnturned, angle * unit_vector(axis));
}

Quaternion take_sequence(RecordReader& in, const std::string& sequence) {
  const bool in_space = in.peek_word() == "SPACE";
  if (in_space) in.skip();
  const SourceLocation angles_at = in.here();
  const Vec3 angles = take_vector(in, {"a", "b", "c"}, unit::radian);
  for (int k = 0; k < 3; ++k)
    if (doubt_degrees(in, angles_at, angles[k])) break;
  Quaternion q = kUnturned;
  // Turns about axes of space are turns about carried axes in the opposite order.
  for (int k = 0; k < 3; ++k) {
    const int turn = in_space ? 2 - k : k;
    q = turned(q, angles[turn] * unit_axis(sequence[at(turn)] - 'X'));
  }
  return q;
}

Quaternion take_rotation(RecordReader& in) {
  const SourceLocation where = in.here();
  const std::string word =
      in.word("turn", "expected AXIS, VECTOR or a sequence of axes such as xyz");
  if (!in.ok()) return kUnturned;
  if (word == "AXIS") return take_axis_turn(in);
  if (word == "VECTOR") return turned(kUnturned, take_vector(in, {"rx", "ry", "rz"}, unit::radian));
  if (is_turn_sequence(word)) return take_sequence(in, word);
  std::vector<std::string_view> known(std::begin(kSequences), std::end(kSequences));
  known.insert(known.end(), {"AXIS", "VECTOR"});
  fail_unknown_word(in, where, word, "is no turn", known,
                    "expected AXIS, VECTOR or a sequence of axes such as xyz or zxz");
  return kUnturned;
}

// Two axes of the body in space; the first is exact, the second is made perpendicular to it.
Quaternion take_axes(RecordReader& in) {
  std::size_t which[2] = {};
  Vec3 along[2];
  SourceLocation where[2];
  for (int k = 0; k < 2; ++k) {
    where[k] = in.here();
    const std::string word = in.word("axis", "expected x, y or z, an axis of the body");
    if (in.ok() && word != "X" && word != "Y" && word != "Z")
      in.fail(where[k], fmt::format("'{}' is no axis", word),
              "expected x, y or z, an axis of the body, and its direction in space");
    if (!in.ok()) return kUnturned;
    which[k] = static_cast<std::size_t>(word[0] - 'X');
    along[k] = take_vector(in, {"ux", "uy", "uz"});
    if (in.ok() && !(dot(along[k], along[k]) > 0))
      in.fail(where[k], fmt::format("the direction of {} is 0 0 0", word), "expected a direction");
    if (!in.ok()) return kUnturned;
    along[k] = unit_vector(along[k]);
  }
  if (which[0] == which[1]) {
    in.fail(where[1], "one axis is named twice", "expected two different axes");
    return kUnturned;
  }
  const Vec3 across = along[1] - dot(along[0], along[1]) * along[0];
  if (!(dot(across, across) > tolerance::typed * tolerance::typed)) {
    in.fail(where[1], "both axes have one direction", "expected axes at a right angle, or near it");
    return kUnturned;
  }
  std::array<Vec3, 3> axis;
  axis[which[0]] = along[0], axis[which[1]] = unit_vector(across);
  const std::size_t third = 3 - which[0] - which[1];
  axis[third] = cross(axis[(third + 1) % 3], axis[(third + 2) % 3]);
  return quaternion_of(axis);
}

Quaternion take_matrix(RecordReader& in) {
  static constexpr std::array<std::string_view, 3> kEntries[] = {
      {"r11", "r12", "r13"}, {"r21", "r22", "r23"}, {"r31", "r32", "r33"}};
  const SourceLocation where = in.here();
  const Vec3 r1 = take_vector(in, kEntries[0]), r2 = take_vector(in, kEntries[1]),
             r3 = take_vector(in, kEntries[2]);
  const std::array<Vec3, 3> axis = {{{r1.x, r2.x, r3.x}, {r1.y, r2.y, r3.y}, {r1.z, r2.z, r3.z}}};
  if (!in.ok()) return kUnturned;
  double fault = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = i; k < 3; ++k)
      fault = std::max(fault, std::fabs(dot(axis[i], axis[k]) - (i == k ? 1 : 0)));
  if (!(fault <= tolerance::typed)) {
    in.fail(
        where,
        fmt::format("its columns are not three perpendicular unit vectors: off by {:.3g}", fault),
        "expected a matrix of rotation, row by row");
    return kUnturned;
  }
  if (dot(cross(axis[0], axis[1]), axis[2]) < 0) {
    in.fail(where, "it is left-handed: it mirrors the body", "expected a matrix of rotation");
    return kUnturned;
  }
  return quaternion_of(axis);
}

}  // namespace

bool is_turn_sequence(std::string_view word) {
  return std::find(std::begin(kSequences), std::end(kSequences), word) != std::end(kSequences);
}

bool is_orientation_word(std::string_view word) {
  return word == "ROT" || word == "AXES" || word == "MATRIX";
}

std::array<double, 4> take_turns(RecordReader& in) {
  const int sequence = take_sequence_word(in);
  return in.ok() ? take_sequence(in, std::string(kSequences[sequence])) : kUnturned;
}

int take_sequence_word(RecordReader& in) {
  const std::string word =
      take_word(in, "sequence", {std::begin(kSequences), std::end(kSequences)},
                "is no sequence of turns", "expected a sequence of axes such as xyz or zxz");
  const auto* const found = std::find(std::begin(kSequences), std::end(kSequences), word);
  return found == std::end(kSequences) ? 0 : static_cast<int>(found - kSequences);
}

std::string sequence_word(double index) {
  return lower_case(kSequences[static_cast<std::size_t>(index)]);
}

Quaternion after(const Quaternion& f, const Quaternion& n) {
  Quaternion q = {f[0] * n[0] - f[1] * n[1] - f[2] * n[2] - f[3] * n[3],
                  f[0] * n[1] + f[1] * n[0] + f[2] * n[3] - f[3] * n[2],
                  f[0] * n[2] + f[2] * n[0] + f[3] * n[1] - f[1] * n[3],
                  f[0] * n[3] + f[3] * n[0] + f[1] * n[2] - f[2] * n[1]};
  normalise(q.data());
  if (q[0] < 0)
    for (double& number : q) number = -number;
  return q;
}

std::array<double, 4> take_orientation(RecordReader& in) {
  const std::string word = in.word("orientation", fmt::format("expected {}", kOrientationFields));
  if (!in.ok()) return kUnturned;
  Quaternion q = word == "AXES"     ? take_axes(in)
                 : word == "MATRIX" ? take_matrix(in)
                                    : take_rotation(in);
  if (q[0] < 0)
    for (double& number : q) number = -number;
  return q;
}

int sequence_index(std::string_view word) {
  return static_cast<int>(std::find(std::begin(kSequences), std::end(kSequences), word) -
                          std::begin(kSequences));
}

// The formulas of elements/cardan.cpp.
std::array<double, 3> angles_in(std::string_view sequence, const std::array<double, 4>& q) {
  double R[9];
  rotation_matrix(q.data(), R);
  const auto M = [&R](int r, int c) { return R[3 * r + c]; };
  const std::string word = upper_case(sequence);
  const int i = word[0] - 'X', j = word[1] - 'X', k = 3 - i - j;
  const double s = (i + 1) % 3 == j ? 1 : -1;
  if (word[0] == word[2])
    return {std::atan2(M(j, i), -s * M(k, i)), std::atan2(std::hypot(M(i, j), M(i, k)), M(i, i)),
            std::atan2(M(i, j), s * M(i, k))};
  return {std::atan2(-s * M(j, k), M(k, k)), std::atan2(s * M(i, k), std::hypot(M(i, i), M(i, j))),
          std::atan2(-s * M(i, j), M(i, i))};
}

std::array<double, 3> take_turn_vector(RecordReader& in) {
  if (in.peek_word() == "VECTOR") {
    in.skip();
    const Vec3 turn = take_vector(in, {"rx", "ry", "rz"}, unit::radian);
    return {turn.x, turn.y, turn.z};
  }
  std::array<double, 3> turn{};
  kOrientationNode.difference(kUnturned.data(), take_rotation(in).data(), turn.data());
  return turn;
}

}  // namespace mbs
