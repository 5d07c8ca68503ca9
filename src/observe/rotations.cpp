#include "observe/rotations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/space_vector.h"
#include "nodes/quaternion.h"
#include "plan/plan.h"
#include "text/number.h"

namespace mbs {

namespace {

// With a smaller cosine (or, of sequences such as zxz, sine) of the second angle the first and the
// third are not determined one by one.
constexpr double kLock = 1e-6;

using Angles = std::array<double, 3>;
using M3 = std::array<double, 9>;  // row-major

double entry(const M3& R, int row, int column) { return R[at(3 * row + column)]; }

M3 matrix_at(const Orientation& of, const State& state) {
  M3 out;
  rotation_matrix(of.quaternion(state.x.data()).data(), out.data());
  return out;
}

M3 transposed_times(const M3& a, const M3& b) {
  M3 out;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) out[at(3 * i + k)] = dot(axis(a.data(), i), axis(b.data(), k));
  return out;
}

M3 turn_matrix(int about, double angle) {
  double q[4] = {std::cos(angle / 2), 0, 0, 0};
  q[about + 1] = std::sin(angle / 2);
  M3 out;
  rotation_matrix(q, out.data());
  return out;
}

struct Sequence {
  int i, j, k;
  bool repeats;  // such as zxz: the third axis of the formulas is the one that is not named
  int other;
  double parity;
};
Sequence sequence_of(const std::array<int, 3>& axes) {
  const bool repeats = axes[0] == axes[2];
  const int other = 3 - axes[0] - axes[1];
  return {axes[0], axes[1], axes[2], repeats, other, (axes[1] - axes[0] + 3) % 3 == 1 ? 1.0 : -1.0};
}

// 0 where the first and the third turn are about one axis.
double off_lock(const Sequence& s, double second) {
  return std::fabs(s.repeats ? std::sin(second) : std::cos(second));
}

double nearest(double angle, double to) {
  return angle - 2 * kPi * std::round((angle - to) / (2 * kPi));
}

Angles nearest(const Angles& angles, const Angles& to) {
  Angles out;
  for (std::size_t c = 0; c < 3; ++c) out[c] = nearest(angles[c], to[c]);
  return out;
}

// The second angle counts most: away from lock it tells the two sets of angles apart, however far a
// spin goes from row to row.
double distance(const Angles& a, const Angles& b) {
  return std::fabs(a[0] - b[0]) + 4 * std::fabs(a[1] - b[1]) + std::fabs(a[2] - b[2]);
}

// The rates of the angles at the angular velocity w along the axes of the body. In lock the first
// stands still.
Angles rates_of(const Sequence& s, const Angles& angles, Vec3 w) {
  const M3 third = turn_matrix(s.k, angles[2]), second = turn_matrix(s.j, angles[1]);
  const Vec3 k = unit_axis(s.k), j = to_body(third.data(), unit_axis(s.j)),
             i = to_body(third.data(), to_body(second.data(), unit_axis(s.i)));
  // Dual to the axes: the rate along j is what w has along it, since it is square to i and k.
  const Vec3 across = cross(i, k);
  const double square = dot(across, across);
  const double of_j = dot(w, j);
  if (square < kLock * kLock) return {0, of_j, dot(w, k)};
  const Vec3 rest = w - of_j * j;
  return {dot(cross(rest, k), across) / square, of_j, dot(cross(i, rest), across) / square};
}

// The last row: angles, their rates, and how long ago it was.
struct Before {
  const Angles &angles, &rates;
  double time;
};

// Where the last row lets the angles be by now: moved on by the mean of the rates then and now, as
// far as these agree.
Angles expected(const Before& before, const Angles& rates) {
  constexpr double kAgree = 1;  // rad
  Angles out = before.angles;
  for (std::size_t c = 0; c < 3; ++c)
    if (!(std::fabs(before.time * (rates[c] - before.rates[c])) / 2 < kAgree)) return out;
  for (std::size_t c = 0; c < 3; ++c) out[c] += before.time * (rates[c] + before.rates[c]) / 2;
  return out;
}

// The angles of R = R_i(a) R_j(b) R_k(c); of the two sets, and of whole turns, those nearest to
// what the last row lets expect (goes_on), or the second in [-90, 90] degrees, of sequences such as
// zxz in [0, 180]. w: the angular velocity along the axes of the body.
Angles angles_of(const M3& R, const Sequence& s, Vec3 w, const Before& last, bool goes_on) {
  const Angles& before = last.angles;
  const double e = s.parity;
  const int i = s.i, j = s.j, o = s.other;
  Angles out;
  if (s.repeats) {
    out[0] = std::atan2(entry(R, j, i), -e * entry(R, o, i));
    out[1] = std::atan2(std::hypot(entry(R, j, i), entry(R, o, i)), entry(R, i, i));
    out[2] = std::atan2(entry(R, i, j), e * entry(R, i, o));
  } else {
    out[0] = std::atan2(-e * entry(R, j, o), entry(R, o, o));
    out[1] = std::atan2(e * entry(R, i, o), std::hypot(entry(R, i, i), entry(R, i, j)));
    out[2] = std::atan2(-e * entry(R, i, j), entry(R, i, i));
  }
  if (off_lock(s, out[1]) < kLock) {
    out[0] = before[0];
    out[1] = nearest(out[1], before[1]);
    // What is left when the first two turns are taken away is a turn about the third axis.
    const M3 rest =
        transposed_times(turn_matrix(j, out[1]), transposed_times(turn_matrix(i, out[0]), R));
    const int n = (s.k + 1) % 3, l = (s.k + 2) % 3;
    out[2] = nearest(std::atan2(entry(rest, l, n), entry(rest, n, n)), before[2]);
    return out;
  }
  if (!goes_on) return out;
  const auto near = [&](const Angles& angles, double& away) {
    const Angles to = expected(last, rates_of(s, angles, w)), turned = nearest(angles, to);
    away = distance(turned, to);
    return turned;
  };
  double first = 0, second = 0;
  const Angles one = near(out, first),
               two = near({out[0] + kPi, s.repeats ? -out[1] : kPi - out[1], out[2] + kPi}, second);
  return first <= second ? one : two;
}

Angles vector_of(const M3& R, const Angles& before) {
  // Twice the sine times the axis, and from it the turn in [0, pi].
  const Vec3 odd = {R[7] - R[5], R[2] - R[6], R[3] - R[1]};
  const double sine = std::sqrt(dot(odd, odd)) / 2, cosine = (R[0] + R[4] + R[8] - 1) / 2,
               angle = std::atan2(sine, cosine);
  Vec3 u;
  if (sine > kLock || cosine > 0) {
    u = sine > 0 ? 1 / (2 * sine) * odd : Vec3{};
  } else {  // half a turn: the columns of 1 + R lie along the axis
    int largest = 0;
    for (int c = 1; c < 3; ++c)
      if (R[at(4 * c)] > R[at(4 * largest)]) largest = c;
    Vec3 column = axis(R.data(), largest) + unit_axis(largest);
    if (dot(column, odd) < 0) column = -1.0 * column;
    u = unit_vector(column);
  }
  const Vec3 last = vec3(before.data());
  double along = dot(last, u);
  const double length = std::sqrt(dot(last, last));
  // Where there is no axis, the turn stays a whole number of turns about the last one.
  if (!(dot(u, u) > 0)) u = length > 0 ? 1 / length * last : Vec3{}, along = length;
  const double near = nearest(angle, along);
  return {near * u.x, near * u.y, near * u.z};
}

}  // namespace

