// Warns of held paths that push and of held wheels that are pulled to their ground: a rope would be
// slack, a wheel would lift. Their efforts are looked at in every row, at the end of each step, and
// in its middle where they are small beside what they bend by; the first time is found by halving.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "run/motion/dynamic_site.h"
#include "run/motion/integration.h"

namespace mbs {

class PushWatch {
 public:
  PushWatch(const Plan& plan, const Model& model, const Phase& phase);

  // Looks at the efforts of the present state, at time t.
  void note(double t, const Dynamics& dynamics);
  // Looks at the last step, which counts up to `limit`.
  void step(Integration& integration, const DynamicSite& site, double limit);
  // The warnings; at_rest: of an equilibrium.
  void report(bool at_rest, Diagnostics& diagnostics) const;

 private:
  struct Site {
    std::size_t gap;  // its deformation
    double sign;      // sign of the stress in a tight rope or a touching wheel
    bool wheel;
    std::optional<double> first = {};  // when it is wrong, or a later time that is known
    bool exact = false;
    double last = 0, largest = 0;  // the force; positive: its sign is right
    // At the ends of the last two steps, the later first.
    struct End {
      double t = NAN, force = 0;
    };
    End end = {}, earlier = {};
    double bend = 0;  // how far the force may have left its chord in the last step
  };
  bool is_watched(const Site& at) const;
  bool watches_any() const;
  static bool may_dip(Site& at, double from, double to);
  void look(Integration& integration, const DynamicSite& site, double t);
  void halve(Integration& integration, const DynamicSite& site, Site& at, double good);

  const Model& model_;
  const Phase& phase_;
  std::vector<Site> sites_;
  double start_ = NAN;  // time of the first note()
  State state_;
  std::vector<double> y_;
};

}  // namespace mbs
