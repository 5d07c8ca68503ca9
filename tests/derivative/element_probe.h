// Elements of one type evaluated outside a model, for the tests of elements.
//
// The global numbering is made as unlike the local one as it can be (coordinates in reverse order,
// results behind an offset and in front of a guard), so that an element that ignores its gather
// indices or its offsets is found. Numbers go in and come out element by element, in local order.
// Of an orientation x has q1 q2 q3; q0 is the positive number that makes the norm 1.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "elements/element.h"
#include "nodes/quaternion.h"

namespace mbs {

using Numbers = std::vector<double>;

class ElementProbe {
 public:
  explicit ElementProbe(const ElementType& type) : type_(type) {
    batch_.type = &type;
    batch_.first_deformation = 2;
    batch_.first_derivative = 5;
    for (NodeKind kind : type.spec.nodes)
      for (int c = 0; c < coordinate_count(kind); ++c) coordinates_.push_back({kind, c});
  }

  const ElementType& type() const { return type_; }
  int count() const { return batch_.count; }
  NodeKind kind(int i) const { return coordinates_[local(i)].kind; }
  int component(int i) const { return coordinates_[local(i)].component; }
  bool is_angle(int i) const { return is_planar_turn(kind(i)); }
  bool is_orientation(int i) const { return kind(i) == NodeKind::orientation; }
  bool is_spatial() const { return node_type(kind(0)).is_spatial; }
  // x moved by h v, orientations by the turn h v along the axes of the body.
  Numbers moved(const Numbers& x, double h, const Numbers& v) const {
    Numbers y = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!is_orientation(static_cast<int>(i))) {
        y[i] += h * v[i];
        continue;
      }
      Quaternion q = quaternion(x, i);
      const double turn[3] = {h * v[i], h * v[i + 1], h * v[i + 2]};
      turn_by(q.data(), turn);
      for (std::size_t c = 0; c < 3; ++c) y[i + c] = q[0] < 0 ? -q[c + 1] : q[c + 1];
      i += 2;
    }
    return y;
  }
  using Quaternion = std::array<double, 4>;
  // Of the orientation whose first number is x[i].
  static Quaternion quaternion(const Numbers& x, std::size_t i) {
    const double rest = 1 - x[i] * x[i] - x[i + 1] * x[i + 1] - x[i + 2] * x[i + 2];
    EXPECT_GT(rest, 0);
    return {std::sqrt(rest), x[i], x[i + 1], x[i + 2]};
  }
  Numbers& parameters() { return batch_.parameters; }
  const Numbers& parameters() const { return batch_.parameters; }

  // What prepare() says; the element is added if it says nothing.
  std::string add(const Numbers& x0, const Numbers& columns = {}) {
    Numbers p(static_cast<std::size_t>(type_.np));
    Numbers positions;
    for (std::size_t i = 0; i < x0.size(); ++i) {
      if (is_orientation(static_cast<int>(i)) && component(static_cast<int>(i)) == 0)
        positions.push_back(quaternion(x0, i)[0]);
      positions.push_back(x0[i]);
    }
    const std::string problem = type_.prepare(positions.data(), columns.data(), p.data());
    if (!problem.empty()) return problem;
    batch_.parameters.insert(batch_.parameters.end(), p.begin(), p.end());
    ++batch_.count;
    batch_.gather.clear();
    for (int i = batch_.count * type_.nx; i-- > 0;) batch_.gather.push_back(i);
    if (type_.round) batch_.first_winding = batch_.count * type_.nx;
    windings_.assign(Round::kNumbers * static_cast<std::size_t>(batch_.count), std::nan(""));
    return {};
  }

  struct Kinematics {
    Numbers e, size, De, D2e_vv;  // De: ne x nx column-major, one element after another
  };
  Kinematics position(const Numbers& x) const { return evaluate(x, Numbers(x.size()), false); }
  Kinematics acceleration(const Numbers& x, const Numbers& v) const { return evaluate(x, v, true); }

  // D2e(v, v) by second_order(), in two shares that must write nothing else, and must not write the
  // same.
  Numbers second_order(const Numbers& x, const Numbers& v) const {
    const Global at = spread(x, v);
    const auto rows = static_cast<std::size_t>(count() * type_.ne);
    Numbers both(rows + 4, kGuard), all = both;
    for (const Share share : {Share::held, Share::free}) {
      Numbers some(rows + 4, kGuard);
      type_.second_order(batch_, at.view(), {nullptr, nullptr, nullptr, some.data()}, share);
      for (std::size_t k = 0; k < some.size(); ++k) {
        if (some[k] == kGuard) continue;
        EXPECT_EQ(both[k], kGuard);
        both[k] = some[k];
      }
    }
    type_.second_order(batch_, at.view(), {nullptr, nullptr, nullptr, all.data()}, Share::all);
    EXPECT_EQ(both, all);
    return cut(all, batch_.first_deformation, rows);
  }

  struct Inertia {
    Numbers M, h;  // M: nx x nx column-major, one element after another
  };
  // mass: the EM columns of each element, one element after another.
  Inertia inertia(const Numbers& x, const Numbers& v, const Numbers& mass) const {
    const Global at = spread(x, v);
    Inertia out{Numbers(x.size() * static_cast<std::size_t>(type_.nx), kGuard),
                Numbers(x.size(), kGuard)};
    type_.inertia(batch_, at.view(), mass.data(), out.M.data(), out.h.data());
    return out;
  }

  // K of element 0, column-major.
  Numbers stiffness(const Numbers& columns) const {
    Numbers K(static_cast<std::size_t>(type_.ne * type_.ne), kGuard);
    type_.stiffness(batch_.parameters.data(), columns.data(), K.data());
    return K;
  }

 private:
  static constexpr double kGuard = -7.75e77;

  struct Global {
    Numbers x, v, cosine, sine, rotation;
    std::vector<int> orientation_of;
    Coordinates view() const {
      return {x.data(),    v.data(),        cosine.data(),
              sine.data(), rotation.data(), orientation_of.data()};
    }
  };
  Global spread(const Numbers& x, const Numbers& v) const {
    const std::size_t n = x.size();
    EXPECT_EQ(n, batch_.gather.size());
    // Cosine and sine of what is no angle are unspecified; a wild value shows who reads them.
    Global at{Numbers(n),         Numbers(n),         Numbers(n, kGuard),
              Numbers(n, kGuard), Numbers(3, kGuard), {}};
    at.orientation_of.assign(n, -1);
    for (std::size_t i = 0; i < n; ++i) {
      const auto g = static_cast<std::size_t>(batch_.gather[i]);
      at.x[g] = x[i];
      at.v[g] = v[i];
      const int local_index = static_cast<int>(i);
      if (is_orientation(local_index) && component(local_index) == 0) {
        // Behind a guard, to see that the index is used.
        at.rotation.resize(9 * (at.rotation.size() / 9 + 2), kGuard);
        const std::size_t which = at.rotation.size() / 9 - 1;
        for (std::size_t c = 0; c < 3; ++c)
          at.orientation_of[static_cast<std::size_t>(batch_.gather[i + c])] =
              static_cast<int>(which);
        rotation_matrix(quaternion(x, i).data(), at.rotation.data() + 9 * which);
      }
      if (!is_angle(local_index)) continue;
      at.cosine[g] = std::cos(x[i]);
      at.sine[g] = std::sin(x[i]);
    }
    // Ways that close go on from the last evaluation.
    for (int k = 0; type_.round && k < batch_.count; ++k)
      wind_round(batch_, k, at.view(),
                 windings_.data() + Round::kNumbers * static_cast<std::size_t>(k));
    if (type_.round) at.x.insert(at.x.end(), windings_.begin(), windings_.end());
    return at;
  }

  // Takes the part that belongs to the elements and checks that nothing else was written.
  static Numbers cut(const Numbers& all, int first, std::size_t count) {
    const auto begin = all.begin() + first, end = begin + static_cast<std::ptrdiff_t>(count);
    for (auto p = all.begin(); p != all.end(); ++p) {
      const bool inside = p >= begin && p < end;
      EXPECT_EQ(*p != kGuard, inside) << "entry " << p - all.begin();
    }
    return {begin, end};
  }

  Kinematics evaluate(const Numbers& x, const Numbers& v, bool with_acceleration) const {
    const Global at = spread(x, v);
    const auto rows = static_cast<std::size_t>(count() * type_.ne);
    const auto entries = rows * static_cast<std::size_t>(type_.nx);
    Numbers e(rows + 4, kGuard), size(e), D2e_vv(e), De(entries + 10, kGuard);
    const Coordinates in = at.view();
    const Deformation out{e.data(), size.data(), De.data(), D2e_vv.data()};
    (with_acceleration ? type_.acceleration : type_.position)(batch_, in, out);
    const int first = batch_.first_deformation;
    return {cut(e, first, rows), cut(size, first, rows), cut(De, batch_.first_derivative, entries),
            with_acceleration ? cut(D2e_vv, first, rows) : Numbers{}};
  }

  const ElementType& type_;
  ElementBatch batch_;
  mutable Numbers windings_;  // of the rows, where their type has a way that closes
  struct Coordinate {
    NodeKind kind;
    int component;
  };
  std::size_t local(int i) const { return static_cast<std::size_t>(i) % coordinates_.size(); }
  std::vector<Coordinate> coordinates_;  // nx
};

