// Efforts that a report shows in the place of efforts that have no single value.
#pragma once

#include <vector>

#include "model/state.h"

namespace mbs {

class ShownEfforts {
 public:
  virtual ~ShownEfforts() = default;
  // Puts the shown efforts into the dynamics at this state. False where there are none.
  virtual bool put(const State& state) = 0;
  // Puts the former efforts back.
  virtual void take_back() = 0;
  // After put(): of each contact of the deck, whether its forces have no single value.
  virtual const std::vector<char>& open() const = 0;
};

}  // namespace mbs
