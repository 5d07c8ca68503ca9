// The equilibria of STATIC at the report times: what is driven, and loads that follow the time,
// carry the mechanism slowly from one to the next.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assembly/range.h"
#include "model/built.h"
#include "plan/times.h"
#include "run/rest/find_equilibrium.h"
#include "solve/place/arc_watch.h"

namespace mbs {

// Whether anything that an equilibrium depends on has another value at another report time: a
// prescribed motion, or a force that reads the time.
bool changes_with_time(const Built& built, const TimeGrid& times);

// Warns that only the equilibrium of the first time is shown, although something changes later.
void warn_of_first_time_only(const TimeGrid& times, std::string expected, Diagnostics& diagnostics);

// Follows an equilibrium from one time to a later one. Where no equilibrium is found, or the way to
// it leads downhill, the time is parted in halves.
class EquilibriumFollower {
 public:
  // All must outlive the object. status: of the equilibrium from which the way begins.
  EquilibriumFollower(const Plan& plan, const Built& built, Dynamics& dynamics,
                      EquilibriumStatus status, Diagnostics& diagnostics);

  // Moves an equilibrium to the time t. False, with an error, where there is none; the state is
  // then the last equilibrium found.
  bool follow(double t, State& state);
  // The same for a sample between two rows, without a word. t may be the state's own time: then the
  // dynamics are those of the state again.
  bool reach(double t, State& state);

  const EquilibriumStatus& status() const { return status_; }
  // Warns of elements near the end of their range, and of the first time, if any, at which the
  // equilibrium followed ends or becomes unstable, so that the mechanism falls to another one.
  void warn() const;

 private:
  struct Way {
    EquilibriumStatus status;  // of the last trial
    int falls = 0;
    double first_fall = 0, failed_at = 0;
  };
  bool go(double t, State& state, Way& way);
  struct Bend {
    double length = 0, aside = 0;
  };
  Bend bend(const State& from, const State& by, const State& to) const;
  bool jumps(const State& from, State& next, const EquilibriumSettings& settings,
             EquilibriumStatus& status);
  double longest_way(const State& state);
  double turn_of_drives(double from, double to) const;

  const Plan& plan_;
  const Built& built_;
  Dynamics& dynamics_;
  EquilibriumSettings settings_;
  EquilibriumStatus status_;
  Diagnostics& diagnostics_;
  RangeWatch ranges_;
  ArcWatch arcs_;
  std::vector<char> is_angle_;
  std::vector<const Motion*> driven_angles_;
  std::optional<Evaluation> here_;  // where ways that close are counted
  std::vector<double> round_rates_, round_periods_;
  double shortest_ = 0;  // way from one equilibrium to the next
  int falls_ = 0;
  double first_fall_ = 0;
};

// The figures of the equilibria shown: of each check the worst one.
class EquilibriaShown {
 public:
  void add(const EquilibriumStatus& status, double t, const Evidence& evidence);
  const std::vector<Figure>& worst() const { return worst_; }
  // One line for the audit. last: the equilibrium of the last row.
  std::string describe(const EquilibriumStatus& last) const;

 private:
  std::vector<Figure> worst_;
  int count_ = 0, unstable_ = 0;
  double first_unstable_ = 0, largest_imbalance_ = 0;
};

}  // namespace mbs
