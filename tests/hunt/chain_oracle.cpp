#include <algorithm>
#include <cmath>

#include "chain.h"
#include "gragg.h"

namespace hunt {

namespace {
std::size_t at(int i) { return static_cast<std::size_t>(i); }
constexpr double kSingular = 1e-4;
}  // namespace

std::string ChainVariables::name(int variable) const {
  static const char* const kJoint[] = {"FRX", "FRY", "M"};
  static const char* const kSegment[] = {"FEXTX", "FEXTY", "MEXT", "PHIDD"};
  if (variable < 3 * (n + 1))
    return std::string(kJoint[variable % 3]) + " " + std::to_string(variable / 3 + 1);
  if (variable >= xdd()) return variable == xdd() ? "XDD" : "YDD";
  const int k = variable - 3 * (n + 1);
  return std::string(kSegment[k % 4]) + " " + std::to_string(k / 4 + 1);
}

ChainOracle::ChainOracle(const Chain& chain) : c_(chain) {
  at_.n = static_cast<int>(c_.segments.size());
}

Numbers ChainOracle::start() const {
  Numbers out;
  for (const Chain::Segment& s : c_.segments) out.push_back(s.phi);
  for (const Chain::Segment& s : c_.segments) out.push_back(s.phid);
  out.insert(out.end(), c_.base.begin(), c_.base.end());
  return out;
}

double ChainOracle::value(const ChainValue& v, double t, const Numbers& state) const {
  const double other = v.j < 0 ? 0 : state[at(v.j)];
  return v.c + v.a * std::sin(v.w * t + v.p) - v.k * (state[at(v.i)] - other) -
         v.d * state[at(at_.n + v.i)];
}

Numbers ChainOracle::solve(double t, const Numbers& state, double* quality) const {
  const int n = at_.n, variables = at_.count(), locks = static_cast<int>(c_.locked.size());
  const int holds = locks + static_cast<int>(c_.equal.size());
  const int all = variables + holds;
  // Rows over all variables, and the right side.
  std::vector<Numbers> rows;
  Numbers right;
  auto add_row = [&](double b) -> Numbers& {
    rows.emplace_back(at(all), 0.0);
    right.push_back(b);
    return rows.back();
  };
  // Acceleration of the joint and the centre of each segment: coefficients and a constant.
  std::vector<Numbers> jx(at(n)), jy(at(n)), cx(at(n)), cy(at(n));
  std::vector<std::array<double, 4>> constant(at(n));
  for (int i = 0; i < n; ++i) {
    const Chain::Segment& s = c_.segments[at(i)];
    auto add_arm = [&](int k, double r, Numbers& x, Numbers& y, double& bx, double& by) {
      const double c = r * std::cos(state[at(k)]), d = r * std::sin(state[at(k)]);
      const double w2 = state[at(n + k)] * state[at(n + k)];
      x[at(at_.phidd(k))] -= d;
      y[at(at_.phidd(k))] += c;
      bx -= c * w2;
      by -= d * w2;
    };
    if (i == 0) {
      jx[0].assign(at(all), 0), jy[0].assign(at(all), 0);
      jx[0][at(at_.xdd())] = jy[0][at(at_.xdd() + 1)] = 1;
      constant[0] = {0, 0, 0, 0};
    } else {
      const int k = s.parent;
      jx[at(i)] = jx[at(k)], jy[at(i)] = jy[at(k)];
      constant[at(i)] = {constant[at(k)][0], constant[at(k)][1], 0, 0};
      add_arm(k, s.reach, jx[at(i)], jy[at(i)], constant[at(i)][0], constant[at(i)][1]);
    }
    cx[at(i)] = jx[at(i)], cy[at(i)] = jy[at(i)];
    constant[at(i)][2] = constant[at(i)][0], constant[at(i)][3] = constant[at(i)][1];
    add_arm(i, s.d, cx[at(i)], cy[at(i)], constant[at(i)][2], constant[at(i)][3]);
  }
  for (int i = 0; i < n; ++i) {
    const Chain::Segment& s = c_.segments[at(i)];
    const double c = std::cos(state[at(i)]), d = std::sin(state[at(i)]);
    Numbers x = cx[at(i)], y = cy[at(i)], turn(at(all), 0);
    for (double& k : x) k *= s.m;
    for (double& k : y) k *= s.m;
    turn[at(at_.phidd(i))] = s.inertia;
    // sign: the joint's force acts on the segment, or its opposite; r from the centre.
    auto add_joint = [&](int joint, double sign, double r) {
      const std::size_t f = at(at_.frx(joint));
      x[f] -= sign;
      y[f + 1] -= sign;
      turn[f + 2] -= sign;
      turn[f] += sign * r * d;
      turn[f + 1] -= sign * r * c;
    };
    add_joint(i, 1, -s.d);
    for (int k = i + 1; k < n; ++k)
      if (c_.segments[at(k)].parent == i) add_joint(k, -1, c_.segments[at(k)].reach - s.d);
    if (i == n - 1) add_joint(n, -1, s.l - s.d);
    const std::size_t f = at(at_.fextx(i));
    x[f] -= 1;
    y[f + 1] -= 1;
    turn[f + 2] -= 1;
    for (int k = 0; k < holds; ++k) {
      const bool locked = k < locks && c_.locked[at(k)] == i;
      const bool first = k >= locks && c_.equal[at(k - locks)].first == i;
      const bool second = k >= locks && c_.equal[at(k - locks)].second == i;
      if (locked || first) turn[at(variables + k)] -= 1;
      if (second) turn[at(variables + k)] += 1;
    }
    add_row(-s.m * constant[at(i)][2]) = x;
    add_row(-s.m * constant[at(i)][3]) = y;
    add_row(0) = turn;
  }
  for (std::size_t k = 0; k < c_.rows.size(); ++k) {
    Numbers& row = add_row(c_.right_sides[k]);
    for (const Chain::Term& term : c_.rows[k]) row[at(term.variable)] += term.factor;
  }
  for (int k : c_.locked) add_row(0)[at(at_.phidd(k))] = 1;
  for (const auto& [i, j] : c_.equal) {
    Numbers& row = add_row(0);
    row[at(at_.phidd(i))] = 1;
    row[at(at_.phidd(j))] = -1;
  }
  // What is known goes to the right.
  Numbers out(at(all), 0);
  std::vector<int> unknown;
  for (int v = 0; v < all; ++v) {
    if (v >= variables || c_.unknown[at(v)]) {
      unknown.push_back(v);
      continue;
    }
    out[at(v)] = value(c_.value[at(v)], t, state);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 2; ++k)
        if (v == at_.fextx(i) + k) out[at(v)] += c_.segments[at(i)].m * c_.gravity[at(k)];
  }
  const int size = static_cast<int>(rows.size());
  if (size != static_cast<int>(unknown.size())) return {};
  Matrix A(size, size);
  for (int r = 0; r < size; ++r) {
    for (int v = 0; v < all; ++v) right[at(r)] -= rows[at(r)][at(v)] * out[at(v)];
    for (int k = 0; k < size; ++k) A(r, k) = rows[at(r)][at(unknown[at(k)])];
  }
  const Elimination system(A);
  if (quality) *quality = system.quality();
  if (!(system.quality() > 0)) return {};
  const Numbers u = system.solve(right);
  for (int k = 0; k < size; ++k) out[at(unknown[at(k)])] = u[at(k)];
  return out;
}

