// Mechanisms with loops in MuJoCo: a tree of hinges, each loop closed by a "connect". MuJoCo holds
// it by a critically damped spring; the stiffer the more accurate. Its time constant is taken as
// 0.7 steps, near the least with which RK4 stays stable (MuJoCo's own least is 2 steps, the flag
// refsafe: four times the error): so the error falls with the square of the step.
#include <array>
#include <cmath>

#include "peers/mujoco_model.h"
#include "peers/peers.h"

namespace mbs::bench {
namespace {

struct Point {
  double x, y;
};

std::string connect(const std::string& a, const Point& at, const std::string& b) {
  return fmt::format(
      "<connect body1='{}' body2='{}' anchor='{:.17g} {:.17g} 0' solimp='0.9999 0.9999 0.001'/>", a,
      b, at.x, at.y);
}

std::string options(double gravity) {
  return fmt::format(
      "<option integrator='RK4' gravity='0 {} 0' solver='Newton'>"
      "<flag contact='disable' refsafe='disable'/></option>",
      -gravity);
}

// MuJoCo takes the point of the second body from the position in the file: it is set here instead.
void set_second_point(const MujocoModel& m, int loop, const Point& at) {
  m.model->eq_data[mjNEQDATA * loop + 3] = at.x;
  m.model->eq_data[mjNEQDATA * loop + 4] = at.y;
  m.model->eq_data[mjNEQDATA * loop + 5] = 0;
}

void set_step(const MujocoModel& m, double step) {
  m.model->opt.timestep = step;
  for (int i = 0; i < m.model->neq; ++i) m.model->eq_solref[mjNREF * i] = 0.7 * step;
}

// Numbers and letters of the test set for initial value problems, as in decks/own/andrews.dat.
class Andrews {
 public:
  Andrews() : m_(text()) {
    const Point on_second[] = {{0, -0.035}, {0, -0.02}, {0.02, 0}};
    for (int i = 0; i < 3; ++i) set_second_point(m_, i, on_second[i]);
  }

  std::array<double, 7> run(double steps) {
    // K1, K2, K3, K5, K4, K7, K6, the order of the file.
    const double start[] = {-0.061713890014276449634, 0,
                            0.45527981916307038026,   0.48736497954384255023,
                            0.22266839016588588468,   1.2305474445498211925,
                            -0.22266839016588588468};
    mj_resetData(m_.model, m_.data);
    std::copy(std::begin(start), std::end(start), m_.data->qpos);
    m_.data->qfrc_applied[0] = 0.033;
    const long count = std::lround(steps);
    set_step(m_, 0.05 / static_cast<double>(count));
    for (long k = 0; k < count; ++k) mj_step(m_.model, m_.data);
    const double* q = m_.data->qpos;
    return {q[0], q[1], q[2], q[4], q[3], q[6], q[5]};
  }

 private:
  static std::string text() {
    const double xa = -0.06934, ya = -0.00227;
    const std::string k2 = mujoco_body("K2", 0.007, 0, 0.00365, 4.41e-7, -0.0115, 0),
                      k4 = mujoco_body("K4", 0.04, 0, 0.00706, 5.667e-7, 0, 0.01421 - 0.02),
                      k6 = mujoco_body("K6", 0, -0.04, 0.00706, 5.667e-7, 0.02 - 0.01421, 0);
    const Point e{-0.028, 0};
    return options(0) + "<worldbody><site name='C' pos='0.014 0.072 0'/>" +
           mujoco_body("K1", 0, 0, 0.04325, 2.194e-6, 0.00092, 0, k2) +
           mujoco_body("K3", -0.03635, 0.03273, 0.02373, 5.255e-6, 0.01043, -0.01874,
                       "<site name='D' pos='0.02 -0.018 0'/>") +
           mujoco_body("K5", xa, ya, 0.0705, 1.169e-5, 0.02308, 0.00916, k4) +
           mujoco_body("K7", xa, ya, 0.05498, 1.912e-5, 0.01228, 0.00449, k6) +
           "</worldbody><equality>" + connect("K2", e, "K3") + connect("K2", e, "K4") +
           connect("K2", e, "K6") +
           "</equality><tendon><spatial stiffness='4530' springlength='0.07785'>"
           "<site site='C'/><site site='D'/></spatial></tendon>";
  }
  MujocoModel m_;
};

class NFourBar {
 public:
  explicit NFourBar(int n) : n_(n), m_(text(n)) {
    for (int i = 0; i < n; ++i) set_second_point(m_, i, {1, 0});
  }

  LoopsEnd run(double steps_a_report) {
    mj_resetData(m_.model, m_.data);
    for (int i = 0; i <= 2 * n_; ++i) {  // crank, rod, crank, rod, ...
      m_.data->qpos[i] = i % 2 ? -M_PI / 2 : M_PI / 2;
      m_.data->qvel[i] = i % 2 ? 1 : -1;
    }
    const long count = std::lround(std::ceil(steps_a_report));
    set_step(m_, 0.1 / static_cast<double>(count));
    LoopsEnd out;
    const double start = energy();
    for (int report = 1; report <= 100; ++report) {
      for (long k = 0; k < count; ++k) mj_step(m_.model, m_.data);
      out.drift = std::max(out.drift, std::fabs(energy() - start));
    }
    for (int i = 0; i <= n_; ++i) out.cranks.push_back(m_.data->qpos[2 * i]);
    return out;
  }

 private:
  static std::string text(int n) {
    std::string tree, loops;
    for (int i = 0; i <= n; ++i)
      tree +=
          mujoco_body(fmt::format("crank{}", i), i, 0, 1, 1. / 12, 0.5, 0,
                      i == n ? "" : mujoco_body(fmt::format("rod{}", i), 1, 0, 1, 1. / 12, 0.5, 0));
    for (int i = 0; i < n; ++i)
      loops += connect(fmt::format("crank{}", i + 1), {1, 0}, fmt::format("rod{}", i));
    return options(9.81) + fmt::format("<size njmax='{}' nconmax='10'/>", 10 * n + 100) +
           "<worldbody>" + tree + "</worldbody><equality>" + loops + "</equality>";
  }
  // Without the forces of a whole evaluation; asked for only here, since steps would find it too.
  double energy() const {
    m_.model->opt.enableflags |= mjENBL_ENERGY;
    mj_kinematics(m_.model, m_.data);
    mj_comPos(m_.model, m_.data);
    mj_crb(m_.model, m_.data);
    mj_energyPos(m_.model, m_.data);
    mj_energyVel(m_.model, m_.data);
    m_.model->opt.enableflags &= ~mjENBL_ENERGY;
    return m_.data->energy[0] + m_.data->energy[1];
  }
  int n_;
  MujocoModel m_;
};

}  // namespace

AndrewsPeer mujoco_andrews() {
  const auto model = std::make_shared<Andrews>();
  return [=](double steps) { return model->run(steps); };
}

LoopsPeer mujoco_n_four_bar(int n) {
  const auto model = std::make_shared<NFourBar>(n);
  return [=](double steps_a_report) { return model->run(steps_a_report); };
}

}  // namespace mbs::bench
