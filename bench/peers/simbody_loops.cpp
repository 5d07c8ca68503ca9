// Mechanisms with loops in Simbody: a tree of pins, each loop closed by a point that stays on a
// line along z (two equations; a ball joint would hold z a second time).
#include <Simbody.h>

#include "peers/peers.h"

namespace mbs::bench {
namespace {

using SimTK::MobilizedBody;
using SimTK::Vec3;

// A planar mechanism: bodies turn about z, frames lie at the pin towards the ground.
struct Tree {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralForceSubsystem forces{system};

  MobilizedBody::Pin pin(MobilizedBody& parent, const Vec3& at, double mass, double inertia,
                         const Vec3& centre) {
    const SimTK::Body::Rigid body(SimTK::MassProperties(
        mass, centre, SimTK::Inertia(inertia, inertia, inertia).shiftFromMassCenter(centre, mass)));
    return {parent, SimTK::Transform(at), body, SimTK::Transform()};
  }
  void close(MobilizedBody& a, const Vec3& on_a, MobilizedBody& b, const Vec3& on_b) {
    SimTK::Constraint::PointOnLine(a, SimTK::UnitVec3(0, 0, 1), on_a, b, on_b);
  }
  SimTK::State state() {
    SimTK::State state = system.realizeTopology();
    system.realizeModel(state);
    return state;
  }
};

std::unique_ptr<SimTK::Integrator> make_integrator(const std::string& method,
                                                   const SimTK::System& system) {
  if (method == "Merson") return std::make_unique<SimTK::RungeKuttaMersonIntegrator>(system);
  return std::make_unique<SimTK::RungeKuttaFeldbergIntegrator>(system);
}

// Numbers and letters of the test set for initial value problems, as in decks/own/andrews.dat.
struct Andrews : Tree {
  std::vector<MobilizedBody::Pin> k;

  Andrews() {
    auto& ground = static_cast<MobilizedBody&>(matter.Ground());
    const Vec3 a(-0.06934, -0.00227, 0), b(-0.03635, 0.03273, 0), c(0.014, 0.072, 0);
    const auto k1 = pin(ground, Vec3(0), 0.04325, 2.194e-6, Vec3(0.00092, 0, 0));
    k.push_back(k1);
    k.push_back(pin(k[0], Vec3(0.007, 0, 0), 0.00365, 4.41e-7, Vec3(-0.0115, 0, 0)));
    k.push_back(pin(ground, b, 0.02373, 5.255e-6, Vec3(0.01043, -0.01874, 0)));
    auto k5 = pin(ground, a, 0.0705, 1.169e-5, Vec3(0.02308, 0.00916, 0));
    k.push_back(pin(k5, Vec3(0.04, 0, 0), 0.00706, 5.667e-7, Vec3(0, 0.01421 - 0.02, 0)));
    k.push_back(k5);
    auto k7 = pin(ground, a, 0.05498, 1.912e-5, Vec3(0.01228, 0.00449, 0));
    k.push_back(pin(k7, Vec3(0, -0.04, 0), 0.00706, 5.667e-7, Vec3(0.02 - 0.01421, 0, 0)));
    k.push_back(k7);
    const Vec3 e(-0.028, 0, 0);
    close(k[1], e, k[2], Vec3(0, -0.035, 0));
    close(k[1], e, k[3], Vec3(0, -0.02, 0));
    close(k[1], e, k[5], Vec3(0.02, 0, 0));
    SimTK::Force::TwoPointLinearSpring(forces, ground, c, k[2], Vec3(0.02, -0.018, 0), 4530,
                                       0.07785);
    SimTK::Force::MobilityConstantForce(forces, k[0], SimTK::MobilizerUIndex(0), 0.033);
  }

  std::array<double, 7> run(const std::string& method, double accuracy) {
    const double start[] = {-0.061713890014276449634, 0,
                            0.45527981916307038026,   0.22266839016588588468,
                            0.48736497954384255023,   -0.22266839016588588468,
                            1.2305474445498211925};
    SimTK::State begin = state();
    for (std::size_t i = 0; i < 7; ++i) k[i].setAngle(begin, start[i]);
    const auto integrator = make_integrator(method, system);
    integrator->setAccuracy(accuracy);
    SimTK::TimeStepper stepper(system, *integrator);
    stepper.initialize(begin);
    stepper.stepTo(0.05);
    std::array<double, 7> out{};
    for (std::size_t i = 0; i < 7; ++i) out[i] = k[i].getAngle(integrator->getState());
    return out;
  }
};

struct NFourBar : Tree {
  std::vector<MobilizedBody::Pin> cranks, rods;

