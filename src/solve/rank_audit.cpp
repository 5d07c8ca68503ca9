#include "solve/rank_audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linalg/pivoted_qr.h"

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Index of the largest entry last in `order` among those that take part in the combination.
constexpr double kTakesPart = 1e-6;

// The rows in deck order, so that the last of a dependent set is the one named.
std::vector<int> deck_order(const Model& model, const std::vector<int>& rows) {
  std::vector<int> order(rows.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const SourceLocation& la = model.deformation_origin[at(rows[at(a)])].where;
    const SourceLocation& lb = model.deformation_origin[at(rows[at(b)])].where;
    return std::tuple(la.file, la.line, rows[at(a)]) < std::tuple(lb.file, lb.line, rows[at(b)]);
  });
  return order;
}

// Takes the rows one by one; keeps those that are independent of the ones kept before.
void find_redundant(const Model& model, const JacobianBlock& block, const std::vector<double>& J,
                    double tolerance, RankAudit& audit) {
  const int m = block.row_count(), n = block.column_count();
  std::vector<int> kept;
  std::vector<double> kept_rows;  // n x kept, one row of J per column
  for (int k : deck_order(model, block.rows())) {
    std::vector<double> candidate = kept_rows;
    for (int j = 0; j < n; ++j) candidate.push_back(J[at(j) * at(m) + at(k)]);
    const int count = static_cast<int>(kept.size()) + 1;
    const RankReport report = column_rank(candidate, n, count, tolerance);
    if (report.rank == count) {
      kept.push_back(k);
      kept_rows = std::move(candidate);
      continue;
    }
    // The one dependent column of the report need not be ours: bring the relation to zero form.
    std::vector<double> relation(at(count), 0.0);
    relation[at(report.dependent[0])] = -1;
    for (std::size_t i = 0; i < report.independent.size(); ++i)
      relation[at(report.independent[i])] = report.combination[0][i];
    RankAudit::Redundancy redundancy;
    redundancy.row = block.rows()[at(k)];
    for (std::size_t i = 0; i < kept.size(); ++i)
      if (std::fabs(relation[i]) > kTakesPart)
        redundancy.repeats.push_back(block.rows()[at(kept[i])]);
    audit.redundant.push_back(std::move(redundancy));
  }
}

}  // namespace

RankAudit audit_rank(const Model& model, const JacobianBlock& block, const Evaluation& where,
                     double tolerance) {
  const int m = block.row_count(), n = block.column_count();
  std::vector<double> J(at(m) * at(n));
  block.gather(where, {J.data(), m, n, m});
  const RankReport columns = column_rank(J, m, n, tolerance);
  RankAudit audit;
  audit.rank = columns.rank;
  for (std::size_t d = 0; d < columns.dependent.size(); ++d) {
    std::vector<std::pair<double, int>> moving = {
        {block.column_scale(columns.dependent[d]), block.columns()[at(columns.dependent[d])]}};
    for (std::size_t i = 0; i < columns.independent.size(); ++i)
      if (std::fabs(columns.combination[d][i]) > kTakesPart)
        moving.push_back({std::fabs(columns.combination[d][i]), 
                          block.columns()[at(columns.independent[i])]});
    std::stable_sort(moving.begin() + 1, moving.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<int> coordinates;
    for (const auto& entry : moving) coordinates.push_back(entry.second);
    audit.free_motions.push_back(std::move(coordinates));
  }
  if (audit.rank < m) find_redundant(model, block, J, tolerance, audit);
  return audit;
}

std::string describe(const RankAudit::Redundancy& redundancy, const Model& model) {
  std::vector<std::string> others;
  for (int row : redundancy.repeats) {
    const std::string& label = model.deformation_origin[at(row)].label;
    if (std::find(others.begin(), others.end(), label) == others.end()) others.push_back(label);
  }
  if (others.empty())
    return fmt::format("{} constrains only fixed or prescribed coordinates",
                       model.deformation_name(redundancy.row));
  return fmt::format("{} repeats {}", model.deformation_name(redundancy.row),
                     fmt::join(others, ", "));
}

std::string describe_free_motion(const std::vector<int>& coordinates, const Model& model) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < coordinates.size() && i < 4; ++i)
    names.push_back(model.coordinate_name(coordinates[i]));
  const bool more = coordinates.size() > names.size();
  return fmt::format("nothing determines {}{}", fmt::join(names, ", "), more ? ", ..." : "");
}

}  // namespace mbs
