// The judge of a dynamic run: it collects the errors that rows and jumps show, and makes the
// verdict and the audit at the end of the report.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/options.h"
#include "base/threads.h"
#include "laws/motion.h"
#include "model/model.h"
#include "model/phase.h"
#include "model/state.h"
#include "observe/observer.h"
#include "run/dynamic/chain_check.h"
#include "run/frame/cross_check.h"
#include "run/frame/echo.h"
#include "run/frame/run.h"
#include "run/frame/si_sizes.h"
#include "run/frame/verdict.h"
#include "run/motion/integration.h"
#include "run/motion/push_watch.h"
#include "solve/forces/dynamics.h"

namespace mbs {

// Checks the rows of a run against each other: the change of v should be the integral of a, and the
// change of x the integral of v, by Simpson's rule through five rows. Simpson's rule over every
// other row estimates the error of the rule. The check uses only numbers of the rows. It compares
// five rows only if the method took fewer than five steps between the first and the last of them:
// such long steps may pass over something that the rows show.
class RowAudit {
 public:
  explicit RowAudit(const Model& model);

  // Takes a row. steps: accepted so far. smooth: false where stiff parts make the accelerations
  // noisy (implicit methods).
  void note(const State& state, long long steps, bool smooth);
  // Velocities, accelerations or their rates may have jumped since the last row.
  void interrupt() { count_ = 0; }

  // Adds the largest gap as a figure if it is bad; abs [m, s, rad], rel: tolerances of the
  // integration.
  void add_figure(double abs, double rel, const SiSizes& one, std::vector<Figure>& figures) const;
  // "rows compared 12, too far apart 3\n"
  std::string describe() const;

 private:
  static constexpr std::size_t kRows = 5;
  struct Row {
    double t = 0;
    long long steps = 0;
    std::vector<double> x, v, a;
  };
  struct Gap {
    double gap = 0, t = 0;
  };
  void compare(bool smooth);

  const Model& model_;
  std::array<Row, kRows> rows_;  // the latest at (first_ + count_ - 1) mod kRows
  std::size_t first_ = 0, count_ = 0;
  std::vector<Gap> of_x_, of_v_;                     // nx: the largest gap of each coordinate
  std::array<double, 2> largest_x_{}, largest_v_{};  // [0] lengths, [1] angles
  std::vector<char> turns_;
  double length_ = 0;  // of five rows [s]
  long long compared_ = 0, apart_ = 0;
};

// --cross-check of a dynamic run without a choice of knowns. Each row is solved twice: by transfer
// functions (the reduced form), and by the two lines as one system for all unknowns
// (solve/forces/balance.h). Contacts that are closed, slide or stick take part. Both ways share the
// evaluation of elements and loads, but no equation of motion.
class FormCheck {
 public:
  FormCheck(const Model& model, const Options& options, bool may_choose);
  FormCheck(const FormCheck&) = delete;
  FormCheck& operator=(const FormCheck&) = delete;

  // Solves a row both ways; state: of the row, in the present phase.
  void note(const State& state, const Phase& phase);
  // At the end of the run: the largest relative difference (over the largest force, moment or
  // acceleration of the row), and the number of rows where one way had no solution.
  std::string describe() const;
  CrossCheck result() const {
    return {.difference = difference_, .unsolved = unsolved_, .unsolved_at = unsolved_at_};
  }

 private:
  struct Side {
    Phase phase;
    std::unique_ptr<Dynamics> dynamics;
    State state;
  };
  void follow(const State& state, const Phase& phase);
  bool solve(Side& side, const State& state);
  double difference() const;

