// Modes in the words of a dialect: the coordinates in which shapes are shown, the tables of the
// report, the channels and the rows of the CSV.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "observe/layout.h"
#include "observe/modes.h"
#include "plan/chain.h"

namespace mbs {

struct Plan;

// A coordinate of a node, body or segment for which a shape has a number.
struct ShownCoordinate {
  std::string label;                          // of its row, "    3  1" or "    2 PHI"
  std::string channel;                        // "x3_1", "body2.phi", "phi1"
  std::vector<std::pair<int, double>> terms;  // coordinates of the model and their factors
};

class ModeTables {
 public:
  // Native decks show every node, KABIOS decks every body, chains the angle of every segment and
  // the base unless it is held. A shape is scaled so that its largest shown number is 1. state:
  // about which the mechanism is linearised.
  ModeTables(const Plan& plan, const Model& model, const State& state, Modes modes);

  // lay_out() appends tables and channels to a layout; put() writes the numbers of these channels.
  void lay_out(Layout& layout) const;
  void put(double* out) const;

  // The CSV of modes, one row each: mode,omega,frequency,damping,real,imaginary, then the shape:
  // x3_1 (and x3_1.im where shapes are complex), then the states.
  std::vector<std::string> columns() const;
  std::vector<double> row(std::size_t k) const;
  std::size_t count() const { return modes_.list.size(); }

 private:
  void show_nodes();
  void show_bodies();
  void show_chain(const Chain& chain, const State& state);
  void take_shown(Mode& mode, bool rescale) const;
  std::vector<std::pair<std::size_t, std::size_t>> groups() const;

  const Model& model_;
  Modes modes_;  // shapes: over shown_, then the states
  std::string heads_;
  std::vector<ShownCoordinate> shown_;
};

}  // namespace mbs
