// Where the joints are: columns of the CSV and channels of events and measures that have no place
// in the tables of a report.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "deck/tables.h"
#include "model/model.h"
#include "model/state.h"
#include "observe/cam_places.h"
#include "observe/layout.h"

namespace mbs {

// A point that is fixed in a body [m].
struct PlaceInBody {
  int x = 0, phi = 0;  // coordinates: x and y of its point node, its angle
  double xi = 0, eta = 0;

  std::array<double, 2> at(const State& state) const;
};

// The point of columns[first], columns[first + 1] in the body of nodes[of], nodes[of + 1].
PlaceInBody place_of(const ElementRow& row, const Model& model, int of, int first);

class JointPlaces {
 public:
  // KABIOS: rev1.x .y and, of the point of body j, tran1.x .y, in the order of the deck; native:
  // the same with the numbers of PLREV and PLTRAN; chains: joint1.x .y ... of the proximal end of
  // each segment and, last, of the tip.
  JointPlaces(const Tables& tables, const Model& model);

  void lay_out(Layout& layout) const;
  // As many numbers as lay_out() named.
  void observe(const State& state, double* out) const;

 private:
  struct Joint {
    std::string name;
    PlaceInBody place;
  };
  std::vector<Joint> joints_;
  CamPlaces cams_;  // behind them
};

}  // namespace mbs