  const Model& model_;
  Model model_of_balance_;  // with an empty choice, so that Balance is used
  Options options_;         // they allow only the reduced form
  bool may_choose_;
  std::vector<char> turns_;  // ne: the deformation is an angle
  Side reduced_, balance_;
  double difference_ = 0, worst_at_ = 0;
  long long rows_ = 0, unsolved_ = 0;
  double unsolved_at_ = 0;
};

// Judges a run with fixed steps, which has no tolerance, by a second run with half the step, and
// one with coarse tolerances by a second run with smaller ones.

// Whether a run by this method is compared with a finer one: fixed steps have no tolerance, and a
// coarse relative tolerance promises less than a verdict does.
bool has_finer_run(const IntegratorSettings& method);

// Whether fixed steps with so much work (steps times coordinates) have no finer run.
bool is_too_long_for_finer_run(double work, const RunSettings& settings);

// The figures of the same run with half the step, or with a hundredth of coarse tolerances. Empty
// if this run is a rerun itself, or if the rerun failed. A rerun that would take long is not made
// where steps are fixed, and ends early where they are not, unless settings are strict. parts: into
// which fixed steps are cut. work: steps times coordinates.
std::optional<Evidence> finer_evidence(const Plan& plan, const Built& built,
                                       const RunSettings& settings,
                                       const IntegratorSettings& method, double work, int parts = 2,
                                       const std::atomic<bool>* unwanted = nullptr);

// The run with half the step beside the run that it judges, in a second thread: what it finds does
// not depend on the time it takes. It is not made where steps are not fixed, the run is one of
// several in this process, or there is no second core; where it takes so little time that a thread
// costs more; and where it would not be made later, either.
class FinerRunBeside {
 public:
  // Null where it is not made. What is given must outlive it.
  static std::unique_ptr<FinerRunBeside> begin(const Plan& plan, const Built& built,
                                               const RunSettings& settings,
                                               const IntegratorSettings& method);
  // Ends the run if it still goes on.
  ~FinerRunBeside() { unwanted_ = true; }
  // Waits for its end.
  std::optional<Evidence> take();

 private:
  FinerRunBeside(const Plan& plan, const Built& built, const RunSettings& settings,
                 const IntegratorSettings& method, double work);

  std::atomic<bool> unwanted_ = false;
  std::optional<Evidence> found_;
  Threads thread_;  // joined before what it writes is gone
};

// The motion of a run, as its rows show it, compared with that of a finer run. A method that has
// passed over a force finds its energies in balance all the same; the other run passes over another
// part of it.
class FinerMotion {
 public:
  // method: of this run. Velocities by implicit methods have vibrations that they leave out.
  FinerMotion(const Model& model, const IntegratorSettings& method, long long rows);

  void note(const State& state);
  // Fixed steps: into how many parts the finer run has cut them, and the order in which errors fall
  // with them.
  void compare_with(int parts, double order) { parts_ = parts, order_ = order; }
  // Adds the largest error as a figure if it is bad: the largest difference, and with fixed steps
  // the error that the finer run has, too. widths: range of each coordinate over the run; length:
  // size of the mechanism [m].
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
  int parts_ = 2;
  double order_ = 2;
  long long every_, next_ = 0;  // rows: one of every_ is kept
  std::vector<double> times_;
  ShownMotion shown_;
};

// Compares what the deck prescribes with the states of a run, by a look of its own at the motions
// of the deck: positions, lengths and angles that are prescribed, and known accelerations. It looks
// at every row, and between two rows at the end of a step.
class GivenAudit {
 public:
  GivenAudit(const Model& model, const Phase& phase, const SiSizes& one)
      : model_(model),
        phase_(phase),
        one_(one),
        slots_(phase.parameters.size()),
        law_slots_(phase.parameters.size(), model.forces.inputs.count()) {}

  // Takes a row.
  void note_row(const State& state);
  // Takes the end of a step. Only the first one behind a row counts.
  void note_step(const State& state);

  // Adds the largest difference as a figure if it is bad.
  void add_figure(std::vector<Figure>& figures) const;

 private:
  struct Given {
    double value, rate;
    // In metres, seconds and radians, that differences are compared with: of both, and 1 where they
    // are small.
    double size;
  };
  void look(const State& state);
  Given given_at(int motion, double t, bool angle);
  void compare_accelerations(const State& state);
  // name: makes the name that a message needs.
  template <class Name>
  void note(double wrong, double size, double t, Name name);

  const Model& model_;
  const Phase& phase_;
  SiSizes one_;
  MotionSlots slots_;
  Slots law_slots_;  // inputs of expressions
  bool is_behind_row_ = false;
  Figure worst_{Check::given};
};

// Finds muscles that make an explicit method take far more steps than the motion needs. A fibre
// that is hardly active follows its tendon within microseconds (docs/muscles.md, "Which method").
class StiffMuscle {
 public:
  // state: reached by a step of length `step` [s].
  void note(const Model& model, const State& state, double step);
  // Names the stiffest muscle if an explicit method has taken very many steps because of it.
  void warn(const Model& model, std::string_view method, long long steps,
            Diagnostics& diagnostics) const;

