#include "linalg/chebyshev.h"

#include <cmath>
#include <numbers>

#include "base/tolerances.h"

namespace mbs {

namespace {

constexpr int kDegree = Chebyshev::kDegree;

// cos(pi m / kDegree)
double cosine(int m) {
  static const std::array<double, 2 * kDegree> kTable = [] {
    std::array<double, 2 * kDegree> out{};
    for (int k = 0; k < 2 * kDegree; ++k)
      out[k] =
          2 * k % kDegree == 0 && k % kDegree != 0 ? 0.0 : std::cos(std::numbers::pi * k / kDegree);
    return out;
  }();
  return kTable[m % (2 * kDegree)];
}

// Number of points at which a polynomial is checked for changes of its sign: four to each of its
// zeros.
constexpr int kLooks = 4 * kDegree;

}  // namespace

const Chebyshev::Values& Chebyshev::points() {
  static const Values kPointsUp = [] {
    Values out{};
    for (int k = 0; k <= kDegree; ++k) out[k] = -cosine(k);
    return out;
  }();
  return kPointsUp;
}

// Coefficients from the values at cos(pi k / n), k = 0 on the right: the cosine transform of the
// first kind.
Chebyshev::Chebyshev(const Values& values) {
  for (int j = 0; j <= kDegree; ++j) {
    double sum = 0;
    for (int k = 0; k <= kDegree; ++k) {
      const double half = k == 0 || k == kDegree ? 0.5 : 1;
      sum += half * values[kDegree - k] * cosine(j * k);
    }
    c_[j] = sum * (j == 0 || j == kDegree ? 1.0 : 2.0) / kDegree;
  }
}

// Clenshaw's recurrence.
double Chebyshev::sum(const Values& c, double s) {
  double b1 = 0, b2 = 0;
  for (std::size_t k = kPoints; k-- > 1;) {
    const double b = c[k] + 2 * s * b1 - b2;
    b2 = b1;
    b1 = b;
  }
  return c[0] + s * b1 - b2;
}

double Chebyshev::operator()(double s) const { return sum(c_, s); }

double Chebyshev::tail() const { return std::fabs(c_[kDegree - 1]) + std::fabs(c_[kDegree]); }

double Chebyshev::error() const {
  constexpr double kSlowest = 0.75;
  const double last = tail(), before = std::fabs(c_[kDegree - 3]) + std::fabs(c_[kDegree - 2]),
               slow = last < kSlowest * before ? last / before
                      : last > 0               ? kSlowest
                                               : 0;
  return last / ((1 - slow) * (1 - slow));
}

double Chebyshev::reach() const {
  double out = 0;
  for (std::size_t k = 1; k < kPoints; ++k) out += std::fabs(c_[k]);
  return out;
}

// T_k integrates to T_(k+1) / (2 (k + 1)) - T_(k-1) / (2 (k - 1)).
double Chebyshev::antiderivative(double s) const {
  std::array<double, kPoints + 1> T{};
  T[0] = 1, T[1] = s;
  for (std::size_t k = 2; k <= kPoints; ++k) T[k] = 2 * s * T[k - 1] - T[k - 2];
  double out = c_[0] * s + c_[1] * s * s / 2;
  for (std::size_t k = 2; k < kPoints; ++k) {
    const auto n = static_cast<double>(k);
    out += c_[k] * (T[k + 1] / (2 * (n + 1)) - T[k - 1] / (2 * (n - 1)));
  }
  return out;
}

double Chebyshev::integral(double from, double to) const {
  return antiderivative(to) - antiderivative(from);
}

int Chebyshev::zeros_of(const Values& c, Values& places) {
  int count = 0;
  double left = -1, at_left = sum(c, left);
  for (int k = 1; k <= kLooks; ++k) {
    const double right = -std::cos(std::numbers::pi * k / kLooks), at_right = sum(c, right);
    if ((at_left < 0) != (at_right < 0) && at_left != 0 && count < kDegree) {
      double a = left, b = right, ga = at_left;
      for (int i = 0; i < 60 && b - a > tolerance::rounding_of_one; ++i) {
        const double mid = 0.5 * (a + b), g = sum(c, mid);
        if ((g < 0) == (ga < 0))
          a = mid, ga = g;
        else
          b = mid;
      }
      places[count++] = 0.5 * (a + b);
    }
    left = right, at_left = at_right;
  }
  return count;
}

int Chebyshev::zeros(Values& places) const { return zeros_of(c_, places); }

// Coefficients of the derivative: d_(k-1) = d_(k+1) + 2 k c_k.
Chebyshev::Values Chebyshev::derivative() const {
  Values d{};
  for (std::size_t k = kDegree; k >= 1; --k)
    d[k - 1] = (k + 1 < kPoints ? d[k + 1] : 0) + 2 * static_cast<double>(k) * c_[k];
  d[0] /= 2;
  return d;
}

double Chebyshev::slope(double s) const { return sum(derivative(), s); }

int Chebyshev::extremes(Values& places) const { return zeros_of(derivative(), places); }

}  // namespace mbs
