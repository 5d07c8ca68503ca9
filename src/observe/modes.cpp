// Three ways to find modes: undamped, damped, with states.
#include "observe/modes.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/eigen.h"
#include "linalg/pivoted_qr.h"
#include "observe/scaled_modes.h"
#include "text/number.h"

namespace mbs {

namespace {

// A mode belongs to the states of the deck if its degrees of freedom are below this part of them.
constexpr double kModeOfStates = 1e-9;

// The left and right vector of a mode are orthogonal if their product is at most this part of its
// terms, as where modes coincide.
constexpr double kDefective = 1e-6;

// Frequencies that differ by no more than this part are equal.
constexpr double kSameFrequency = 1e-12;

// Parts of a mode shape below this are rounding and are set to 0.
constexpr double kShownShape = 1e-12;

using Complex = std::complex<double>;
using ComplexVector = std::vector<Complex>;

constexpr int kSweeps = 60;  // of the kinematic coordinates of a shape

// y^H A x, and the sum of the magnitudes of its terms.
struct Product {
  Complex value;
  double size = 0;
};
Product product(const Complex* y, const std::vector<double>& A, const Complex* x, std::size_t n) {
  Product out;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) {
      const Complex term = std::conj(y[i]) * A[j * n + i] * x[j];
      out.value += term;
      out.size += std::abs(term);
    }
  return out;
}

// Without damping and gyroscopic terms: values are Rayleigh quotients of the vectors of sygv.
bool undamped(const Scaled& s, Modes& out, std::vector<ComplexVector>& vectors) {
  const std::size_t n = s.n;
  std::vector<double> K = s.K;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) K[j * n + i] = (s.K[j * n + i] + s.K[i * n + j]) / 2;
  const SymmetricEigen eigen = inverse_eigen(s.n, K, s.M);
  if (!eigen.ok) return false;
  for (std::size_t k = 0; k < n; ++k) {
    ComplexVector v(eigen.vectors.begin() + static_cast<std::ptrdiff_t>(k * n),
                    eigen.vectors.begin() + static_cast<std::ptrdiff_t>((k + 1) * n));
    const Product stiffness = product(v.data(), K, v.data(), n);
    const double mass = product(v.data(), s.M, v.data(), n).value.real();
    double square = stiffness.value.real() / mass;
    if (std::fabs(stiffness.value.real()) <= tolerance::rigid_mode * stiffness.size) square = 0;
    const double root = s.rate * std::sqrt(std::fabs(square));
    // A negative stiffness gives two real values; both modes have the same shape.
    out.list.push_back({square < 0 ? Complex(root, 0) : Complex(0, root), {}});
    vectors.push_back(v);
    if (square < 0) {
      out.list.push_back({Complex(-root, 0), {}});
      vectors.push_back(std::move(v));
    }
  }
  return true;
}

// The root of value^2 m + value c + k that is nearest to the value of ggev.
Complex refine(Complex value, const Scaled& s, const Complex* y, const Complex* x) {
  const std::size_t n = s.n;
  const Complex m = product(y, s.M, x, n).value, c = product(y, s.C, x, n).value;
  const Product stiffness = product(y, s.K, x, n);
  const Complex k =
      std::abs(stiffness.value) <= tolerance::rigid_mode * stiffness.size ? 0 : stiffness.value;
  if (std::abs(m) == 0) return value;
  const Complex root = std::sqrt(c * c - 4.0 * m * k);
  const Complex larger = (std::abs(-c + root) > std::abs(-c - root) ? -c + root : -c - root);
  const Complex first = larger / (2.0 * m);
  const Complex second = std::abs(larger) > 0 ? 2.0 * k / larger : 0;
  const Complex nearest = std::abs(first - value) < std::abs(second - value) ? first : second;
  // Where the two roots nearly coincide (critical damping), the value of the pencil is more
  // accurate.
  return std::abs(nearest - value) <=
                 tolerance::same_root * (std::abs(value) + tolerance::least_root)
             ? nearest
             : value;
}

// The degrees of freedom without stiffness: their columns of K are rounding of differences.
std::vector<int> without_stiffness(const Scaled& s) {
  constexpr double kNoStiffness = 1e-11;
  const std::size_t n = at(s.n);
  const double most = std::max(largest(s.K), 1.0);
  std::vector<int> out;
  for (std::size_t j = 0; j < n; ++j)
    if (largest({s.K.data() + j * n, n}) <= kNoStiffness * most) out.push_back(static_cast<int>(j));
  return out;
}

