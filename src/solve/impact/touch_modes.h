// The problem of all that touches and rubs by a search over all of its modes, in each of which all
// is linear but the loads of joints that slide.
#pragma once

#include <vector>

#include "solve/impact/fixed_loads.h"

namespace mbs {

class TouchModes : private FixedLoads {
 public:
  // `loads` of joints: a guess.
  TouchModes(const TouchProblem& problem, const std::vector<double>& loads,
             const std::vector<char>& broken)
      : FixedLoads(problem, loads, broken) {}

  // False where there is none.
  bool find_one(std::vector<double>& f);
  // Forces of all modes that fit; those at a limit come more than once.
  std::vector<std::vector<double>> find_all();
  // Whether there are more modes than a search looks at.
  bool was_cut() const { return cut_; }
  // Whether a search that has found nothing shows that there is nothing: it has looked at all
  // modes, and in none of them lines depend on each other.
  bool is_complete() const { return !cut_ && !skipped_; }

 private:
  struct Modes {
    std::vector<char> closed;  // of each normal
    std::vector<int> ways;     // of each rub; 0: at rest, or its normal is open
    std::vector<char> sticks;
  };
  template <class Visit>
  bool search(Visit visit);
  template <class Visit>
  bool try_modes(const Modes& modes, Visit visit);
  // Scaled forces of these modes as columns: without joints that slide, and per load of each of
  // these (indices into the rubs). False where they are not determined.
  bool find_forces(const Modes& modes, const std::vector<std::size_t>& sliding,
                   std::vector<std::vector<double>>& columns) const;
  // Whether there is one solution only of these loads.
  bool contracts(const std::vector<std::size_t>& sliding,
                 const std::vector<std::vector<double>>& columns) const;
  // Loads of what slides that agree with the forces; false where Newton's method finds none from
  // here.
  bool find_loads(const std::vector<std::size_t>& sliding,
                  const std::vector<std::vector<double>>& columns,
                  std::vector<double>& loads) const;
  // What presses the joint of a rub, and its slopes by the forces if asked for.
  double load_at(const Rub& rub, const std::vector<double>& f, std::vector<double>* slopes) const;
  bool fits(const Modes& modes, const std::vector<double>& f) const;

  bool cut_ = false, skipped_ = false;
};

}  // namespace mbs
