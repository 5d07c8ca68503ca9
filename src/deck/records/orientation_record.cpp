#include "deck/records/orientation_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "base/unit.h"
#include "nodes/quaternion.h"

namespace mbs {

namespace {

using Quaternion = std::array<double, 4>;
using Numbers3 = std::array<double, 3>;

constexpr Quaternion kUnturned = {1, 0, 0, 0};
constexpr std::string_view kSequences[] = {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX",
                                           "XYX", "XZX", "YXY", "YZY", "ZXZ", "ZYZ"};

Numbers3 take_vector(RecordReader& in, const std::array<std::string_view, 3>& names,
                     Unit of = unit::number) {
  Numbers3 out{};
  for (std::size_t c = 0; c < 3; ++c) out[c] = in.number(names[c], of);
  return out;
}

double dot(const Numbers3& a, const Numbers3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Numbers3 cross(const Numbers3& a, const Numbers3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

void scale(double s, Numbers3& a) {
  for (double& number : a) number *= s;
}

// Turned by the vector d after `q`, along the axes that q has turned.
Quaternion turned(Quaternion q, const Numbers3& d) {
  turn_by(q.data(), d.data());
  return q;
}

// From the matrix whose columns are the axes of the body in space; of the four formulas for the
// Euler parameters the one that divides by the largest of them.
Quaternion quaternion_of(const std::array<Numbers3, 3>& axis) {
  const auto R = [&axis](std::size_t r, std::size_t c) { return axis[c][r]; };
  const double square[] = {1 + R(0, 0) + R(1, 1) + R(2, 2), 1 + R(0, 0) - R(1, 1) - R(2, 2),
                           1 - R(0, 0) + R(1, 1) - R(2, 2), 1 - R(0, 0) - R(1, 1) + R(2, 2)};
  const auto largest =
      static_cast<std::size_t>(std::max_element(std::begin(square), std::end(square)) - square);
  const double twice = std::sqrt(square[largest]);
  Quaternion q{};
  q[largest] = twice / 2;
  const double part = 0.5 / twice;
  const Numbers3 odd = {R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)};
  if (largest == 0) {
    for (std::size_t c = 0; c < 3; ++c) q[c + 1] = part * odd[c];
  } else {
    const std::size_t k = largest - 1;
    q[0] = part * odd[k];
    for (std::size_t c = 0; c < 3; ++c)
      if (c != k) q[c + 1] = part * (R(c, k) + R(k, c));
  }
  normalise(q.data());
  return q;
}

Quaternion take_axis_turn(RecordReader& in) {
  const SourceLocation at = in.here();
  Numbers3 axis = take_vector(in, {"ux", "uy", "uz"});
  const double angle = in.number("angle", unit::radian);
  const double length = std::sqrt(dot(axis, axis));
  if (in.ok() && !(length > 0))
    in.fail(at, "the axis of the turn is 0 0 0", "expected the direction of the axis");
  if (!in.ok()) return kUnturned;
  scale(angle / length, axis);
  return turned(kUnturned, axis);
}

Quaternion take_sequence(RecordReader& in, const std::string& sequence) {
  const bool in_space = in.peek_word() == "SPACE";
  if (in_space) in.skip();
  const Numbers3 angles = take_vector(in, {"a", "b", "c"}, unit::radian);
  Quaternion q = kUnturned;
  // Turns about axes of space are turns about carried axes in the opposite order.
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t turn = in_space ? 2 - k : k;
    Numbers3 d{};
    d[static_cast<std::size_t>(sequence[turn] - 'X')] = angles[turn];
    q = turned(q, d);
  }
  return q;
}

Quaternion take_rotation(RecordReader& in) {
  const SourceLocation at = in.here();
  const std::string word =
      in.word("turn", "expected AXIS, VECTOR or a sequence of axes such as xyz");
  if (!in.ok()) return kUnturned;
  if (word == "AXIS") return take_axis_turn(in);
  if (word == "VECTOR") return turned(kUnturned, take_vector(in, {"rx", "ry", "rz"}, unit::radian));
  if (std::find(std::begin(kSequences), std::end(kSequences), word) != std::end(kSequences))
    return take_sequence(in, word);
  std::vector<std::string_view> known(std::begin(kSequences), std::end(kSequences));
  known.insert(known.end(), {"AXIS", "VECTOR"});
  fail_unknown_word(in, at, word, "is no turn", known,
                    "expected AXIS, VECTOR or a sequence of axes such as xyz or zxz");
  return kUnturned;
}

// Two axes of the body in space; the first is exact, the second is made perpendicular to it.
Quaternion take_axes(RecordReader& in) {
  std::size_t which[2] = {};
  Numbers3 along[2] = {};
  SourceLocation at[2];
  for (int k = 0; k < 2; ++k) {
    at[k] = in.here();
    const std::string word = in.word("axis", "expected x, y or z, an axis of the body");
    if (in.ok() && word != "X" && word != "Y" && word != "Z")
      in.fail(at[k], fmt::format("'{}' is no axis", word),
              "expected x, y or z, an axis of the body, and its direction in space");
    if (!in.ok()) return kUnturned;
    which[k] = static_cast<std::size_t>(word[0] - 'X');
    along[k] = take_vector(in, {"ux", "uy", "uz"});
    const double length = std::sqrt(dot(along[k], along[k]));
    if (in.ok() && !(length > 0))
      in.fail(at[k], fmt::format("the direction of {} is 0 0 0", word), "expected a direction");
    if (!in.ok()) return kUnturned;
    scale(1 / length, along[k]);
  }
  if (which[0] == which[1]) {
    in.fail(at[1], "one axis is named twice", "expected two different axes");
    return kUnturned;
  }
  const double common = dot(along[0], along[1]);
  for (std::size_t c = 0; c < 3; ++c) along[1][c] -= common * along[0][c];
  const double rest = std::sqrt(dot(along[1], along[1]));
  if (!(rest > tolerance::typed)) {
    in.fail(at[1], "both axes have one direction", "expected axes at a right angle, or near it");
    return kUnturned;
  }
  scale(1 / rest, along[1]);
  std::array<Numbers3, 3> axis;
  axis[which[0]] = along[0], axis[which[1]] = along[1];
  const std::size_t third = 3 - which[0] - which[1];
  axis[third] = cross(axis[(third + 1) % 3], axis[(third + 2) % 3]);
  return quaternion_of(axis);
}

Quaternion take_matrix(RecordReader& in) {
  static constexpr std::array<std::string_view, 3> kEntries[] = {
      {"r11", "r12", "r13"}, {"r21", "r22", "r23"}, {"r31", "r32", "r33"}};
  const SourceLocation at = in.here();
  std::array<Numbers3, 3> axis{};
  for (std::size_t r = 0; r < 3; ++r) {
    const Numbers3 row = take_vector(in, kEntries[r]);
    for (std::size_t c = 0; c < 3; ++c) axis[c][r] = row[c];
  }
  if (!in.ok()) return kUnturned;
  double fault = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = i; k < 3; ++k)
      fault = std::max(fault, std::fabs(dot(axis[i], axis[k]) - (i == k ? 1 : 0)));
  if (!(fault <= tolerance::typed)) {
    in.fail(
        at,
        fmt::format("its columns are not three perpendicular unit vectors: off by {:.3g}", fault),
        "expected a matrix of rotation, row by row");
    return kUnturned;
  }
  if (dot(cross(axis[0], axis[1]), axis[2]) < 0) {
    in.fail(at, "it is left-handed: it mirrors the body", "expected a matrix of rotation");
    return kUnturned;
  }
  return quaternion_of(axis);
}

}  // namespace

bool is_orientation_word(std::string_view word) {
  return word == "ROT" || word == "AXES" || word == "MATRIX";
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

}  // namespace mbs
