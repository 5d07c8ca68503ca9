// The constants of a muscle: sets and models by name, each constant overridable by its name.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace mbs {

// vsb: van Soest and Bobbert 1993; dgf: De Groote et al. 2016 as implemented in OpenSim; thelen:
// Thelen 2003.
enum class Contraction : std::uint8_t { vsb, dgf, thelen };
// hatze: van Soest and Bobbert 1993 after Hatze 1981; first_order: Thelen 2003.
enum class Activation : std::uint8_t { hatze, first_order };

// Lengths of fibres are counted in LOPT, their velocities in LOPT/s, forces in FMAX.
struct MuscleConstants {
  Contraction contraction = Contraction::vsb;
  Activation activation = Activation::hatze;
  bool rigid = false;    // the tendon keeps its slack length
  double fmax = 0;       // N
  double lopt = 0;       // m
  double lslack = 0;     // m: of the tendon
  double pennation = 0;  // rad: angle of fibres to tendon at LOPT
  double damping = 0;    // viscous force at the rate vmax, in FMAX
  double vmax = 10;      // of DGF and THELEN: largest velocity of shortening
  double least_act = 0;  // lower limit of the stimulation

  // VSB
  double width = 0.56;               // of the force-length curve
  double fl_least = 1e-5;            // of the force-length curve
  double arel = 0.41, brel = 5.2;    // Hill's constants; brel in 1/s
  double qcrit = 0.3;                // below qcrit b depends on q ...
  double bslope = 3.333333;          // ... or b = brel min(1, bslope q); 0: by qcrit
  double slopfac = 2, fasymp = 1.5;  // lengthening: jump of the slope, asymptote
  double sloplin = 200;              // lengthening: slope of the straight part
  double oblique = 0;                // slope of the asymptote per LOPT/s; 0: vertical
  double umax = 0.04;                // strain of the tendon at FMAX
  double xpe = 1.4, fpe = 0;         // parallel element: slack length, force at 1 + width

  // Hatze's activation
  double m = 11.25;  // 1/s
  // c: free calcium at STIM 1. eta, n and k: constants of the curve of q over calcium. q0: q
  // without calcium.
  double c = 1.373e-4, eta = 66200, n = 2, q0 = 0.005, k = 2.9;

  // First order
  double tau_act = 0.015, tau_deact = 0.060;  // s

  // DGF and THELEN
  double e0 = 0.6;               // strain of the parallel element at FMAX
  double et = 0.049;             // strain of the tendon at FMAX
  double kpe = 5;                // THELEN: shape of the parallel element
  double gamma = 0.45;           // THELEN: width of the force-length curve
  double af = 0.25, flen = 1.4;  // THELEN: force-velocity curve
};

// Sets the model, or the set of constants, of this name; false if there is none. Names in upper
// case: VSB, DGF, THELEN; of VSB: 2017, 1993, MUSK.
bool set_model(std::string_view name, MuscleConstants& out);
bool set_of_constants(std::string_view name, MuscleConstants& out);

struct MuscleConstant {
  std::string_view name;  // "BREL"
  double MuscleConstants::*member;
  double low, high;  // range of the deck
  std::string_view unit, meaning;
  bool degrees = false;  // the deck gives it in degrees
};
std::span<const MuscleConstant> muscle_constants();

}  // namespace mbs