int RotationObserver::count_of_numbers(const Rotation& one) {
  switch (one.kind) {
    case Form::sequence:
      return one.body > 0 ? 12 : 6;
    case Form::angle:
      return 1;
    case Form::matrix:
      return 9;
    case Form::vector:
    case Form::velocity:
      return 3;
  }
  return 0;
}

RotationObserver::RotationObserver(const Plan& plan, const Model& model) {
  const auto orientation = [&model](int node) {
    return model.orientations[at(model.orientation_of[at(model.nodes[at(node)].first)])];
  };
  for (const RotationRow& row : plan.rotations) {
    Rotation& one = all_.emplace_back();
    one.form = row.form;
    one.of = orientation(row.node);
    one.number = std::to_string(model.nodes[at(row.node)].number);
    if (row.in_node >= 0) {
      one.in = orientation(row.in_node);
      one.number = fmt::format("{}_{}", model.nodes[at(row.in_node)].number, one.number);
    }
    one.kind = row.form == "vector"     ? Form::vector
               : row.form == "angle"    ? Form::angle
               : row.form == "matrix"   ? Form::matrix
               : row.form == "velocity" ? Form::velocity
                                        : Form::sequence;
    if (one.kind != Form::sequence) continue;
    for (std::size_t c = 0; c < 3; ++c) one.axes[c] = row.form[c] - 'x';
    // The first sequence of a body is the one of its record.
    for (const Body& body : model.bodies)
      if (row.in_node < 0 && body.phi == one.of.first &&
          std::none_of(all_.begin(), all_.end() - 1,
                       [&body](const Rotation& other) { return other.body == body.number; }))
        one.body = body.number;
  }
}

