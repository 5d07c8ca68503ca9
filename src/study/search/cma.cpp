#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "linalg/eigen.h"
#include "study/search/global_search.h"

namespace mbs {

namespace {
constexpr double kMostCondition = 1e14;  // largest condition number of C
}

int Cma::usual_population(std::size_t n) {
  return 4 + static_cast<int>(3 * std::log(static_cast<double>(n)));
}

Cma::Cma(Point mean, double sigma, int population, std::uint64_t seed)
    : n_(mean.size()),
      population_(population > 0 ? population : usual_population(n_)),
      seed_(random_at(0, seed)),
      mean_(std::move(mean)),
      path_sigma_(n_, 0),
      path_c_(n_, 0),
      sigma_(sigma),
      C_(n_ * n_, 0),
      axes_(n_ * n_, 0),
      lengths_(n_, 1) {
  const double n = static_cast<double>(n_);
  double sum = 0, squares = 0;
  for (int i = 1; i <= population_ / 2; ++i)
    weights_.push_back(std::log(0.5 * (population_ + 1)) - std::log(static_cast<double>(i)));
  for (double w : weights_) sum += w;
  for (double& w : weights_) w /= sum, squares += w * w;
  mu_eff_ = 1 / squares;
  c_sigma_ = (mu_eff_ + 2) / (n + mu_eff_ + 5);
  d_sigma_ = 1 + 2 * std::max(0.0, std::sqrt((mu_eff_ - 1) / (n + 1)) - 1) + c_sigma_;
  c_c_ = (4 + mu_eff_ / n) / (n + 4 + 2 * mu_eff_ / n);
  c_1_ = 2 / ((n + 1.3) * (n + 1.3) + mu_eff_);
  c_mu_ = std::min(1 - c_1_, 2 * (mu_eff_ - 2 + 1 / mu_eff_) / ((n + 2) * (n + 2) + mu_eff_));
  expected_ = std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
  for (std::size_t i = 0; i < n_; ++i) C(i, i) = axes_[i * n_ + i] = 1;
}

const std::vector<Cma::Point>& Cma::ask() {
  points_.assign(population_, Point(n_));
  steps_ = points_;
  Point z(n_);
  for (std::size_t k = 0; k < points_.size(); ++k) {
    for (double& value : z) value = normal_at(seed_, drawn_++);
    for (std::size_t i = 0; i < n_; ++i) {
      double y = 0;
      for (std::size_t j = 0; j < n_; ++j) y += axes_[j * n_ + i] * lengths_[j] * z[j];
      steps_[k][i] = y;
      points_[k][i] = mean_[i] + sigma_ * y;
    }
  }
  return points_;
}

void Cma::tell(const std::vector<std::size_t>& order) {
  ++generation_;
  Point y(n_, 0);  // the step of the mean
  for (std::size_t r = 0; r < weights_.size(); ++r)
    for (std::size_t i = 0; i < n_; ++i) y[i] += weights_[r] * steps_[order[r]][i];
  for (std::size_t i = 0; i < n_; ++i) mean_[i] += sigma_ * y[i];
  // C^-1/2 y
  Point whitened(n_, 0);
  for (std::size_t j = 0; j < n_; ++j) {
    double along = 0;
    for (std::size_t i = 0; i < n_; ++i) along += axes_[j * n_ + i] * y[i];
    for (std::size_t i = 0; i < n_; ++i) whitened[i] += axes_[j * n_ + i] * along / lengths_[j];
  }
  double length = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    path_sigma_[i] = (1 - c_sigma_) * path_sigma_[i] +
                     std::sqrt(c_sigma_ * (2 - c_sigma_) * mu_eff_) * whitened[i];
    length += path_sigma_[i] * path_sigma_[i];
  }
  length = std::sqrt(length);
  const double n = static_cast<double>(n_);
  const double grown =
      std::sqrt(1 - std::pow(1 - c_sigma_, 2.0 * static_cast<double>(generation_)));
  const bool steady = length / grown < (1.4 + 2 / (n + 1)) * expected_;
  for (std::size_t i = 0; i < n_; ++i)
    path_c_[i] =
        (1 - c_c_) * path_c_[i] + (steady ? std::sqrt(c_c_ * (2 - c_c_) * mu_eff_) * y[i] : 0);
  const double lost = steady ? 0 : c_c_ * (2 - c_c_);
  for (std::size_t i = 0; i < n_; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double of_points = 0;
      for (std::size_t r = 0; r < weights_.size(); ++r)
        of_points += weights_[r] * steps_[order[r]][i] * steps_[order[r]][j];
      C(i, j) = (1 + c_1_ * lost - c_1_ - c_mu_) * C(i, j) + c_1_ * path_c_[i] * path_c_[j] +
                c_mu_ * of_points;
      C(j, i) = C(i, j);
    }
  sigma_ *= std::exp(std::min(1.0, c_sigma_ / d_sigma_ * (length / expected_ - 1)));
  broken_ = !decompose();
}

bool Cma::decompose() {
  std::vector<double> unit(n_ * n_, 0);
  for (std::size_t i = 0; i < n_; ++i) unit[i * n_ + i] = 1;
  SymmetricEigen eigen = symmetric_eigen(static_cast<int>(n_), C_, unit);
  if (!eigen.ok || !(eigen.values.front() > 0) || !std::isfinite(eigen.values.back())) return false;
  for (std::size_t j = 0; j < n_; ++j) lengths_[j] = std::sqrt(eigen.values[j]);
  axes_ = std::move(eigen.vectors);
  return true;
}

double Cma::spread() const { return sigma_ * *std::max_element(lengths_.begin(), lengths_.end()); }

bool Cma::exhausted(double tolerance) const {
  const auto [least, most] = std::minmax_element(lengths_.begin(), lengths_.end());
  return broken_ || !(spread() > tolerance) || *most * *most > kMostCondition * *least * *least;
}

}  // namespace mbs
