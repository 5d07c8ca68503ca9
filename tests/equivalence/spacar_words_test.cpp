// Words of SPACAR for bodies of space: chains of RBEAM and HINGE, orientations named by 2 3 4; and
// the words that native decks do not have, with what stands in their place.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "paths.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

// The same chain with Cardan joints between bodies whose points are their upper ends.
TEST(SpacarWords, AChainOfRigidBeamsAndHinges) {
  const std::string tight = "INTEG DOP853 1e-12 1e-12\nTIMESTEP";
  std::string spacar = test::read_all(MBSIM_ROOT "/decks/space/spacar_chain.dat");
  spacar.replace(spacar.find("TIMESTEP"), 8, tight);
  std::string ours;
  for (int k = 0; k < 3; ++k)
    ours +=
        fmt::format("UNIVERSAL {0}  {1}  {2} {3}  AT {4} 0 0  0 0 1  0 1 0\nX {2} {4} 0 0\n", k + 1,
                    k == 0 ? "0 0" : fmt::format("{} {}", k, k + 10), k + 1, k + 11, 0.5 * k);
  for (const int k : {1, 2, 3}) ours += fmt::format("DYNE {0} 1\nDYNE {0} 2\n", k);
  ours += "PINBODY 4  3 13 4\nX 4 1.5 0 0\nEND HALT\nXM 2 0.4\nXM 3 0.4\nXM 4 0.2\n";
  for (const int k : {11, 12, 13}) ours += fmt::format("XM {} 2e-3 0 0 0.01 0 0.01\n", k);
  ours += "STARTDE 1 2 0.3 0\nSTARTDE 2 1 0.4 0\nSTARTDE 3 1 -0.5 0\nGRAVITY 0 -3 -9.81\n" + tight +
          " 1 10\nEND END\n";
  const test::RunResult one = test::done(spacar), two = test::done(ours);
  ASSERT_EQ(one.rows.size(), 11u);
  ASSERT_EQ(two.rows.size(), 11u);
  test::Error places, speeds, angles;
  for (std::size_t row = 0; row < 11; ++row) {
    for (const int node : {2, 3, 4})
      for (int c = 1; c <= 3; ++c) {
        const std::string of = fmt::format("{}_{}", node, c);
        places.add(two.value(row, "x" + of), one.value(row, "x" + of));
        speeds.add(two.value(row, "v" + of), one.value(row, "v" + of));
      }
    for (int k = 0; k < 3; ++k)
      for (int d = 0; d < 2; ++d)
        angles.add(two.value(row, fmt::format("e{}_{}", k + 1, d + 1)),
                   one.value(row, fmt::format("e{}_1", 4 + 2 * k + d)));
  }
  EXPECT_LT(places.absolute(), 1e-9);
  EXPECT_LT(speeds.relative(), 1e-9);
  EXPECT_LT(angles.relative(), 1e-9);
}

std::string body_with(const std::string& classes) {
  return "RBEAM 1  1 2 3  0 1 0\nX 1 0 0 0\nX 3 1 0 0\nFIX 1\n" + classes +
         "END HALT\nXM 3 1\nXM 2 0.1 0 0 0.2 0 0.3\nGRAVITY 0 0 -9.81\nTIMESTEP 1 4\nEND END\n";
}

TEST(SpacarWords, NameAnOrientationByThreeParameters) {
  const test::RunResult ours = test::good_run(body_with("DYNX 2 1 2 3\n"));
  for (const char* spacar : {"DYNX 2 2 3 4\n", "DYNX 2 4 3 2\n"}) {
    const test::RunResult run = test::good_run(body_with(spacar));
    EXPECT_EQ(run.rows, ours.rows);
  }
  EXPECT_EQ(test::run(body_with("INPUTX 2 2 3 4\n")).status, ExitStatus::done);
  for (const char* part : {"DYNX 2 4\n", "DYNX 2 3 4\n", "FIX 2 1 4\n", "DYNX 2 1 2 3 4\n"})
    EXPECT_NE(test::run(body_with(part))
                  .messages.find("node 2 is an orientation: its velocities are 1 2 3 (w1 w2 w3)"),
              std::string::npos)
        << part;
}

TEST(SpacarWords, NameWhatReplacesThem) {
  const auto said = [](const std::string& deck, const std::string& text) {
    const std::string messages = test::run(deck).messages;
    EXPECT_NE(messages.find(text), std::string::npos) << messages;
  };
  const std::string body = body_with("DYNX 2\n");
  const auto with = [&](const std::string& line) {
    std::string deck = body;
    return deck.insert(deck.find("GRAVITY"), line);
  };
  said(with("USERSIG loads\n"), "'USERSIG' is no keyword of the dynamics block; here it is OUT");
  said(with("USERINP paths\n"), "here it is INPUTX n c = expression");
  said("RBEAM 7  1 2 4  0 1 0\nX 4 0 1 0\nGIMBAL 1  0 0  1 2\n" + body,
       "here it is SPHERICAL and CARDAN e a b zxy");
  said("X 1 0 0 0\nBEAM 1  1 2  3 4  0 1 0\nEND END\n", "there are no beams of space yet");
}

}  // namespace
}  // namespace mbs
