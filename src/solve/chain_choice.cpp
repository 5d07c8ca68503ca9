#include "solve/chain_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "elements/revolute.h"
#include "linalg/lu.h"
#include "linalg/pivoted_qr.h"

namespace mbs {

namespace {

using enum ChainVariable;
using Segments = std::span<const ChainSegment>;

constexpr double kSingular = 1e-12;
// Components of a null vector, relative to its largest, that are more than rounding.
constexpr double kTakesPart = 1e-3;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// A z = b over the 7n + 5 variables and whatever else the path keeps as unknowns behind them.
struct System {
  System(int row_count, int column_count)
      : rows(row_count),
        columns(column_count),
        a(at(row_count) * at(column_count)),
        b(at(row_count)) {}
  double& operator()(int i, int j) { return a[at(j) * at(rows) + at(i)]; }
  int rows, columns;
  std::vector<double> a, b;
};

// Acceleration of a point of the chain: row = coefficients . (phidd, xdd, ydd) + rest.
struct PointAcceleration {
  std::vector<double> x, y;  // of phidd, one per segment
  double rest_x = 0, rest_y = 0;
  // To a point at distance r along segment i.
  void move(int i, double r, const ChainSegment& s) {
    const double c = std::cos(s.phi), q = std::sin(s.phi), ww = s.phid * s.phid;
    x[at(i)] -= r * q;
    y[at(i)] += r * c;
    rest_x -= r * ww * c;
    rest_y -= r * ww * q;
  }
};

// Three rows per segment: sum of forces along x and y, sum of moments about the centre of gravity.
System matrix_system(Segments segments) {
  const int n = static_cast<int>(segments.size());
  System out(3 * n, chain_variable_count(n));
  auto column = [n](ChainVariable v, int i) { return chain_variable_column(v, i, n); };
  PointAcceleration joint{std::vector<double>(at(n)), std::vector<double>(at(n))};
  for (int i = 0; i < n; ++i) {
    const ChainSegment& s = segments[at(i)];
    const int row = 3 * i;
    PointAcceleration centre = joint;
    centre.move(i, s.d, s);
    for (int k = 0; k < n; ++k) {
      out(row, column(phidd, k)) -= s.m * centre.x[at(k)];
      out(row + 1, column(phidd, k)) -= s.m * centre.y[at(k)];
    }
    out(row, column(xdd, 0)) = out(row + 1, column(ydd, 0)) = -s.m;
    out.b[at(row)] = s.m * centre.rest_x;
    out.b[at(row + 1)] = s.m * centre.rest_y;
    out(row, column(frx, i)) = out(row + 1, column(fry, i)) = 1;
    out(row, column(frx, i + 1)) = out(row + 1, column(fry, i + 1)) = -1;
    out(row, column(fextx, i)) = out(row + 1, column(fexty, i)) = 1;
    const double c = std::cos(s.phi), q = std::sin(s.phi), distal = s.l - s.d;
    out(row + 2, column(phidd, i)) = -s.j;
    out(row + 2, column(m, i)) = 1;
    out(row + 2, column(m, i + 1)) = -1;
    out(row + 2, column(mext, i)) = 1;
    out(row + 2, column(frx, i)) = s.d * q;
    out(row + 2, column(fry, i)) = -s.d * c;
    out(row + 2, column(frx, i + 1)) = distal * q;
    out(row + 2, column(fry, i + 1)) = -distal * c;
    joint.move(i, s.l, s);
  }
  return out;
}

// The joints as the revolute elements that every other deck uses, over x y phi of the base, of
// each segment and of the environment at the tip.
struct Joints {
  explicit Joints(Segments segments);
  static constexpr int kCoordinates = 6, kDeformations = 2;
  std::vector<int> gather;
  std::vector<double> De, D2e_vv;
};

Joints::Joints(Segments segments) {
  const int n = static_cast<int>(segments.size()), nx = 3 * (n + 2);
  std::vector<double> x(at(nx)), v(at(nx)), cosine(at(nx), 1.0), sine(at(nx));
  ElementBatch batch{&kRevolute, n + 1, {}, {}, 0, 0};
  for (int k = 0; k <= n; ++k) {
    for (int c = 0; c < kCoordinates; ++c) batch.gather.push_back(3 * k + c);
    const ChainSegment* before = k > 0 ? &segments[at(k - 1)] : nullptr;
    const double proximal = before ? before->l - before->d : 0;
    const double distal = k < n ? -segments[at(k)].d : 0;
    for (double p : {proximal, 0.0, distal, 0.0, 0.0, 0.0}) batch.parameters.push_back(p);
    if (k == n) break;
    const std::size_t phi = at(3 * k + 5);
    x[phi] = segments[at(k)].phi;
    v[phi] = segments[at(k)].phid;
    cosine[phi] = std::cos(x[phi]);
    sine[phi] = std::sin(x[phi]);
  }
  De.resize(at(kCoordinates * kDeformations * (n + 1)));
  D2e_vv.resize(at(kDeformations * (n + 1)));
  std::vector<double> e(D2e_vv.size()), size(D2e_vv.size());
  kRevolute.acceleration(batch, {x.data(), v.data(), cosine.data(), sine.data()},
                         {e.data(), size.data(), De.data(), D2e_vv.data()});
  gather = std::move(batch.gather);
}

// 3n rows M a + De^T S - f = 0, then 2n rows De a = -D2e(v, v) of joints 1 .. n (joint n + 1 has a
// force, but its acceleration is no variable). Behind the variables stand the 2n accelerations of
// the centres of gravity.
System two_line_system(Segments segments) {
  const int n = static_cast<int>(segments.size()), variables = chain_variable_count(n);
  System out(5 * n, variables + 2 * n);
  auto column = [n](ChainVariable v, int i) { return chain_variable_column(v, i, n); };
  // Column of the acceleration of coordinate g; -1 for the environment's, which stay 0.
  auto acceleration = [&](int g) {
    const int body = g / 3 - 1, c = g % 3;
    if (body < 0) return c == 2 ? -1 : column(c == 0 ? xdd : ydd, 0);
    if (body >= n) return -1;
    return c == 2 ? column(phidd, body) : variables + 2 * body + c;
  };
  const std::array<ChainVariable, 2> stress = {frx, fry};
  const std::array<ChainVariable, 3> load = {fextx, fexty, mext};
  for (int i = 0; i < n; ++i) {
    const ChainSegment& s = segments[at(i)];
    for (int c = 0; c < 3; ++c) {
      out(3 * i + c, acceleration(3 * i + 3 + c)) = c == 2 ? s.j : s.m;
      out(3 * i + c, column(load[at(c)], i)) = -1;
    }
    // Hinge i is e = phi(i-1) - phi(i), so De^T is -1 for segment i and 1 for segment i - 1.
    out(3 * i + 2, column(m, i)) = -1;
    out(3 * i + 2, column(m, i + 1)) = 1;
  }
  const Joints joints(segments);
  for (int k = 0; k <= n; ++k)
    for (int e = 0; e < Joints::kDeformations; ++e) {
      const int row = 3 * n + 2 * k + e;
      if (k < n) out.b[at(row)] = -joints.D2e_vv[at(2 * k + e)];
      for (int c = 0; c < Joints::kCoordinates; ++c) {
        const int entry = Joints::kCoordinates * k + c, g = joints.gather[at(entry)];
        const double De = joints.De[at(Joints::kDeformations * entry + e)];
        if (g >= 3 && g < 3 * n + 3) out(g - 3, column(stress[at(e)], k)) += De;
        if (k < n && acceleration(g) >= 0) out(row, acceleration(g)) += De;
      }
    }
  return out;
}

// The columns of the unknowns with rows, then columns, scaled to largest entries of 1; a row or
// column of zeros stays.
struct Scaled {
  Scaled(const System& system, const std::vector<int>& unknowns);
  int rows, columns;
  std::vector<double> a, row_scale, column_scale;
};

Scaled::Scaled(const System& system, const std::vector<int>& unknowns)
    : rows(system.rows),
      columns(static_cast<int>(unknowns.size())),
      row_scale(at(rows)),
      column_scale(at(columns)) {
  for (int j : unknowns) {
    const auto first = system.a.begin() + static_cast<std::ptrdiff_t>(j) * rows;
    a.insert(a.end(), first, first + rows);
  }
  auto scale = [](double largest) { return largest > 0 ? 1 / largest : 1; };
  for (std::size_t k = 0; k < a.size(); ++k)
    row_scale[k % at(rows)] = std::max(row_scale[k % at(rows)], std::fabs(a[k]));
  for (double& r : row_scale) r = scale(r);
  for (std::size_t k = 0; k < a.size(); ++k) a[k] *= row_scale[k % at(rows)];
  for (std::size_t k = 0; k < a.size(); ++k)
    column_scale[k / at(rows)] = std::max(column_scale[k / at(rows)], std::fabs(a[k]));
  for (double& c : column_scale) c = scale(c);
  for (std::size_t k = 0; k < a.size(); ++k) a[k] *= column_scale[k / at(rows)];
}

// Unknowns that take part in a null vector.
std::vector<int> open_columns(const Scaled& scaled, const std::vector<int>& unknowns,
                              int variables) {
  RankReport report;
  for (double tolerance = kSingular; report.dependent.empty() && tolerance < 1; tolerance *= 10)
    report = column_rank(scaled.a, scaled.rows, scaled.columns, tolerance);
  std::vector<char> open(at(scaled.columns));
  for (std::size_t d = 0; d < report.dependent.size(); ++d) {
    const std::vector<double>& part = report.combination[d];
    double largest = 1;
    for (double p : part) largest = std::max(largest, std::fabs(p));
    if (largest * kTakesPart < 1) open[at(report.dependent[d])] = 1;
    for (std::size_t k = 0; k < part.size(); ++k)
      if (std::fabs(part[k]) > kTakesPart * largest) open[at(report.independent[k])] = 1;
  }
  std::vector<int> out;
  for (int k = 0; k < scaled.columns; ++k)
    if (open[at(k)] && unknowns[at(k)] < variables) out.push_back(unknowns[at(k)]);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

int chain_variable_count(int n) { return 7 * n + 5; }

int chain_variable_column(ChainVariable variable, int index, int n) {
  const int kind = static_cast<int>(variable);
  if (variable <= m) return kind * (n + 1) + index;
  if (variable <= phidd) return 3 * (n + 1) + (kind - 3) * n + index;
  return 7 * n + 3 + (variable == ydd ? 1 : 0);
}

std::string chain_variable_name(int column, int n) {
  static constexpr std::array<const char*, 7> kNames = {"FRX",   "FRY",  "M",    "FEXTX",
                                                        "FEXTY", "MEXT", "PHIDD"};
  if (column >= 7 * n + 3) return column == 7 * n + 3 ? "XDD" : "YDD";
  const int joints = 3 * (n + 1);
  if (column < joints)
    return fmt::format("{} {}", kNames[at(column / (n + 1))], column % (n + 1) + 1);
  return fmt::format("{} {}", kNames[at(3 + (column - joints) / n)], (column - joints) % n + 1);
}

ChainChoice::ChainChoice(int n)
    : unknown(at(chain_variable_count(n))), value(at(chain_variable_count(n))) {}

int ChainChoice::unknown_count() const {
  return static_cast<int>(std::count(unknown.begin(), unknown.end(), 1));
}

ChainSolution solve_chain(std::span<const ChainSegment> segments, const ChainChoice& choice,
                          ChainPath path) {
  const int n = static_cast<int>(segments.size()), variables = chain_variable_count(n);
  System system = path == ChainPath::matrix ? matrix_system(segments) : two_line_system(segments);
  ChainSolution out;
  std::vector<int> unknowns;
  for (int j = 0; j < system.columns; ++j) {
    if (j >= variables || choice.unknown[at(j)]) {
      unknowns.push_back(j);
      continue;
    }
    for (int i = 0; i < system.rows; ++i) system.b[at(i)] -= system(i, j) * choice.value[at(j)];
  }
  const Scaled scaled(system, unknowns);
  if (scaled.columns < scaled.rows) return out;
  if (scaled.columns == scaled.rows) {
    Lu lu(scaled.rows);
    std::copy(scaled.a.begin(), scaled.a.end(), lu.matrix().data);
    if (lu.factor() < 0) out.rcond = lu.rcond();
    if (out.rcond >= kSingular) {
      for (int i = 0; i < system.rows; ++i) system.b[at(i)] *= scaled.row_scale[at(i)];
      lu.solve(system.b.data());
      out.value = choice.value;
      for (int k = 0; k < scaled.columns; ++k)
        if (unknowns[at(k)] < variables)
          out.value[at(unknowns[at(k)])] = system.b[at(k)] * scaled.column_scale[at(k)];
      return out;
    }
  }
  out.undetermined = open_columns(scaled, unknowns, variables);
  return out;
}

double chain_difference(const ChainSolution& a, const ChainSolution& b, int n) {
  // Forces, moments, angular accelerations, linear accelerations.
  auto dimension = [n](int column) {
    const int joints = 3 * (n + 1);
    if (column >= 7 * n + 3) return 3;
    if (column < joints) return column < 2 * (n + 1) ? 0 : 1;
    return std::max(0, (column - joints) / n - 1);
  };
  std::array<double, 4> largest{}, worst{};
  for (int j = 0; j < chain_variable_count(n); ++j) {
    const auto d = at(dimension(j));
    largest[d] = std::max({largest[d], std::fabs(a.value[at(j)]), std::fabs(b.value[at(j)])});
    worst[d] = std::max(worst[d], std::fabs(a.value[at(j)] - b.value[at(j)]));
  }
  double out = 0;
  for (std::size_t d = 0; d < worst.size(); ++d)
    out = std::max(out, worst[d] / std::max(largest[d], std::numeric_limits<double>::min()));
  return out;
}

}  // namespace mbs
