#include "solve/place/rank_audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <tuple>

#include "base/few_names.h"
#include "base/index.h"
#include "linalg/pivoted_qr.h"
#include "linalg/sparse_rank.h"
#include "model/owner.h"

namespace mbs {

namespace {

// Up to this number of coordinates pivoted QR is used; for more, sparse elimination.
constexpr int kLargestByQr = 300;
// Up to this number of rows the elimination follows the order of the deck. In long chains that
// order makes many entries that are not zero.
constexpr int kLargestInDeckOrder = 1000;
// A row or coordinate takes part in a dependency if its coefficient is larger than this.
constexpr double kInDependency = 1e-6;
// The largest number of dependencies that are found in a large mechanism; a message shows fewer.
constexpr int kLargeNamed = 20;

// The rows in deck order, so that the last of a dependent set is the one named.
std::vector<int> deck_order(const Model& model, const std::vector<int>& rows) {
  std::vector<int> order(rows.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const SourceLocation& la = model.deformation_origin[rows[a]].where;
    const SourceLocation& lb = model.deformation_origin[rows[b]].where;
    return std::tuple(la.file, la.line, rows[a]) < std::tuple(lb.file, lb.line, rows[b]);
  });
  return order;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

void subtract(double factor, const std::vector<double>& b, std::vector<double>& a) {
  for (std::size_t i = 0; i < b.size(); ++i) a[i] -= factor * b[i];
}

// Rows that are independent so far: an orthonormal basis of their span, and each basis vector as a
// combination of the rows (Gram-Schmidt, done twice so that the basis stays orthogonal).
class IndependentRows {
 public:
  explicit IndependentRows(double tolerance) : tolerance_(tolerance) {}

  // Takes a row whose entries are scaled to at most 1 (smaller where only rounding is left of it).
  // True if the row was independent and has been added. Otherwise `relation` has its factors as a
  // combination of the independent rows.
  bool take(std::vector<double> row, std::vector<double>& relation) {
    const double size = std::sqrt(dot(row, row));
    relation.assign(basis_.size(), 0.0);
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t k = 0; k < basis_.size(); ++k) {
        const double along = dot(basis_[k], row);
        subtract(along, basis_[k], row);
        subtract(-along, origin_[k], relation);
      }
    const double rest = std::sqrt(dot(row, row));
    if (!(rest > tolerance_ * std::max(size, 1.0))) return false;
    for (double& x : row) x /= rest;
    for (double& x : relation) x /= -rest;
    relation.push_back(1 / rest);
    basis_.push_back(std::move(row));
    origin_.push_back(std::move(relation));
    return true;
  }

 private:
  double tolerance_;
  std::vector<std::vector<double>> basis_, origin_;
};

// Takes the rows one by one; those that depend on the ones before are redundant.
void find_redundant(const Model& model, const JacobianBlock& block, const std::vector<double>& J,
                    double tolerance, RankAudit& audit) {
  const int m = block.row_count(), n = block.column_count();
  IndependentRows independent(tolerance);
  std::vector<int> kept;
  std::vector<double> relation, candidate(n);
  for (int k : deck_order(model, block.rows())) {
    for (int j = 0; j < n; ++j) candidate[j] = J[j * m + k];
    if (independent.take(candidate, relation)) {
      kept.push_back(k);
      continue;
    }
    RankAudit::Redundancy redundancy;
    redundancy.row = block.rows()[k];
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (!(std::fabs(relation[i]) > kInDependency)) continue;
      redundancy.repeats.push_back(block.rows()[kept[i]]);
      redundancy.factors.push_back(relation[i]);
    }
    audit.redundant.push_back(std::move(redundancy));
  }
}

// "REVOLUTE 1..3, DRIVER 1" for labels that end in consecutive numbers.
std::string join_labels(const std::vector<std::string>& labels) {
  auto parts = [](const std::string& label) {
    const std::size_t blank = std::min(label.rfind(' '), label.size() - 1);
    return std::pair(label.substr(0, blank), std::atoi(label.c_str() + blank + 1));
  };
  std::vector<std::string> out;
  for (std::size_t i = 0; i < labels.size();) {
    const auto [keyword, number] = parts(labels[i]);
    std::size_t run = 1;
    while (i + run < labels.size() &&
           parts(labels[i + run]) == std::pair(keyword, number + static_cast<int>(run)))
      ++run;
    if (run == 2) run = 1;
    out.push_back(labels[i]);
    if (run > 2) out.back() += fmt::format("..{}", number + static_cast<int>(run) - 1);
    i += run;
  }
  return few_names(out);
}

