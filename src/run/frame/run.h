// The settings and the outcome of every analysis.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/options.h"
#include "base/progress.h"
#include "integrate/integrator.h"
#include "model/built.h"
#include "plan/times.h"
#include "run/frame/cross_check.h"
#include "run/frame/happening.h"
#include "run/frame/measure_value.h"
#include "run/frame/run_output.h"
#include "run/frame/verdict.h"

namespace mbs {

struct Plan;

struct RunSettings {
  Options options;
  int digits = 0;    // of the report: figures, kSuitedDigits, or 0 for the digits of the dialect
  bool echo = true;  // the '#' lines before and after the tables
  bool check_only = false;
  // --cross-check: rows are solved in two ways.
  bool cross_check = false;
  double timeout = 0;  // seconds; 0 = none
  // Time limits count from this time.
  Interrupt::Clock::time_point begun = Interrupt::Clock::now();
  // --certify: the digits that every channel must have; 0: digits are only shown.
  std::optional<int> certify;
  // --strict: exit status 4 where the verdict is bad; fixed steps are judged however long it takes.
  bool strict = false;
  bool rerun = false;  // another run judges this one
  // Set by another thread that needs this run no longer; null: nobody does. Not owned.
  const std::atomic<bool>* unwanted = nullptr;
  // The run is one of a study over the deck's parameters: SWEEP lines are allowed.
  bool of_study = false;
  // Upper bound of abs and rel of the integration; 0: the values of the deck.
  double tightest = 0;
  // Shows the progress of the run; null: nobody waits. Not owned.
  Progress* progress = nullptr;
  void begin_progress(const TimeGrid& grid) const {
    if (progress) progress->begin(grid.start, grid.at(grid.count() - 1));
  }
  void note_progress(double t) const {
    if (progress) progress->note(t);
  }
};

// The digits of a channel that --certify confirms; none: it is zero, with no digits to speak of.
struct CertifiedChannel {
  std::string name;
  std::optional<int> digits;
};

struct Outcome {
  ExitStatus status = ExitStatus::done;
  std::string last_good_state = {};  // for stderr, after a failure
  Evidence evidence = {};
  Verdict verdict = {};
  std::string audit = {};  // --audit: the figures with all digits
  std::vector<MeasureValue> measures = {};
  std::vector<std::string> happened = {};        // events and contacts, in the order of time
  std::optional<CrossCheck> cross_check = {};    // of --cross-check
  Happening at_start = {};                       // contacts and friction at the start
  std::vector<ContactSum> struck = {};           // a sum for each contact that impacts have struck
  std::vector<CertifiedChannel> certified = {};  // of --certify, if it is completed
  IntegratorStats integrated = {};               // of a dynamic run: its steps
  std::optional<double> t_end = {};  // time of the last state; none before a motion has begun
  bool ended_early() const {
    return status == ExitStatus::solution_failed || status == ExitStatus::interrupted;
  }
};

// Drivers and guides prescribe every degree of freedom (Flores 2010 chapter 3).
Outcome run_kinematic(const Plan& plan, const Built& built, const RunSettings& settings,
                      const Outputs& outputs, Diagnostics& diagnostics);

// Masses and forces: forward, inverse or mixed dynamics, as the classes ask.
Outcome run_dynamic(const Plan& plan, const Built& built, const RunSettings& settings,
                    const Outputs& outputs, Diagnostics& diagnostics);

class MeasureRun;

// STATIC: finds an equilibrium. EIGEN: frequencies and shapes about a configuration.
Outcome run_equilibrium(const Plan& plan, const Built& built, const RunSettings& settings,
                        const Outputs& outputs, Diagnostics& diagnostics);
Outcome run_modes(const Plan& plan, const Built& built, const RunSettings& settings,
                  const Outputs& outputs, Diagnostics& diagnostics);

}  // namespace mbs
