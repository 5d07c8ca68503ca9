#include "solve/partition.h"

#include <algorithm>

#include "linalg/pivoted_qr.h"
#include "solve/jacobian_block.h"

namespace mbs {

namespace {

template <class Wanted>
std::vector<int> pick(const std::vector<Class>& classes, Wanted wanted) {
  std::vector<int> out;
  for (std::size_t i = 0; i < classes.size(); ++i)
    if (wanted(classes[i])) out.push_back(static_cast<int>(i));
  return out;
}

constexpr double kPreferred = 1e-3;
constexpr double kAngle = 0.1;

bool is_free(Class c) { return c == Class::calculable || c == Class::dynamic; }

}  // namespace

std::vector<int> constrained_deformations(const Phase& phase) {
  return pick(phase.e_class, [](Class c) { return !is_free(c); });
}

std::vector<int> free_coordinates(const Phase& phase) { return pick(phase.x_class, is_free); }

Partition named_partition(const Phase& phase) {
  auto dynamic = [](Class c) { return c == Class::dynamic; };
  Partition p;
  p.rows = constrained_deformations(phase);
  p.columns = pick(phase.x_class, [](Class c) { return c == Class::calculable; });
  p.x_freedoms = pick(phase.x_class, dynamic);
  p.e_freedoms = pick(phase.e_class, dynamic);
  p.rows.insert(p.rows.end(), p.e_freedoms.begin(), p.e_freedoms.end());
  return p;
}

Partition chosen_partition(const Model& model, const Phase& phase, const Evaluation& at,
                           const std::vector<int>& preferred, double tolerance,
                           const std::vector<int>& e_freedoms) {
  Partition p;
  p.rows = constrained_deformations(phase);
  p.rows.insert(p.rows.end(), e_freedoms.begin(), e_freedoms.end());
  p.e_freedoms = e_freedoms;
  const std::vector<int> free = free_coordinates(phase);
  JacobianBlock block(model, p.rows, free);
  block.choose_scales(model, at);
  const int m = block.row_count(), n = block.column_count();
  std::vector<double> J(static_cast<std::size_t>(m) * static_cast<std::size_t>(n));
  block.gather(at, {J.data(), m, n, m});
  // Angles grow steadily where points turn back, so they last longer as degrees of freedom.
  std::vector<bool> is_angle(static_cast<std::size_t>(model.nx), false);
  for (int i : model.angles) is_angle[static_cast<std::size_t>(i)] = true;
  for (int k = 0; k < n; ++k)
    if (is_angle[static_cast<std::size_t>(free[static_cast<std::size_t>(k)])])
      for (int r = 0; r < m; ++r)
        J[static_cast<std::size_t>(k) * static_cast<std::size_t>(m) +
          static_cast<std::size_t>(r)] *= kAngle;
  // A column made small is taken last, and so becomes a degree of freedom if any may.
  for (int k = 0; k < n; ++k)
    if (std::find(preferred.begin(), preferred.end(), free[static_cast<std::size_t>(k)]) !=
        preferred.end())
      for (int r = 0; r < m; ++r)
        J[static_cast<std::size_t>(k) * static_cast<std::size_t>(m) +
          static_cast<std::size_t>(r)] *= kPreferred;
  const RankReport report = column_rank(std::move(J), m, n, tolerance);
  for (int k : report.independent) p.columns.push_back(free[static_cast<std::size_t>(k)]);
  for (int k : report.dependent) p.x_freedoms.push_back(free[static_cast<std::size_t>(k)]);
  std::sort(p.columns.begin(), p.columns.end());
  std::sort(p.x_freedoms.begin(), p.x_freedoms.end());
  return p;
}

}  // namespace mbs