// The twelve numbers of a body, and its row of the table.
void RotationObserver::lay_out_body(const Rotation& one, Quantity what, TableLayout& table,
                                    Layout& layout) {
  table.rows.push_back({fmt::format("{:5} {}", one.body, one.form), layout.count()});
  for (int k = 0; k < 12; ++k) {
    const int c = k % 3, rate = k < 6 ? k / 3 : k / 3 - 1;
    const std::string name = k < 6 ? fmt::format("phi{}{}", c + 1, rate == 0 ? "" : "d")
                                   : fmt::format("w{}{}", "xyz"[c], rate == 1 ? "" : "d");
    what.component = k < 6 ? c : 3 + c, what.rate = rate;
    if (k < 6)
      layout.aliases.push_back(
          {fmt::format("rot{}{}.{}_{}", rate == 0 ? "" : "d", one.number, one.form, c + 1),
           layout.count()});
    layout.add(fmt::format("body{}.{}", one.body, name), rate_of(unit::radian, rate), what);
  }
}

void RotationObserver::lay_out(Layout& layout) const {
  TableLayout bodies{
      " ANGLES OF THE SEQUENCE, ANGULAR VELOCITY AND ACCELERATION ALONG X Y Z",
      " BODY SEQ",
      {"PHI1", "PHI2", "PHI3", "PHI1D", "PHI2D", "PHI3D", "WX", "WY", "WZ", "WXD", "WYD", "WZD"},
      {}};
  for (int owner = -1; const Rotation& one : all_) {
    Quantity what{Of::rotation, ++owner};
    if (one.body > 0) {
      lay_out_body(one, what, bodies, layout);
      continue;
    }
    const auto add = [&](const char* letters, const std::string& part, Unit unit) {
      layout.add(fmt::format("{}{}.{}{}", letters, one.number, one.form, part), unit, what);
      ++what.component;
    };
    const Unit turn = unit::radian;
    switch (one.kind) {
      case Form::sequence:
      case Form::vector:
        for (int c = 1; c <= 3; ++c) add("rot", fmt::format("_{}", c), turn);
        what.rate = 1;
        what.component = 0;
        for (int c = 1; c <= 3 && one.kind == Form::sequence; ++c)
          add("rotd", fmt::format("_{}", c), rate_of(turn));
        break;
      case Form::angle:
        add("rot", "", turn);
        break;
      case Form::matrix:
        for (int r = 1; r <= 3; ++r)
          for (int c = 1; c <= 3; ++c) add("rot", fmt::format("_{}{}", r, c), unit::number);
        break;
      case Form::velocity:
        for (int c = 1; c <= 3; ++c) add("rot", fmt::format("_{}", c), rate_of(turn));
        break;
    }
  }
  if (bodies.rows.empty()) return;
  // Behind the table of places.
  const auto behind = layout.tables.begin() + (layout.tables.empty() ? 0 : 1);
  layout.tables.insert(behind, std::move(bodies));
}