// Columns: positions in which each motion without stiffness is one of them; empty where K knows all
// motions.
std::vector<double> positions_with_loose_ones(const Scaled& s) {
  constexpr double kNoStiffness = 1e-11;
  const std::size_t n = at(s.n);
  const RankReport rank = column_rank(s.K, s.n, s.n, kNoStiffness, largest(s.K));
  std::vector<double> out;
  if (rank.dependent.empty()) return out;
  out.assign(n * n, 0.0);
  for (std::size_t j = 0; j < n; ++j) out[j * n + j] = 1;
  for (std::size_t d = 0; d < rank.dependent.size(); ++d)
    for (std::size_t k = 0; k < rank.independent.size(); ++k)
      out[at(rank.dependent[d]) * n + at(rank.independent[k])] = -rank.combination[d][k];
  return out;
}

// T^T A T.
std::vector<double> seen_in(const std::vector<double>& T, const std::vector<double>& A,
                            std::size_t n) {
  std::vector<double> right(n * n, 0.0), out(n * n, 0.0);
  add_product(A, T, n, right);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k) out[j * n + i] += T[i * n + k] * right[j * n + k];
  return out;
}

// The pencil in the positions that K knows and all rates. A position without stiffness is a value 0
// with that position as its shape, and where nothing resists its rate either, a second such value.
bool damped_with_loose_positions(const Scaled& s, Modes& out, std::vector<ComplexVector>& vectors) {
  constexpr double kZero = 1e-10;  // of the pencil without those positions: rounding
  const std::size_t n = at(s.n);
  const std::vector<int> loose = without_stiffness(s);
  std::vector<int> held;
  for (int j = 0; j < s.n; ++j)
    if (std::find(loose.begin(), loose.end(), j) == loose.end()) held.push_back(j);
  const std::size_t m = held.size(), N = m + n;
  std::vector<double> A(N * N, 0.0), B(A);
  for (std::size_t k = 0; k < m; ++k) {
    const std::size_t j = at(held[k]);
    A[(m + j) * N + k] = 1;
    B[k * N + k] = 1;
    for (std::size_t i = 0; i < n; ++i) A[k * N + m + i] = -s.K[j * n + i];
  }
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) {
      A[(m + j) * N + m + i] = -s.C[j * n + i];
      B[(m + j) * N + m + i] = s.M[j * n + i];
    }
  const auto add_loose = [&](std::size_t k) {
    ComplexVector shape(n);
    shape[at(loose[k])] = 1;
    out.list.push_back({0, {}});
    vectors.push_back(std::move(shape));
  };
  for (std::size_t k = 0; k < loose.size(); ++k) add_loose(k);
  const GeneralEigen eigen = general_eigen(static_cast<int>(N), std::move(A), std::move(B));
  if (!eigen.ok) return false;
  std::size_t zeros = 0;
  for (std::size_t k = 0; k < N; ++k) {
    Complex value = eigen.values[k];
    if (!std::isfinite(value.real()) || !std::isfinite(value.imag())) return false;
    if (zeros < loose.size() && std::abs(value) <= kZero) {
      add_loose(zeros++);
      continue;
    }
    if (value.imag() < 0) continue;
    const Complex* const right = eigen.right.data() + k * N;
    ComplexVector x(n);
    for (std::size_t j = 0; j < m; ++j) x[at(held[j])] = right[j];
    // Of a further 0 the rates are the shape.
    const Complex rate = std::abs(value) <= kZero ? 1 : value;
    for (const int j : loose) x[at(j)] = right[m + at(j)] / rate;
    value = refine(value, s, eigen.left.data() + k * N + m, x.data());
    if (eigen.values[k].imag() == 0) value = {value.real(), 0};
    if (std::fabs(value.real()) < tolerance::undamped * std::abs(value)) value = {0, value.imag()};
    out.list.push_back({s.rate * Complex(value.real(), std::fabs(value.imag())), {}});
    vectors.push_back(std::move(x));
  }
  return true;
}

