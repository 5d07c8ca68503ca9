#include "plan/muscle_constants.h"

#include <numbers>

namespace mbs {

bool set_model(std::string_view name, MuscleConstants& out) {
  if (name == "VSB") {
    out.contraction = Contraction::vsb;
    out.activation = Activation::hatze;
    return true;
  }
  if (name != "DGF" && name != "THELEN") return false;
  const bool thelen = name == "THELEN";
  out.contraction = thelen ? Contraction::thelen : Contraction::dgf;
  out.activation = Activation::first_order;
  out.least_act = 0.01;
  out.et = thelen ? 0.04 : 0.049;
  out.tau_deact = thelen ? 0.050 : 0.060;
  out.damping = thelen ? 0 : 0.01;
  return true;
}

// 1993: van Soest and Bobbert 1993. 2017: the files that the Amsterdam group published with jumps.
// MUSK: the constants that agree with recorded runs of that simulator.
bool set_of_constants(std::string_view name, MuscleConstants& out) {
  if (name == "2017") return true;  // the default
  if (name == "1993") {
    out.eta = 52700, out.n = 3;
    out.bslope = 0;
    out.fl_least = 1e-3;  // its curve ends there
    out.fpe = 0.5;
    return true;
  }
  if (name != "MUSK") return false;
  out.bslope = 0;
  out.oblique = 0.002643;
  return true;
}

std::span<const MuscleConstant> muscle_constants() {
  using C = MuscleConstants;
  static constexpr double kMost = 1e9;
  // The bounds are the range that a deck may give.
  static constexpr MuscleConstant kConstants[] = {
      {"FMAX", &C::fmax, 1e-9, kMost, "N", "largest isometric force"},
      {"LOPT", &C::lopt, 1e-9, kMost, "m", "fibre length at which it is reached"},
      {"LSLACK", &C::lslack, 0, kMost, "m", "slack length of the tendon"},
      {"PENNATION", &C::pennation, 0, 80, "deg", "angle of fibres to tendon at LOPT", true},
      {"DAMPING", &C::damping, 0, 10, "FMAX", "viscous force of the fibre at VMAX"},
      {"VMAX", &C::vmax, 1e-3, 1e3, "LOPT/s", "largest shortening velocity (DGF, THELEN)"},
      {"AMIN", &C::least_act, 0, 0.5, "1", "least stimulation"},
      {"WIDTH", &C::width, 0.05, 1, "LOPT", "VSB: half width of the force-length curve"},
      {"FLMIN", &C::fl_least, 1e-6, 0.5, "1", "VSB: least value of the force-length curve"},
      {"AREL", &C::arel, 1e-3, 10, "FMAX", "VSB: Hill's a"},
      {"BREL", &C::brel, 1e-3, 1e3, "LOPT/s", "VSB: Hill's b"},
      {"QCRIT", &C::qcrit, 0.01, 1, "1", "VSB: active state below which b decreases"},
      {"BSLOPE", &C::bslope, 0, 1e3, "1", "VSB: b = BREL min(1, BSLOPE q); 0: by QCRIT"},
      {"SLOPFAC", &C::slopfac, 1.01, 100, "1", "VSB: jump of the slope at velocity 0"},
      {"FASYMP", &C::fasymp, 1.01, 10, "1", "VSB: asymptote of lengthening"},
      {"SLOPLIN", &C::sloplin, 1, 1e6, "LOPT/s", "VSB: its straight part"},
      {"OBLIQUE", &C::oblique, 0, 0.1, "s/LOPT", "VSB: slope of the asymptote; 0: vertical"},
      {"UMAX", &C::umax, 1e-4, 1, "1", "VSB: strain of the tendon at FMAX"},
      {"XPE", &C::xpe, 0.2, 1.55, "LOPT", "VSB: slack length of the parallel element"},
      {"FPE", &C::fpe, 0, 100, "FMAX", "VSB: its force at 1 + WIDTH; 0: none"},
      {"M", &C::m, 1e-3, 1e4, "1/s", "Hatze: rate of activation"},
      {"C", &C::c, 1e-9, 1, "1", "Hatze: free calcium at STIM 1"},
      {"ETA", &C::eta, 1, 1e12, "1", "Hatze: sensitivity to calcium"},
      {"N", &C::n, 1, 10, "1", "Hatze: exponent"},
      {"Q0", &C::q0, 1e-4, 0.2, "1", "Hatze: active state without calcium"},
      {"K", &C::k, 2, 10, "LOPT", "Hatze: length at which the sensitivity grows beyond bounds"},
      {"TAUACT", &C::tau_act, 1e-5, 10, "s", "first order: time constant of activation"},
      {"TAUDEACT", &C::tau_deact, 1e-5, 10, "s", "first order: of deactivation"},
      {"E0", &C::e0, 0.05, 10, "1", "DGF, THELEN: strain of the parallel element at FMAX"},
      {"ET", &C::et, 1e-4, 1, "1", "DGF, THELEN: strain of the tendon at FMAX"},
      {"KPE", &C::kpe, 0.1, 50, "1", "THELEN: shape of the parallel element"},
      {"GAMMA", &C::gamma, 0.01, 10, "1", "THELEN: width of the force-length curve"},
      {"AF", &C::af, 0.01, 10, "1", "THELEN: shape of the force-velocity curve"},
      {"FLEN", &C::flen, 1.05, 10, "1", "THELEN: largest force of lengthening"},
  };
  return kConstants;
}

}  // namespace mbs
