// A choice of known and unknown variables determines the motion only as long as the determinant of
// its equations keeps its sign. Where it is zero the unknowns are no function of the state, and a
// step beyond would go on along any of several branches. The determinant is looked at where steps
// end, and within a step as often as its curve asks for.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "run/motion/integration.h"

namespace mbs {

class ChoiceWatch {
 public:
  ChoiceWatch(DynamicSite& site, Integration& integration)
      : site_(site),
        integration_(integration),
        has_rows_(site.model.choice && reads_rows(site.model)),
        state_(site.state),
        safe_(state_),
        present_(state_) {}

  // The integration begins, or goes on after an event.
  void begin();
  // After a step that counts up to `limit`: the time up to which the choice determines the motion,
  // which may lie a little before the singular position; none: the choice determines all of the
  // step.
  std::optional<double> find(double limit);
  // After a step has failed: the same time, where the choice is the reason; else none.
  std::optional<double> explain(const StepStatus& status);
  // Reports the error that names time and unknowns.
  void report(double t);

 private:
  // The determinant, scaled to 1 or -1 at the start.
  struct Look {
    double t = 0, value = 0;
    bool ok = false;
    double size = 0;  // |value|
  };
  // Parts of the largest determinant so far. kNear: the determinant is near zero. told(): so near
  // that a parabola foretells its zero. kSafe: far enough from zero for a second run to begin.
  // turns(): a determinant that came down to this part and turned back did so because of errors and
  // rounded numbers. A motion that turns there falls short of the singular position by half the
  // square of that part: by 2e-6 of its size, and by 1e-4 where rows of a table say what acts,
  // which are measured and tell nothing of what lies between them.
  static constexpr double kNear = 1.0 / 32, kSafe = 1.0 / 16;
  double told() const { return has_rows_ ? 1.0 / 32 : 1.0 / 64; }
  double turns() const { return has_rows_ ? 1.0 / 64 : 1.0 / 512; }
  static constexpr int kHalvings = 6;
  static constexpr long kFirstDoubt = 250;  // steps

  // A mechanism in motion.
  struct Course {
    Dynamics& dynamics;
    DynamicSystem& system;
    Integrator& integrator;
  };
  static bool reads_rows(const Model& model);
  bool watched() const { return site_.model.choice.has_value(); }
  Course course() { return {*site_.dynamics, integration_.system(), integration_.integrator()}; }
  Look look(const Course& course, double t);
  std::optional<double> change_within(const Course& course, const Look& from, const Look& to,
                                      int halvings);
  double bisect(const Course& course, Look from, Look to);
  bool stays_straight() const;
  void foretell(double t);
  bool turns_back() const;
  double lowest_time(const Course& course, double from, double to);
  bool is_doubtful(double h);
  std::optional<double> seek(const State& from, double until);

  DynamicSite& site_;
  Integration& integration_;
  bool has_rows_;  // laws or motions read tables
  State state_;    // of the last look
  State safe_;     // before the determinant came near zero
  State present_;  // at the end of the last step
  bool has_safe_ = false;
  std::vector<double> y_;
  std::array<Look, 3> looks_;  // at the ends of the last steps, the latest first
  double reference_ = 0;       // log2 of the determinant at the start
  double highest_ = 0;
  double foretold_ = 0, foretold_at_ = 0;  // when it will be zero, and when that was found
  bool is_foretold_ = false;
  double lowest_ = 0;              // smallest size since then
  std::vector<std::string> open_;  // unknowns, at the place that was found
  double longest_ = 0;             // step
  long steps_ = 0, next_doubt_ = kFirstDoubt;
};

}  // namespace mbs
