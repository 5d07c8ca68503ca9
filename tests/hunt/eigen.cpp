// EIGEN against the oracle's own linearisation: sums of powers of the eigenvalues are traces, and
// shapes are put into the linear equations.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>

#include "events.h"
#include "oracle.h"

namespace hunt {

namespace {

using Complex = std::complex<double>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The accelerations of the degrees of freedom that the deck names, as a function of their values
// and rates.
class Linear {
 public:
  explicit Linear(const Mechanism& m) : m_(m), oracle_(m) {
    for (int n = 0; n < static_cast<int>(m.nodes.size()); ++n)
      for (int c = 0; c < m.nodes[at(n)].count(); ++c)
        if (m.nodes[at(n)].cls[at(c)] == Class::dynamic) freedoms_.push_back({true, n, c});
    for (int e = 0; e < static_cast<int>(m.elements.size()); ++e)
      for (int r = 0; r < m.elements[at(e)].count(); ++r)
        if (m.elements[at(e)].cls[at(r)] == Class::dynamic) freedoms_.push_back({false, e, r});
  }
  int count() const { return static_cast<int>(freedoms_.size()); }

  bool start() { return oracle_.start(x_, v_); }
  // Whether no kink of a contact lies near: penalty contacts without friction, open or closed by
  // far more than the differences move them.
  bool is_smooth() const {
    constexpr double kFar = 0.06;
    const Sample now = oracle_.sample(m_.t0, x_, v_);
    for (int e = 0; e < static_cast<int>(m_.elements.size()); ++e) {
      const Element& element = m_.elements[at(e)];
      if (!element.ruled()) continue;
      if (element.contact.model != Contact::Model::penalty || element.contact.mu > 0) return false;
      if (!(std::fabs(now.e[at(oracle_.deformation(e, 0))]) > kFar)) return false;
    }
    return true;
  }
  void wind_as(const Oracle& other) { oracle_.wind_as(other); }
  void rest_at(const Numbers& x) { x_ = x, v_.assign(x.size(), 0); }
  // d(qdd)/d(q, qd) there; false where the mechanism cannot be moved so. Near a dead position the
  // differences need small steps: they are halved until two agree to 1e-8 of the largest entry.
  bool matrix(Matrix& out) {
    constexpr int kHalvings = 4;
    double step = 0.001;
    if (!matrix(step, out)) return false;
    for (int k = 0; k < kHalvings; ++k) {
      Matrix before = out;
      if (!matrix(step /= 2, out)) return false;
      double largest = 1, off = 0;
      for (std::size_t i = 0; i < out.a.size(); ++i) {
        largest = std::max(largest, std::fabs(out.a[i]));
        off = std::max(off, std::fabs(out.a[i] - before.a[i]));
      }
      if (off < 1e-8 * largest) return true;
    }
    return false;
  }

  // The degrees of freedom of a shape, and by how much it leaves the constraints.
  std::vector<Complex> freedoms(const std::vector<Complex>& shape, double& off) const {
    const Matrix De = oracle_.jacobian(x_);
    auto rate = [&](int row) {
      Complex sum = 0;
      for (int i = 0; i < oracle_.nx(); ++i) sum += De(row, i) * shape[at(i)];
      return sum;
    };
    off = 0;
    for (int row : oracle_.constrained()) off = std::max(off, std::abs(rate(row)));
    std::vector<bool> moves(shape.size(), false);
    for (int i : oracle_.free_coordinates()) moves[at(i)] = true;
    for (std::size_t i = 0; i < shape.size(); ++i)
      if (!moves[i]) off = std::max(off, std::abs(shape[i]));
    std::vector<Complex> out;
    for (const Freedom& f : freedoms_)
      out.push_back(f.coordinate ? shape[at(oracle_.coordinate(f.owner, f.component))]
                                 : rate(oracle_.deformation(f.owner, f.component)));
    return out;
  }