  explicit NFourBar(int n) {
    SimTK::Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    const Vec3 centre(0.5, 0, 0), tip(1, 0, 0);
    for (int i = 0; i <= n; ++i)
      cranks.push_back(
          pin(static_cast<MobilizedBody&>(matter.Ground()), Vec3(i, 0, 0), 1, 1. / 12, centre));
    for (std::size_t i = 0; i + 1 < cranks.size(); ++i) {
      rods.push_back(pin(cranks[i], tip, 1, 1. / 12, centre));
      close(cranks[i + 1], tip, rods[i], tip);
    }
  }

  LoopsEnd run(const std::string& method, double accuracy) {
    SimTK::State begin = state();
    for (auto& crank : cranks) crank.setAngle(begin, SimTK::Pi / 2), crank.setRate(begin, -1);
    for (auto& rod : rods) rod.setAngle(begin, -SimTK::Pi / 2), rod.setRate(begin, 1);
    const auto integrator = make_integrator(method, system);
    integrator->setAccuracy(accuracy);
    // With its own choice, a tenth of the accuracy, it leaves the branch at every accuracy.
    integrator->setConstraintTolerance(1e-12);
    SimTK::TimeStepper stepper(system, *integrator);
    stepper.initialize(begin);
    LoopsEnd out;
    double energy = 0;
    for (int i = 0; i <= 100; ++i) {
      if (i > 0) stepper.stepTo(0.1 * i);
      const SimTK::State& now = integrator->getState();
      system.realize(now, SimTK::Stage::Dynamics);
      const double here = system.calcEnergy(now);
      if (i == 0) energy = here;
      out.drift = std::max(out.drift, std::fabs(here - energy));
    }
    for (const auto& crank : cranks) out.cranks.push_back(crank.getAngle(integrator->getState()));
    return out;
  }
};

// One turn a second.
class Crank : public SimTK::Motion::Custom::Implementation {
 public:
  Crank* clone() const override { return new Crank(*this); }
  SimTK::Motion::Level getLevel(const SimTK::State&) const override {
    return SimTK::Motion::Position;
  }
  void calcPrescribedPosition(const SimTK::State& s, int, double* q) const override {
    q[0] = 2 * SimTK::Pi * s.getTime();
  }
  void calcPrescribedPositionDot(const SimTK::State&, int, double* q) const override {
    q[0] = 2 * SimTK::Pi;
  }
  void calcPrescribedPositionDotDot(const SimTK::State&, int, double* q) const override {
    q[0] = 0;
  }
};

struct FourBar : Tree {
  MobilizedBody::Pin crank, coupler, rocker;
  SimTK::State now;

  FourBar() {
    auto& ground = static_cast<MobilizedBody&>(matter.Ground());
    const auto rod = [&](MobilizedBody& parent, const Vec3& at, double length) {
      return pin(parent, at, length, std::pow(length, 3) / 12, Vec3(length / 2, 0, 0));
    };
    crank = rod(ground, Vec3(0), 0.1);
    coupler = rod(crank, Vec3(0.1, 0, 0), 0.25);
    rocker = rod(ground, Vec3(0.25, 0, 0), 0.2);
    close(rocker, Vec3(0.2, 0, 0), coupler, Vec3(0.25, 0, 0));
    SimTK::Motion::Custom(crank, new Crank);
    now = state();
    coupler.setAngle(now, 1), rocker.setAngle(now, 1.5);
  }

  std::array<double, 6> step(double t) {
    const SimTK::ProjectOptions options(1e-10);
    SimTK::ProjectResults results;
    SimTK::Vector none;
    now.setTime(t);
    system.realize(now, SimTK::Stage::Time);
    system.prescribeQ(now);
    system.realize(now, SimTK::Stage::Position);
    system.projectQ(now, none, options, results);
    system.realize(now, SimTK::Stage::Position);
    system.prescribeU(now);
    system.realize(now, SimTK::Stage::Velocity);
    system.projectU(now, none, options, results);
    system.realize(now, SimTK::Stage::Acceleration);
    const SimTK::Vector& a = now.getUDot();
    return {crank.getAngle(now) + coupler.getAngle(now),
            crank.getRate(now) + coupler.getRate(now),
            a[0] + a[1],
            rocker.getAngle(now),
            rocker.getRate(now),
            a[2]};
  }
};

}  // namespace

AndrewsPeer simbody_andrews(const std::string& method) {
  const auto model = std::make_shared<Andrews>();
  return [=](double accuracy) { return model->run(method, accuracy); };
}

LoopsPeer simbody_n_four_bar(int n, const std::string& method) {
  const auto model = std::make_shared<NFourBar>(n);
  return [=](double accuracy) { return model->run(method, accuracy); };
}

FourBarPeer simbody_four_bar() {
  const auto model = std::make_shared<FourBar>();
  return [=](double t) { return model->step(t); };
}

}  // namespace mbs::bench
