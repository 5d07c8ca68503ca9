#include "solve/place/tree_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "base/space_vector.h"

namespace mbs {

namespace {

// A coordinate of a body that these rows of its joint leave undetermined; a turn before a place.
int undetermined(const TreeRows::Body& body, const TreeRows::Joint& joint, int rows) {
  int out = body.coordinates[0];
  const auto first = joint.solved.begin(), end = first + rows;
  for (int i = 0; i < body.size; ++i)
    if (joint.may.number[i] != 0 && std::find(first, end, i) == end) out = body.coordinates[at(i)];
  return out;
}

}  // namespace

void TreeRows::set_scales(const JacobianBlock& block) {
  scalings_ = block.scalings();
  is_ordered_ = false;
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const Body& body = bodies_[k];
    for (int i = 0; i < body.size; ++i) {
      const double scale = turns_[body.coordinates[at(i)]] ? 1 / block.length() : 1;
      joints_[k].scale.number[i] = scale;
      if (column_[body.coordinates[at(i)]] >= 0) joints_[k].may.number[i] = scale;
      column_unit_[k].number[i] = 1 / scale;
    }
    for (int r = 0; r < body.rows; ++r)
      row_unit_[k].number[r] = 1 / block.row_scale(row_[body.deformations[at(r)]]);
  }
}

void TreeRows::Joint::note_order(int rows) {
  bool is_solved[kSize] = {};
  sign = 1;
  for (int r = 0; r < rows; ++r) {
    is_solved[solved[r]] = true;
    for (int c = 0; c < r; ++c)
      if (solved[c] > solved[r]) sign = -sign;
  }
  for (int i = 0, count = 0; i < kSize; ++i)
    if (!is_solved[i]) others[count++] = i;
}

// The pivot of each row is its largest entry where it may be solved for; the one of the position
// before serves again unless it has become poor.
template <int kRows, bool kNeedsB>
void TreeRows::solve_rows(std::size_t k) {
  constexpr double kPoor = 0.1;  // of the length of the row
  Joint& own = joints_[k];
  double square[kRows + 1], squares = 0;  // of the lengths of the rows
  Six nothing{};                          // not a number where an entry of B is not finite
  for (int r = 0; r < kRows; ++r) {
    Six scaled;
    for (int p = 0; p < 3; ++p) scaled.pair[p] = own.A[r].pair[p] * own.scale.pair[p];
    square[r] = product(scaled, scaled);
    squares += square[r];
    if (kNeedsB) nothing.add(0, own.B[r]);
  }
  const bool is_finite = std::isfinite(squares) && product(nothing, nothing) == 0;
  bool is_same = is_ordered_;  // the coordinates are solved for as before
  for (int r = 0; r < kRows; ++r) {
    Six &A = own.A[r], &B = own.B[r];
    int best = own.solved[r];
    double size = std::fabs(A.number[best] * own.may.number[best]);
    if (!(is_ordered_ && size * size > kPoor * kPoor * square[r])) {
      best = 0, size = 0;
      for (int i = 0; i < kSize; ++i)
        if (const double other = std::fabs(A.number[i] * own.may.number[i]); other > size)
          size = other, best = i;
      own.solved[r] = best;
      is_same = false;
    }
    if (!(size > 0 && size * size >= pivot_ * pivot_ * square[r]) || !is_finite) {
      pivot_ = size > 0 && is_finite && std::isfinite(square[r]) ? size / std::sqrt(square[r]) : 0;
      weakest_ = bodies_[k].coordinates[at(best)];
      if (pivot_ == 0) {
        weakest_ = undetermined(bodies_[k], own, r);
        return;
      }
    }
    const double pivot = A.number[best], inverse = 1 / pivot;
    if (pivot < 0) sign_ = -sign_;
    own.inverse[r] = inverse;
    A.scale(inverse);
    if (kNeedsB) B.scale(inverse);
    for (int c = 0; c < kRows; ++c) {
      if (c == r) continue;
      const double factor = own.factor[r][c] = -own.A[c].number[best];
      if (factor == 0) continue;
      own.A[c].add(factor, A);
      if (kNeedsB) own.B[c].add(factor, B);
    }
  }
  if (!is_same) own.note_order(kRows);
  sign_ *= own.sign;
  if (!kNeedsB) return;
  for (int i = 0; i < kSize; ++i) {
    own.X[i].clear(), own.X_rows[i].clear();
    for (int r = 0; r < kRows; ++r) own.X[i].number[own.solved[r]] = -own.B[r].number[i];
  }
  for (int r = 0; r < kRows; ++r) own.X_rows[own.solved[r]].add(-1, own.B[r]);
}

