// Shows that no condition of an event becomes true between the looks of the event locator, or finds
// where it does, for functions of the time, of coordinates, deformations and lengths and of their
// velocities.
//
// Over a step each of them is the quintic through its values, velocities and accelerations at both
// ends, and a velocity its derivative; what the looks of the step, or the step before, say of their
// error widens them. The range of the compiled expression over theirs (text/ranged_expression.h)
// shows that it keeps its sign on a piece, or the piece is halved; where that comes to no end the
// mechanism is looked at in the middle. What is shown holds for that interpolated motion, widened
// by its estimated error. (Gaps of contacts: run/events/gap_watch.h.)
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "integrate/events.h"
#include "integrate/quintic.h"
#include "observe/followed.h"
#include "observe/layout.h"
#include "run/events/gap_watch.h"
#include "run/frame/event_list.h"
#include "text/ranged_expression.h"

namespace mbs {

class ConditionWatch {
 public:
  // events: null where the deck has none.
  ConditionWatch(const Plan& plan, const EventList* events, const Model& model,
                 const Layout& layout);

  // Whether there is something that can be bounded.
  bool any() const { return any_; }
  // As GapWatch has them; at every state that is noted the functions have values.
  void note(int point, const State& state);
  void begin_step();

  // A function that is on the other side of zero at t, and not yet (or no more) at `before`.
  struct Unseen {
    int event = 0;
    double before = 0, value_before = 0, t = 0, value = 0;
    double value_at_end = 0;  // of the step
  };
  // What is known of the last step: its ends, where it is cut off, which events happen there, and
  // for each event the sides that it was on at its beginning and is on at its end, 0 where that is
  // not known; up to where its function is still the zero of an event that has happened, else 0;
  // up to where its value is rounding; and whether it is there at the beginning, and has been on no
  // side since the event.
  struct Step {
    double from = 0, to = 0, limit = 0;
    std::span<const int> hit, before;
    std::span<const double> rests, noise;
    std::span<const char> waits;
    GapWatch::Looker looker;
    double length() const { return to - from; }
    bool is_before_limit(double t) const { return (limit - t) * length() > 0; }
  };
  // The first one found; goes on behind `start`, what has been shown already.
  std::optional<Unseen> seek(const Step& step, std::size_t& start);

  // Lines of the audit: what could not be shown; empty where there is nothing. `second`: the unit
  // of time of the deck.
  std::string describe(std::string_view second) const;

 private:
  static constexpr std::size_t kEnd = GapWatch::kLast;  // place of the look at the end of a step
  struct Read {
    std::size_t slot, of;  // of tracked_
    int rate;
  };
  struct Watched {
    int event = 0;
    Crossing direction = Crossing::both;
    RangedExpression function;
    std::vector<Read> reads;  // empty: of the time alone
    long long pieces = 0, steps = 0, unshown = 0;
    double longest = 0;  // of the pieces not shown [s]
    bool sampled = false;
  };
  // What is tracked on a stretch of length 1 and its derivatives by Bernstein coefficients, and how
  // far it may be off.
  struct Curve {
    Quintic value{};
    std::array<double, 5> first{};
    std::array<double, 4> second{};
    double error = 0;
  };
  // A stretch between two looks, by their places.
  struct Piece {
    std::size_t a = 0, b = 0;
    double ta = 0, tb = 0;
    double length() const { return tb - ta; }
  };
  // Of the function that is being shown. One that happens in both directions must not leave the
  // side that it is on, and one that is on the side from which it happens neither. Else it climbs:
  // it must not come to `side` from the other one, on which it may be and to which it may fall.
  struct Task {
    Watched* of = nullptr;
    const Step* step = nullptr;
    double side = 1, rests = 0, tiny = 0;
    bool climbs = false;
    bool hits = false;  // it comes to zero at the limit
    int tries = 0;
    // Of one that climbs: the first place at which it was seen on the other side, and the place of
    // the curve that is searched, as a part of its piece.
    EventLocator::Point low;
    bool has_low = false;
    double low_part = 2;
  };
  enum class Answer { shown, other_side, open };

  const Jet* look(std::size_t place) const { return looks_.data() + place * tracked_.size(); }
  void take(std::size_t place, const State& state);
  bool look_at(const Step& step, std::size_t place, double t);
  void prepare(const Step& step);
  double error_of_step(std::size_t c, const Step& step);
  double seen_error(std::size_t c, const Piece& piece, std::span<const std::size_t> inner,
                    std::span<const double> parts) const;
  void set_curve(std::size_t c, const Piece& piece, double error);
  void show_step(Task& task);
  void halve(Task& task, const Piece& piece, std::size_t place);
  bool is_found(Task& task, const Piece& piece, std::size_t place);
  bool look_for(Task& task, const Piece& piece, std::size_t place, double at);
  Task task_of(Watched& w, const Step& step);
  Bound range_at(Watched& w, std::size_t place);
  bool is_zero(const Task& task, std::size_t place);
  void give_up(Task& task, double length) const;
  Answer search(Task& task, const Piece& piece, double& at);
  Answer search_part(Task& task, const Piece& piece, double s0, double s1, double& at);
  bool is_shown(const Task& task, const Piece& piece, double s0, double s1);
  bool is_jump_down(const Task& task, const Piece& piece, double s0, double s1);
  Series range(const Task& task, const Piece& piece, double s0, double s1);
  double value_at(const Watched& w, std::size_t place, double t);

  const Plan& plan_;
  const EventList* events_;
  std::size_t time_slot_ = 0;
  bool any_ = false;
  std::vector<Watched> watched_;
  std::vector<std::string> sampled_;  // labels of those that have no bound
  FollowedChannels followed_;
  std::vector<Followed> tracked_;
  std::vector<Jet> looks_;    // of each place all that is tracked
  std::vector<double> time_;  // of each place
  std::vector<Jet> past_;     // at the beginning of the step before
  double past_time_ = 0;
  bool has_past_ = false, has_end_ = false, is_cut_ = false;
  bool prepared_ = false;  // for the step
  std::vector<Curve> curves_, step_curves_;
  std::vector<double> sixth_;   // of the step before: what its error is a multiple of
  std::vector<Series> ranges_;  // of the slots
  std::vector<double> slots_;
  std::optional<Unseen> found_;
};

}  // namespace mbs
