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
#include "run/contacts/contact_set.h"

namespace mbs {

class GapWatch {
 public:
  GapWatch(const DynamicSite& site, const ContactSet& set);

  bool any() const { return !gaps_.empty(); }
  // note(): the state of a look is point `point` of a step, whose last point is kLast.
  // begin_step(): the end of a step becomes the beginning of the next.
  static constexpr int kPoints = 8, kLast = kPoints - 1;
  void note(int point, const State& state);
  void begin_step();

  // Looks at a time inside the step; null where the mechanism has no state there.
  struct Looker {
    void* context = nullptr;
    const State* (*at)(void* context, double t) = nullptr;
  };
  // A contact whose gap has the other sign at `t`, and not yet at `before`.
  struct Unseen {
    std::size_t contact = 0;
    double before = 0, gap_before = 0, t = 0, gap = 0;
  };
  // The first change of sign found before `limit`, where the gaps of the contacts `hit` come to
  // zero. The search starts at gap number `start`, which becomes the number of the gap found.
  std::optional<Unseen> seek(const Looker& looker, double limit, std::span<const std::size_t> hit,
                             std::size_t& start);

  // Lines of the audit: the gaps and pieces that could not be shown; may be empty.
  std::string describe(std::string_view second) const;

 private:
  struct Gap {
    std::size_t contact = 0;  // place among ContactSet's gaps
    int batch = 0, row = 0;
    Approach approach;
    long long pieces = 0, steps = 0, unshown = 0;
    double longest = 0;  // of the pieces not shown [s]
    bool sampled = false;
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
    const Looker* looker = nullptr;
    double limit = 0, side = 1, noise = 0, step = 0;
    bool ends_at_zero = false;
    std::optional<Unseen> found;
  };
  struct Errors {
    double gap = 0, place = 0, turn = 0;
  };

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
  void give_up(Task& task, const Look& a, const Look& b) const;

  const DynamicSite& site_;
  const ContactSet& set_;
  std::vector<Gap> gaps_;
  std::vector<Look> looks_;  // kPoints of each gap
};

}  // namespace mbs
