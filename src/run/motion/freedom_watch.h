// Degrees of freedom that the deck names end the run where they cease to determine the motion.
// Others take their place in front of that position (solve/place/placement.h), so that every method
// comes to it and over it. On which side of it the motion is, is looked at where steps end; the
// time is sought in the dense output of the step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/motion/integration.h"
#include "run/motion/second_run.h"
#include "solve/place/named_freedoms.h"

namespace mbs {

class FreedomWatch {
 public:
  FreedomWatch(DynamicSite& site, Integration& integration)
      : site_(site), integration_(integration), state_(site.state) {}

  // The integration begins, or goes on after an event.
  void begin();
  // After a step that counts up to `limit`: the time up to which the named degrees of freedom
  // determine the motion; none: all of the step.
  std::optional<double> find(double limit);
  // After a step has failed: the same time, where they are the reason; else none.
  std::optional<double> explain(const StepStatus& status);
  // Reports the error that names time and degrees of freedom.
  void report(double t);

 private:
  struct Look {
    double t = 0;
    long long by = -1;                 // the choice of others, see Placement::renewals()
    std::vector<double> determinants;  // empty: not known
  };
  Course course() { return {*site_.dynamics, integration_.system(), integration_.integrator()}; }
  Look look(const Course& course, double t);
  std::optional<double> change_within(const Course& course, const Look& from, const Look& to,
                                      int halvings);
  std::optional<double> bisect(const Course& course, Look from, Look to);
  std::optional<double> seek(const State& from, double until);

  DynamicSite& site_;
  Integration& integration_;
  std::optional<NamedFreedoms> named_;  // where the deck names them
  std::optional<Kinematics> others_;    // by the degrees of freedom of the last look
  const Dynamics* looked_at_ = nullptr;
  long long renewals_ = -1;
  Look last_;    // where the last step that counts ended
  State state_;  // of the last look
  std::vector<double> y_;
};

}  // namespace mbs
