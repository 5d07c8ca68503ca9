#include "solve/chain/chain_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/pivoted_qr.h"
#include "solve/chain/chain_choice.h"

namespace mbs {

namespace {

using enum ChainVariable;
using Segments = std::span<const ChainSegment>;
using Kind = ChainConstraint::Kind;

bool is_tip(const ChainConstraint& constraint, int n) {
  return constraint.kind == Kind::joint && constraint.first == n;
}

}  // namespace

ChainConstraintCounts count_constraints(std::span<const ChainConstraint> constraints,
                                        int segments) {
  ChainConstraintCounts out;
  for (const ChainConstraint& constraint : constraints) {
    out.equations += constraint.kind == Kind::joint ? 2 : 1;
    out.forces += constraint.kind != Kind::joint ? 1 : is_tip(constraint, segments) ? 0 : 2;
  }
  return out;
}

ChainSystem::ChainSystem(Segments segments, std::span<const ChainConstraint> constraints,
                         int more_equations)
    : n_(count_of(segments)),
      constraints_(constraints.begin(), constraints.end()),
      more_(more_equations),
      geometry_(segments) {
  for (int i = 0; i < n_; ++i) parents_.push_back(chain_parent(segments, i));
  const ChainConstraintCounts counts = count_constraints(constraints_, n_);
  constraint_rows_ = counts.equations;
  constraint_variables_ = counts.forces;
}

void ChainSystem::choose(std::span<const char> unknown) {
  const int all = variable_count() + constraint_variables_;
  column_of_.assign(all, -1);
  variable_of_.clear();
  unknowns_ = 0;
  for (int j = 0; j < all; ++j) {
    if (j < variable_count() && !unknown[j]) continue;
    unknowns_ += j < variable_count() ? 1 : 0;
    column_of_[j] = count_of(variable_of_);
    variable_of_.push_back(j);
  }
  rows_ = equation_count();
  columns_ = count_of(variable_of_);
  a_.assign(at(rows_) * at(columns_), 0.0);
  b_.assign(rows_, 0.0);
  row_scale_.assign(rows_, 0.0);
  column_scale_.assign(columns_, 0.0);
  value_.assign(all, 0.0);
  if (rows_ == columns_) lu_.resize(rows_);
}

// Adds a term to the matrix, or to the right side where its variable is known.
void ChainSystem::add(int row, int column, double value) {
  const int to = column_of_[column];
  if (to >= 0)
    a_[to * rows_ + row] += value;
  else
    b_[row] -= value * value_[column];
}

// Three rows per segment: sum of forces along x and y, sum of moments about the centre of gravity.
void ChainSystem::matrix_rows(Segments segments) {
  auto column = [this](ChainVariable v, int i) { return chain_variable_column(v, i, n_); };
  // Force fx, fy at a point (rx, ry) from the centre of gravity of segment i.
  auto force = [&](int i, int fx, int fy, double rx, double ry, double sign) {
    add(3 * i, fx, sign);
    add(3 * i + 1, fy, sign);
    add(3 * i + 2, fx, -sign * ry);
    add(3 * i + 2, fy, sign * rx);
  };
  for (int i = 0; i < n_; ++i) {
    const ChainSegment& s = segments[i];
    const ChainGeometry::Point &centre = geometry_.centre(i), &joint = geometry_.joint(i);
    const int row = 3 * i;
    for (int k = 0; k <= i; ++k) {
      add(row, column(phidd, k), -s.m * geometry_.centre_x(i, k));
      add(row + 1, column(phidd, k), -s.m * geometry_.centre_y(i, k));
    }
    add(row, column(xdd, 0), -s.m);
    add(row + 1, column(ydd, 0), -s.m);
    add(row + 2, column(phidd, i), -s.j);
    b_[row] += s.m * centre.rest_x;
    b_[row + 1] += s.m * centre.rest_y;
    force(i, column(fextx, i), column(fexty, i), 0, 0, 1);
    add(row + 2, column(mext, i), 1);
    force(i, column(frx, i), column(fry, i), joint.x - centre.x, joint.y - centre.y, 1);
    add(row + 2, column(m, i), 1);
    const int parent = parents_[i];
    if (parent < 0) continue;
    const ChainGeometry::Point& held = geometry_.centre(parent);
    force(parent, column(frx, i), column(fry, i), joint.x - held.x, joint.y - held.y, -1);
    add(3 * parent + 2, column(m, i), -1);
  }
  const ChainGeometry::Point &tip = geometry_.joint(n_), &last = geometry_.centre(n_ - 1);
  force(n_ - 1, column(frx, n_), column(fry, n_), tip.x - last.x, tip.y - last.y, -1);
  add(3 * n_ - 1, column(m, n_), -1);
  int row = 3 * n_, variable = variable_count();
  for (const ChainConstraint& constraint : constraints_) {
    constraint_row(constraint, row, variable);
    if (constraint.kind == Kind::joint && !is_tip(constraint, n_)) {
      const int i = constraint.first;
      const ChainGeometry::Point &joint = geometry_.joint(i), &centre = geometry_.centre(i);
      force(i, variable, variable + 1, joint.x - centre.x, joint.y - centre.y, 1);
    }
    row += constraint.kind == Kind::joint ? 2 : 1;
    variable += constraint.kind != Kind::joint ? 1 : is_tip(constraint, n_) ? 0 : 2;
  }
}

// The row of a constraint over accelerations, and its force or moment in the equations of motion.
void ChainSystem::constraint_row(const ChainConstraint& constraint, int row, int variable) {
  auto angle = [this](int i) { return chain_variable_column(phidd, i, n_); };
  if (constraint.kind != Kind::joint) {
    add(row, angle(constraint.first), 1);
    add(3 * constraint.first + 2, variable, 1);
    if (constraint.kind == Kind::lock) return;
    add(row, angle(constraint.second), -1);
    add(3 * constraint.second + 2, variable, -1);
    return;
  }
  const ChainGeometry::Point& joint = geometry_.joint(constraint.first);
  for (int k = 0; k < n_; ++k) {
    add(row, angle(k), geometry_.joint_x(constraint.first)[k]);
    add(row + 1, angle(k), geometry_.joint_y(constraint.first)[k]);
  }
  add(row, chain_variable_column(xdd, 0, n_), 1);
  add(row + 1, chain_variable_column(ydd, 0, n_), 1);
  b_[row] -= joint.rest_x;
  b_[row + 1] -= joint.rest_y;
}

void ChainSystem::extra_rows(const ChainEquations& more) {
  const int first = 3 * n_ + constraint_rows_;
  const std::size_t width = variable_count();
  for (int r = 0; r < more_; ++r) {
    b_[first + r] += more.right_side[r];
    for (std::size_t j = 0; j < width; ++j)
      if (const double c = more.coefficients[r * width + j]; c != 0)
        add(first + r, static_cast<int>(j), c);
  }
}

// Rows, then columns, to largest entries of 1; a row or column of zeros stays.
void ChainSystem::scale() {
  auto inverse = [](double& largest) { largest = largest > 0 ? 1 / largest : 1; };
  std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
  for (int j = 0; j < columns_; ++j)
    for (int i = 0; i < rows_; ++i)
      row_scale_[i] = std::max(row_scale_[i], std::fabs(a_[j * rows_ + i]));
  std::for_each(row_scale_.begin(), row_scale_.end(), inverse);
  for (int j = 0; j < columns_; ++j) {
    double* const column = a_.data() + at(j) * at(rows_);
    double largest = 0;
    for (int i = 0; i < rows_; ++i) {
      column[i] *= row_scale_[i];
      largest = std::max(largest, std::fabs(column[i]));
    }
    inverse(largest);
    column_scale_[j] = largest;
    for (int i = 0; i < rows_; ++i) column[i] *= largest;
  }
}

bool ChainSystem::solve(Segments segments, ConstVector value, const ChainEquations& more,
                        Vector out) {
  std::fill(a_.begin(), a_.end(), 0.0);
  std::fill(b_.begin(), b_.end(), 0.0);
  std::copy_n(value.begin(), variable_count(), value_.begin());
  geometry_.update(segments);
  matrix_rows(segments);
  extra_rows(more);
  scale();
  factored_ = false;
  if (rows_ != columns_) return false;
  std::copy(a_.begin(), a_.end(), lu_.matrix().data);
  factored_ = lu_.factor() < 0;
  if (!factored_) return false;
  if (lu_.smallest_pivot() < tolerance::chain_suspicious &&
      !(lu_.rcond() >= tolerance::chain_singular))
    return false;
  for (int i = 0; i < rows_; ++i) b_[i] *= row_scale_[i];
  lu_.solve(b_.data());
  std::copy_n(value.begin(), variable_count(), out.begin());
  for (int j = 0; j < columns_; ++j) out[variable_of_[j]] = b_[j] * column_scale_[j];
  return true;
}

// The unknowns that take part in a null vector of the matrix of the last solve().
std::vector<int> ChainSystem::undetermined() const {
  if (columns_ < rows_) return {};
  const std::vector<char> open = undetermined_columns(a_, rows_, columns_);
  std::vector<int> out;
  for (int k = 0; k < columns_; ++k)
    if (open[k]) out.push_back(variable_of_[k]);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace mbs