bool damped(const Scaled& s, Modes& out, std::vector<ComplexVector>& vectors) {
  const std::vector<double> T = positions_with_loose_ones(s);
  if (T.empty()) return damped_with_loose_positions(s, out, vectors);
  const std::size_t n = at(s.n);
  Scaled seen = s;
  for (std::vector<double>* A : {&seen.M, &seen.C, &seen.K}) *A = seen_in(T, *A, n);
  if (!damped_with_loose_positions(seen, out, vectors)) return false;
  for (ComplexVector& x : vectors) {
    ComplexVector back(n);
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i) back[i] += T[j * n + i] * x[j];
    x = std::move(back);
  }
  return true;
}

// The places of what takes part in a pencil.
std::vector<std::size_t> places_of(const std::vector<char>& kept) {
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < kept.size(); ++k)
    if (kept[k] != 0) out.push_back(k);
  return out;
}

// Adds what does not take part to a vector of positions, rates and states of the value: its
// positions are those whose rates it has, and the kinematic coordinates follow,
//   (value - D) z = A x + what is kept of D z.
ComplexVector completed(const Scaled& s, Complex value, const std::vector<std::size_t>& q,
                        const std::vector<std::size_t>& z, const Complex* x) {
  const std::size_t n = s.n, nz = s.nz;
  ComplexVector out(n + nz);
  for (std::size_t j = 0; j < n; ++j) {
    const Complex rate = x[q.size() + j];
    out[j] = value == 0.0 ? rate : rate / value;
  }
  for (std::size_t j = 0; j < q.size(); ++j) out[q[j]] = x[j];
  for (std::size_t k = 0; k < z.size(); ++k) out[n + z[k]] = x[q.size() + n + k];
  std::vector<std::size_t> open;
  for (std::size_t k = 0; k < nz; ++k)
    if (s.state_kept[k] == 0) open.push_back(k);
  if (value == 0.0) return out;
  // By Gauss and Seidel's method: what turns with a body turns slower than the rest, or not at all.
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (const std::size_t k : open) {
      Complex sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += s.A[j * nz + k] * out[j];
      for (std::size_t l = 0; l < nz; ++l)
        if (l != k) sum += s.D[l * nz + k] * out[n + l];
      out[n + k] = sum / (value - s.D[k * nz + k]);
    }
  return out;
}

// Solves the pencil with the states and corrects the values by the two-sided Rayleigh quotient.
bool with_states(const Scaled& s, Modes& out, std::vector<ComplexVector>& vectors) {
  const std::vector<std::size_t> q = places_of(s.position_kept), z = places_of(s.state_kept);
  const std::size_t n = s.n, nz = s.nz, rates = q.size(), states = rates + n, N = states + z.size();
  std::vector<double> A(N * N, 0.0), B(A);
  const auto fill = [&](std::size_t column, const std::vector<double>& in_motion,
                        const std::vector<double>& in_states, std::size_t from) {
    for (std::size_t i = 0; i < n; ++i) A[column * N + rates + i] = -in_motion[from * n + i];
    for (std::size_t l = 0; l < z.size(); ++l)
      A[column * N + states + l] = in_states[from * nz + z[l]];
  };
  for (std::size_t j = 0; j < n; ++j) {
    fill(rates + j, s.C, s.B, j);
    for (std::size_t i = 0; i < n; ++i) B[(rates + j) * N + rates + i] = s.M[j * n + i];
  }
  for (std::size_t j = 0; j < rates; ++j) {
    fill(j, s.K, s.A, q[j]);
    A[(rates + q[j]) * N + j] = 1;
    B[j * N + j] = 1;
  }
  for (std::size_t k = 0; k < z.size(); ++k) {
    fill(states + k, s.Z, s.D, z[k]);
    B[(states + k) * N + states + k] = 1;
  }
  const GeneralEigen eigen = general_eigen(static_cast<int>(N), A, B);
  if (!eigen.ok) return false;
  double largest_value = 0;
  for (const Complex& value : eigen.values)
    largest_value = std::max(largest_value, std::abs(value));
  for (std::size_t k = 0; k < N; ++k) {
    Complex value = eigen.values[k];
    if (!std::isfinite(value.real()) || !std::isfinite(value.imag())) return false;
    if (value.imag() < 0) continue;
    const Complex *x = eigen.right.data() + k * N, *y = eigen.left.data() + k * N;
    const Product below = product(y, B, x, N);
    const Complex better = product(y, A, x, N).value / below.value;
    if (std::abs(below.value) > kDefective * below.size &&
        std::abs(better - value) <=
            tolerance::same_root * (std::abs(value) + tolerance::least_root))
      value = better;
    if (eigen.values[k].imag() == 0) value = {value.real(), 0};
    if (std::fabs(value.real()) < tolerance::undamped * std::abs(value)) value = {0, value.imag()};
    if (std::abs(value) < tolerance::rigid_mode * largest_value) value = 0;
    // A double 0 with one shape comes as a pair of rounding.
    const int times = value == 0.0 && eigen.values[k].imag() != 0 ? 2 : 1;
    for (int copy = 0; copy < times; ++copy) {
      out.list.push_back({s.rate * Complex(value.real(), std::fabs(value.imag())), {}});
      vectors.push_back(completed(s, value, q, z, x));
    }
  }
  return true;
}