 private:
  int muscle_ = -1;  // the fastest muscle that has bounded a step
  double rate_ = 0;  // decay rate of its strain [1/s]
  double at_ = 0;    // time of rate_ [s]
};

class DynamicJudge {
 public:
  // chain: compares a chain with its matrix at every row; null: nothing is compared.
  DynamicJudge(const DynamicSite& site, const Integration& integration, const Observer& observer,
               PathAudit& path, ChainCheck* chain);

  // The run is about to begin: the run with half the step may begin beside it.
  void begin_finer_run() {
    beside_ = FinerRunBeside::begin(site_.plan, site_.built, site_.settings, integration_.method());
  }
  // Takes the present state as a row; values: the channels of the row.
  void note_row(ConstVector values);
  // A contact of the row pulls, or its friction exceeds the bound, by `wrong` [N]; scale: the
  // largest force of the row.
  void note_wrong_force(double wrong, double scale, const std::string& label);
  // Velocities or accelerations may have jumped since the last row.
  void interrupt_rows() { rows_.interrupt(); }
  // Takes the last step, which is used up to the time `limit`.
  void note_step(Integration& integration, double limit) {
    pushes_.step(integration, site_, limit);
    if (limit == integration.t())
      if (const State* const end = integration.system().at_step_end(limit)) note_step_end(*end);
  }
  // Velocities have jumped; kinetic_before [J] is the energy before, `lifted` [J] what impulse
  // contacts give by their own law.
  void note_jump(double kinetic_before, double lifted);
  // Classes have changed at time t.
  void follow(double t) {
    if (chain_) chain_->follow(site_.phase, t);
  }

  // Evidence, verdict and audit of the run. events: events or contacts can make the state jump.
  void judge_run(bool events, bool leaps, Outcome& outcome);
  // Reports an error and returns false if the run exceeds a threshold of the options.
  bool within_limits() const;

  // '#' lines. iterations: Newton iterations of the assembly.
  std::string describe_end(const Outcome& outcome, const std::string& impulses) const;
  std::string describe_counts(int iterations) const;

 private:
  void note_held();
  void note_choice(double rcond);
  bool has_choice() const { return site_.model.choice || chain_; }
  void note_step_end(const State& state);
  void find_energy_between();
  double energy_scale() const { return std::max(observer_.energy_scale(), energy_between_); }
  void add_smallness(Evidence& out) const;
  Evidence evidence(bool events) const;
  std::optional<Evidence> ask_finer_run(bool leaps, Outcome& outcome);
  std::string describe_loss() const;

  const DynamicSite& site_;
  const Integration& integration_;
  const Observer& observer_;
  PathAudit& path_;
  ChainCheck* chain_;
  double choice_rcond_ = 1, choice_rcond_time_ = 0;  // the smallest of the rows so far
  std::optional<FormCheck> forms_;                   // --cross-check without a matrix
  DynamicAudit audit_;
  StiffMuscle stiff_muscle_;
  PushWatch pushes_;
  SiSizes one_;
  RowAudit rows_;
  GivenAudit given_;
  // The fastest state at the end of a step (the square of its speed is within a factor of 2 of the
  // largest). Its energy is found at the end of the run.
  std::optional<State> fastest_;
  double fastest_square_ = 0, energy_between_ = 0;
  double wrong_force_ = 0, force_scale_ = 0;
  std::string wrong_contact_;
  // Ranges of the coordinates: rows_extent_ over the rows so far, extent_ over the rows and the
  // fastest states.
  struct Extent {
    std::vector<double> low, high;
    void note(const std::vector<double>& x);
    double width(int i) const { return low.empty() ? 0 : high[i] - low[i]; }
  };
  Extent rows_extent_, extent_;
  std::optional<FinerMotion> finer_;        // of methods with a finer run
  std::unique_ptr<FinerRunBeside> beside_;  // or null
  ResidualAudit::Largest largest_rates_;    // of the rows so far
};

}  // namespace mbs
