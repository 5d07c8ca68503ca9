#include "linalg/pivoted_qr.h"

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "linalg/lapack.h"

namespace mbs {

namespace {

// An unknown of a singular system is undetermined if its component of the null vector is above this
// part of the largest.
constexpr double kChainTakesPart = 1e-3;

}  // namespace

RankReport column_rank(std::vector<double> a, int m, int n, double tolerance, double size) {
  RankReport report;
  const int k = std::min(m, n);
  if (k == 0) {
    for (int j = 0; j < n; ++j) report.dependent.push_back(j);
    report.combination.resize(n);
    return report;
  }
  std::vector<int> pivot(n, 0);
  std::vector<double> tau(k);
  double wanted = 0;
  int query = -1, info = 0;
  dgeqp3_(&m, &n, a.data(), &m, pivot.data(), tau.data(), &wanted, &query, &info);
  int lwork = static_cast<int>(wanted);
  std::vector<double> work(lwork);
  dgeqp3_(&m, &n, a.data(), &m, pivot.data(), tau.data(), work.data(), &lwork, &info);

  auto at = [&](int i, int j) { return a[j * m + i]; };
  const double first = std::fabs(at(0, 0));
  const double least = tolerance * std::max(first, size);
  while (report.rank < k && std::fabs(at(report.rank, report.rank)) > least) ++report.rank;
  if (report.rank > 0)
    report.smallest_kept = std::fabs(at(report.rank - 1, report.rank - 1)) / first;
  for (int j = 0; j < n; ++j) {
    const int column = pivot[j] - 1;
    (j < report.rank ? report.independent : report.dependent).push_back(column);
    if (j < report.rank) continue;
    // Back substitution with the leading rank x rank triangle.
    std::vector<double> c(report.rank);
    for (int i = report.rank - 1; i >= 0; --i) {
      double sum = at(i, j);
      for (int l = i + 1; l < report.rank; ++l) sum -= at(i, l) * c[l];
      c[i] = sum / at(i, i);
    }
    report.combination.push_back(std::move(c));
  }
  return report;
}

std::vector<char> undetermined_columns(const std::vector<double>& a, int m, int n) {
  RankReport report;
  for (double size = tolerance::chain_singular; report.dependent.empty() && size < 1; size *= 10)
    report = column_rank(a, m, n, size);
  std::vector<char> open(n);
  auto flag = [&open](int column) { open[column] = 1; };
  for (std::size_t d = 0; d < report.dependent.size(); ++d) {
    const std::vector<double>& part = report.combination[d];
    double largest = 1;
    for (double p : part) largest = std::max(largest, std::fabs(p));
    if (largest * kChainTakesPart < 1) flag(report.dependent[d]);
    for (std::size_t k = 0; k < part.size(); ++k)
      if (std::fabs(part[k]) > kChainTakesPart * largest) flag(report.independent[k]);
  }
  return open;
}

}  // namespace mbs
