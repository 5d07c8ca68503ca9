#include "solve/impact/line_response.h"

#include <algorithm>

#include "base/tolerances.h"
#include "model/owner.h"
#include "model/redundancy.h"
#include "solve/impact/impulse.h"

namespace mbs {

LineResponse find_response(const Model& model, const Dynamics& dynamics, FreeMotion& motion,
                           const std::vector<ImpactLine>& lines) {
  const Evaluation& here = dynamics.kinematics().evaluation();
  const std::size_t n = lines.size(), dof = motion.n, nx = model.nx;
  std::vector<double> JDF(n * dof), column(nx), rate(model.ne);
  for (std::size_t j = 0; j < dof; ++j) {
    for (std::size_t i = 0; i < nx; ++i) column[i] = motion.DF[j * nx + i];
    std::fill(rate.begin(), rate.end(), 0.0);
    add_derivative_times(model, here, column, rate);
    for (std::size_t k = 0; k < n; ++k)
      JDF[k * dof + j] = (lines[k].target == Target::coordinate ? column : rate)[lines[k].index];
  }
  LineResponse out;
  out.moved = JDF;
  motion.respond(out.moved.data(), static_cast<int>(n));
  out.W.assign(n * n, 0.0);
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b)
      for (std::size_t j = 0; j < dof; ++j)
        out.W[a * n + b] += JDF[a * dof + j] * out.moved[b * dof + j];
  return out;
}

std::vector<double> find_stresses(const Model& model, const Phase& phase, Dynamics& dynamics,
                                  FreeMotion& motion, const std::vector<ImpactLine>& lines,
                                  const std::vector<int>& stresses) {
  const std::size_t n = lines.size();
  std::vector<double> out(stresses.size() * n, 0.0);
  const Evaluation& here = dynamics.kinematics().evaluation();
  for (std::size_t j = 0; j < n; ++j) {
    const ImpactLine& line = lines[j];
    const bool on_x = line.target == Target::coordinate;
    Impulses impulses;
    impulses.R.assign(model.nx, 0.0);
    impulses.L.assign(model.ne, 0.0);
    (on_x ? impulses.R : impulses.L)[line.index] = on_x ? 1 : -1;
    std::vector<double> force = impulses.R;
    subtract_transposed_times(model, here, impulses.L, force);
    std::vector<double> qd = motion.project(force);
    motion.respond(qd.data());
    State pushed(model.nx, model.ne);
    const std::vector<double> after = motion.add(pushed.v, qd);
    share_impulses(model, phase, dynamics, motion, after, pushed, impulses);
    for (std::size_t k = 0; k < stresses.size(); ++k) {
      const int row = stresses[k];
      // A free deformation, such as the gap of a contact, is pressed by its own line alone.
      const bool own = !on_x && row == line.index;
      const bool free = is_free(phase.e_class[row]) && !is_shed(phase, row);
      out[k * n + j] = free ? (own ? -1 : 0) : impulses.L[row];
    }
  }
  return out;
}

std::vector<double> least_mobilities(const Model& model, const Dynamics& dynamics,
                                     const FreeMotion& motion,
                                     const std::vector<ImpactLine>& lines) {
  const std::array<double, 2> most = motion.largest_mobilities(model);
  std::vector<double> out;
  for (const ImpactLine& line : lines) {
    out.push_back(
        line.target == Target::deformation
            ? unmoved_mobility(model, dynamics.kinematics().evaluation(), most, line.index)
            : tolerance::unmoved_line * most[turns(model, line.index)]);
  }
  return out;
}

bool Mobilities::hold(std::size_t k, double least) {
  const double pivot = left_[k * n_ + k];
  if (!(pivot > least)) return false;
  std::vector<double> row(n_), column(n_);
  for (std::size_t a = 0; a < n_; ++a) row[a] = left_[k * n_ + a], column[a] = left_[a * n_ + k];
  for (std::size_t a = 0; a < n_; ++a)
    for (std::size_t b = 0; b < n_; ++b) left_[a * n_ + b] -= column[a] * row[b] / pivot;
  return true;
}

std::vector<double> response_to(const std::vector<double>& W, const std::vector<double>& f,
                                std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k) b[i] += W[i * n + k] * f[k];
  return b;
}

}  // namespace mbs