// Numbers that are the same on every run.
class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}
  double operator()(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator_);
  }
  Numbers operator()(std::size_t n, double low, double high) {
    Numbers x(n);
    for (double& xi : x) xi = (*this)(low, high);
    return x;
  }

 private:
  std::mt19937 generator_;
};

// Elements with random data in a random initial configuration, angles beyond a full turn included.
struct RandomElements {
  RandomElements(const ElementType& type, int count, unsigned seed) : probe(type), random(seed) {
    while (probe.count() < count) {
      Numbers x(static_cast<std::size_t>(type.nx));
      for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = probe.is_angle(static_cast<int>(i))         ? random(-8, 8)
               : probe.is_orientation(static_cast<int>(i)) ? random(-0.4, 0.4)
                                                           : random(-2, 2);
      if (probe.add(x, columns(type.spec)).empty()) x0.insert(x0.end(), x.begin(), x.end());
    }
  }
  // A second axis is at a right angle to the first, as some joints want it. Half of the joints have
  // axes of their own in body j. A sequence of turns is one of twelve.
  Numbers columns(const RecordSpec& spec) {
    Numbers out = random(spec.columns.size(), -1, 1);
    if (!out.empty() && spec.columns[0].name == "seq") out[0] = std::floor(random(0, 12));
    const auto first = std::find_if(spec.columns.begin(), spec.columns.end(),
                                    [](const Column& column) { return column.name == "ux"; });
    if (spec.columns.end() - first < 6) return out;
    double *const u = out.data() + (first - spec.columns.begin()), *const v = u + 3;
    if (spec.columns.end() - first >= 12 && random(0, 1) < 0.5) std::fill_n(u + 6, 6, 0.0);
    const double part =
        (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (int c = 0; c < 3; ++c) v[c] -= part * u[c];
    return out;
  }
  // Some way from there, within the range of each element, and not so near a singular position that
  // differences would be useless.
  Numbers moved() {
    Numbers x = x0;
    for (int k = 0; k < probe.count(); ++k)
      for (int attempt = 0; attempt < 3000; ++attempt) {
        for (int i = 0; i < probe.type().nx; ++i)
          x[coordinate(k, i)] =
              x0[coordinate(k, i)] + (probe.is_angle(i)         ? random(-8, 8)
                                      : probe.is_orientation(i) ? random(-0.1, 0.1)
                                                                : random(-0.3, 0.3));
        if (largest_curvature(x, k) < 8 && range_used(x, k) < 1) break;
      }
    return x;
  }
  Numbers velocity() { return random(x0.size(), -1, 1); }

 private:
  std::size_t coordinate(int k, int i) const {
    return static_cast<std::size_t>(k * probe.type().nx + i);
  }
  // Largest second derivative of element k by one coordinate; distances curve like 1 / distance.
  double largest_curvature(const Numbers& x, int k) const {
    double largest = 0;
    for (int i = 0; i < probe.type().nx; ++i) {
      Numbers unit(x.size(), 0.0);
      unit[coordinate(k, i)] = 1;
      for (double d : probe.acceleration(x, unit).D2e_vv) largest = std::max(largest, std::fabs(d));
    }
    return largest;
  }
  // Most that element k uses of its range (0 without one).
  double range_used(const Numbers& x, int k) const {
    const ElementType& type = probe.type();
    if (!type.range_used) return 0;
    const auto at = probe.position(x);
    Numbers used(static_cast<std::size_t>(type.ne));
    type.range_used(at.e.data() + k * type.ne, at.De.data() + k * type.ne * type.nx,
                    probe.parameters().data() + k * type.np, used.data());
    return *std::max_element(used.begin(), used.end());
  }

 public:
  ElementProbe probe;
  Random random;
  Numbers x0;
};

// x + h v
inline Numbers along(const Numbers& x, double h, const Numbers& v) {
  Numbers y = x;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += h * v[i];
  return y;
}

// d/dh f(x(h)) at h = 0 by central differences of fourth order; f returns Numbers.
template <class F, class Path>
Numbers derivative_along(const F& f, const Path& x) {
  constexpr double h = 5e-4;
  const Numbers near_plus = f(x(h)), near_minus = f(x(-h));
  const Numbers far_plus = f(x(2 * h)), far_minus = f(x(-2 * h));
  Numbers d(near_plus.size());
  for (std::size_t k = 0; k < d.size(); ++k)
    d[k] = (8 * (near_plus[k] - near_minus[k]) - (far_plus[k] - far_minus[k])) / (12 * h);
  return d;
}

// x + h v.
template <class F>
Numbers directional_derivative(const F& f, const Numbers& x, const Numbers& v) {
  return derivative_along(f, [&](double h) { return along(x, h, v); });
}

// x moved as the nodes of the probe move.
template <class F>
Numbers directional_derivative(const ElementProbe& probe, const F& f, const Numbers& x,
                               const Numbers& v) {
  return derivative_along(f, [&](double h) { return probe.moved(x, h, v); });
}

// De v of all elements.
inline Numbers rate(const ElementProbe& probe, const Numbers& De, const Numbers& v) {
  const int ne = probe.type().ne, nx = probe.type().nx;
  Numbers ed(static_cast<std::size_t>(probe.count() * ne), 0.0);
  for (int k = 0; k < probe.count(); ++k)
    for (int i = 0; i < nx; ++i)
      for (int r = 0; r < ne; ++r)
        ed[static_cast<std::size_t>(k * ne + r)] +=
            De[static_cast<std::size_t>((k * nx + i) * ne + r)] *
            v[static_cast<std::size_t>(k * nx + i)];
  return ed;
}

// a^T A b for the first n x n block of A (column-major).
inline double bilinear(const Numbers& a, const double* A, const Numbers& b) {
  const std::size_t n = a.size();
  double sum = 0;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) sum += a[i] * A[j * n + i] * b[j];
  return sum;
}

// worst = max(worst, d), and a NaN stays one.
inline void keep_worst(double& worst, double d) {
  if (!std::isnan(worst) && !(d <= worst)) worst = d;
}

inline double largest_difference(const Numbers& a, const Numbers& b) {
  EXPECT_EQ(a.size(), b.size());
  double worst = 0;
  for (std::size_t k = 0; k < a.size(); ++k) keep_worst(worst, std::fabs(a[k] - b[k]));
  return worst;
}

}  // namespace mbs
