#include "linalg/pivoted_qr.h"

#include <algorithm>
#include <cmath>

#include "linalg/lapack.h"

namespace mbs {

RankReport column_rank(std::vector<double> a, int m, int n, double tolerance, double size) {
  RankReport report;
  const int k = std::min(m, n);
  if (k == 0) {
    for (int j = 0; j < n; ++j) report.dependent.push_back(j);
    report.combination.resize(static_cast<std::size_t>(n));
    return report;
  }
  std::vector<int> pivot(static_cast<std::size_t>(n), 0);
  std::vector<double> tau(static_cast<std::size_t>(k));
  double wanted = 0;
  int query = -1, info = 0;
  dgeqp3_(&m, &n, a.data(), &m, pivot.data(), tau.data(), &wanted, &query, &info);
  int lwork = static_cast<int>(wanted);
  std::vector<double> work(static_cast<std::size_t>(lwork));
  dgeqp3_(&m, &n, a.data(), &m, pivot.data(), tau.data(), work.data(), &lwork, &info);

  auto at = [&](int i, int j) {
    return a[static_cast<std::size_t>(j) * static_cast<std::size_t>(m) +
             static_cast<std::size_t>(i)];
  };
  const double first = std::fabs(at(0, 0));
  const double least = tolerance * std::max(first, size);
  while (report.rank < k && std::fabs(at(report.rank, report.rank)) > least) ++report.rank;
  if (report.rank > 0)
    report.smallest_kept = std::fabs(at(report.rank - 1, report.rank - 1)) / first;
  for (int j = 0; j < n; ++j) {
    const int column = pivot[static_cast<std::size_t>(j)] - 1;
    (j < report.rank ? report.independent : report.dependent).push_back(column);
    if (j < report.rank) continue;
    // Back substitution with the leading rank x rank triangle.
    std::vector<double> c(static_cast<std::size_t>(report.rank));
    for (int i = report.rank - 1; i >= 0; --i) {
      double sum = at(i, j);
      for (int l = i + 1; l < report.rank; ++l) sum -= at(i, l) * c[static_cast<std::size_t>(l)];
      c[static_cast<std::size_t>(i)] = sum / at(i, i);
    }
    report.combination.push_back(std::move(c));
  }
  return report;
}

}  // namespace mbs
