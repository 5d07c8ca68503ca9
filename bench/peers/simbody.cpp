#include <Simbody.h>

#include "peers/peers.h"

namespace mbs::bench {
namespace {

// Pins in a row about z; each rod lies along the x axis of its own frame.
struct Row {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralForceSubsystem forces{system};
  std::vector<SimTK::MobilizedBody::Pin> pins;

  Row() { SimTK::Force::UniformGravity(forces, matter, SimTK::Vec3(0, -9.81, 0)); }

  void add(double previous_length, double centre, double mass, double inertia, double torque) {
    const SimTK::Vec3 c(centre, 0, 0);
    const SimTK::Body::Rigid rod(SimTK::MassProperties(
        mass, c, SimTK::Inertia(inertia, inertia, inertia).shiftFromMassCenter(c, mass)));
    SimTK::MobilizedBody& parent =
        pins.empty() ? static_cast<SimTK::MobilizedBody&>(matter.Ground()) : pins.back();
    SimTK::MobilizedBody::Pin pin(parent, SimTK::Transform(SimTK::Vec3(previous_length, 0, 0)), rod,
                                  SimTK::Transform());
    if (torque != 0)
      SimTK::Force::MobilityConstantForce(forces, pin, SimTK::MobilizerUIndex(0), torque);
    pins.push_back(pin);
  }

  SimTK::State start(const std::vector<double>& q, const std::vector<double>& u) {
    SimTK::State state = system.realizeTopology();
    system.realizeModel(state);
    for (int i = 0; i < static_cast<int>(q.size()); ++i)
      state.updQ()[i] = q[std::size_t(i)], state.updU()[i] = u[std::size_t(i)];
    return state;
  }
};

class SimbodyPushOff : public PushOffPeer {
 public:
  SimbodyPushOff() {
    const double length[] = {0.16, 0.40, 0.44, 0.82}, mass[] = {2, 6, 14, 45};
    const double inertia[] = {0.01, 0.10, 0.30, 2.5}, torque[] = {0, 170, -144, 260};
    for (int i = 0; i < 4; ++i)
      row_.add(i ? length[i - 1] : 0, 0.4 * length[i], mass[i], inertia[i], torque[i]);
  }
  std::array<double, 4> at_start() override { return absolute(begin()); }
  std::array<double, 4> run(double accuracy) override {
    SimTK::RungeKuttaFeldbergIntegrator integrator(row_.system);
    integrator.setAccuracy(accuracy);
    SimTK::TimeStepper stepper(row_.system, integrator);
    stepper.initialize(begin());
    stepper.stepTo(0.24);
    return absolute(integrator.getState());
  }

 private:
  SimTK::State begin() {
    const double pi = SimTK::Pi, phi[] = {pi - 0.6, 0.9, pi - 0.6, 0.8};
    return row_.start({phi[0], phi[1] - phi[0], phi[2] - phi[1], phi[3] - phi[2]}, {0, 0, 0, 0});
  }
  std::array<double, 4> absolute(const SimTK::State& state) {
    row_.system.realize(state, SimTK::Stage::Acceleration);
    std::array<double, 4> a{};
    double sum = 0;
    for (int i = 0; i < 4; ++i) a[std::size_t(i)] = sum += state.getUDot()[i];
    return a;
  }
  Row row_;
};

class SimbodyChain : public ChainPeer {
 public:
  SimbodyChain(const std::vector<double>& q, const std::vector<double>& u) {
    for (std::size_t i = 0; i < q.size(); ++i) row_.add(i ? 1 : 0, 0.5, 1, 1.0 / 12, 0);
    state_ = row_.start(q, u);
  }
  void evaluate() override {
    state_.updQ();  // throws away what depends on the position
    row_.system.realize(state_, SimTK::Stage::Acceleration);
  }
  std::vector<double> accelerations() override {
    evaluate();
    const SimTK::Vector& a = state_.getUDot();
    std::vector<double> out;
    for (int i = 0; i < a.size(); ++i) out.push_back(a[i]);
    return out;
  }

 private:
  Row row_;
  SimTK::State state_;
};

}  // namespace

std::unique_ptr<PushOffPeer> simbody_push_off() { return std::make_unique<SimbodyPushOff>(); }
std::unique_ptr<ChainPeer> simbody_chain(const std::vector<double>& q,
                                         const std::vector<double>& u) {
  return std::make_unique<SimbodyChain>(q, u);
}

}  // namespace mbs::bench
