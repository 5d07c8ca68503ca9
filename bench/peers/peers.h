// What the peers compute, free of their headers: Debian's Simbody is built with assertions and its
// classes change their layout with NDEBUG, so its files are compiled apart from ours.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
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

// A run of Andrews' mechanism at an accuracy, in MuJoCo with a number of steps: the test set's
// angles at 0.05 s.
using AndrewsPeer = std::function<std::array<double, 7>(double setting)>;

// A run of the N-four-bar over 10 s at an accuracy, in MuJoCo with a number of steps between two of
// the hundred report times: angles of the cranks at the end, largest change of energy at these.
struct LoopsEnd {
  std::vector<double> cranks;
  double drift = 0;
};
using LoopsPeer = std::function<LoopsEnd(double setting)>;

// A kinematic step of the four-bar to a time: angle, rate and acceleration of coupler and rocker.
using FourBarPeer = std::function<std::array<double, 6>(double t)>;

// A disc on a level floor: x, y of its contact, the heading of its way, its lean, and their rates.
struct DiscStart {
  double mass = 0, radius = 0, about_axle = 0, across = 0;
  double x = 0, y = 0, yaw = 0, lean = 0;
  double yaw_rate = 0, lean_rate = 0, spin = 0;
};
class DiscPeer {
 public:
  virtual ~DiscPeer() = default;
  virtual void evaluate() = 0;                                         // at the start
  virtual std::array<double, 3> acceleration() = 0;                    // of the centre
  virtual std::array<double, 3> run(double end, double accuracy) = 0;  // place of the centre
};

// The benchmark bicycle: roll to the right, steer to the left, turn of the rear wheel in the frame.
struct BicycleState {
  double roll = 0, steer = 0, roll_rate = 0, steer_rate = 0, wheel_rate = 0;
};

// method: "Merson" or "Feldberg", Runge-Kutta formulas with step control.
std::unique_ptr<PushOffPeer> simbody_push_off();
std::unique_ptr<ChainPeer> simbody_chain(const std::vector<double>& q,
                                         const std::vector<double>& u);
AndrewsPeer simbody_andrews(const std::string& method);
LoopsPeer simbody_n_four_bar(int n, const std::string& method);
FourBarPeer simbody_four_bar();
std::unique_ptr<DiscPeer> simbody_disc(const DiscStart& start);
// Accelerations of yaw, roll, pitch, steer and rear wheel.
std::unique_ptr<ChainPeer> simbody_bicycle(const BicycleState& state);

std::unique_ptr<PushOffPeer> mujoco_push_off();
std::unique_ptr<ChainPeer> mujoco_chain(const std::vector<double>& q, const std::vector<double>& u);
AndrewsPeer mujoco_andrews();
LoopsPeer mujoco_n_four_bar(int n);

}  // namespace mbs::bench
