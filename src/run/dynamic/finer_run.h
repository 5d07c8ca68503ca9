// Judges a run with fixed steps, which has no tolerance, by a second run with half the step, and
// one with coarse tolerances by a second run with smaller ones.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "model/state.h"
#include "run/frame/run.h"

namespace mbs {

// Whether a run by this method is compared with a finer one: fixed steps have no tolerance, and a
// coarse relative tolerance promises less than a verdict does.
bool has_finer_run(const IntegratorSettings& method);

// The figures of the same run with half the step, or with a hundredth of coarse tolerances. Empty
// if this run is a rerun itself, or if the rerun failed. A rerun that would take long is not made
// where steps are fixed, and ends early where they are not, unless settings are strict. work: steps
// times coordinates.
std::optional<Evidence> finer_evidence(const Plan& plan, const Built& built,
                                       const RunSettings& settings,
                                       const IntegratorSettings& method, double work);

// The motion of a run, as its rows show it, compared with that of a finer run. A method that has
// passed over a force finds its energies in balance all the same; the other run passes over another
// part of it.
class FinerMotion {
 public:
  // method: of this run. Velocities by implicit methods have vibrations that they leave out.
  FinerMotion(const Model& model, const IntegratorSettings& method, long long rows);

  void note(const State& state);
  // Adds the largest difference as a figure if it is bad. widths: range of each coordinate over the
  // run; length: size of the mechanism [m].
  void add_figure(const ShownMotion& finer, const std::vector<double>& widths, double length,
                  std::vector<Figure>& figures) const;
  ShownMotion& shown() { return shown_; }

 private:
  struct Worst {
    double part = 0;
    std::size_t row = 0;
  };
  static Worst look(const std::vector<double>& own, const std::vector<double>& finer,
                    std::size_t columns, std::size_t column, double size);

  const Model& model_;
  bool is_fixed_, stiff_;
  long long every_, next_ = 0;  // rows: one of every_ is kept
  std::vector<double> times_;
  ShownMotion shown_;
};

}  // namespace mbs
