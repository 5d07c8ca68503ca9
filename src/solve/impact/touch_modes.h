// Solves the problem of solve/impact/touch_problem.h by a search over all of its modes. In each
// mode all is linear but the loads of joints that slide.
#pragma once

#include <vector>

#include "solve/impact/fixed_loads.h"

namespace mbs {

class TouchModes : private FixedLoads {
 public:
  // `loads`: a guess of the loads of joints.
  TouchModes(const TouchProblem& problem, const std::vector<double>& loads,
             const std::vector<char>& broken)
      : FixedLoads(problem, loads, broken) {}

  // Finds one solution; false where the search finds none.
  bool find_one(std::vector<double>& f);
  // The forces of all modes that fit; forces at a limit come more than once.
  std::vector<std::vector<double>> find_all();
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
  template <class Visit>
  bool search(Visit visit);
  template <class Visit>
  bool try_modes(const Modes& modes, Visit visit);
  // The scaled forces of these modes, as columns: with joints that slide unloaded, then per load of
  // each sliding joint (`sliding`: indices into the rubs). False where the forces are not
  // determined.
  bool find_forces(const Modes& modes, const std::vector<std::size_t>& sliding,
                   std::vector<std::vector<double>>& columns) const;
  // Whether these loads have only one solution.
  bool contracts(const std::vector<std::size_t>& sliding,
                 const std::vector<std::vector<double>>& columns) const;
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
