#include "solve/chain_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/tolerances.h"
#include "elements/revolute.h"
#include "linalg/pivoted_qr.h"
#include "solve/chain_choice.h"

namespace mbs {

namespace {

using enum ChainVariable;
using Segments = std::span<const ChainSegment>;
using Kind = ChainConstraint::Kind;

constexpr int kCoordinates = 6, kDeformations = 2;  // of a joint's element

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool is_tip(const ChainConstraint& hold, int n) {
  return hold.kind == Kind::joint && hold.first == n;
}

}  // namespace

ChainSystem::ChainSystem(Segments segments, std::span<const ChainConstraint> holds,
                         int more_equations, ChainPath path)
    : n_(static_cast<int>(segments.size())),
      holds_(holds.begin(), holds.end()),
      more_(more_equations),
      path_(path),
      geometry_(segments) {
  for (int i = 0; i < n_; ++i) parents_.push_back(chain_parent(segments, i));
  for (const ChainConstraint& hold : holds_) {
    hold_rows_ += hold.kind == Kind::joint ? 2 : 1;
    hold_variables_ += hold.kind != Kind::joint ? 1 : is_tip(hold, n_) ? 0 : 2;
  }
  if (path == ChainPath::two_lines) make_elements(segments);
}

std::string ChainSystem::name(int column) const {
  if (column < variable_count()) return chain_variable_name(column, n_);
  int next = variable_count();
  for (const ChainConstraint& hold : holds_) {
    const int count = hold.kind != Kind::joint ? 1 : is_tip(hold, n_) ? 0 : 2;
    if (column < next + count)
      return fmt::format("{} of {}",
                         count == 1       ? "moment"
                         : column == next ? "force along x"
                                          : "force along y",
                         hold.label);
    next += count;
  }
  return {};
}

void ChainSystem::choose(std::span<const char> unknown) {
  const int accelerations = path_ == ChainPath::two_lines ? 2 * n_ : 0;
  const int all = variable_count() + hold_variables_ + accelerations;
  column_of_.assign(at(all), -1);
  variable_of_.clear();
  unknowns_ = 0;
  for (int j = 0; j < all; ++j) {
    if (j < variable_count() && !unknown[at(j)]) continue;
    unknowns_ += j < variable_count() ? 1 : 0;
    column_of_[at(j)] = static_cast<int>(variable_of_.size());
    variable_of_.push_back(j);
  }
  rows_ = equation_count() + accelerations;
  columns_ = static_cast<int>(variable_of_.size());
  a_.assign(at(rows_) * at(columns_), 0.0);
  b_.assign(at(rows_), 0.0);
  row_scale_.assign(at(rows_), 0.0);
  column_scale_.assign(at(columns_), 0.0);
  value_.assign(at(all), 0.0);
  if (rows_ == columns_) lu_.resize(rows_);
}

// A known variable goes to the right side.
void ChainSystem::add(int row, int column, double value) {
  const int to = column_of_[at(column)];
  if (to >= 0)
    a_[at(to) * at(rows_) + at(row)] += value;
  else
    b_[at(row)] -= value * value_[at(column)];
}

// Three rows per segment: sum of forces along x and y, sum of moments about the centre of gravity.
void ChainSystem::matrix_rows(Segments segments) {
  auto column = [this](ChainVariable v, int i) { return chain_variable_column(v, i, n_); };
  // Force fx, fy at a point from the centre of gravity of segment i, once for each sign.
  auto force = [&](int i, int fx, int fy, double rx, double ry, double sign) {
    add(3 * i, fx, sign);
    add(3 * i + 1, fy, sign);
    add(3 * i + 2, fx, -sign * ry);
    add(3 * i + 2, fy, sign * rx);
  };
  for (int i = 0; i < n_; ++i) {
    const ChainSegment& s = segments[at(i)];
    const ChainGeometry::Point &centre = geometry_.centre(i), &joint = geometry_.joint(i);
    const int row = 3 * i;
    for (int k = 0; k <= i; ++k) {
      add(row, column(phidd, k), -s.m * geometry_.centre_x(i, k));
      add(row + 1, column(phidd, k), -s.m * geometry_.centre_y(i, k));
    }
    add(row, column(xdd, 0), -s.m);
    add(row + 1, column(ydd, 0), -s.m);
    add(row + 2, column(phidd, i), -s.j);
    b_[at(row)] += s.m * centre.rest_x;
    b_[at(row + 1)] += s.m * centre.rest_y;
    force(i, column(fextx, i), column(fexty, i), 0, 0, 1);
    add(row + 2, column(mext, i), 1);
    force(i, column(frx, i), column(fry, i), joint.x - centre.x, joint.y - centre.y, 1);
    add(row + 2, column(m, i), 1);
    const int parent = parents_[at(i)];
    if (parent < 0) continue;
    const ChainGeometry::Point& held = geometry_.centre(parent);
    force(parent, column(frx, i), column(fry, i), joint.x - held.x, joint.y - held.y, -1);
    add(3 * parent + 2, column(m, i), -1);
  }
  const ChainGeometry::Point &tip = geometry_.joint(n_), &last = geometry_.centre(n_ - 1);
  force(n_ - 1, column(frx, n_), column(fry, n_), tip.x - last.x, tip.y - last.y, -1);
  add(3 * n_ - 1, column(m, n_), -1);
  int row = 3 * n_, variable = variable_count();
  for (const ChainConstraint& hold : holds_) {
    hold_row(hold, row, variable);
    if (hold.kind == Kind::joint && !is_tip(hold, n_)) {
      const int i = hold.first;
      const ChainGeometry::Point &joint = geometry_.joint(i), &centre = geometry_.centre(i);
      force(i, variable, variable + 1, joint.x - centre.x, joint.y - centre.y, 1);
    }
    row += hold.kind == Kind::joint ? 2 : 1;
    variable += hold.kind != Kind::joint ? 1 : is_tip(hold, n_) ? 0 : 2;
  }
}

// What a constraint says of accelerations, and its moment.
void ChainSystem::hold_row(const ChainConstraint& hold, int row, int variable) {
  auto angle = [this](int i) { return chain_variable_column(phidd, i, n_); };
  if (hold.kind != Kind::joint) {
    add(row, angle(hold.first), 1);
    add(3 * hold.first + 2, variable, 1);
    if (hold.kind == Kind::lock) return;
    add(row, angle(hold.second), -1);
    add(3 * hold.second + 2, variable, -1);
    return;
  }
  const ChainGeometry::Point& joint = geometry_.joint(hold.first);
  for (int k = 0; k < n_; ++k) {
    add(row, angle(k), geometry_.joint_x(hold.first)[at(k)]);
    add(row + 1, angle(k), geometry_.joint_y(hold.first)[at(k)]);
  }
  add(row, chain_variable_column(xdd, 0, n_), 1);
  add(row + 1, chain_variable_column(ydd, 0, n_), 1);
  b_[at(row)] -= joint.rest_x;
  b_[at(row + 1)] -= joint.rest_y;
}

// Bodies of the elements: 0 the base, 1 .. n the segments, n + 1 the environment.
void ChainSystem::make_elements(Segments segments) {
  batch_.type = &kRevolute;
  auto element = [this](int body_i, double xi_i, int body_j, double xi_j) {
    for (int c = 0; c < 3; ++c) batch_.gather.push_back(3 * body_i + c);
    for (int c = 0; c < 3; ++c) batch_.gather.push_back(3 * body_j + c);
    for (double p : {xi_i, 0.0, xi_j, 0.0, 0.0, 0.0}) batch_.parameters.push_back(p);
    ++batch_.count;
  };
  for (int i = 0; i < n_; ++i) {
    const int parent = parents_[at(i)];
    const double proximal = parent < 0 ? 0 : chain_reach(segments, i) - segments[at(parent)].d;
    element(parent + 1, proximal, i + 1, -segments[at(i)].d);
  }
  const ChainSegment& last = segments[at(n_ - 1)];
  element(n_, last.l - last.d, n_ + 1, 0);
  for (const ChainConstraint& hold : holds_)
    if (hold.kind == Kind::joint && !is_tip(hold, n_))
      element(n_ + 1, 0, hold.first + 1, -segments[at(hold.first)].d);
  x_.assign(at(3 * (n_ + 2)), 0.0);
  v_ = sine_ = x_;
  cosine_.assign(x_.size(), 1.0);
  e_.assign(at(kDeformations * batch_.count), 0.0);
  size_ = D2e_vv_ = e_;
  De_.assign(at(kDeformations * kCoordinates * batch_.count), 0.0);
}

// Column of the acceleration of a body's coordinate; -1 for the environment's, which stay 0.
int ChainSystem::acceleration(int body, int c) const {
  if (body == 0) return c == 2 ? -1 : chain_variable_column(c == 0 ? xdd : ydd, 0, n_);
  if (body > n_) return -1;
  if (c == 2) return chain_variable_column(phidd, body - 1, n_);
  return variable_count() + hold_variables_ + 2 * (body - 1) + c;
}

// 3n rows M a + De^T S - f = 0, the rows of the constraints, then 2n rows De a = -D2e(v, v) of
// joints 1 .. n. Joint n + 1 has a force, but its acceleration is no variable.
void ChainSystem::two_line_rows(Segments segments) {
  static constexpr std::array<ChainVariable, 3> kLoad = {fextx, fexty, mext};
  auto column = [this](ChainVariable v, int i) { return chain_variable_column(v, i, n_); };
  for (int i = 0; i < n_; ++i) {
    const ChainSegment& s = segments[at(i)];
    for (int c = 0; c < 3; ++c) {
      add(3 * i + c, acceleration(i + 1, c), c == 2 ? s.j : s.m);
      add(3 * i + c, column(kLoad[at(c)], i), -1);
    }
    // Hinge i is e = phi(parent) - phi(i), so De^T is -1 for segment i and 1 for its parent.
    add(3 * i + 2, column(m, i), -1);
    if (parents_[at(i)] >= 0) add(3 * parents_[at(i)] + 2, column(m, i), 1);
  }
  add(3 * n_ - 1, column(m, n_), 1);
  joint_element_rows(segments);
  int row = 3 * n_, variable = variable_count();
  for (const ChainConstraint& hold : holds_) {
    if (hold.kind != Kind::joint) {
      // The moment is a load here: the rows have the other sign than in the matrix.
      add(row, acceleration(hold.first + 1, 2), 1);
      add(3 * hold.first + 2, variable, -1);
      if (hold.kind == Kind::equal) {
        add(row, acceleration(hold.second + 1, 2), -1);
        add(3 * hold.second + 2, variable, 1);
      }
    }
    row += hold.kind == Kind::joint ? 2 : 1;
    variable += hold.kind != Kind::joint ? 1 : is_tip(hold, n_) ? 0 : 2;
  }
}

void ChainSystem::joint_element_rows(Segments segments) {
  for (int i = 0; i < n_; ++i) {
    const std::size_t phi = at(3 * (i + 1) + 2);
    x_[phi] = segments[at(i)].phi;
    v_[phi] = segments[at(i)].phid;
    cosine_[phi] = std::cos(x_[phi]);
    sine_[phi] = std::sin(x_[phi]);
  }
  kRevolute.acceleration(batch_, {x_.data(), v_.data(), cosine_.data(), sine_.data()},
                         {e_.data(), size_.data(), De_.data(), D2e_vv_.data()});
  // Row of De a and column of S of each element's first deformation; -1 without such a row.
  auto write = [&](int element, int acceleration_row, int stress, int step) {
    for (int e = 0; e < kDeformations; ++e) {
      if (acceleration_row >= 0) b_[at(acceleration_row + e)] -= D2e_vv_[at(2 * element + e)];
      for (int c = 0; c < kCoordinates; ++c) {
        const int entry = kCoordinates * element + c, g = batch_.gather[at(entry)];
        const double De = De_[at(kDeformations * entry + e)];
        const int body = g / 3, a = acceleration(body, g % 3);
        if (body >= 1 && body <= n_) add(g - 3, stress + e * step, De);
        if (acceleration_row >= 0 && a >= 0) add(acceleration_row + e, a, De);
      }
    }
  };
  const int joints = equation_count();
  const int beside = n_ + 1;  // FRY stands n + 1 columns behind FRX
  int tip_row = -1, row = 3 * n_;
  for (const ChainConstraint& hold : holds_) {
    if (is_tip(hold, n_)) tip_row = row;
    row += hold.kind == Kind::joint ? 2 : 1;
  }
  for (int k = 0; k < n_; ++k) write(k, joints + 2 * k, chain_variable_column(frx, k, n_), beside);
  write(n_, tip_row, chain_variable_column(frx, n_, n_), beside);
  int element = n_ + 1, variable = variable_count();
  row = 3 * n_;
  for (const ChainConstraint& hold : holds_) {
    const bool fixed = hold.kind == Kind::joint && !is_tip(hold, n_);
    if (fixed) write(element++, row, variable, 1);
    row += hold.kind == Kind::joint ? 2 : 1;
    variable += hold.kind != Kind::joint ? 1 : fixed ? 2 : 0;
  }
}

void ChainSystem::extra_rows(const ChainEquations& more) {
  const int first = 3 * n_ + hold_rows_;
  const std::size_t width = at(variable_count());
  for (int r = 0; r < more_; ++r) {
    b_[at(first + r)] += more.right_side[at(r)];
    for (std::size_t j = 0; j < width; ++j)
      if (const double c = more.coefficients[at(r) * width + j]; c != 0)
        add(first + r, static_cast<int>(j), c);
  }
}

// Rows, then columns, to largest entries of 1; a row or column of zeros stays.
void ChainSystem::scale() {
  auto inverse = [](double& largest) { largest = largest > 0 ? 1 / largest : 1; };
  std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
  for (int j = 0; j < columns_; ++j)
    for (int i = 0; i < rows_; ++i)
      row_scale_[at(i)] = std::max(row_scale_[at(i)], std::fabs(a_[at(j) * at(rows_) + at(i)]));
  std::for_each(row_scale_.begin(), row_scale_.end(), inverse);
  for (int j = 0; j < columns_; ++j) {
    double* const column = a_.data() + at(j) * at(rows_);
    double largest = 0;
    for (int i = 0; i < rows_; ++i) {
      column[i] *= row_scale_[at(i)];
      largest = std::max(largest, std::fabs(column[i]));
    }
    inverse(largest);
    column_scale_[at(j)] = largest;
    for (int i = 0; i < rows_; ++i) column[i] *= largest;
  }
}

bool ChainSystem::solve(Segments segments, ConstVector value, const ChainEquations& more,
                        Vector out) {
  std::fill(a_.begin(), a_.end(), 0.0);
  std::fill(b_.begin(), b_.end(), 0.0);
  std::copy_n(value.begin(), variable_count(), value_.begin());
  if (path_ == ChainPath::matrix) {
    geometry_.update(segments);
    matrix_rows(segments);
  } else {
    two_line_rows(segments);
  }
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
  for (int i = 0; i < rows_; ++i) b_[at(i)] *= row_scale_[at(i)];
  lu_.solve(b_.data());
  const int asked = variable_count() + hold_variables_;
  std::copy_n(value.begin(), variable_count(), out.begin());
  for (int j = 0; j < columns_; ++j)
    if (variable_of_[at(j)] < asked)
      out[at(variable_of_[at(j)])] = b_[at(j)] * column_scale_[at(j)];
  return true;
}

// Those that take part in a null vector of the matrix that solve() has left.
std::vector<int> ChainSystem::undetermined() const {
  if (columns_ < rows_) return {};
  RankReport report;
  for (double tolerance = tolerance::chain_singular; report.dependent.empty() && tolerance < 1;
       tolerance *= 10)
    report = column_rank(a_, rows_, columns_, tolerance);
  std::vector<char> open(at(columns_));
  for (std::size_t d = 0; d < report.dependent.size(); ++d) {
    const std::vector<double>& part = report.combination[d];
    double largest = 1;
    for (double p : part) largest = std::max(largest, std::fabs(p));
    if (largest * tolerance::chain_takes_part < 1) open[at(report.dependent[d])] = 1;
    for (std::size_t k = 0; k < part.size(); ++k)
      if (std::fabs(part[k]) > tolerance::chain_takes_part * largest)
        open[at(report.independent[k])] = 1;
  }
  std::vector<int> out;
  const int asked = variable_count() + hold_variables_;
  for (int k = 0; k < columns_; ++k)
    if (open[at(k)] && variable_of_[at(k)] < asked) out.push_back(variable_of_[at(k)]);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace mbs
