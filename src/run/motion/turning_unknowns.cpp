#include "run/motion/turning_unknowns.h"

#include <algorithm>

namespace mbs {

TurningUnknowns::TurningUnknowns(const Model& model, const std::vector<int>& free, int first) {
  for (const Orientation& of : model.orientations) {
    Turning turning{of, {}};
    bool turns = false;
    const auto slot = [&](int i) {
      const auto it = std::find(free.begin(), free.end(), i);
      turns = turns || it != free.end();
      return it == free.end() ? -1 : static_cast<int>(it - free.begin());
    };
    for (int c = 0; c < 3; ++c) turning.place[c + 1] = slot(of.first + c);
    turning.place[0] = -1;
    if (!turns) continue;
    for (int& place : turning.place)
      if (place < 0) place = first + carried_++;
    all_.push_back(turning);
  }
}

void TurningUnknowns::pack(const State& state, Vector y) const {
  for (const Turning& turning : all_) {
    const std::array<double, 4> q = turning.of.quaternion(state.x.data());
    for (std::size_t c = 0; c < 4; ++c) y[turning.place[c]] = q[c];
  }
}

void TurningUnknowns::unpack(ConstVector y, State& state) const {
  for (const Turning& turning : all_) {
    double q[4];
    for (std::size_t c = 0; c < 4; ++c) q[c] = y[turning.place[c]];
    turning.of.type->normalise(q);
    turning.of.set_quaternion(q, state.x.data());
  }
}

void TurningUnknowns::rates(const State& state, Vector ydot) const {
  for (const Turning& turning : all_) {
    const std::array<double, 4> q = turning.of.quaternion(state.x.data());
    double rate[4];
    turning.of.type->rate(q.data(), state.v.data() + turning.of.first, rate);
    for (std::size_t c = 0; c < 4; ++c) ydot[turning.place[c]] = rate[c];
  }
}

}  // namespace mbs
