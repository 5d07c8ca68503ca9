// One muscle over one joint of a forearm, for tests of muscles.
#pragma once

#include <string>

#include "support/dynamic_mechanism.h"

namespace mbs::test {

// The angle of the forearm and its rate; `words`: further words of MUSCLE, as RIGID.
inline std::string flexor(double angle, double rate, const std::string& words = "") {
  return "SEGDYN\nSEGMENT 1 1.5 .35 .15 .02\nSTATE 1 " + std::to_string(angle) + " " +
         std::to_string(rate) +
         "\nGRAV 0 -9.81\nMUSCLE FLEX ARM 1 .345 -.035 .004 FMAX 800 LOPT "
         ".13 LSLACK .18 " +
         words + " STIM = .5\nTIME 0 0.3 0.1\nEND\n";
}

}  // namespace mbs::test