void RotationObserver::observe(const State& state, double* out) const {
  for (const Rotation& one : all_) {
    M3 R = matrix_at(one.of, state);
    Vec3 w = vec3(state.v.data() + one.of.first);
    if (one.in.type) {
      R = transposed_times(matrix_at(one.in, state), R);
      w = w - to_body(R.data(), vec3(state.v.data() + one.in.first));
    }
    const auto put = [&out](const Angles& of) { out = std::copy(of.begin(), of.end(), out); };
    switch (one.kind) {
      case Form::sequence: {
        const Sequence s = sequence_of(one.axes);
        const Angles angles =
            angles_of(R, s, w, {one.before, one.rates, state.t - one.time}, one.has_before);
        put(angles);
        put(rates_of(s, angles, w));
        if (one.body == 0) break;
        for (const Vec3 along : {w, vec3(state.a.data() + one.of.first)}) {
          const Vec3 seen = to_space(R.data(), along);
          put({seen.x, seen.y, seen.z});
        }
        break;
      }
      case Form::vector:
        put(vector_of(R, one.before));
        break;
      case Form::angle: {
        const Angles turn = vector_of(R, {});
        *out++ = std::sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
        break;
      }
      case Form::matrix:
        out = std::copy(R.begin(), R.end(), out);
        break;
      case Form::velocity: {
        const Vec3 seen = to_space(R.data(), w);
        put({seen.x, seen.y, seen.z});
        break;
      }
    }
  }
}

bool RotationObserver::goes_on() const {
  return std::any_of(all_.begin(), all_.end(), [](const Rotation& one) {
    return one.kind == Form::sequence || one.kind == Form::vector;
  });
}

// The turn [rad] to the place where angles are not defined, or where a vector may go on in another
// direction: a whole turn.
double RotationObserver::distance_to_lock(const Rotation& one) {
  if (one.kind == Form::sequence) return off_lock(sequence_of(one.axes), one.before[1]);
  const Angles& v = one.before;
  const double turn = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return turn > kPi ? 2 * std::fabs(std::sin(turn / 2)) : 1;
}

void RotationObserver::follow(const State& state) {
  constexpr double kPart = 0.6;      // of the distance
  constexpr double kNearest = 1e-3;  // rad; nearer motions pass through the lock
  row_.resize(at(std::accumulate(all_.begin(), all_.end(), 0, [](int sum, const Rotation& one) {
    return sum + count_of_numbers(one);
  })));
  observe(state, row_.data());
  longest_ = std::numeric_limits<double>::infinity();
  const double* row = row_.data();
  for (Rotation& one : all_) {
    if (one.kind == Form::sequence || one.kind == Form::vector) {
      std::copy_n(row, 3, one.before.begin());
      if (one.kind == Form::sequence) std::copy_n(row + 3, 3, one.rates.begin());
      one.has_before = true;
      one.time = state.t;
      Vec3 w = vec3(state.v.data() + one.of.first);
      double rate = std::sqrt(dot(w, w));
      if (one.in.type) {
        w = vec3(state.v.data() + one.in.first);
        rate += std::sqrt(dot(w, w));
      }
      if (rate > 0)
        longest_ = std::min(longest_, kPart * std::max(kNearest, distance_to_lock(one)) / rate);
    }
    row += count_of_numbers(one);
  }
}

std::string RotationObserver::keep(double t, const double* row) {
  std::string out;
  for (Rotation& one : all_) {
    if (one.kind == Form::sequence || one.kind == Form::vector) {
      std::copy_n(row, 3, one.before.begin());
      one.has_before = true;
      one.time = t;
    }
    if (one.kind == Form::sequence) std::copy_n(row + 3, 3, one.rates.begin());
    if (one.kind == Form::sequence) {
      const bool locked = off_lock(sequence_of(one.axes), row[1]) < kLock;
      if (locked && !one.is_locked)
        out += fmt::format(
            "rot{}.{} at t = {:.9g}: the first and the third turn are about one axis (gimbal "
            "lock); the first angle stays, the third takes the rest\n",
            one.number, one.form, t);
      one.is_locked = locked;
    }
    row += count_of_numbers(one);
  }
  return out;
}

}  // namespace mbs
