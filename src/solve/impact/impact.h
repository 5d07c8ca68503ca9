// Impacts: a coordinate or deformation that strikes a stop jumps to the velocity that its law of
// restitution demands. No class changes. The equations are those of solve/impact/impulse.h with
// impulses P on the lines that strike,
//   M (v+ - v-) + De^T L = R + J^T P,   u = J v,   u+ = u- + W P,
//   W = J DF (DF^T M DF)^-1 DF^T J^T,
// where a row of J is a coordinate or a row of De, and for each contact k with restitution e_k
//   0 <= P_k,   u_k+ >= -e_k min(u_k*, 0),   one of them an equality
// (Moreau 1988; one contact: Newton's u+ = -e u-); u counts away from the stop. A contact that
// sticks has u+ = 0 along its tangents. u* is u- in Newton's law; in the energetic law it is the
// velocity that is left when the tangents have come to rest and the normals have not yet been
// pressed. For one contact that is Stronge's (1990) e^2 = -(work of restitution) / (work of
// compression) with friction that never slips. Tangents stick where their contact approaches its
// stop, and where they can move while the normals of approaching contacts do not: friction on a
// line that the joints hold, or that moves only with the normal, would be an impulse without
// bounds.
//
// Coulomb friction (a rub) stops its slip, u+ = 0, where an impulse of at most mu_s times the
// pressing impulse is enough. Else its impulse is mu_k times the pressing impulse, against the slip
// u+. With normals and rubs the impact is the problem of solve/impact/touch_problem.h, impulses in
// the place of forces, which always has a solution once the loads of joints are known. Where many
// impulses make the same velocities, those of solve/impact/even_shares.h are taken. Of several
// velocities those are taken that are nearest to the motion before: what slides goes on, what rests
// rests or parts.
//
// The impulses do the work sum P (u- + u+) / 2. Newton's law with friction, or with a contact that
// others press back onto its stop, can make that work positive: then all e_k are multiplied by one
// factor, the largest one found for which the work is not positive. (With e = 0 it never is.) Where
// no impulses give all restitutions at once, the e_k are reduced by the same rule.
#pragma once

#include <vector>

#include "solve/impact/impulse.h"
#include "solve/impact/line_response.h"
#include "solve/impact/touch_problem.h"

namespace mbs {

struct ImpactContact {
  ImpactLine normal;
  double restitution = 0;  // 0 .. 1
  // 1: the line cannot decrease, -1: it cannot increase; 0: whichever way it moves now. With 0 a
  // line at rest takes no part.
  int side = 0;
  std::vector<ImpactLine> stick = {};  // tangents that stop dead; empty: frictionless
  bool newton = false;                 // by Newton's law even in an impact with the energetic law
};

enum class ImpactLaw { newton, energetic };

// All that strikes at one instant.
struct ImpactProblem {
  std::vector<ImpactContact> contacts;
  // Friction of contacts and joints; line: deformation that slips; normal: index of the contact;
  // load.first: deformation.
  std::vector<Rub> rubs = {};
  ImpactLaw law = ImpactLaw::newton;
  // For each deformation: its impulse so far at the same instant, which presses joints together
  // with the impulse of the impact; empty: 0.
  std::vector<double> given = {};
};

struct ImpactOutcome {
  Impulses impulses;
  double work = 0;            // J, of the impulses on the lines; never positive but for rounding
  double scale = 1;           // of all restitutions; below 1: capped
  bool frictionless = false;  // the loads of joints have not settled: no rub has friction
  bool none = false;          // no impulses with friction fit at all, as a search has proved
  // With friction and at most six contacts and joints: number of solutions with different
  // velocities.
  std::size_t solutions = 1;
  // Per contact, along its own line (not away from the stop): velocity before and after, impulse.
  struct Normal {
    double before = 0, after = 0, impulse = 0;
    bool struck = false;
  };
  std::vector<Normal> normals;
  std::vector<ImpactLine> held = {};  // tangents left out because other lines hold them
};

// Changes the velocities of a state that `dynamics` has placed or resumed from. Lines that are
// fixed or prescribed take no part. Status as of project_velocities().
SolveStatus strike(const Model& model, const Phase& phase, Dynamics& dynamics,
                   const ImpactProblem& problem, State& state, ImpactOutcome& outcome);

// The problem of an impact: normals push or part, tangents stop dead, rubs stick or slide.
class RubbingImpact {
 public:
  // `whole`: impulses in the place of forces, velocities before the impact in the place of b. Its
  // first lines are tangents that stop dead; they are eliminated:
  //   P_t = -W_tt^-1 (u_t + W_tr P_r).
  RubbingImpact(std::size_t tangents, const TouchProblem& whole);
  // Finds the impulses of all lines after which each normal has a velocity of at least -bounce (one
  // number per line, not positive). False where no solution is found or the loads of joints do not
  // settle.
  bool solve(const std::vector<double>& bounce, std::vector<double>& P);
  // Impulses of the other solutions of the last problem, with other velocities. With more than six
  // contacts and joints none are looked for.
  std::vector<std::vector<double>> others() const;
  // Whether it is proved that the last problem has no solution.
  bool has_none() const { return last_.none; }
  // The impulses that stop the tangents while nothing else acts.
  std::vector<double> stop_tangents() const;
  bool rubs() const { return !rest_.rubs.empty(); }
  void leave_out_friction() { rest_.rubs.clear(); }

 private:
  std::vector<double> whole(TouchSolution solution) const;

  std::size_t tangents_;
  // The tangents' impulses by the other impulses: tangents x (1 + others), by columns; the first
  // column is the part by the velocities before the impact.
  std::vector<double> answer_;
  TouchProblem rest_;  // of the other lines
  TouchProblem last_problem_;
  TouchSolution last_;
};

}  // namespace mbs
