// A slider-crank of space in the words of KABIOS decks against the numbers of another program with
// 14 digits (tests/data/R21*.json).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "paths.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

// At a crank of theta0 = 0.4 + 6 t + 0.75 t^2; the driver counts from the start.
TEST(KabiosSpaceSliderCrank, MotionAndForces) {
  const test::RunResult run =
      test::good_run(test::deck_text("kabios_space/slider_crank_dynamic.dat"));
  std::ifstream in(MBSIM_ROOT "/tests/data/R21_slider_crank_3d.json");
  const auto table = nlohmann::json::parse(in).at("table").get<std::vector<std::vector<double>>>();
  ASSERT_EQ(run.rows.size(), table.size());
  double motion = 0, forces = 0;
  const auto close = [](double& worst, double a, double b) {
    worst = std::max(worst, std::fabs(a - b) / std::max(1.0, std::fabs(b)));
  };
  for (std::size_t k = 0; k < table.size(); ++k) {
    const std::vector<double>& at = table[k];
    close(motion, run.value(k, "rev1.angle") + 0.4, at[1]);
    const char* const axes[] = {"x", "y", "z"};
    for (std::size_t c = 0; c < 3; ++c) {
      const std::string axis = axes[c];
      close(motion, run.value(k, "point1." + axis), at[2 + c]);
      // The rod: its angular velocity and acceleration along the axes of space.
      close(motion, run.value(k, "body3.w" + axis), at[21 + c]);
      close(motion, run.value(k, "body3.w" + axis + "d"), at[24 + c]);
      close(forces, run.value(k, "sph2.f" + axis), at[27 + c]);   // crank on rod
      close(forces, -run.value(k, "uni3.f" + axis), at[30 + c]);  // rod on slider
      close(forces, run.value(k, "rev1.f" + axis), at[34 + c]);   // ground on crank
    }
    close(motion, run.value(k, "body4.x"), at[5]);
    close(motion, run.value(k, "body4.xd"), at[6]);
    close(motion, run.value(k, "body4.xdd"), at[7]);
    close(motion, run.value(k, "pri4.travel"), at[5]);  // of its two points
    close(motion, std::fabs(run.value(k, "body3.q0")), std::fabs(at[17]));
    close(forces, -run.value(k, "s1_1"), at[39]);  // the drive's torque
    close(forces, run.value(k, "pri4.fy"), at[40]);
    close(forces, run.value(k, "pri4.fz"), at[41]);
    close(forces, run.value(k, "pri4.mx"), at[42]);
    close(forces, run.value(k, "pri4.my"), at[43]);
    close(forces, run.value(k, "pri4.mz"), at[44]);
  }
  EXPECT_LT(motion, 1e-12);
  EXPECT_LT(forces, 1e-12);
}

}  // namespace
}  // namespace mbs