// X of a body that is carried along; its first three columns never change.
void TreeRows::carry(std::size_t k, const Evaluation& at) {
  const Body &body = bodies_[k], &before = bodies_[body.parent];
  const double* const R = at.rotation.data() + 9 * body.orientation;
  const double* const R_before = at.rotation.data() + 9 * before.orientation;
  const Vec3 d =
      vec3(at.x.data() + body.coordinates[0]) - vec3(at.x.data() + before.coordinates[0]);
  Joint& own = joints_[k];
  for (int c = 0; c < 3; ++c) {
    const Vec3 turn = axis(R_before, c), u = cross(turn, d), w = to_body(R, turn);
    own.X[3 + c].pair[0] = Six::Pair{u.x, u.y};
    own.X[3 + c].pair[1] = Six::Pair{u.z, w.x};
    own.X[3 + c].pair[2] = Six::Pair{w.y, w.z};
    const double numbers[] = {u.x, u.y, u.z, w.x, w.y, w.z};
    for (int i = 0; i < kSize; ++i) own.X_rows[i].number[3 + c] = numbers[i];
  }
}

void TreeRows::factor(const Evaluation& at) {
  for (std::size_t k = 0; k < bodies_.size(); ++k)
    for (int r = 0; r < bodies_[k].rows; ++r) {
      joints_[k].A[r].clear();
      if (!bodies_[k].is_carried) joints_[k].B[r].clear();
    }
  double* const to = numbers();
  for (const Source& source : sources_) {
    const double* const from = at.De.data() + source.entry;
    double* const place = to + source.place;
    const int step = source.step;
    with_constant<1, kSize>(source.rows, [&](auto rows) {
      for (int r = 0; r < rows.value && step > 0; ++r) {
        const double a = from[r], b = from[step + r], c = from[2 * step + r];
        double* const row = place + r * kSize;
        row[0] += a, row[1] += b, row[2] += c;
      }
      for (int r = 0; r < rows.value && step == 0; ++r) place[r * kSize] += from[r];
    });
  }
  pivot_ = 1, sign_ = 1, weakest_ = bodies_.front().coordinates[0];
  for (std::size_t k = 0; k < bodies_.size() && pivot_ > 0; ++k)
    with_constant<0, kSize>(bodies_[k].rows, [&](auto rows) {
      const bool is_carried = bodies_[k].is_carried;
      if (is_carried) carry(k, at);
      is_carried || bodies_[k].parent < 0 ? solve_rows<rows.value, false>(k)
                                          : solve_rows<rows.value, true>(k);
    });
  is_ordered_ = pivot_ > 0;
}

int TreeRows::factor(const JacobianBlock& block, const Evaluation& at) {
  if (scalings_ != block.scalings()) set_scales(block);
  factor(at);
  return pivot_ > 0 ? -1 : weakest_column();
}