// Coordinates of a motion: the free one first, then those that move with it, largest first.
std::vector<int> moving_coordinates(const JacobianBlock& block, int free,
                                    const std::vector<std::pair<int, double>>& combination) {
  std::vector<std::pair<double, int>> moving;
  for (const auto& [column, factor] : combination)
    if (std::fabs(factor) > kInDependency) moving.push_back({std::fabs(factor), column});
  std::stable_sort(moving.begin(), moving.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<int> coordinates = {block.columns()[free]};
  for (const auto& entry : moving) coordinates.push_back(block.columns()[entry.second]);
  return coordinates;
}

RankAudit audit_small(const Model& model, const JacobianBlock& block, const Evaluation& where,
                      double tolerance) {
  const int m = block.row_count(), n = block.column_count();
  std::vector<double> J(at(m) * at(n));
  block.gather(where, {J.data(), m, n, m});
  const RankReport columns = column_rank(J, m, n, tolerance, 1);
  RankAudit audit;
  audit.rank = columns.rank;
  for (std::size_t d = 0; d < columns.dependent.size(); ++d) {
    std::vector<std::pair<int, double>> combination;
    for (std::size_t i = 0; i < columns.independent.size(); ++i)
      combination.push_back({columns.independent[i], columns.combination[d][i]});
    audit.free_motions.push_back(moving_coordinates(block, columns.dependent[d], combination));
  }
  if (audit.rank < m) find_redundant(model, block, J, tolerance, audit);
  return audit;
}

// The redundancy of a row that repeats the rows of the combination, which are in reverse order of
// the deck.
RankAudit::Redundancy repetition(const JacobianBlock& block, int row, const std::vector<int>& order,
                                 const SparseRank::Combination& combination) {
  RankAudit::Redundancy out;
  out.row = block.rows()[order[row]];
  for (auto it = combination.rbegin(); it != combination.rend(); ++it) {
    if (!(std::fabs(it->second) > kInDependency)) continue;
    out.repeats.push_back(block.rows()[order[it->first]]);
    out.factors.push_back(it->second);
  }
  return out;
}

// Elimination of J^T, rows of J in deck order.
RankAudit audit_in_deck_order(const Model& model, const JacobianBlock& block,
                              const Evaluation& where, double tolerance) {
  const std::vector<int> order = deck_order(model, block.rows());
  SparseMatrix J = block.transposed(where, order);
  for (int k = 0; k < J.pattern.columns(); ++k) {
    const auto first = J.values.begin() + J.pattern.start[k],
               last = J.values.begin() + J.pattern.start[k + 1];
    if (std::all_of(first, last, [&](double x) { return std::fabs(x) <= tolerance; }))
      std::fill(first, last, 0.0);
  }
  SparseRank rank(J.pattern, J.values, tolerance);
  RankAudit audit;
  audit.rank = rank.rank();
  const std::vector<int>&motions = rank.dependent_rows(), &repeated = rank.dependent_columns();
  for (int d = 0; d < kLargeNamed && d < count_of(motions); ++d)
    audit.free_motions.push_back(moving_coordinates(block, motions[d], rank.row_combination(d)));
  for (int d = 0; d < kLargeNamed && d < count_of(repeated); ++d)
    audit.redundant.push_back(repetition(block, repeated[d], order, rank.column_combination(d)));
  return audit;
}

// Elimination of J with the angles last: in long chains they are free, and taken early they would
// make many entries that are not zero.
RankAudit audit_in_any_order(const Model& model, const JacobianBlock& block,
                             const Evaluation& where, double tolerance) {
  std::vector<int> columns = ordered_columns(model, block.rows(), block.columns());
  const std::vector<char> is_angle = turning_flags(model);
  std::stable_partition(columns.begin(), columns.end(), [&](int i) { return !is_angle[i]; });
  JacobianBlock ordered(model, block.rows(), columns);
  ordered.choose_scales(model, where);
  std::vector<double> values(ordered.pattern().row.size());
  ordered.gather(where, values);
  std::vector<double> largest(block.rows().size(), 0.0);
  for (std::size_t s = 0; s < values.size(); ++s) {
    double& row = largest[ordered.pattern().row[s]];
    row = std::max(row, std::fabs(values[s]));
  }
  for (std::size_t s = 0; s < values.size(); ++s)
    if (largest[ordered.pattern().row[s]] <= tolerance) values[s] = 0;
  SparseRank rank(ordered.pattern(), values, tolerance);
  std::vector<int> as_it_is(block.rows().size());
  std::iota(as_it_is.begin(), as_it_is.end(), 0);
  RankAudit audit;
  audit.rank = rank.rank();
  const std::vector<int>&motions = rank.dependent_columns(), &repeated = rank.dependent_rows();
  for (int d = 0; d < kLargeNamed && d < count_of(motions); ++d)
    audit.free_motions.push_back(
        moving_coordinates(ordered, motions[d], rank.column_combination(d)));
  for (int d = 0; d < kLargeNamed && d < count_of(repeated); ++d)
    audit.redundant.push_back(repetition(block, repeated[d], as_it_is, rank.row_combination(d)));
  return audit;
}

}  // namespace

RankAudit audit_rank(const Model& model, const JacobianBlock& block, const Evaluation& where,
                     double tolerance) {
  if (block.column_count() <= kLargestByQr) return audit_small(model, block, where, tolerance);
  return block.row_count() <= kLargestInDeckOrder
             ? audit_in_deck_order(model, block, where, tolerance)
             : audit_in_any_order(model, block, where, tolerance);
}

RankAudit audit_rank(const Model& model, std::vector<int> rows, std::vector<int> columns,
                     ConstVector x, double tolerance, double nothing) {
  JacobianBlock block(model, std::move(rows), std::move(columns));
  const Evaluation here = evaluated(model, x);
  block.choose_scales(model, here, nothing);
  return audit_rank(model, block, here, tolerance);
}

std::string describe(const RankAudit::Redundancy& redundancy, const Model& model) {
  const std::string& own = model.deformation_origin[redundancy.row].label;
  std::vector<std::string> others;
  for (int row : redundancy.repeats) {
    const std::string& label = model.deformation_origin[row].label;
    if (label != own && std::find(others.begin(), others.end(), label) == others.end())
      others.push_back(label);
  }
  if (others.empty() && !redundancy.repeats.empty()) others.push_back(own);
  if (others.empty())
    return fmt::format("{} constrains only fixed or prescribed coordinates",
                       model.deformation_name(redundancy.row));
  return fmt::format("{} repeats {}", model.deformation_name(redundancy.row), join_labels(others));
}

std::string describe_free_motion(const std::vector<int>& coordinates, const Model& model) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < coordinates.size() && k < kMostNames; ++k)
    names.push_back(model.coordinate_name(coordinates[k]));
  return "nothing determines " + few_names(names, ", ", coordinates.size());
}

}  // namespace mbs