// Finds the shape over all coordinates of nodes and all states.
void find_shape(const Linearisation& linear, const Scaled& s, const ComplexVector& v, Mode& mode) {
  const std::size_t n = s.n, m = s.kinematic, nz = s.nz - m, nx = linear.model().node_velocities();
  ComplexVector shape(nx + nz);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < nx; ++i) shape[i] += linear.DF()[j * s.nx + i] * s.scale[j] * v[j];
  for (std::size_t k = 0; k < m; ++k)
    for (std::size_t i = 0; i < nx; ++i)
      shape[i] += linear.N()[k * s.nx + i] * s.balance[k] * v[n + k];
  double in_motion = 0, in_states = 0;  // in scaled units
  for (std::size_t j = 0; j < n; ++j) in_motion = std::max(in_motion, std::abs(v[j]));
  for (std::size_t k = 0; k < nz; ++k) {
    in_states = std::max(in_states, std::abs(v[n + m + k]));
    shape[nx + k] = s.balance[m + k] * v[n + m + k];
  }
  mode.moves = nz == 0 || in_motion > kModeOfStates * in_states;
  scale_shape(shape, mode.moves ? 0 : nx, mode.moves ? nx : nx + nz);
  mode.shape = std::move(shape);
}

}  // namespace

void scale_shape(ComplexVector& shape, std::size_t begin, std::size_t end) {
  Complex most = 0;
  for (std::size_t i = begin; i < end; ++i)
    if (std::abs(shape[i]) > (1 + tolerance::same_size) * std::abs(most)) most = shape[i];
  for (Complex& z : shape) {
    if (std::abs(most) > 0) z /= most;
    z = {std::fabs(z.real()) < kShownShape ? 0 : z.real(),
         std::fabs(z.imag()) < kShownShape ? 0 : z.imag()};
  }
}

double Mode::frequency() const { return value.imag() / (2 * kPi); }

double Mode::damping() const {
  const double size = std::abs(value);
  return size > 0 ? -value.real() / size : 0;
}

bool comes_before(const Mode& a, const Mode& b) {
  const double near = kSameFrequency * std::max(a.omega(), b.omega());
  if (std::fabs(a.omega() - b.omega()) > near) return a.omega() < b.omega();
  return a.value.real() > b.value.real() + near;
}

Modes find_modes(const Linearisation& linear, int most) {
  Modes out;
  const Scaled s = scaled(linear);
  const std::size_t n = s.n;
  double skew = 0;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < j; ++i)
      skew = std::max(skew, std::fabs(s.K[j * n + i] - s.K[i * n + j]));
  std::vector<ComplexVector> vectors;
  const bool simple = s.nz == 0 && largest(s.C) <= tolerance::undamped &&
                      skew <= tolerance::symmetric * largest(s.K);
  out.complex = !simple;
  out.ok = simple      ? undamped(s, out, vectors)
           : s.nz == 0 ? damped(s, out, vectors)
                       : with_states(s, out, vectors);
  if (!out.ok) return out;
  const auto dropped = [](const std::vector<char>& kept) {
    return static_cast<int>(std::count(kept.begin(), kept.end(), 0));
  };
  for (int k = 0; k < s.kinematic; ++k) out.reads_place |= s.state_kept[at(k)] != 0;
  out.zeros = dropped(s.position_kept) + dropped(s.state_kept);
  for (std::size_t k = 0; k < out.list.size(); ++k) find_shape(linear, s, vectors[k], out.list[k]);
  std::stable_sort(out.list.begin(), out.list.end(), comes_before);
  if (most > 0 && count_of(out.list) > most) out.list.resize(most);
  return out;
}

}  // namespace mbs
