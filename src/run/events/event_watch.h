// Watches all sources of events of a dynamic run, step by step: the functions of the deck's events
// first, then those of the contacts. The event locator asks for their values here and finds their
// zeros; the watches between looks (run/events/step_watch.h) see each look.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "integrate/events.h"
#include "integrate/quintic.h"
#include "observe/followed.h"
#include "observe/layout.h"
#include "run/events/deck_events.h"
#include "run/events/event_list.h"
#include "run/events/step_watch.h"
#include "text/ranged_expression.h"

namespace mbs {

// Finds conditions of events that become true between two looks of the event locator, or shows that
// there are none. The functions may read the time, coordinates, deformations, lengths, places of
// points and the velocities of all these (others: run/events/sampled_watch.cpp).
//
// Over a step each of these quantities is taken as the quintic through its values, velocities and
// accelerations at both ends, and its velocity as the derivative of the quintic. The looks of this
// step, or of the step before, give the error by which the quintic is widened. The range of the
// compiled expression over the widened curves (text/ranged_expression.h) shows that a function
// keeps its sign on a piece. Otherwise the piece is halved; where halving the curve comes to no
// end, the mechanism is looked at in the middle of the piece. Where bodies turn far within a piece,
// lengths and places are waves, of which a few looks say little: such a piece is halved first. The
// proof holds for the interpolated motion, widened by its estimated error. (Gaps of contacts:
// run/events/gap_watch.cpp.)
class ConditionWatch : public StepWatch {
 public:
  // events: the first functions of the locator; null where the deck has none.
  ConditionWatch(const Plan& plan, const EventList* events, const Model& model,
                 const Layout& layout);

  bool any() const override { return any_; }
  // The events whose functions cannot be bounded.
  const std::vector<int>& unbounded() const { return unbounded_; }
  // All functions have values at every state that is noted.
  void note(int point, const State& state) override;
  void begin_step() override;
  std::optional<Unseen> seek(const WatchedStep& step, std::size_t& start) override;
  std::string describe(std::string_view second) const override;

 private:
  static constexpr std::size_t kEnd = kLast;  // place of the look at the end of a step
  struct Read {
    std::size_t slot, of;  // slot in the expression, index in tracked_
    int rate;
  };
  struct Watched : Proof {
    int event = 0;
    Crossing direction = Crossing::both;
    RangedExpression function;
    std::vector<Read> reads;  // empty: the function reads the time alone
    bool of_waves = false;    // reads lengths, places or deformations
  };
  // A tracked quantity on a stretch of length 1: Bernstein coefficients of its value and its
  // derivatives, and the largest error of the value.
  struct Curve {
    Quintic value{};
    std::array<double, 5> first{};
    std::array<double, 4> second{};
    double error = 0;
    bool bends = false;  // of a step: a length that may bend within no time
  };
  // A stretch between two looks: their places a, b and their times.
  struct Piece {
    std::size_t a = 0, b = 0;
    double ta = 0, tb = 0;
    double length() const { return tb - ta; }
  };
  // The search for one function. If the event happens in both directions, or if the function is on
  // the side from which the event happens, the function must not leave its side. Else it `climbs`:
  // it may fall to the other side, and must not come from there to `side`.
  struct Task {
    Watched* of = nullptr;
    const WatchedStep* step = nullptr;
    // rests: up to this size the function is still the zero of an event that has happened, else 0;
    // tiny: up to this size the value is rounding.
    double side = 1, rests = 0, tiny = 0;
    bool climbs = false;
    bool hits = false;  // it comes to zero at the limit
    int tries = 0;
    // If the function climbs: the first look that saw it on the other side, and where the curve of
    // the searched piece is first on the other side (0 to 1 along the piece; 2: nowhere).
    EventLocator::Point low;
    bool has_low = false;
    double low_part = 2;
  };
  enum class Answer { shown, other_side, open };

  const Jet* look(std::size_t place) const { return looks_.data() + place * tracked_.size(); }
  void take(std::size_t place, const State& state);
  bool look_at(const WatchedStep& step, std::size_t place, double t);
  void prepare(const WatchedStep& step);
  double error_of_step(std::size_t c, const WatchedStep& step);
  double seen_error(std::size_t c, const Piece& piece, std::span<const std::size_t> inner,
                    std::span<const double> parts) const;
  void set_curve(std::size_t c, const Piece& piece, double error);
  void show_step(Task& task);
  void halve(Task& task, const Piece& piece, std::size_t place);
  bool winds(const Watched& w, const Piece& piece) const;
  bool is_found(Task& task, const Piece& piece, std::size_t place);
  bool look_for(Task& task, const Piece& piece, std::size_t place, double at);
  Task task_of(Watched& w, const WatchedStep& step);
  Bound range_at(Watched& w, std::size_t place);
  bool is_zero(const Task& task, std::size_t place);
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
  std::vector<int> unbounded_;
  FollowedChannels followed_;
  std::vector<Followed> tracked_;
  std::vector<Jet> looks_;                        // tracked quantities at each place
  std::vector<double> time_;                      // of each place
  const std::vector<int>* turning_ = nullptr;     // coordinates that are angles
  std::vector<std::pair<double, double>> turns_;  // these and their rates, at each place
  std::vector<Jet> past_;                         // at the beginning of the step before
  double past_time_ = 0;
  bool has_past_ = false, has_end_ = false, is_cut_ = false;
  bool prepared_ = false;  // prepare() has been called for this step
  std::vector<Curve> curves_, step_curves_;
  std::vector<double> sixth_;   // bound of |x''''''|/720 in the step before
  std::vector<Series> ranges_;  // of the slots
  std::vector<double> slots_;
  std::optional<Unseen> found_;
};

class EventWatch : private EventFunctions {
 public:
  // deck: null where the deck has no events.
  EventWatch(DynamicSite& site, Integration& integration, const Layout& layout, DeckEvents* deck,
             ContactRun& contacts);

