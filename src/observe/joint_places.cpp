#include "observe/joint_places.h"

#include <array>
#include <string>

namespace mbs {

void JointPlaces::lay_out(Layout& layout) const {
  for (int owner = -1; const Parts::Place& joint : model_.parts.places) {
    ++owner;
    for (int k = 0; const char* part : {".x", ".y"})
      layout.add(joint.name + part, unit::metre, {Of::place, owner, k++});
  }
  lay_out_cams(model_.parts, layout);
}

void JointPlaces::observe(const State& state, double* out) const {
  for (const Parts::Place& joint : model_.parts.places) {
    const std::array<double, 2> place = joint.place.at(state.x);
    *out++ = place[0];
    *out++ = place[1];
  }
  observe_cams(model_.parts, state, out);
}

}  // namespace mbs
