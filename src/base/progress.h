// Progress of a run, shown to a waiting user. The caller gives the function that shows it; runs
// only note their time.
#pragma once

#include <chrono>
#include <functional>

namespace mbs {

class Progress {
 public:
  struct Now {
    double t = 0, end = 0;  // of the run
    double rate = 0;        // time of the run per second of the clock, mean since the beginning
    double seconds = 0;     // left at this rate; 0: not known
  };
  using Show = std::function<void(const Now&)>;
  using Clock = std::chrono::steady_clock;

  // Nothing is shown before `patience` seconds, and then every `interval` seconds at most.
  explicit Progress(Show show, double patience = 2, double interval = 0.5,
                    Clock::time_point begun = Clock::now());

  // Begins a run from `start` to `end`; called again for another run of the same deck.
  void begin(double start, double end);
  // Notes that the run has reached t. Cheap enough for every step: the clock is not read each time.
  void note(double t);
  bool shown() const { return shown_; }

 private:
  void look(double t);

  Show show_;
  Clock::time_point run_begun_, next_, looked_;
  std::chrono::duration<double> interval_;
  double start_ = 0, end_ = 0;
  int calls_ = 0, due_ = 1;
  bool shown_ = false;
};

}  // namespace mbs
