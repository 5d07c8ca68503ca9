// What searches a step for crossings between the looks of the event locator, or shows that there
// are none: gaps of contacts (gap_watch.cpp), conditions with bounds (ConditionWatch) and
// without (sampled_watch.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "integrate/events.h"
#include "model/state.h"

namespace mbs {

struct DynamicSite;
class EventList;
struct ContactSet;
struct Layout;
struct Plan;

// Limits of the search, which halves a step to show that nothing happens between its looks.
namespace watch {

// A piece shorter than this part of the step is not halved any more.
inline constexpr double kShortestPiece = 1e-9;
// Halvings per step that a function may take on average; the average counts kInAdvance steps more.
inline constexpr long long kMostPieces = 64, kInAdvance = 64;
// The error of an interpolation is taken as kMargin times the error seen at the looks.
inline constexpr double kMargin = 2;
// Between two neighbouring looks the error is taken as this part of the error over the step:
// (1/5)^6 with a margin of 100.
inline constexpr double kBetweenLooks = 0.0064;
// The inner looks that a step is judged by, and their parts of the step.
inline constexpr std::array<std::size_t, 4> kInner{2, 3, 4, 5};
inline constexpr std::array<double, 4> kPart{0.2, 0.4, 0.6, 0.8};
// A piece in which a body turns by more than kMostTurn [rad] is halved before it is searched.
inline constexpr double kMostTurn = 0.75;

}  // namespace watch

// How far one function has been shown to keep its sign.
struct Proof {
  long long pieces = 0, steps = 0, unshown = 0;
  double longest = 0;    // of the pieces not shown [s]
  bool sampled = false;  // it took too many pieces, and is only looked at

  bool is_spent() const { return pieces > watch::kMostPieces * (steps + watch::kInAdvance); }
  void give_up(double length);
  // A line of the audit; empty where all has been shown.
  std::string describe(std::string_view label, std::string_view second) const;
};

// The last step, `from` to `to`, cut off at `limit`, the time of the first hit.
struct WatchedStep {
  double from = 0, to = 0, limit = 0;
  const EventLocator& locator;
  // Looks at a time inside the step; null where the mechanism has no state there.
  const std::function<const State*(double t)>& look;

  double length() const { return to - from; }
  bool is_before_limit(double t) const { return (limit - t) * length() > 0; }
  // Whether one of the functions `first`, `first` + 1, ... has a hit at the limit.
  bool hits(int first, int count) const;
};

// A crossing between looks: the function is on the other side of zero at `t`, and not yet (or no
// more) at `before`.
struct Unseen {
  int function = 0;  // of the locator
  double before = 0, value_before = 0, t = 0, value = 0;
  // At the end of the step, where the function may have come back; else 0.
  double value_at_end = 0;
};

class StepWatch {
 public:
  virtual ~StepWatch() = default;
  // Whether there is anything to search.
  virtual bool any() const = 0;
  // note(): the state of a look is point `point` of a step, whose last point is kLast.
  // begin_step(): the end of a step becomes the beginning of the next.
  static constexpr int kPoints = 8, kLast = kPoints - 1;
  virtual void note(int point, const State& state) = 0;
  virtual void begin_step() = 0;
  // Behind a jump: what is known of earlier steps says nothing about the next one.
  virtual void forget() {}
  // The first crossing found. The search starts at function number `start` of this watch, which
  // becomes the number of the function found.
  virtual std::optional<Unseen> seek(const WatchedStep& step, std::size_t& start) = 0;
  // Lines of the audit: what could not be shown; may be empty. `second`: the deck's unit of time.
  virtual std::string describe(std::string_view /*second*/) const { return {}; }
};

// first: the number of the first function of a contact, two for each gap of the set.
std::unique_ptr<StepWatch> make_gap_watch(const DynamicSite& site, const ContactSet& set, int first,
                                          const Layout& layout);

// Fills the channels that the deck's events read, at a time within the last step; false where the
// mechanism has no state there.
using ChannelsAt = std::function<bool(double t, Vector channels)>;
// events: null where the deck has none. which: the events that nothing else bounds.
std::unique_ptr<StepWatch> make_sampled_watch(const Plan& plan, EventList* events,
                                              std::span<const int> which, const Layout& layout,
                                              ChannelsAt channels_at);

}  // namespace mbs
