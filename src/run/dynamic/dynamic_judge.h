// The judge of a dynamic run: it collects the errors that rows and jumps show, and makes the
// verdict and the audit at the end of the report.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "observe/observer.h"
#include "run/dynamic/chain_check.h"
#include "run/dynamic/form_check.h"
#include "run/dynamic/row_audit.h"
#include "run/dynamic/stiff_muscle.h"
#include "run/frame/echo.h"
#include "run/motion/integration.h"
#include "run/motion/push_watch.h"

namespace mbs {

class DynamicJudge {
 public:
  // chain: of a chain that is compared with its matrix at every row; null: none.
  DynamicJudge(const DynamicSite& site, const Integration& integration, const Observer& observer,
               PathAudit& path, ChainCheck* chain)
      : site_(site),
        integration_(integration),
        observer_(observer),
        path_(path),
        chain_(chain),
        pushes_(site.plan, site.model, site.phase),
        rows_(site.model) {
    if (site.settings.cross_check && !chain && !site.model.choice)
      forms_.emplace(site.model, site.settings.options, site.may_choose);
  }

  // The present state is a row, with these channels.
  void note_row(ConstVector values);
  // A contact of the row pulls, or rubs with more than its bound, by this much [N]; scale: the
  // largest force there.
  void note_wrong_force(double wrong, double scale, const std::string& label);
  // Velocities or accelerations may have jumped since the last row.
  void interrupt_rows() { rows_.interrupt(); }
  // The last step counts up to `limit`.
  void note_step(Integration& integration, double limit) {
    pushes_.step(integration, site_, limit);
    note_speed(integration, limit);
  }
  // Velocities have jumped; kinetic_before [J] is the energy before.
  void note_jump(double kinetic_before);
  // Classes have changed at time t.
  void follow(double t) {
    if (chain_) chain_->follow(site_.phase, t);
  }

  // Evidence, verdict and audit of the run. events: deck or contacts could make it jump.
  void judge_run(bool events, Outcome& outcome);
  // False, with an error, where a threshold of the options is passed.
  bool within_limits() const;

  // '#' lines. iterations: Newton's, to assemble.
  std::string describe_end(const Outcome& outcome, const std::string& impulses) const;
  std::string describe_counts(int iterations) const;

 private:
  void note_held();
  void note_choice(double rcond);
  bool has_choice() const { return site_.model.choice || chain_; }
  void note_speed(Integration& integration, double limit);
  void find_energy_between();
  double energy_scale() const { return std::max(observer_.energy_scale(), energy_between_); }
  void add_smallness(Evidence& out) const;
  Evidence evidence(bool events) const;
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
  // The fastest state at the end of a step, give or take a factor of 2 of its square; the energy of
  // it that was found at the end of the run.
  std::optional<State> fastest_;
  double fastest_square_ = 0, energy_between_ = 0;
  double wrong_force_ = 0, force_scale_ = 0;
  std::string wrong_contact_;
  // Of the coordinates: those of the rows so far, and of the fastest states beside them.
  struct Extent {
    std::vector<double> low, high;
    void note(const std::vector<double>& x);
    double width(int i) const { return low.empty() ? 0 : high[i] - low[i]; }
  };
  Extent rows_extent_, extent_;
  ResidualAudit::Largest largest_rates_;  // of the rows so far
};

}  // namespace mbs
