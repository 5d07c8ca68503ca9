// The ways to solve the problem of solve/impact/touch_problem.h: by pivoting for known loads of the
// joints, and by a search over all modes.
#pragma once

#include <cstddef>
#include <vector>

#include "base/index.h"
#include "solve/impact/touch_problem.h"

namespace mbs {

// The linear complementarity problem: w = q + M z, w >= 0, z >= 0, w_i z_i = 0.
// M is n x n by rows, n the size of q. Uses Lemke's (1965) method with the lexicographic rule,
// which always ends. False where it ends on a ray: then there may or may not be a solution.
bool solve_lcp(const std::vector<double>& M, const std::vector<double>& q, std::vector<double>& z);

// The solution by pivoting, for known loads of the joints.
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

// The solution by a search over all modes: in each mode, all equations are linear except those for
// the loads of joints that slide. Its functions are in touch_modes.cpp.
class TouchModes : private FixedLoads {
 public:
  // `loads`: a guess of the loads of joints.
  TouchModes(const TouchProblem& problem, const std::vector<double>& loads,
             const std::vector<char>& broken)
      : FixedLoads(problem, loads, broken) {}

  // Finds one solution; false where the search finds none.
  bool find_one(std::vector<double>& f);
  // The forces of all modes that fit; forces at a limit come more than once. stands: without those
  // that let nothing move.
  std::vector<std::vector<double>> find_all(bool stands);
  // Whether the equations prove that there is only one solution; not for contacts and joints
  // together.
  bool has_one_solution();
  // Whether there are more modes than a search looks at.
  bool was_cut() const { return cut_; }
  // Whether a search that has found no solution proves that there is none: it has looked at all
  // modes, and in none of them lines depend on each other.
  bool is_complete() const { return !cut_ && !skipped_; }

 private:
  struct Modes {
    std::vector<char> closed;  // of each normal
    std::vector<int> ways;     // of each rub; 0: at rest, or its normal is open
    std::vector<char> sticks;
  };
  // What a rub may do; of rubs that are not at rest, all.
  struct Choices {
    bool stands = true, forwards = true, backwards = true;
  };
  std::vector<Choices> find_choices() const;
  template <class Visit>
  bool search(bool stands, Visit visit);
  template <class Visit>
  bool try_modes(const Modes& modes, Visit visit);
  // The scaled forces of these modes, as columns: with joints that slide unloaded, then per load of
  // each sliding joint (`sliding`: indices into the rubs). False where the forces are not
  // determined.
  bool find_forces(const Modes& modes, const std::vector<std::size_t>& sliding,
                   std::vector<std::vector<double>>& columns) const;
  // By how much the loads of the joints `of` change at most, as a part of the largest change of the
  // loads that the columns are for. Below 1 these loads have only one solution.
  double largest_share(const std::vector<std::size_t>& of,
                       const std::vector<std::vector<double>>& columns) const;
  int freedom_count() const;
  // Finds loads of the sliding joints that agree with the forces; false where Newton's method finds
  // none from the given loads. pieces: for each load, the piece whose slopes the first step takes;
  // empty: the slopes there.
  bool find_loads(const std::vector<std::size_t>& sliding,
                  const std::vector<std::vector<double>>& columns, const std::vector<int>& pieces,
                  std::vector<double>& loads) const;
  // The load of the joint of a rub, and its slopes by the forces if asked for. Piece 2 i + s of a
  // load (-1: that of f) holds the stress i alone, s its sign; the load goes on from there in
  // proportion.
  double load_at(const Rub& rub, const std::vector<double>& f,
                 std::vector<double>* slopes = nullptr, int piece = -1) const;
  bool fits(const Modes& modes, const std::vector<double>& f) const;

  bool cut_ = false, skipped_ = false;
};

}  // namespace mbs
