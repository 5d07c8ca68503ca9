// Degrees of freedom that a deck names determine the motion as long as the determinant of their
// rates, as functions of the rates of other degrees of freedom that do determine it, keeps its
// sign. The determinant of the constraints is no test: it also changes at a flat position, which a
// motion passes smoothly.
#pragma once

#include <vector>

#include "solve/place/kinematics.h"

namespace mbs {

// The phase without names: all degrees of freedom are chosen by the program.
Phase without_names(Phase phase);

class NamedFreedoms {
 public:
  NamedFreedoms(const Model& model, const Phase& phase);

  // Whether the deck names all degrees of freedom, and constraints connect them with others.
  bool any() const { return !named_.rows.empty() && named_.square() && named_.freedom_count() > 0; }
  const Partition& partition() const { return named_; }

  // The determinants at the last position of `other`, where it has factors, by its degrees of
  // freedom: one for each part of the mechanism that constraints do not connect with another one.
  // Rates are in mechanism sizes or radians.
  std::vector<double> determinants(Kinematics& other) const;
  // Whether one of them has another sign: the motion has come to the other side.
  static bool differ(const std::vector<double>& from, const std::vector<double>& to);

 private:
  const Model& model_;
  Partition named_;
  std::vector<int> part_of_;    // of coordinates, then of deformations
  std::vector<char> is_angle_;  // nx
};

}  // namespace mbs
