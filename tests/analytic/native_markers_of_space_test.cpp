// MARKERS, MOTION and NETJOINT MARKERS in native decks of space: as the same lines of KABIOS decks,
// whose numbers markers_of_space_test.cpp checks, and against the motion behind the rows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "base/space_vector.h"
#include "nodes/quaternion.h"
#include "support/folder.h"
#include "support/good_run.h"

namespace mbs {
// Names that other tests have, too.
namespace native_markers {
namespace {

using NativeMarkersOfSpace = test::InFolder;

// A turn about (1, 2, -2)/3 and a way along a parabola.
struct NativePose {
  explicit NativePose(double t) : x{0.1 + 0.5 * t, 0.4 - 0.2 * t, 0.2 + t * t} {
    const double half = 0.5 * (0.4 + 3 * t), s = std::sin(half) / 3;
    q = {std::cos(half), s, 2 * s, -2 * s};
    rotation_matrix(q.data(), R);
  }
  Vec3 place(Vec3 s) const { return x + to_space(R, s); }
  Vec3 x;
  std::array<double, 4> q{};
  double R[9];
};

constexpr Vec3 kMarkers[] = {{-0.2, 0, 0}, {0.3, 0, 0}, {0.1, 0.25, 0}, {0.02, 0.04, 0.09}};

std::string trial() {
  std::string out =
      "PathFileType\t4\t(X/Y/Z)\twalk.trc\nDataRate\tNumFrames\tNumMarkers\tUnits\n"
      "100\t41\t4\tm\nFrame#\tTime\tP\t\t\tQ\t\t\tS\t\t\tT\t\t\n\n";
  for (int k = 0; k < 41; ++k) {
    out += fmt::format("{}\t{:.2f}", k + 1, 0.01 * k);
    for (const Vec3 s : kMarkers) {
      const Vec3 v = NativePose(0.01 * k).place(s);
      out += fmt::format("\t{:.17g}\t{:.17g}\t{:.17g}", v.x, v.y, v.z);
    }
    out += "\n";
  }
  return out;
}

std::string native_deck(const std::string& motion, const std::string& joint = "AT 0 0 0",
                        const std::string& classes = "INPUTX 1\nINPUTX 2\n") {
  return "X 1 0.1 0.4 0.2\nX 2 1 0 0 0\n" + classes +
         "END HALT\nXM 1 2\nXM 2 1 0 0 1 0 1\nNETJOINT 1 1 2 0 0 " + joint + "\n" + motion +
         "MARKERS \"walk.trc\" AXES +x +y +z\nTIMESTEP 0.4 4\nEND END\n";
}

void expect_native_pose(const test::RunResult& got, double tolerance) {
  ASSERT_EQ(got.rows.size(), 5u);
  for (std::size_t k = 0; k < got.rows.size(); ++k) {
    const NativePose p(0.1 * static_cast<double>(k));
    double along = 0;
    for (std::size_t c = 0; c < 4; ++c) along += p.q[c] * got.value(k, fmt::format("x2_{}", c + 1));
    EXPECT_NEAR(std::fabs(along), 1, tolerance);
    for (int c = 0; c < 3; ++c)
      EXPECT_NEAR(got.value(k, fmt::format("x1_{}", c + 1)), p.x[c], tolerance);
  }
}

TEST_F(NativeMarkersOfSpace, LeadABody) {
  write("walk.trc", trial());
  const test::RunResult frame =
      good(native_deck("MOTION 1 2 MARKERS NATURAL \"P\" \"Q\" \"S\" AT 0.2 0 0\n"));
  expect_native_pose(frame, 1e-12);
  EXPECT_NEAR(frame.value(2, "motion1.length"), 0.5, 1e-12);
  // The angular velocity of 3 rad/s about (1, 2, -2)/3, along the axes of the body, too.
  for (const auto& [name, w] :
       {std::pair{"v2_1", 1.0}, std::pair{"v2_2", 2.0}, std::pair{"v2_3", -2.0}})
    EXPECT_NEAR(frame.value(2, name), w, 1e-4);
  const test::RunResult fit = good(
      native_deck("MOTION 1 2 MARKERS NATURAL \"P\" -0.2 0 0 \"Q\" 0.3 0 0 \"S\" 0.1 0.25 0 \"T\" "
                  "0.02 0.04 0.09\n"));
  expect_native_pose(fit, 1e-12);
  EXPECT_LT(fit.value(2, "motion1.residual"), 1e-12);
}

// Loads at a marker: m (a - g) and the moment about it of a body that needs them.
TEST_F(NativeMarkersOfSpace, NetJointAtAMarker) {
  write("walk.trc", trial());
  const std::string motion = "MOTION 1 2 MARKERS NATURAL \"P\" \"Q\" \"S\" AT 0.2 0 0\n",
                    made = "MARKERS \"made\" FRAME \"P\" \"Q\" \"S\" AT 0.1 0.02 -0.07\n";
  const std::string deck = native_deck(motion + made, "MARKERS \"made\"");
  const std::string moved = [&] {  // lines in another order
    std::string out = deck;
    out.erase(out.find(made), made.size());
    return out.insert(out.find("TIMESTEP"), made);
  }();
  const test::RunResult got = good(moved);
  for (std::size_t k = 0; k < got.rows.size(); ++k) {
    const Vec3 P = NativePose(0.1 * static_cast<double>(k)).place({-0.1, 0.02, -0.07});
    const Vec3 x = {got.value(k, "x1_1"), got.value(k, "x1_2"), got.value(k, "x1_3")};
    Vec3 F, M;
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(got.value(k, fmt::format("netjoint1.{}", "xyz"[c])), P[c], 1e-12);
      const double a = got.value(k, fmt::format("a1_{}", c + 1));
      EXPECT_NEAR(got.value(k, fmt::format("netjoint1.f{}", "xyz"[c])), 2 * a, 1e-10);
      (c == 0 ? F.x : c == 1 ? F.y : F.z) = 2 * a;
    }
    // The inertia is that of a ball: J wd along any axes.
    const NativePose p(0.1 * static_cast<double>(k));
    const Vec3 wd =
        to_space(p.R, {got.value(k, "a2_1"), got.value(k, "a2_2"), got.value(k, "a2_3")});
    M = wd + cross(x - P, F);
    for (int c = 0; c < 3; ++c)
      EXPECT_NEAR(got.value(k, fmt::format("netjoint1.m{}", "xyz"[c])), M[c], 1e-9) << k;
  }
}

// Rows of numbers and of angles, and the deck that is written again.
TEST_F(NativeMarkersOfSpace, RowsOfABody) {
  write("walk.trc", trial());
  for (const bool by_angles : {false, true}) {
    std::string rows =
        by_angles ? "MOTION 1 2 ROT zxy TABLE NATURAL" : "MOTION 1 2 ROT TABLE NATURAL";
    for (int k = 0; k <= 40; ++k) {
      const NativePose p(0.01 * k);
      rows += fmt::format(" &\n{} {:.17g} {:.17g} {:.17g}", 0.01 * k, p.x.x, p.x.y, p.x.z);
      rows += by_angles
                  ? fmt::format(" {:.17g} 0.1 -0.2", 0.3 + 9 * 0.01 * k)
                  : fmt::format(" {:.17g} {:.17g} {:.17g} {:.17g}", p.q[0], p.q[1], p.q[2], p.q[3]);
    }
    const std::string deck = native_deck(rows + "\n");
    const test::RunResult got = good(deck + "OUT turn = rot2.zxy_1\n");
    if (!by_angles) expect_native_pose(got, 1e-12);
    for (std::size_t k = 0; by_angles && k < got.rows.size(); ++k)
      EXPECT_NEAR(got.value(k, "turn"), 0.3 + 0.9 * static_cast<double>(k), 1e-12);
    Diagnostics diagnostics;
    const std::string echo = convert_deck({"deck", deck, folder_.string(), {}}, {}, diagnostics);
    EXPECT_EQ(diagnostics.format_all(), "");
    const test::RunResult again = good(echo);
    for (const char* name : {"x1_2", "x2_2", "v2_1", "a2_3", "netjoint1.mx"})
      EXPECT_EQ(again.value(3, name), got.value(3, name)) << name;
  }
}

TEST_F(NativeMarkersOfSpace, Mistakes) {
  write("walk.trc", trial());
  const std::string good_line = "MOTION 1 2 MARKERS \"P\" \"Q\" \"S\" AT 0.2 0 0\n";
  const std::pair<std::string, std::string> mistakes[] = {
      {native_deck(good_line, "AT 0 0 0", "INPUTX 1\nDYNX 2\n"),
       "node 2 is not prescribed; expected 'INPUTX 2' in the kinematics block"},
      {native_deck(good_line + "INPUTX 1 1 = t\n"),
       "INPUTX 1: MOTION 1 gives coordinate 1 of node 1 its motion already"},
      {native_deck("MOTION 1 2 MARKERS \"P\" \"Q\" \"Z\" AT 0.2 0 0\n"), "Z"},
      {native_deck("MOTION 1 2 TABLE 0 0 0 0 0 0 0\n"),
       "the rows do not say how the body is turned; expected ROT zxy TABLE"},
      {native_deck("MOTION 1 2 ROT xxz TABLE 0 0 0 0 0 0 0\n"), "'xxz' is no sequence of turns"},
      {native_deck("MOTION 1 2 \"walk.trc\"\n"), "stands where ROT or MARKERS must"},
      {native_deck("MOTION 2 1 MARKERS \"P\" \"Q\" \"S\" AT 0.2 0 0\n"), "node 2"},
      {native_deck("MOTION 1 2 MARKER \"P\"\n"), "did you mean 'MARKERS'?"},
      {"X 1 0 0\nX 2 0.1\nINPUTX 1\nINPUTX 2\nEND HALT\nXM 1 1\nMARKERS \"walk.trc\" AXES +x +y "
       "+z\n" +
           good_line + "TIMESTEP 0.4 4\nEND END\n",
       "node 1"},
  };
  for (const auto& [deck, message] : mistakes) {
    expect_error(deck, message);
    const std::string said = run(deck).messages;
    EXPECT_EQ(said.find(": error:"), said.rfind(": error:")) << said;
  }
}

}  // namespace
}  // namespace native_markers
}  // namespace mbs
