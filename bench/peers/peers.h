// What the peers compute, free of their headers: Debian's Simbody is built with assertions and its
// classes change their layout with NDEBUG, so its file is compiled apart from ours.
#pragma once

#include <array>
#include <memory>
#include <vector>

namespace mbs::bench {

class PushOffPeer {
 public:
  virtual ~PushOffPeer() = default;
  // Absolute angular accelerations at the start, and at 0.24 s after a run at the setting.
  virtual std::array<double, 4> at_start() = 0;
  virtual std::array<double, 4> run(double setting) = 0;
};

// Forward evaluations of a chain of uniform rods at relative angles q and rates u.
class ChainPeer {
 public:
  virtual ~ChainPeer() = default;
  virtual void evaluate() = 0;
  virtual std::vector<double> accelerations() = 0;  // of the relative angles
};

std::unique_ptr<PushOffPeer> simbody_push_off();
std::unique_ptr<ChainPeer> simbody_chain(const std::vector<double>& q,
                                         const std::vector<double>& u);
std::unique_ptr<PushOffPeer> mujoco_push_off();
std::unique_ptr<ChainPeer> mujoco_chain(const std::vector<double>& q, const std::vector<double>& u);

}  // namespace mbs::bench
