// Finds gaps of contacts that change their sign between two looks of the event locator, or shows
// that there are none.
//
// Let q be the place of one body seen from the other. Over a step q is taken as the quintic through
// its places, velocities and accelerations at both ends; the looks between the ends give its error.
// A quintic lies between its least and largest Bernstein coefficient. A gap that is convex in q
// lies above its tangent plane at any look, which along the quintic is a polynomial of t. A
// distance changes by no more than the way of q plus the size times the turn. A smooth gap is
// itself a quintic. If none of these bounds shows that the gap keeps its sign on a piece, the piece
// is halved, with a look in the middle, until the sign is shown or the other sign is found. The
// proof holds for the interpolated motion, widened by its estimated error.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "integrate/quintic.h"
#include "run/events/contact_set.h"
#include "run/events/step_watch.h"

namespace mbs {

class GapWatch : public StepWatch {
 public:
  // first: the number of the first function of a contact, two for each gap of the set.
  GapWatch(const DynamicSite& site, const ContactSet& set, int first);

  bool any() const override { return !gaps_.empty(); }
  void note(int point, const State& state) override;
  void begin_step() override;
  std::optional<Unseen> seek(const WatchedStep& step, std::size_t& start) override;
  // Lines of the audit: what could not be shown; may be empty. `second`: the deck's unit of time.
  std::string describe(std::string_view second) const;

 private:
  struct Gap : Proof {
    std::size_t contact = 0;  // place among ContactSet's gaps
    int batch = 0, row = 0;
    Approach approach;
  };
  // A gap at one look, its rates only where `full`.
  struct Look {
    double t = 0;
    bool full = false;
    Jet gap, x, y, turn;  // x, y: of q
  };
  // The search for one gap in one step.
  struct Task {
    Gap* gap = nullptr;
    const WatchedStep* step = nullptr;
    double side = 1, noise = 0;
    bool ends_at_zero = false;
    std::optional<Unseen> found;
  };
  struct Errors {
    double gap = 0, place = 0, turn = 0;
  };

  int function_of(const Gap& gap) const { return first_ + 2 * static_cast<int>(gap.contact); }
  double side_of(std::size_t contact) const;
  Look look_at(const Gap& gap, const State& state, bool full) const;
  bool look(const Task& task, double t, Look& out) const;
  void show_step(Task& task, std::span<const Look> looks);
  void halve(Task& task, const Look& a, const Look& b);
  bool is_shown(const Task& task, const Look& a, const Look& b, const Errors& errors,
                std::span<const Look* const> planes) const;
  bool stays(const Task& task, const Look& a, const Look& b, const Jet& at_a, const Jet& at_b,
             double error) const;
  double comes_nearer(const Task& task, const Look& a, const Look& b, const Errors& errors) const;
  bool may_have_kink(const Task& task, const Look& a, const Look& b, const Errors& errors,
                     double nearer) const;

  const DynamicSite& site_;
  const ContactSet& set_;
  const int first_;
  std::vector<Gap> gaps_;
  std::vector<Look> looks_;  // kPoints of each gap
};

}  // namespace mbs
