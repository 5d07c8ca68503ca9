#include "solve/statics/law_side.h"

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

// Of a value, or of 1: more than what an equilibrium is found to, far less than what bends a smooth
// law.
constexpr double kAside = 1e-9;

thread_local double side = 0;

}  // namespace

LawSide::LawSide(double direction) : before_(side) { side = direction; }
LawSide::~LawSide() { side = before_; }
double LawSide::direction() { return side; }
double LawSide::step(double value) { return kAside * std::max(std::fabs(value), 1.0); }

}  // namespace mbs
