// Judges a run with fixed steps, which has no tolerance, by a second run with half the step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "model/state.h"
#include "run/frame/run.h"

namespace mbs {

// The figures of the same run with step h / 2. Empty if this run is a rerun itself, if the rerun
// would take long and settings are not strict, or if the rerun failed. work: steps times
// coordinates.
std::optional<Evidence> half_step_evidence(const Plan& plan, const Built& built,
                                           const RunSettings& settings, double h, double work);

// The motion of a run with fixed steps, as its rows show it, compared with that of a run with half
// the step. A method that has passed over a force finds its energies in balance all the same; the
// other run passes over another part of it.
class HalfStepMotion {
 public:
  // stiff: implicit methods, whose velocities have vibrations that they leave out.
  HalfStepMotion(const Model& model, bool stiff, long long rows);

  void note(const State& state);
  // Adds the largest difference as a figure if it is bad. widths: range of each coordinate over the
  // run; length: size of the mechanism [m].
  void add_figure(const ShownMotion& half, const std::vector<double>& widths, double length,
                  std::vector<Figure>& figures) const;
  ShownMotion& shown() { return shown_; }

 private:
  struct Worst {
    double part = 0;
    std::size_t row = 0;
  };
  static Worst look(const std::vector<double>& own, const std::vector<double>& half,
                    std::size_t columns, std::size_t column, double size);

  const Model& model_;
  bool stiff_;
  long long every_, next_ = 0;  // rows: one of every_ is kept
  std::vector<double> times_;
  ShownMotion shown_;
};

}  // namespace mbs
