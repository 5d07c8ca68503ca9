#include <fmt/format.h>
#include <mujoco.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "peers/peers.h"

namespace mbs::bench {
namespace {

struct Rod {
  double length, centre, mass, inertia;
};

// Hinges in a row about z; contacts and constraints are off. MuJoCo reads models from files only.
class MujocoRow {
 public:
  explicit MujocoRow(const std::vector<Rod>& rods) {
    std::string xml =
        "<mujoco><compiler angle='radian' balanceinertia='false'/>"
        "<option integrator='RK4' gravity='0 -9.81 0'><flag contact='disable' "
        "constraint='disable'/></option><worldbody>";
    for (std::size_t i = 0; i < rods.size(); ++i)
      xml += fmt::format(
          "<body pos='{} 0 0'><joint type='hinge' axis='0 0 1'/>"
          "<inertial pos='{:.17g} 0 0' mass='{}' diaginertia='{:.17g} {:.17g} {:.17g}'/>",
          i ? rods[i - 1].length : 0, rods[i].centre, rods[i].mass, rods[i].inertia,
          rods[i].inertia, rods[i].inertia);
    for (std::size_t i = 0; i < rods.size(); ++i) xml += "</body>";
    xml += "</worldbody></mujoco>";
    char path[] = "/tmp/mbsim_peer_XXXXXX", message[500] = "";
    const int file = mkstemp(path);
    if (file < 0) throw std::runtime_error("no temporary file");
    const bool written = write(file, xml.data(), xml.size()) == static_cast<ssize_t>(xml.size());
    close(file);
    model = written ? mj_loadXML(path, nullptr, message, sizeof message) : nullptr;
    unlink(path);
    if (!model) throw std::runtime_error(std::string("MuJoCo: ") + message);
    data = mj_makeData(model);
  }
  ~MujocoRow() {
    mj_deleteData(data);
    mj_deleteModel(model);
  }
  MujocoRow(const MujocoRow&) = delete;
  MujocoRow& operator=(const MujocoRow&) = delete;
  mjModel* model;
  mjData* data;
};

class MujocoPushOff : public PushOffPeer {
 public:
  MujocoPushOff()
      : row_({{0.16, 0.064, 2, 0.01},
              {0.40, 0.16, 6, 0.1},
              {0.44, 0.176, 14, 0.3},
              {0.82, 0.328, 45, 2.5}}) {}
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
  MujocoRow row_;
};

class MujocoChain : public ChainPeer {
 public:
  MujocoChain(const std::vector<double>& q, const std::vector<double>& u)
      : row_(std::vector<Rod>(q.size(), {1, 0.5, 1, 1.0 / 12})) {
    for (std::size_t i = 0; i < q.size(); ++i) row_.data->qpos[i] = q[i], row_.data->qvel[i] = u[i];
  }
  void evaluate() override { mj_forward(row_.model, row_.data); }
  std::vector<double> accelerations() override {
    evaluate();
    return {row_.data->qacc, row_.data->qacc + row_.model->nv};
  }

 private:
  MujocoRow row_;
};

}  // namespace

std::unique_ptr<PushOffPeer> mujoco_push_off() { return std::make_unique<MujocoPushOff>(); }
std::unique_ptr<ChainPeer> mujoco_chain(const std::vector<double>& q,
                                        const std::vector<double>& u) {
  return std::make_unique<MujocoChain>(q, u);
}

}  // namespace mbs::bench
