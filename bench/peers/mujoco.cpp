#include <cmath>

#include "peers/mujoco_model.h"
#include "peers/peers.h"

namespace mbs::bench {
namespace {

struct Rod {
  double length, centre, mass, inertia;
};

// Hinges in a row about z.
MujocoModel mujoco_row(const std::vector<Rod>& rods) {
  std::string bodies;
  for (std::size_t i = rods.size(); i-- > 0;)
    bodies = mujoco_body("", i ? rods[i - 1].length : 0, 0, rods[i].mass, rods[i].inertia,
                         rods[i].centre, 0, bodies);
  return MujocoModel(
      fmt::format("<option integrator='RK4' gravity='0 -9.81 0'><flag contact='disable' "
                  "constraint='disable'/></option><worldbody>{}</worldbody>",
                  bodies));
}

class MujocoPushOff : public PushOffPeer {
 public:
  MujocoPushOff()
      : row_(mujoco_row({{0.16, 0.064, 2, 0.01},
                         {0.40, 0.16, 6, 0.1},
                         {0.44, 0.176, 14, 0.3},
                         {0.82, 0.328, 45, 2.5}})) {}
  std::array<double, 4> at_start() override {
    begin();
    return absolute();
  }
  std::array<double, 4> run(double steps) override {
    begin();
    const long count = std::lround(steps);
    row_.model->opt.timestep = 0.24 / static_cast<double>(count);
    for (long k = count; k > 0; --k) mj_step(row_.model, row_.data);
    return absolute();
  }

 private:
  void begin() {
    mj_resetData(row_.model, row_.data);
    const double phi[] = {M_PI - 0.6, 0.9, M_PI - 0.6, 0.8}, torque[] = {0, 170, -144, 260};
    for (int i = 0; i < 4; ++i) {
      row_.data->qpos[i] = phi[i] - (i ? phi[i - 1] : 0);
      row_.data->qfrc_applied[i] = torque[i];
    }
  }
  std::array<double, 4> absolute() {
    mj_forward(row_.model, row_.data);
    std::array<double, 4> a{};
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) a[i] = sum += row_.data->qacc[i];
    return a;
  }
  MujocoModel row_;
};

class MujocoChain : public ChainPeer {
 public:
  MujocoChain(const std::vector<double>& q, const std::vector<double>& u)
      : row_(mujoco_row(std::vector<Rod>(q.size(), {1, 0.5, 1, 1.0 / 12}))) {
    for (std::size_t i = 0; i < q.size(); ++i) row_.data->qpos[i] = q[i], row_.data->qvel[i] = u[i];
  }
  void evaluate() override { mj_forward(row_.model, row_.data); }
  std::vector<double> accelerations() override {
    evaluate();
    return {row_.data->qacc, row_.data->qacc + row_.model->nv};
  }

 private:
  MujocoModel row_;
};

}  // namespace

std::unique_ptr<PushOffPeer> mujoco_push_off() { return std::make_unique<MujocoPushOff>(); }
std::unique_ptr<ChainPeer> mujoco_chain(const std::vector<double>& q,
                                        const std::vector<double>& u) {
  return std::make_unique<MujocoChain>(q, u);
}

}  // namespace mbs::bench