bool ChainOracle::advance(double& t, double end, Numbers& state, double tolerance) const {
  const int n = at_.n;
  const Rate rate = [&](double s, const Numbers& y) {
    const Numbers u = solve(s, y);
    Numbers f(y.size(), NAN);
    if (u.empty()) return f;
    for (int i = 0; i < n; ++i) f[at(i)] = y[at(n + i)], f[at(n + i)] = u[at(at_.phidd(i))];
    for (int k = 0; k < 2; ++k) {
      f[at(2 * n + k)] = y[at(2 * n + 2 + k)];
      f[at(2 * n + 2 + k)] = u[at(at_.xdd() + k)];
    }
    return f;
  };
  double H = 0.03;
  while (end - t > 1e-14 * std::max(1.0, std::fabs(end))) {
    double quality = 0;
    (void)solve(t, state, &quality);
    if (quality < kSingular || H < 1e-8) return false;
    const bool last = H >= (end - t) * (1 - 1e-12);
    const double h = last ? end - t : H;
    H = h;
    if (!gragg_step(rate, t, H, tolerance, state)) continue;
    H = std::min(H, 0.03);
    t = last ? end : t + h;
  }
  return true;
}

std::map<std::string, double> ChainOracle::channels(double t, const Numbers& state) const {
  std::map<std::string, double> out;
  const Numbers u = solve(t, state);
  if (u.empty()) return out;
  const int n = at_.n;
  static const char* const kJoint[] = {"frx", "fry", "m"};
  static const char* const kExternal[] = {"fextx", "fexty", "mext"};
  for (int i = 0; i <= n; ++i)
    for (int k = 0; k < 3; ++k) {
      const std::string number = std::to_string(i + 1);
      out[kJoint[k] + number] = u[at(at_.frx(i) + k)];
      if (i < n) out[kExternal[k] + number] = u[at(at_.fextx(i) + k)];
    }
  for (int i = 0; i < n; ++i) {
    const std::string number = std::to_string(i + 1);
    out["phi" + number] = state[at(i)];
    out["phid" + number] = state[at(n + i)];
    out["phidd" + number] = u[at(at_.phidd(i))];
  }
  static const char* const kBase[] = {"x", "y", "xd", "yd"};
  for (int k = 0; k < 4; ++k) out[kBase[k]] = state[at(2 * n + k)];
  out["xdd"] = u[at(at_.xdd())];
  out["ydd"] = u[at(at_.xdd() + 1)];
  int extra = at_.count();
  for (int k : c_.locked) out["lock" + std::to_string(k + 1) + ".m"] = u[at(extra++)];
  for (const auto& [i, j] : c_.equal)
    out["equal" + std::to_string(i + 1) + "_" + std::to_string(j + 1) + ".m"] = u[at(extra++)];
  out["energy.balance"] = 0;
  return out;
}

}  // namespace hunt
