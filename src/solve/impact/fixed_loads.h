// Solves the problem of solve/impact/touch_problem.h by pivoting, for known loads of the joints.
#pragma once

#include <cstddef>
#include <vector>

#include "base/index.h"
#include "solve/impact/touch_problem.h"

namespace mbs {

class FixedLoads {
 public:
  // Scales all lines to W(i, i) = 1 and b to 1. `broken`: for each rub, whether it has the bounds
  // of sliding.
  FixedLoads(const TouchProblem& problem, const std::vector<double>& loads,
             const std::vector<char>& broken);

  // False where pivoting finds no solution.
  bool by_pivoting(std::vector<double>& f);
  // Whether the problem has only one solution; for contacts alone, without joints.
  bool has_one_solution() const;

 protected:
  // The force of a line is `by` times an unknown.
  struct Term {
    int line;
    double by;
  };
  struct Unknown {
    std::vector<Term> terms;  // forces per unit of the unknown
  };
  // A rub at rest that a normal presses.
  bool may_stand(const Rub& rub) const { return rub.way == 0 && rub.normal >= 0 && acts(rub.line); }
  bool is_definite(const std::vector<int>& normals, const std::vector<std::size_t>& standing,
                   unsigned corner) const;
  const FrictionBounds& bounds(std::size_t j) const {
    const Rub& rub = p_.rubs[j];
    return rub.way != 0 || broken_[j] ? rub.sliding : rub.rest;
  }
  // Coefficient of friction that pushes the slip in this direction.
  double most(std::size_t j, int direction) const {
    return direction > 0 ? bounds(j).down : bounds(j).up;
  }
  double w(int i, int k) const {
    return p_.W[at(i) * scale_.size() + at(k)] * scale_[i] * scale_[k];
  }
  double b(int i) const { return p_.b[i] * scale_[i] / size_; }
  // A force on line i of the problem, as scaled.
  double scaled(int i, double force) const { return force / scale_[i]; }
  bool acts(int line) const { return scale_[line] > 0; }
  std::vector<Term> terms_of_normal(std::size_t k, const std::vector<int>& ways) const;

  const TouchProblem& p_;
  const std::vector<double>& loads_;
  const std::vector<char>& broken_;
  std::vector<double> scale_;
  double size_ = 0;

 private:
  void make();
  void read(const std::vector<double>& z, std::vector<double>& f) const;

  std::vector<Unknown> unknowns_;
  std::vector<double> known_;  // scaled forces that are known: sliding joints
  std::vector<double> M_, q_;
};

}  // namespace mbs
