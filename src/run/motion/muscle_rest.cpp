#include "run/motion/muscle_rest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "linalg/lu.h"
#include "observe/muscles.h"
#include "plan/plan.h"
#include "run/motion/muscle_start.h"
#include "run/motion/start.h"
#include "run/motion/state_start.h"

namespace mbs {

namespace {

// MUSCLESTART REST warns if the moment or force where no muscle acts exceeds this part of the
// largest.
constexpr double kUnheldRest = 1e-2;

// An angle or deformation on which muscles act. gradient: its derivative by each degree of freedom.
struct Crossed {
  MuscleTerm term;
  std::string name;
  std::vector<double> gradient;
};

class RestEquations {
 public:
  explicit RestEquations(DynamicSite& site)
      : site_(site),
        model_(site.model),
        n_(site.dynamics->placement().partition().freedom_count()),
        R_(n_) {
    site.dynamics->find_imbalance(site.placed, site.state, 1, R_);
    find_crossed();
    choose();
  }

  RestMoments moments() {
    RestMoments out;
    const std::vector<Muscle>& muscles = model_.forces.muscles;
    const ConstVector tension = site_.dynamics->loads().tension;
    std::vector<std::vector<double>> of_muscles;
    for (std::size_t k = 0; k < muscles.size(); ++k) {
      of_muscles.push_back(effect(muscles[k]));
      for (std::size_t j = 0; j < n_; ++j) R_[j] -= tension[k] * of_muscles[k][j];
    }
    if (n_ == 0) return out;
    Lu lu(static_cast<int>(n_));
    const Matrix a = lu.matrix();
    for (std::size_t r = 0; r < n_; ++r)
      for (std::size_t j = 0; j < n_; ++j)
        a(static_cast<int>(j), static_cast<int>(r)) = basis_[r][j];
    if (lu.factor() >= 0) return out;
    lu.solve(R_.data());
    for (std::vector<double>& effect : of_muscles) lu.solve(effect.data());
    for (std::size_t r = 0; r < crossed_count_; ++r) {
      out.wanted.push_back(0.0 - R_[r]);
      out.names.push_back(crossed_[chosen_[r]].name);
      for (const std::vector<double>& effect : of_muscles) out.arms.push_back(effect[r]);
    }
    for (std::size_t r = 0; r < n_; ++r) {
      out.left_size = std::max(out.left_size, std::fabs(R_[r]));
      if (r < crossed_count_ || std::fabs(R_[r]) <= out.left) continue;
      out.left = std::fabs(R_[r]);
      out.left_along = freedom_name(model_, site_.dynamics->placement().partition(),
                                    static_cast<int>(chosen_[r]));
    }
    return out;
  }

 private:
  void find_crossed() {
    const Matrix DF = site_.dynamics->equations()->transfer();
    std::vector<double> rates(model_.ne);
    for (std::size_t k = 0; k < model_.forces.muscles.size(); ++k) {
      const Muscle& muscle = model_.forces.muscles[k];
      for (std::size_t t = 0; t < muscle.terms.size(); ++t)
        if (find(muscle.terms[t]) == crossed_.size())
          crossed_.push_back({muscle.terms[t], name_of(k, t), std::vector<double>(n_)});
    }
    for (std::size_t j = 0; j < n_; ++j) {
      const double* const column = DF.column(static_cast<int>(j));
      std::fill(rates.begin(), rates.end(), 0.0);
      add_derivative_times(model_, site_.dynamics->kinematics().evaluation(),
                           {column, at(model_.nx)}, rates);
      for (Crossed& c : crossed_)
        c.gradient[j] = c.term.of_deformation ? c.term.sign * rates[c.term.i]
                                              : column[c.term.i] - column[c.term.j];
    }
  }

  std::string name_of(std::size_t muscle, std::size_t term) const {
    const std::string& name = model_.parts.muscles[muscle][term].name;
    return name.front() == '_' ? name.substr(1) : "joint " + name;
  }

  std::size_t find(const MuscleTerm& term) const {
    std::size_t k = 0;
    while (k < crossed_.size() && !(crossed_[k].term.of_deformation == term.of_deformation &&
                                    crossed_[k].term.i == term.i && crossed_[k].term.j == term.j))
      ++k;
    return k;
  }

