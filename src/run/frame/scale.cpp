#include "run/frame/scale.h"

#include <algorithm>
#include <vector>

#include "assembly/inertia.h"

namespace mbs {

// The mass is the inertia of a translation of all bodies, at the initial positions.
double total_mass(const Model& model) {
  const Evaluation here = evaluated(model, model.x0);
  Inertia inertia(model);
  inertia.evaluate(model, model.x0, model.v0, here);
  std::vector<double> along_x(model.nx), product(model.nx);
  model.rigid_motion(RigidMotion::x, model.x0.data(), along_x.data());
  inertia.add_mass_times(along_x, product);
  double mass = 0;
  for (std::size_t i = 0; i < product.size(); ++i) mass += along_x[i] * product[i];
  return mass;
}

Scale report_scale(const Model& model, double length, const TimeGrid& grid) {
  return {length, total_mass(model), grid.at(std::max(grid.count() - 1, 0LL)) - grid.start};
}

}  // namespace mbs