template <int kRows>
void TreeRows::solve_joint(std::size_t k, double* b) {
  const Body& body = bodies_[k];
  const Joint& own = joints_[k];
  double right[kRows + 1];
  for (int r = 0; r < kRows; ++r)
    right[r] = b[row_[body.deformations[at(r)]]] * row_unit_[k].number[r];
  own.solve<kRows>(right);
  if (body.parent >= 0) {
    const Six carried = own.moved(found_[body.parent]);
    for (int r = 0; r < kRows; ++r) right[r] += product(own.A[r], carried);
  }
  Six found;
  found.clear();
  for (int r = 0; r < kRows; ++r) found.number[own.solved[r]] = right[r];
  found_[k] = found;
}

template <int kRows>
void TreeRows::solve_joint_transposed(std::size_t k, double* b) {
  const Body& body = bodies_[k];
  const Joint& own = joints_[k];
  double right[kRows + 1];
  Six carried;
  carried.clear();
  for (int r = 0; r < kRows; ++r) {
    right[r] = found_[k].number[own.solved[r]];
    carried.add(right[r], own.A[r]);
  }
  if (body.parent >= 0) found_[body.parent].add(own.moved_back(carried));
  own.solve_transposed<kRows>(right);
  for (int r = 0; r < kRows; ++r)
    b[row_[body.deformations[at(r)]]] = right[r] * row_unit_[k].number[r];
}

// The scales of rows and columns are those of the block.
void TreeRows::solve(double* b, int nrhs) {
  for (int c = 0; c < nrhs; ++c, b += count_of(columns_)) {
    if (!(pivot_ > 0)) {
      std::fill_n(b, columns_.size(), std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    for (std::size_t k = bodies_.size(); k-- > 0;)
      with_constant<0, kSize>(bodies_[k].rows, [&](auto rows) { solve_joint<rows.value>(k, b); });
    for (const Column& column : columns_)
      b[column.column] =
          found_[column.body].number[column.i] * column_unit_[column.body].number[column.i];
  }
}

template <int kRows>
void TreeRows::follow_joint(std::size_t k, ConstVector b, Vector z) const {
  const Body& body = bodies_[k];
  const Joint& own = joints_[k];
  double right[kRows + 1];
  bool is_moved = false;
  for (int r = 0; r < kRows; ++r) {
    right[r] = b[row_[body.deformations[at(r)]]];
    is_moved |= right[r] != 0;
  }
  if (is_moved) own.solve<kRows>(right);
  Six carried;  // X z_p, less what the other coordinates have
  carried.clear();
  if (body.parent >= 0) {
    const Body& parent = bodies_[body.parent];
    for (int i = 0; i < parent.size; ++i) carried.number[i] = z[parent.coordinates[at(i)]];
    carried = own.moved(carried);
  }
  for (int j = 0; j < kSize - kRows; ++j)
    if (const int i = own.others[j]; i < body.size) carried.number[i] -= z[body.coordinates[at(i)]];
  for (int r = 0; r < kRows; ++r) right[r] += product(own.A[r], carried);
  for (int r = 0; r < kRows; ++r) z[body.coordinates[own.solved[r]]] = right[r];
}

void TreeRows::follow(ConstVector b, Vector z) const {
  if (!(pivot_ > 0)) {
    for (const Column& column : columns_)
      z[bodies_[column.body].coordinates[at(column.i)]] = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  for (std::size_t k = bodies_.size(); k-- > 0;)
    with_constant<0, kSize>(bodies_[k].rows, [&](auto rows) { follow_joint<rows.value>(k, b, z); });
}

void TreeRows::solve_transposed(double* b, int nrhs) {
  for (int c = 0; c < nrhs; ++c, b += count_of(columns_)) {
    if (!(pivot_ > 0)) {
      std::fill_n(b, columns_.size(), std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    for (Six& found : found_) found.clear();
    for (const Column& column : columns_)
      found_[column.body].number[column.i] =
          b[column.column] * column_unit_[column.body].number[column.i];
    for (std::size_t k = 0; k < bodies_.size(); ++k)
      with_constant<0, kSize>(bodies_[k].rows,
                              [&](auto rows) { solve_joint_transposed<rows.value>(k, b); });
  }
}

}  // namespace mbs