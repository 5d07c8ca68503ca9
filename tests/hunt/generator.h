// Random mechanisms that can be built and whose constraints are independent.
#pragma once

#include <cstdint>
#include <random>

#include "mechanism.h"

namespace hunt {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed * 0x9E3779B97F4A7C15ull + 12345) {}
  // The same numbers with every compiler: no distribution of the library.
  double uniform(double a, double b) {
    return a + (b - a) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  bool chance(double p) { return uniform(0, 1) < p; }
  // Three digits: decks are easier to read.
  double rough(double a, double b) {
    return static_cast<double>(static_cast<long>(uniform(a, b) * 1000)) / 1000;
  }
  template <class T>
  const T& of(const std::vector<T>& v) {
    return v[static_cast<std::size_t>(below(static_cast<int>(v.size())))];
  }

 private:
  std::mt19937_64 engine_;
};

// False: this seed gives nothing useful.
bool random_native(Random& random, Mechanism& out);
bool random_kabios(Random& random, Mechanism& out);
// A chain whose unknowns are those of forward dynamics, as bodies and joints.
bool random_limbs(Random& random, Mechanism& out);
// One or two joints of the kinds that drive one body by another: gears, slots, paths ...; the same.
void add_drives(Random& random, Mechanism& m);
// One or two elements of the deck's own: relations and formulas of coordinates, deformations and
// time, paths round a pulley, cams. The same; native.
void add_expressions(Random& random, Mechanism& m);
// By chance its components become expressions, and by chance in the frame of its body.
void write_force(Random& random, PointForce& force);
// One to three contacts of one model, near what they touch. Before classes are chosen.
void add_contacts(Random& random, Mechanism& m, Contact::Model model);
// FRICTION of joints that hold, in a mechanism that moves.
void add_frictions(Random& random, Mechanism& m);

// Shared by both: which motions are free, degrees of freedom, motions, start, how to run.
bool choose_classes(Random& random, Mechanism& m);
void choose_run(Random& random, Mechanism& m);

}  // namespace hunt
