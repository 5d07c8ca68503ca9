#include "solve/place/rate_solver.h"

#include <algorithm>

#include "base/index.h"

namespace mbs {

RateSolver::RateSolver(const Model& model, const Partition& partition, PositionJacobian& jacobian)
    : model_(model),
      partition_(partition),
      jacobian_(jacobian),
      freedom_block_(model, partition.rows, partition.x_freedoms),
      rhs_(std::max(partition.rows.size(), partition.columns.size())) {
  const JacobianBlock& block = jacobian.block();
  const TreeRows* const tree = jacobian.tree();
  std::vector<int> row_of(model.ne, -1);
  std::vector<char> is_solved(model.nx, 0);
  for (int k = 0; k < block.row_count(); ++k) row_of[block.rows()[k]] = k;
  for (const int i : block.columns()) is_solved[i] = 1;
  for (int i = 0; tree && i < model.nx; ++i) is_solved[i] = tree->body_of()[i] >= 0;
  for (int s = 0; s < model.derivative_count; ++s) {
    const int row = row_of[model.entry_row[s]], i = model.entry_column[s];
    if (row >= 0 && !is_solved[i] && !model.entry_zero[s]) known_.push_back({s, row, i});
  }
}

void RateSolver::solve(std::vector<double>& z, bool moves, const std::vector<double>& target,
                       const std::vector<double>* less) {
  const JacobianBlock& block = jacobian_.block();
  const TreeRows* const tree = jacobian_.tree();
  const double* const De = jacobian_.evaluation().De.data();
  moves &= !known_.empty();
  if (moves) {
    std::fill(rhs_.begin(), rhs_.end(), 0.0);
    for (const Known& known : known_) rhs_[known.row] += De[known.entry] * z[known.coordinate];
  }
  for (int k = 0; k < block.row_count(); ++k) {
    const std::size_t r = block.rows()[k];
    double right = moves ? target[r] - rhs_[k] : target[r];
    if (less) right -= (*less)[r];
    rhs_[k] = tree ? right : right * block.row_scale(k);
  }
  if (tree) return tree->follow(rhs_, z);
  jacobian_.solve(rhs_.data());
  for (int k = 0; k < block.column_count(); ++k)
    z[block.columns()[k]] = rhs_[k] * block.column_scale(k);
}

void RateSolver::transfer(Matrix DF) {
  const JacobianBlock& block = jacobian_.block();
  const int n = block.row_count(), nm = count_of(partition_.x_freedoms);
  const int ndof = partition_.freedom_count();
  transfer_.assign(at(n) * at(ndof), 0.0);
  if (nm > 0 && n > 0) freedom_block_.gather(jacobian_.evaluation(), {transfer_.data(), n, nm, n});
  for (int j = 0; j < nm; ++j)
    for (int k = 0; k < n; ++k) {
      double& b = transfer_[j * n + k];
      b = -b * block.row_scale(k);
    }
  for (int j = nm; j < ndof; ++j) {  // the last rows of the partition are the free deformations
    const int k = n - ndof + j;
    transfer_[j * n + k] = block.row_scale(k);
  }
  if (ndof > 0) jacobian_.solve(transfer_.data(), ndof);
  for (int j = 0; j < ndof; ++j) {
    std::fill(DF.column(j), DF.column(j) + model_.nx, 0.0);
    for (int k = 0; k < n; ++k)
      DF(block.columns()[k], j) = transfer_[j * n + k] * block.column_scale(k);
    if (j < nm) DF(partition_.x_freedoms[j], j) = 1;
  }
}

void RateSolver::balance(ConstVector force, Vector S) {
  const JacobianBlock& block = jacobian_.block();
  for (int k = 0; k < block.column_count(); ++k)
    rhs_[k] = force[block.columns()[k]] * block.column_scale(k);
  jacobian_.solve_transposed(rhs_.data());
  for (int k = 0; k < block.row_count(); ++k) S[block.rows()[k]] = rhs_[k] * block.row_scale(k);
}

}  // namespace mbs