 private:
  struct Freedom {
    bool coordinate;
    int owner, component;
  };
  bool matrix(double step, Matrix& out) {
    const Sample now = oracle_.sample(m_.t0, x_, v_);
    Numbers state;
    for (const Freedom& f : freedoms_) state.push_back(pick(f, now.x, now.e));
    for (const Freedom& f : freedoms_) state.push_back(pick(f, now.v, now.ed));
    const int n = count();
    out = Matrix(n, 2 * n);
    static constexpr double kWeights[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    for (int j = 0; j < 2 * n; ++j)
      for (int k = 1; k <= 4; ++k)
        for (int sign : {-1, 1}) {
          Numbers moved = state, a;
          moved[at(j)] += sign * k * step;
          if (!accelerations(moved, a)) return false;
          for (int i = 0; i < n; ++i) out(i, j) += sign * kWeights[k - 1] / step * a[at(i)];
        }
    return true;
  }
  double pick(const Freedom& f, const Numbers& of_x, const Numbers& of_e) const {
    return f.coordinate ? of_x[at(oracle_.coordinate(f.owner, f.component))]
                        : of_e[at(oracle_.deformation(f.owner, f.component))];
  }
  bool accelerations(const Numbers& state, Numbers& out) const {
    Mechanism driven = m_;
    const int n = count();
    for (int k = 0; k < n; ++k) {
      const Freedom& f = freedoms_[at(k)];
      Motion motion;
      motion.given = true;
      motion.c[1] = state[at(n + k)];
      motion.c[0] = state[at(k)] - motion.c[1] * m_.t0;
      if (f.coordinate) {
        driven.nodes[at(f.owner)].cls[at(f.component)] = Class::prescribed;
        driven.nodes[at(f.owner)].motion[at(f.component)] = motion;
      } else {
        driven.elements[at(f.owner)].cls[at(f.component)] = Class::prescribed;
        driven.elements[at(f.owner)].motion[at(f.component)] = motion;
      }
    }
    Numbers x = x_, v = v_;
    Oracle moved(driven);
    moved.wind_as(oracle_);
    if (!moved.project(m_.t0, x, v, {})) return false;
    const Sample s = oracle_.sample(m_.t0, x, v);
    if (s.quality < 1e-7) return false;
    out.clear();
    for (const Freedom& f : freedoms_) out.push_back(pick(f, s.a, s.edd));
    return true;
  }

  Mechanism m_;
  Oracle oracle_;
  std::vector<Freedom> freedoms_;
  Numbers x_, v_;
};

// Traces of powers 1, 2, ... of [0 1; A].
Numbers traces(const Matrix& A, int powers) {
  const int n = A.rows, m = 2 * n;
  Matrix S(m, m);
  for (int i = 0; i < n; ++i) {
    S(i, n + i) = 1;
    for (int j = 0; j < m; ++j) S(n + i, j) = A(i, j);
  }
  Matrix P = S;
  Numbers out;
  for (int k = 0; k < powers; ++k) {
    double sum = 0;
    for (int i = 0; i < m; ++i) sum += P(i, i);
    out.push_back(sum);
    Matrix next(m, m);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < m; ++j)
        for (int l = 0; l < m; ++l) next(i, j) += P(i, l) * S(l, j);
    P = next;
  }
  return out;
}

// The smallest eigenvalue of K against M (qdd = A q, all of them real), by powers of a shifted A.
double smallest_stiffness(const Matrix& A) {
  const int n = A.rows;
  double size = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) size += A(i, j) * A(i, j);
  size = std::sqrt(size);
  Numbers q(at(n), 1);
  for (int i = 0; i < n; ++i) q[at(i)] += 0.1 * i;
  double growth = 0;
  for (int k = 0; k < 3000; ++k) {
    Numbers next = q;
    double largest = 0;
    for (int i = 0; i < n; ++i) {
      next[at(i)] *= size;
      for (int j = 0; j < n; ++j) next[at(i)] += A(i, j) * q[at(j)];
      if (std::fabs(next[at(i)]) > std::fabs(largest)) largest = next[at(i)];
    }
    double before = 0;
    for (int i = 0; i < n; ++i)
      if (next[at(i)] == largest) before = q[at(i)];
    growth = before != 0 ? largest / before : 0;
    for (int i = 0; i < n; ++i) q[at(i)] = next[at(i)] / std::fabs(largest);
  }
  return (size - growth) / size;
}

std::string text(double x) {
  char out[40];
  std::snprintf(out, sizeof out, "%.12g", x);
  return out;
}

}  // namespace

