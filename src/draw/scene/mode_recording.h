// A mode, or the softest motion of an equilibrium, as the frames of a recording.
#pragma once

#include "draw/scene/recording.h"
#include "run/rest/mode_shape.h"

namespace mbs {

struct ModeRecording {
  Recording recording;  // frames: the state at rest and the moved one; or those of a period
  std::string text;     // what is shown
};

// The largest displacement is a tenth of the size of the mechanism; where only angles move, 0.3
// rad. states: of a period; 0: the state at rest and the moved one. Errors go to `diagnostics`;
// there are no frames then.
ModeRecording record_mode(const PreparedRun& prepared, const ShapeRequest& request, int states,
                          Diagnostics& diagnostics);

}  // namespace mbs