  // The generalised force of a tension of 1 along each degree of freedom.
  std::vector<double> effect(const Muscle& muscle) const {
    const State& s = site_.state;
    const InputState here{s.t, s.x, s.v, s.e, s.ed, s.z};
    std::vector<double> out(n_);
    for (const MuscleTerm& term : muscle.terms) {
      const double arm = moment_arm(muscle, term, muscle_angle(term, here));
      const std::vector<double>& gradient = crossed_[find(term)].gradient;
      for (std::size_t j = 0; j < n_; ++j) out[j] -= arm * gradient[j];
    }
    return out;
  }

  // Picks independent gradients of crossed_ by Gram-Schmidt, then fills up with degrees of freedom
  // in their order.
  void choose() {
    std::vector<std::vector<double>> orthonormal;
    const auto take = [&](std::vector<double> row, std::size_t which) {
      const std::vector<double> whole = row;
      double size = 0, left = 0;
      for (double x : row) size += x * x;
      for (int pass = 0; pass < 2; ++pass)
        for (const std::vector<double>& q : orthonormal) {
          const double along = dot(q, row);
          for (std::size_t j = 0; j < n_; ++j) row[j] -= along * q[j];
        }
      for (double x : row) left += x * x;
      if (!(left > kRowOfNothing * size) || orthonormal.size() == n_) return;
      for (double& x : row) x /= std::sqrt(left);
      orthonormal.push_back(row);
      basis_.push_back(whole);
      chosen_.push_back(which);
    };
    for (std::size_t k = 0; k < crossed_.size(); ++k) take(crossed_[k].gradient, k);
    crossed_count_ = basis_.size();
    for (std::size_t j = 0; j < n_; ++j) {
      std::vector<double> unit(n_);
      unit[j] = 1;
      take(unit, j);
    }
  }

  DynamicSite& site_;
  const Model& model_;
  std::size_t n_;
  std::vector<double> R_;
  std::vector<Crossed> crossed_;
  std::vector<std::vector<double>> basis_;
  // crossed_count_ indices into crossed_, then degrees of freedom.
  std::vector<std::size_t> chosen_;
  std::size_t crossed_count_ = 0;
};

// False, with an error, where something moves, or nothing can.
bool can_rest(const DynamicSite& site) {
  const SourceLocation where = site.plan.muscle_start.where;
  const std::vector<double>& v = site.state.v;
  const auto moving = std::find_if(v.begin(), v.end(), [](double x) { return x != 0; });
  if (moving != v.end()) {
    site.diagnostics.error(
        where, "MUSCLESTART",
        fmt::format("REST, but {} has a velocity at the start",
                    site.model.coordinate_name(static_cast<int>(moving - v.begin()))),
        "expected a start without velocities, or MOMENT joint m ...");
    return false;
  }
  if (!site.model.choice && site.dynamics->placement().partition().freedom_count() > 0) return true;
  site.diagnostics.error(
      where, "MUSCLESTART",
      site.model.choice
          ? "REST does not go with a choice of unknown variables"
          : "REST, but the mechanism has no degree of freedom that muscles could hold",
      "expected MOMENT joint m ...");
  return false;
}

}  // namespace

RestMoments moments_of_rest(DynamicSite& site) { return RestEquations(site).moments(); }

ExitStatus start_at_rest(DynamicSite& site) {
  if (!can_rest(site)) return ExitStatus::deck_error;
  const RestMoments rest = moments_of_rest(site);
  if (rest.left > kUnheldRest * rest.left_size)
    site.diagnostics.warning(
        site.plan.muscle_start.where, "MUSCLESTART",
        fmt::format("the posture does not stand still: {:.6g} is left along {}, where no muscle "
                    "acts",
                    rest.left, rest.left_along),
        "look at the posture, or hold what should stand still");
  StateRates& rates = site.dynamics->state_rates();
  const auto muscles = [&] {
    return start_muscles(site.plan, site.model, site.phase, rates, site.state, &site.phase.stimuli,
                         site.diagnostics, &rest);
  };
  if (!muscles() || !start_states(site.model, rates, site.state, site.diagnostics) || !muscles())
    return ExitStatus::solution_failed;
  const SolveStatus solved = site.solve();
  if (solved.ok()) return ExitStatus::done;
  site.report_singular(solved, site.state.t);
  return ExitStatus::solution_failed;
}

}  // namespace mbs