int stability(const Mechanism& m, const Oracle& wound, const Numbers& x) {
  Linear linear(m);
  linear.wind_as(wound);
  linear.rest_at(x);
  Matrix A;
  if (!linear.is_smooth() || linear.count() == 0 || m.choose_freedoms || !linear.matrix(A))
    return 0;
  double largest = 0;
  for (const double a : A.a) largest = std::fmax(largest, std::fabs(a));
  if (largest < 1e-6) return 0;  // nothing resists
  const double k = smallest_stiffness(A);
  return k > 1e-3 ? 1 : k < -1e-3 ? -1 : 0;
}

Finding compare_eigen(const Mechanism& m, const Runner& run) {
  Finding out;
  Linear linear(m);
  const int n = linear.count();
  Matrix A;
  if (n == 0 || n > 8 || m.choose_freedoms || !linear.start() || !linear.is_smooth() ||
      !linear.matrix(A))
    return out;
  Table table;
  if (!run_job(m, "EIGEN", 0, run, table, out)) return out;
  out.verdict = Verdict::disagrees;
  auto column = [&](const std::string& name) {
    const auto found = std::find(table.names.begin(), table.names.end(), name);
    return found == table.names.end() ? -1 : static_cast<int>(found - table.names.begin());
  };
  const int real = column("real"), imaginary = column("imaginary");
  if (real < 0 || imaginary < 0) return out.what = "no eigenvalues", out;
  std::vector<Complex> values;
  double size = 0;
  for (const auto& row : table.rows) {
    const Complex value(row[at(real)], row[at(imaginary)]);
    values.push_back(value);
    if (value.imag() != 0) values.push_back(std::conj(value));
    size = std::max(size, std::abs(value));
  }
  // What nothing resists has 0 twice, in one row.
  for (const auto& row : table.rows)
    if (row[at(real)] == 0 && row[at(imaginary)] == 0 && static_cast<int>(values.size()) < 2 * n)
      values.push_back(0);
  if (static_cast<int>(values.size()) != 2 * n)
    return out.what = std::to_string(values.size()) + " eigenvalues", out;
  // Rounding of the differences: some 1e-11 of the largest entries.
  double entry = 1;
  for (double a : A.a) entry = std::max(entry, std::fabs(a));
  const int powers = std::min(2 * n, 6);
  const Numbers expected = traces(A, powers);
  for (int k = 1; k <= powers; ++k) {
    Complex sum = 0;
    for (const Complex& value : values) sum += std::pow(value, k);
    const double off = std::abs(sum - expected[at(k - 1)]);
    if (!(off < 1e-6 * std::pow(std::max(size, 1.0) + std::sqrt(entry), k)))
      return out.what = "sum of powers " + std::to_string(k) + ": " + text(sum.real()) +
                        ", oracle " + text(expected[at(k - 1)]),
             out;
  }
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    const Complex value(table.rows[k][at(real)], table.rows[k][at(imaginary)]);
    std::vector<Complex> shape;
    for (const Node& node : m.nodes)
      for (int c = 0; c < node.count(); ++c) {
        if (node.clock) {
          shape.emplace_back(0);
          continue;
        }
        const std::string name = "x" + std::to_string(node.number) + "_" + std::to_string(c + 1);
        const int re = column(name), im = column(name + ".im");
        if (re < 0) return out.what = "no column " + name, out;
        shape.emplace_back(table.rows[k][at(re)], im < 0 ? 0 : table.rows[k][at(im)]);
      }
    double off = 0;
    const std::vector<Complex> q = linear.freedoms(shape, off);
    if (!(off < 1e-8))
      return out.what =
                 "shape " + std::to_string(k + 1) + " leaves the constraints by " + text(off),
             out;
    double largest = 0;
    for (const Complex& c : q) largest = std::max(largest, std::abs(c));
    for (int i = 0; i < n; ++i) {
      Complex sum = -value * value * q[at(i)];
      double terms = std::norm(value) * largest + 1e-3 * entry * largest;
      for (int j = 0; j < n; ++j) {
        const Complex term = (A(i, j) + value * A(i, n + j)) * q[at(j)];
        sum += term;
        terms += std::abs(A(i, j) * q[at(j)]) + std::abs(value * A(i, n + j) * q[at(j)]);
      }
      if (!(std::abs(sum) < 1e-6 * terms))
        return out.what = "shape " + std::to_string(k + 1) + " leaves " + text(std::abs(sum)) +
                          " of " + text(terms),
               out;
    }
  }
  out.verdict = Verdict::agrees;
  return out;
}

}  // namespace hunt
