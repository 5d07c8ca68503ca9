// How far a run has come, for whoever waits for it. What is shown, and where, is for the caller to
// say; runs only note their time.
#pragma once

#include <chrono>
#include <functional>

namespace mbs {

class Progress {
 public:
  struct Now {
    double t = 0, end = 0;  // of the run
    double rate = 0;        // time of the run in a second, since it began
    double seconds = 0;     // left at this rate; 0 where it is not known
  };
  using Show = std::function<void(const Now&)>;
  using Clock = std::chrono::steady_clock;

  // Nothing is shown before `patience` seconds, and then every `interval` seconds at most.
  explicit Progress(Show show, double patience = 2, double interval = 0.5,
                    Clock::time_point begun = Clock::now());

  // A run, or another one of the same deck, is to go from `start` to `end`.
  void begin(double start, double end);
  // It has come to t. Cheap enough for every step: the clock is read now and then.
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
