// Places of the joints: columns of the CSV and channels of events and measures; the tables of a
// report do not show them.
#pragma once

#include "model/model.h"
#include "model/state.h"
#include "observe/layout.h"

namespace mbs {

class JointPlaces {
 public:
  // KABIOS: rev1.x .y and tran1.x .y (the point of body j), in the order of the deck; native: rev
  // and tran with the numbers of PLREV and PLTRAN; chains: joint1.x .y ... of the proximal end of
  // each segment and, last, of the tip.
  explicit JointPlaces(const Model& model) : model_(model) {}

  void lay_out(Layout& layout) const;
  // Fills as many numbers as lay_out() named.
  void observe(const State& state, double* out) const;

 private:
  const Model& model_;
};

// Places where cams touch their followers, shown in the same way.
// cam1.u, cam1.x .y and cam1.nx .ny of the place on the curve and of its outward normal in ground,
// cam1.radius of curvature, and cam1.pressure if the deck gives the axis or the pivot of the
// follower. Curves: curves1.ua .ub on both curves, .x .y and .nx .ny of the place and the normal on
// the second curve, .ra .rb of the radii of curvature.
void lay_out_cams(const Parts& parts, Layout& layout);
// Fills as many numbers as lay_out_cams() named.
void observe_cams(const Parts& parts, const State& state, double* out);

}  // namespace mbs
