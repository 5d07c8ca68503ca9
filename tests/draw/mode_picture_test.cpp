// draw --mode: the frames of a mode and of the softest motion, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "draw/scene/mode_recording.h"
#include "support/deck.h"

namespace mbs {
namespace {

struct Shown {
  ModeRecording mode;
  std::string messages;
  // How far frame k has moved coordinate i from the frame at rest.
  double moved(std::size_t k, std::size_t i) const {
    return mode.recording.frames[k].x[i] - mode.recording.frames[0].x[i];
  }
};

Shown shown(const std::string& deck, const ShapeRequest& request, int states = 0) {
  Diagnostics diagnostics;
  const auto prepared = prepare_run({"deck", deck, "."}, {}, diagnostics);
  Shown out;
  if (prepared) out.mode = record_mode(*prepared, request, states, diagnostics);
  out.messages = diagnostics.format_all();
  return out;
}

// Two masses of 1 kg on a line between walls, three springs of 1 N per m: omega 1 and sqrt(3).
const std::string kTwoMasses =
    "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nPLTRUSS 3 3 4\nX 1 0 0\nX 2 1 0\nX 3 2 0\nX 4 3 0\nFIX 1\nFIX "
    "4\n"
    "FIX 2 2\nFIX 3 2\nRLSE 1\nRLSE 2\nRLSE 3\nEND HALT\nXM 2 1\nXM 3 1\nESTIFF 1 1\nESTIFF 2 1\n"
    "ESTIFF 3 1\nDOF AUTO\n";

TEST(ModePicture, ModesOfTwoMasses) {
  const Shown first = shown(kTwoMasses + "EIGEN\nEND END\n", {1, {}});
  ASSERT_EQ(first.mode.recording.frames.size(), 2u) << first.messages;
  EXPECT_EQ(first.mode.text, "mode 1: 1 rad/s");
  EXPECT_NEAR(first.moved(1, 2), 0.3, 1e-12);  // a tenth of the size
  EXPECT_NEAR(first.moved(1, 4), 0.3, 1e-12);
  const Shown second = shown(kTwoMasses + "EIGEN\nEND END\n", {2, {}});
  ASSERT_EQ(second.mode.recording.frames.size(), 2u) << second.messages;
  EXPECT_EQ(second.mode.text, "mode 2: 1.73205 rad/s");
  EXPECT_NEAR(second.moved(1, 2) + second.moved(1, 4), 0, 1e-12);
  // Five states of a period: 0, +, 0, -, 0.
  const Shown period = shown(kTwoMasses + "EIGEN\nEND END\n", {1, {}}, 5);
  ASSERT_EQ(period.mode.recording.frames.size(), 5u);
  EXPECT_NEAR(period.moved(1, 2), 0.3, 1e-12);
  EXPECT_NEAR(period.moved(2, 2), 0, 1e-12);
  EXPECT_NEAR(period.moved(3, 2), -0.3, 1e-12);
}

// The stiffness 1 of both in step is the smallest.
TEST(ModePicture, SoftestMotion) {
  const Shown here = shown(kTwoMasses + "XF 2 0.1 0\nSTATIC\nEND END\n", {1, {}});
  ASSERT_EQ(here.mode.recording.frames.size(), 2u) << here.messages;
  EXPECT_EQ(here.mode.text, "softest motion");
  EXPECT_NEAR(here.moved(1, 2), 0.3, 1e-8);
  EXPECT_NEAR(here.moved(1, 4), 0.3, 1e-8);
}

// A truss that may sway: at its first limit point or bifurcation, and at another load factor.
TEST(ModePicture, LoadPath) {
  const std::string deck =
      "PLTRUSS 1 1 2\nPLTRUSS 2 3 2\nX 1 -1 0\nX 2 0 3\nX 3 1 0\nFIX 1\nFIX 3\nDYNX 2\nRLSE "
      "1\nRLSE "
      "2\nEND HALT\nESTIFF 1 1000\nESTIFF 2 1000\nXF 2 0 -600\nITERSTEP 50 20 ARC\nSTATIC\nEND "
      "END\n";
  const Shown sways = shown(deck, {1, {}});
  ASSERT_EQ(sways.mode.recording.frames.size(), 2u) << sways.messages;
  EXPECT_TRUE(sways.mode.text.starts_with("softest motion at the bifurcation, "))
      << sways.mode.text;
  EXPECT_NEAR(std::fabs(sways.moved(1, 2)), 0.1 * 3, 1e-6);  // to the side
  EXPECT_NEAR(sways.moved(1, 3), 0, 1e-6);
  const Shown start = shown(deck, {1, 0.0});
  EXPECT_EQ(start.mode.text, "softest motion at 0 of the load");
}

TEST(ModePicture, Refusals) {
  EXPECT_NE(shown(kTwoMasses + "EIGEN\nEND END\n", {3, {}}).messages.find("the deck has 2 modes"),
            std::string::npos);
  EXPECT_NE(shown(kTwoMasses + "STATIC\nEND END\n", {2, {}}).messages.find("mode 1"),
            std::string::npos);
  EXPECT_NE(shown(kTwoMasses + "STATIC\nEND END\n", {1, 0.5}).messages.find("no load path"),
            std::string::npos);
  EXPECT_NE(shown(kTwoMasses + "TIMESTEP 1 2\nEND END\n", {1, {}}).messages.find("no modes"),
            std::string::npos);
}

}  // namespace
}  // namespace mbs
