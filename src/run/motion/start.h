// How every analysis with forces begins: assembly of the mechanism at its start, and the errors
// where the start, or a later position, is singular.
#pragma once

#include "plan/method.h"
#include "run/frame/run.h"
#include "solve/forces/dynamics.h"
#include "solve/place/arc_watch.h"

namespace mbs {

// "degrees of freedom 2: node 3 X, node 3 Y".
std::string describe_freedoms(const Model& model, const Partition& partition);
std::string freedom_name(const Model& model, const Partition& partition, int j);

// The positions and states of the deck, without velocities, at time t.
State state_at_rest(const Model& model, double t);

struct Start {
  ExitStatus status = ExitStatus::done;
  int iterations = 0;  // Newton's, to assemble
  Placed placed;       // the handle of the state
};

// Assembles the mechanism; an error says why it cannot be assembled. The exit status is then a deck
// error or a failed solution.
// `stimuli`: of a run in time; it gets the stimulations that MUSCLESTART finds.
Start start_mechanism(const Plan& plan, const Built& built, const RunSettings& settings,
                      Dynamics& dynamics, State& state, Diagnostics& diagnostics,
                      std::vector<Stimulus>* stimuli = nullptr);

// Reports a mechanism that cannot be assembled, and what stands in its way. `advice`: what else to
// look at where nothing is suspected.
void report_unassembled(const Plan& plan, const Built& built, const Options& options, double t,
                        const SolveStatus& status, std::string_view advice,
                        Diagnostics& diagnostics);

// After a status non_finite: true, with an error, where a prescribed motion that is not finite at
// `good` or later is to blame.
bool report_motion(const Model& model, const Kinematics& kinematics, double good,
                   Diagnostics& diagnostics);

// Reports a path that would turn round its circle by more than half a turn. good: the last place
// before it ("t = 0.5"); advice: how to end before it.
void report_turned_arc(const Model& model, const JumpedArc& arc, std::string_view good,
                       std::string_view advice, Diagnostics& diagnostics);
// After a status off_pulley or inside_circle: true, with an error that names the path. start: of
// the run; t: of the last good state.
bool report_path(const Model& model, const SolveStatus& status, double start, double t,
                 Diagnostics& diagnostics);

// The unknowns of a choice, by the deck's names, that its equations leave open or determine worst
// at the place where they were factored last: accelerations first, efforts behind.
std::vector<std::string> open_unknowns(const Built& built, const Dynamics& dynamics);

// Reports a prescribed motion that is not finite, or "singular at t": the partition does not
// determine the rest, or a motion carries no mass.
void report_singular(const Built& built, const Dynamics& dynamics, const SolveStatus& status,
                     double t, Job job, Diagnostics& diagnostics);
// Reports the degrees of freedom of a partition that do not determine the rest at time t, and the
// coordinate that is determined worst; -1: none.
void report_names(const Model& model, const Partition& partition, int worst_one, double t,
                  Diagnostics& diagnostics);

// Whether a contact of the plan is CLOSED: it touches at the start. The gap is an equation of the
// assembly.
bool starts_closed(const Plan& plan);

// Moves an assembled state so that the gaps of the CLOSED contacts become zero. Only coordinates
// move that no line of the deck holds and no DYNX names, and they move as little as possible.
// False, with an error, where a gap cannot become zero, or a coordinate moves farther than the
// contact allows.
bool close_contacts(const Plan& plan, const Built& built, const Kinematics& at, State& state,
                    Diagnostics& diagnostics);

}  // namespace mbs
