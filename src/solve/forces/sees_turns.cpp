#include "solve/forces/sees_turns.h"

#include <algorithm>
#include <cmath>

#include "assembly/evaluation.h"
#include "base/index.h"
#include "base/random.h"
#include "model/extent.h"
#include "model/owner.h"

namespace mbs {

std::vector<char> sees_turns(const Model& model, ConstVector x) {
  constexpr double kBeside = 0.1;  // of the size of the mechanism, and rad
  constexpr double kSame = 1e-6;   // of the terms of a rate
  // At a place without symmetry: a gap of 0 turns into a gap of 0.
  const double size = extent_of_places(model, x);
  const std::vector<char> is_angle = turning_flags(model);
  std::vector<double> beside(x.begin(), x.end()), away(at(model.nx)), motion(at(model.nx));
  for (std::size_t i = 0; i < away.size(); ++i)
    away[i] = kBeside * (is_angle[i] || size == 0 ? 1 : size) * (uniform_at(1, i) - 0.5);
  move_coordinates(model, away, 1, beside);
  const Evaluation here = evaluated(model, beside);
  std::vector<char> out(at(model.ne), 0);
  for (const RigidMotion turn :
       {RigidMotion::about_x, RigidMotion::about_y, RigidMotion::about_z}) {
    if (turn != RigidMotion::about_z && !model.is_spatial()) continue;
    model.rigid_motion(turn, beside.data(), motion.data());
    std::vector<double> rate(at(model.ne), 0.0), terms(rate);
    for (std::size_t k = 0; k < model.entry_row.size(); ++k) {
      const double term = here.De[k] * motion[at(model.entry_column[k])];
      rate[at(model.entry_row[k])] += term;
      terms[at(model.entry_row[k])] += std::fabs(term);
    }
    for (std::size_t r = 0; r < rate.size(); ++r)
      if (!(std::fabs(rate[r]) <= kSame * terms[r])) out[r] = 1;
  }
  return out;
}

}  // namespace mbs