  // A source and the number of one of its functions.
  struct Place {
    EventSource& source;
    int k;
  };
  Place place_of(int function) const;
  bool any() const { return count() > 0; }
  bool is_of_deck(int function) const { return function < deck_count(); }
  const std::string& label(int function) const {
    const Place place = place_of(function);
    return place.source.label(place.k);
  }

  // Functions that return bool return false after an error.
  // begin(): at the start of the run.
  bool begin();
  // Looks for events within an accepted step.
  StepStatus scan();
  bool has_hits() const { return !locator_.hits().empty(); }
  std::span<const EventHit> hits() const { return locator_.hits(); }
  // Time of the first event found [s].
  double time() const { return locator_.hits().front().t; }
  // Whether the status of scan() has been reported as an error.
  bool has_explained() const { return explained_; }
  // Restarts the search after the integrator has gone over to other unknowns.
  bool follow_unknowns();
  // Restarts the search behind events at time t. strikers: events with impacts; same_motion: no
  // velocity and no class has changed.
  bool go_on(double t, const std::vector<int>& strikers, bool same_motion);

  // The values g of all functions at the state of y, placed and with accelerations, which becomes
  // state().
  bool find(double t, ConstVector y, std::vector<double>& g);
  // The state that was asked for last; the search for the next state starts from it, and so does
  // look(): what an event has fixed keeps its present place.
  const State& state() const { return state_; }
  void set_state(const State& state) { state_ = seen_ = state; }

  // Impacts of the deck that are not among the events found at time t and yet happen then, but for
  // rounding: their functions, with values g, come to zero. The locator takes them as found. The
  // dynamics are those of another state afterwards.
  std::vector<EventHit> impacts_beside(std::span<const EventHit> found, double t,
                                       const std::vector<double>& g);

  // Lines of the audit: which functions have not been shown to keep their signs between looks.
  std::string describe_unshown() const;
  // Largest size of the function of an event in the last step.
  double range(int index) const { return locator_.range(index); }
  // Signs of the functions of the deck's events; 0 where the value may be rounding.
  std::vector<int> sides(const std::vector<double>& g) const;
  // sides(g), but each function that has been passed is on the side behind its zero.
  std::vector<int> sides_behind(const std::vector<EventHit>& passed,
                                const std::vector<double>& g) const;
  // The deck's events that happen at time t because a jump has taken their functions from side
  // `before` to side `after`.
  std::vector<EventHit> made_happen(const std::vector<int>& before, const std::vector<int>& after,
                                    double t) const;

 private:
  int deck_count() const { return deck_ ? deck_->count() : 0; }
  // For the locator; foretelling is for decks without contacts: some of their functions are no
  // functions of channels.
  int count() const override { return count_; }
  EvalStatus evaluate(double t, ConstVector y, Vector g) override;
  EventReads reads(int i) const override;
  double at_time(int i, double t) override { return deck_->list().evaluate_at_time(i, t); }
  bool can_foretell() const override { return deck_ && !contacts_.any(); }
  void rounding(Vector out) override;
  void keep(double t) override;
  void foretell(double t, Vector g) override { deck_->list().foretell(t, g); }
  void note(int point) override;

  std::vector<Crossing> directions() const;
  const State* look(double t);
  bool fill_channels(double t, Vector channels);
  bool are_there(const EvalStatus& status, double t);
  bool report_no_value(const EvalStatus& status, double t);
  void expect_bounces(const std::vector<int>& strikers, double t, ConstVector y);
  EvalStatus seek_between_looks();
  EvalStatus seek(StepWatch& watch, const Stretch& stretch);
  void end_step_at_known_time(double t);
  bool restart(double t, ConstVector y);

  DynamicSite& site_;
  Integration& integration_;
  DeckEvents* deck_;
  ContactRun& contacts_;
  std::vector<EventSource*> sources_;  // in the order of their functions
  std::vector<int> counts_;            // of their functions
  int count_ = 0;
  std::unique_ptr<StepWatch> gaps_;
  ConditionWatch conditions_;
  std::unique_ptr<StepWatch> sampled_;
  std::vector<StepWatch*> watches_;  // those that have anything to search
  State state_;
  State seen_;                                  // of look()
  std::vector<double> y_;                       // of look()
  std::function<const State*(double t)> look_;  // look()
  bool steps_ = false;  // a step has just been accepted, and nothing has been evaluated since
  EventLocator locator_;
  std::vector<double> largest_;  // |g| of the deck's events so far
  bool explained_ = false;
};

}  // namespace mbs
