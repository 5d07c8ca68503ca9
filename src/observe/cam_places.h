// Where cams touch their followers: columns of the CSV and channels of events and measures.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "deck/tables.h"
#include "elements/cam.h"
#include "model/model.h"
#include "model/state.h"
#include "observe/layout.h"

namespace mbs {

class CamPlaces {
 public:
  // cam1.u, cam1.x .y and cam1.nx .ny of the place on the curve and of its outward normal in
  // ground, cam1.radius of curvature, and cam1.pressure where the deck says along or about what the
  // follower moves. Native: the number of the element; KABIOS: in the order of the deck.
  CamPlaces(const Tables& tables, const Model& model);

  void lay_out(Layout& layout) const;
  // As many numbers as lay_out() named.
  void observe(const State& state, double* out) const;

 private:
  struct Cam {
    std::string name;
    std::shared_ptr<const void> row;  // keeps the CamRow
    std::array<int, 6> coordinates;
    const CamRow& curve() const { return *static_cast<const CamRow*>(row.get()); }
  };
  std::vector<Cam> cams_;
};

}  // namespace mbs
