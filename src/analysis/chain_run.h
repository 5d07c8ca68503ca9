// A chain solved in its own variables: any square choice of known and unknown ones, equations added
// by the deck, constraints let go at a time (Casius 2004; docs/chains.md). Known accelerations
// prescribe the motion; all of it is integrated.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/echo.h"
#include "analysis/measure_run.h"
#include "analysis/path_audit.h"
#include "analysis/run.h"
#include "integrate/integrator.h"
#include "laws/chain_inputs.h"
#include "observe/chain_values.h"
#include "observe/names.h"
#include "solve/chain_system.h"

namespace mbs {

// The channels of such a run.
Layout chain_layout(const Tables& tables, const Model& model);

class ChainRun {
 public:
  ChainRun(const Tables& tables, const Built& built, const RunSettings& settings,
           Diagnostics& diagnostics);

  Outcome run(const Outputs& outputs);

  // y: angles, base, their rates, states of the deck, the work of each constraint's moment, all
  // work.
  EvalStatus rhs(double t, ConstVector y, Vector ydot);
  EvalStatus project(double t, Vector y);
  int pairs() const { return static_cast<int>(state_.q.size()); }
  int quadratures() const { return static_cast<int>(chain_.constraints.size()) + 1; }

 private:
  // Something that happens at a time: a release, or the switch to forward dynamics.
  struct Change {
    double t = 0;
    const ChainRelease* release = nullptr;  // null: FORWARD
  };

  void read_choice();
  bool begin_states();
  std::size_t states_at() const { return 2 * state_.q.size(); }
  void make_systems();
  bool counts_agree();
  bool make_consistent();
  void set_inputs(const ChainState& state);
  bool solve(const ChainState& state);
  void unpack(double t, ConstVector y);
  void report_singular(double t);
  bool prepare_integrator();
  bool report_rows(RunOutput& out);
  bool rows_until(double limit, RunOutput& out, const Interrupt& interrupt);
  bool row(double t, ConstVector works, RunOutput& out);
  bool place(double t, ConstVector y);
  Totals observe(ConstVector works, Vector values);
  class StepSource;
  void measure(double limit);
  bool end_early();
  long long steps_done() const {
    return earlier_.accepted + (integrator_ ? integrator_->stats().accepted : 0);
  }
  bool meet_change(const Change& change, RunOutput& out);
  void release(const ChainRelease& release);
  void go_forward();
  void integration_failed(const StepStatus& status);
  Outcome failed();
  int column(ChainVariable v, int i = 0) const;
  std::string names(bool unknown) const;
  std::string describe_start() const;
  Evidence evidence() const;
  std::string describe_end(const Outcome& outcome) const;
  std::string describe_counts() const;

  const Tables& tables_;
  const Chain& chain_;
  const Built& built_;
  const RunSettings& settings_;
  Diagnostics& diagnostics_;
  int n_;
  std::vector<ChainSegment> segments_;
  ChainState state_;
  ChainInputs inputs_;
  std::size_t rates_first_ = 0;  // of the inputs
  std::vector<double> z_, zd_;   // states of the deck
  ChainEquations equations_;
  std::vector<char> unknown_, active_;
  std::vector<char> movable_;  // by the projection: what has an unknown acceleration
  std::vector<double> value_;  // of the known variables
  std::vector<double> variables_, others_;
  std::vector<int> hold_column_;
  std::unique_ptr<ChainSystem> system_, other_;  // other_: --cross-check
  std::unique_ptr<ChainProjection> projection_;
  ChainValues values_;
  std::unique_ptr<Integrator> integrator_;
  IntegratorStats earlier_;
  std::unique_ptr<MeasureRun> measures_;  // null without measures
  std::vector<Change> changes_;
  Layout layout_;
  int totals_first_ = 0;
  std::optional<OutChannels> outs_;
  DynamicAudit audit_;
  PathAudit path_;
  ChainProjection::Gap gap_;
  double moved_q_ = 0, moved_qd_ = 0, rcond_start_ = 0, smallest_rcond_ = 1, rcond_time_ = 0;
  double difference_ = 0, start_energy_ = 0, energy_scale_ = 0, momentum_gap_ = 0,
         velocity_slope_ = 0, position_slope_ = 0;
  long long unsolved_ = 0;  // --cross-check: report times without a solution
  double unsolved_at_ = 0;
  bool singular_ = false, not_finite_ = false;
  ExitStatus status_ = ExitStatus::done;
};

}  // namespace mbs
