// One event of a native deck: a channel passes a value, and what holds the mechanism changes.
#pragma once

#include "compare.h"
#include "generator.h"

namespace hunt {

enum class Happens { stop, fix, release, impact };

struct Happening {
  Happens what = Happens::stop;
  bool coordinate = true;  // that is fixed, released or struck; else a deformation
  int owner = 0, component = 0;
  double restitution = 0;
  // The channel: position of a coordinate, or a time.
  int watched = -1;  // coordinate of the oracle; -1: t
  std::string channel;
  double value = 0;
  bool rising = true;
  double t = 0;  // when, by the oracle
  std::string line() const;
  std::string target;  // "X 3 1"
};

// A happening that the mechanism meets; false if none was found.
bool random_happening(Random& random, const Mechanism& m, Happening& out);
Finding compare(const Mechanism& m, const Happening& happening, const Runner& run);

// STATIC: at the position the program gives, nothing accelerates.
Finding compare_static(const Mechanism& m, const Runner& run);

}  // namespace hunt
