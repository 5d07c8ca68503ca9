// The judge of a dynamic run: it collects the errors that rows and jumps show, and makes the
// verdict and the audit at the end of the report.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "observe/observer.h"
#include "run/dynamic/chain_check.h"
#include "run/dynamic/finer_run.h"
#include "run/dynamic/form_check.h"
#include "run/dynamic/given_audit.h"
#include "run/dynamic/row_audit.h"
#include "run/dynamic/stiff_muscle.h"
#include "run/frame/echo.h"
#include "run/motion/integration.h"
#include "run/motion/push_watch.h"

namespace mbs {

class DynamicJudge {
 public:
  // chain: compares a chain with its matrix at every row; null: nothing is compared.
  DynamicJudge(const DynamicSite& site, const Integration& integration, const Observer& observer,
               PathAudit& path, ChainCheck* chain)
      : site_(site),
        integration_(integration),
        observer_(observer),
        path_(path),
        chain_(chain),
        pushes_(site.plan, site.model, site.phase),
        rows_(site.model),
        given_(site.model, site.phase) {
    if (site.settings.cross_check && !chain && !site.model.choice)
      forms_.emplace(site.model, site.settings.options, site.may_choose);
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
  void judge_run(bool events, Outcome& outcome);
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
  std::optional<Evidence> ask_finer_run(Outcome& outcome);
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
  std::optional<FinerMotion> finer_;      // of methods with a finer run
  ResidualAudit::Largest largest_rates_;  // of the rows so far
};

}  // namespace mbs
