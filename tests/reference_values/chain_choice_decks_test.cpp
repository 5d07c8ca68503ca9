// Decks that choose their unknowns: Otten's open and closed chain (R04), mixed dynamics, one jump
// in three dialects, moments from a table of thousands of rows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

using nlohmann::json;
using test::Error;
using test::RunResult;

json otten(const char* part) {
  return json::parse(test::read_all(std::string(MBSIM_ROOT) + "/tests/data/R04_otten.json"))
      .at(part);
}
RunResult cross_checked(const std::string& text) {
  RunSettings settings;
  settings.cross_check = true;
  return test::run(text, settings);
}
double reported(const RunResult& run, const std::string& before) {
  const std::string text = run.audit + run.report;
  const std::size_t at = text.find(before);
  return at == std::string::npos ? 1e300 : std::stod(text.substr(at + before.size()));
}

// Calls use(row of the file, row of the run) for the times both have.
template <class Use>
void for_common_times(const json& table, const RunResult& run, Use use) {
  std::size_t common = 0;
  for (const json& row : table)
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      if (std::fabs(run.time(k) - row.at("t").get<double>()) < 1e-9) use(row, k), ++common;
  EXPECT_GE(common, 10u);
}

// Angles known as functions of time; Otten's T_i is -M(i+1).
TEST(InverseDeck, MomentsOfOttensOpenChain) {
  const RunResult run = cross_checked(test::deck_text("chains/inverse.dat"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  Error moment, force, angle;
  for_common_times(otten("open_chain").at("inverse_dynamics").at("table"), run,
                   [&](const json& row, std::size_t k) {
                     moment.add(run.value(k, "m1"), row.at("ground_moment"));
                     for (int i = 1; i < 4; ++i)
                       moment.add(-run.value(k, fmt::format("m{}", i + 1)),
                                  row.at(fmt::format("T{}", i)));
                     force.add(run.value(k, "frx1"), row.at("F_ground").at(0));
                     force.add(run.value(k, "fry1"), row.at("F_ground").at(1));
                     for (std::size_t i = 0; i < 4; ++i)
                       angle.add(run.value(k, fmt::format("phi{}", i + 1)), row.at("angle").at(i));
                   });
  EXPECT_LT(moment.relative(), 1e-12);                          // seen 7.3e-16
  EXPECT_LT(force.relative(), 1e-12);                           // seen 1.2e-16
  EXPECT_LT(angle.relative(), 1e-12);                           // seen 4.2e-16
  EXPECT_LT(run.cross_check.value().difference, 1e-12);         // seen 3.5e-16
  EXPECT_LT(run.evidence.find(Check::momentum)->value, 1e-12);  // seen 3.1e-16
  EXPECT_GT(reported(run, "unknown choice: "), 1e-3);           // seen 0.089
}

// Five rows close the ring.
TEST(RingDeck, OttensClosedChain) {
  const RunResult run = cross_checked(test::deck_text("chains/ring.dat"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  Error force, angle, acceleration;
  for_common_times(otten("closed_four_bar").at("table"), run, [&](const json& row, std::size_t k) {
    const json& F = row.at("forces");
    for (int i = 1; i <= 4; ++i) {
      force.add(run.value(k, fmt::format("frx{}", i + 1)), F.at(fmt::format("F{}x", i)));
      force.add(run.value(k, fmt::format("fry{}", i + 1)), F.at(fmt::format("F{}y", i)));
    }
    force.add(run.value(k, "frx1"), -F.at("Fex").get<double>());
    force.add(run.value(k, "fry1"), -F.at("Fey").get<double>());
    for (std::size_t i = 0; i < 4; ++i) {
      angle.add(run.value(k, fmt::format("phi{}", i + 1)), row.at("angle").at(i));
      acceleration.add(run.value(k, fmt::format("phidd{}", i + 1)), row.at("alpha").at(i));
    }
  });
  EXPECT_LT(force.relative(), 1e-12);                    // seen 1.5e-14
  EXPECT_LT(angle.relative(), 1e-12);                    // seen 7.2e-15
  EXPECT_LT(acceleration.relative(), 1e-12);             // seen 1.9e-14
  EXPECT_LT(run.cross_check.value().difference, 1e-12);  // seen 1.2e-15
}

// --cross-check of decks that are solved as nodes and elements.
TEST(CrossCheck, OfForwardDynamics) {
  for (const char* name : {"cycling_one_leg", "jump", "pendulum_chain"}) {
    const RunResult run = cross_checked(test::deck_text(fmt::format("chains/{}.dat", name)));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_LT(run.cross_check.value().difference, 1e-11) << name;  // seen 7.8e-14, 2.4e-14, 3.4e-15
  }
}

// Events let constraints go and catch others; half a constraint has no place in the matrix.
TEST(CrossCheck, FollowsEvents) {
  const std::string deck =
      R"(SEGDYN
SEGMENT 1 3.5 0.45 0.20 0.06
SEGMENT 2 2.5 0.40 0.18 0.04
SEGMENT 3 1.5 0.40 0.18 0.04
STATE 1 -60deg 0
STATE 2 -20deg 0
STATE 3 20deg 0
FIX TIP
EVENT a WHEN t-0.1 DO RELEASE TIP
EVENT b WHEN t-0.2 DO FIX PHI 2
EVENT c WHEN t-0.3 DO RELEASE PHI 2; FIX HINGE 3
EVENT d WHEN t-0.4 DO FIX TIP)";
  const std::string tail = "\nGRAV 0 -9.81\nTIME 0 0.5 0.05\nEND\n";
  for (const std::string& last : {std::string(), std::string("\nFREE BASE")}) {
    const RunResult whole = cross_checked(deck + last + tail);
    ASSERT_EQ(whole.status, ExitStatus::done) << whole.messages;
    EXPECT_LT(whole.cross_check.value().difference, 1e-10);  // seen 9.1e-14, 4.8e-15
    EXPECT_FALSE(whole.cross_check->left_at);
  }
  const RunResult half = cross_checked(deck + " X" + tail);
  ASSERT_EQ(half.status, ExitStatus::done) << half.messages;
  EXPECT_LT(half.cross_check.value().difference, 1e-10);  // seen 6.8e-13
  EXPECT_NEAR(half.cross_check->left_at.value(), 0.4, 1e-12);
}

// LIMIT where the deck chooses: the rows until then stay.
TEST(ChainRun, EndsAtItsLimits) {
  const std::string deck =
      R"(SEGDYN
SEGMENT 1 3.5 0.45 0.20 0.06
STATE 1 -60deg 0
KNOWN PHIDD 1 = 2*sin(9*t)
UNKNOWN M 1
INTEG RK4 0.1
TIME 0 5 1
)";
  const RunResult steps = test::run(deck + "LIMIT STEPS 25\nEND\n");
  EXPECT_EQ(steps.status, ExitStatus::interrupted);
  EXPECT_EQ(steps.rows.size(), 3u);
  EXPECT_NE(steps.messages.find("ended by the limit of 25 steps at t = 2.5"), std::string::npos)
      << steps.messages;
  std::string slow = deck;
  slow.replace(slow.find("RK4 0.1"), 7, "RK4 1e-7");
  const RunResult time = test::run(slow + "LIMIT TIME 0.05\nEND\n");
  EXPECT_EQ(time.status, ExitStatus::interrupted);
  EXPECT_NE(time.messages.find("ended by the time limit (LIMIT)"), std::string::npos)
      << time.messages;
}

// The same push-off as a chain, as KABIOS bodies and as native elements.
TEST(OneJump, InThreeDialects) {
  const RunResult chain = test::run(test::deck_text("chains/jump.dat"));
  const RunResult bodies = test::run(test::deck_text("kabios/vertical_jump_dynamic.dat"));
  Diagnostics diagnostics;
  const RunResult native = test::run(convert_deck(
      {"deck", test::deck_text("kabios/vertical_jump_dynamic.dat"), ".", {}}, {}, diagnostics));
  ASSERT_EQ(chain.rows.size(), bodies.rows.size());
  ASSERT_EQ(chain.rows.size(), native.rows.size());
  Error of_bodies, of_native, force;
  for (std::size_t k = 0; k < chain.rows.size(); ++k) {
    ASSERT_NEAR(chain.time(k), bodies.time(k), 1e-12);
    for (int i = 1; i <= 4; ++i) {
      const double phi = chain.value(k, fmt::format("phi{}", i));
      of_bodies.add(bodies.value(k, fmt::format("body{}.phi", i + 1)), phi);
      of_native.add(native.value(k, fmt::format("x{}_1", 2 * (i + 1))), phi);
    }
    force.add(bodies.value(k, "rev1.fy"), chain.value(k, "fry1"));
  }
  EXPECT_LT(of_bodies.relative(), 1e-9);  // seen 1.8e-13
  EXPECT_LT(of_native.relative(), 1e-9);  // seen 1.8e-13
  EXPECT_LT(force.relative(), 1e-9);      // seen 4.2e-13
}

constexpr const char* kPair = R"(SEGDYN
SEGMENT 1  1.5 0.5 0.2 0.04
SEGMENT 2  0.8 0.4 0.15 0.02
STATE 1  -1.2 0.5
STATE 2  0.3 -1
GRAV 0 -9.81
)";

// Forward with a moment that depends on the state, then backward with the accelerations of each
// report time: the moments come back.
TEST(InverseDeck, ReturnsTheMomentsOfForward) {
  const RunResult forward = test::run(std::string(kPair) +
                                      R"(KNOWN M 1 = 2*sin(3*t)-phid1
KNOWN M 2 = -3*(phi2-phi1)
TIME 0 1 0.1
INTEG DOP853 1e-12 1e-12
END
)");
  ASSERT_EQ(forward.status, ExitStatus::done) << forward.messages;
  Error error;
  for (std::size_t k = 0; k < forward.rows.size(); ++k) {
    std::string deck =
        R"(SEGDYN
SEGMENT 1 1.5 0.5 0.2 0.04
SEGMENT 2 0.8 0.4 0.15 0.02
GRAV 0 -9.81
UNKNOWN M 1
UNKNOWN M 2
TIME 0 0 1
)";
    for (int i = 1; i <= 2; ++i)
      deck += fmt::format("STATE {0} {1:.17g} {2:.17g}\nKNOWN PHIDD {0} {3:.17g}\n", i,
                          forward.value(k, fmt::format("phi{}", i)),
                          forward.value(k, fmt::format("phid{}", i)),
                          forward.value(k, fmt::format("phidd{}", i)));
    const RunResult inverse = test::run(deck + "END\n");
    ASSERT_EQ(inverse.status, ExitStatus::done) << inverse.messages;
    for (const char* name : {"m1", "m2"}) error.add(inverse.value(0, name), forward.value(k, name));
  }
  EXPECT_LT(error.relative(), 1e-10);  // seen 8.5e-16
}

// A base that is shaken: the same as gravity that changes, seen from the base.
TEST(MovingBase, IsGravityThatChanges) {
  const std::string tail = "TIME 0 1 0.1\nINTEG DOP853 1e-12 1e-12\nEND\n";
  const RunResult moving = cross_checked(std::string(kPair) +
                                         "BASE 0 0 0.3 -0.2\nKNOWN XDD = 4*cos(5*t)\n"
                                         "KNOWN YDD = 3*sin(2*t)\n" +
                                         tail);
  ASSERT_EQ(moving.status, ExitStatus::done) << moving.messages;
  const RunResult at_rest = test::run(std::string(kPair) +
                                      R"(KNOWN FEXTX 1 = -1.5*4*cos(5*t)
KNOWN FEXTX 2 = -0.8*4*cos(5*t)
KNOWN FEXTY 1 = -1.5*3*sin(2*t)
KNOWN FEXTY 2 = -0.8*3*sin(2*t)
)" + tail);
  ASSERT_EQ(at_rest.status, ExitStatus::done) << at_rest.messages;
  Error angle, force, place;
  for (std::size_t k = 0; k < moving.rows.size(); ++k) {
    for (const char* name : {"phi1", "phi2", "phid1", "phid2"})
      angle.add(moving.value(k, name), at_rest.value(k, name));
    for (const char* name : {"frx1", "fry1", "frx2", "fry2"})
      force.add(moving.value(k, name), at_rest.value(k, name));
    const double t = moving.time(k);
    place.add(moving.value(k, "x"), 0.3 * t + 4.0 / 25 * (1 - std::cos(5 * t)));
    place.add(moving.value(k, "y"), -0.2 * t + 1.5 * (t - std::sin(2 * t) / 2));
  }
  EXPECT_LT(angle.relative(), 1e-10);                       // seen 4.7e-13
  EXPECT_LT(force.relative(), 1e-10);                       // seen 1.6e-13
  EXPECT_LT(place.relative(), 1e-10);                       // seen 8.1e-16
  EXPECT_LT(moving.cross_check.value().difference, 1e-12);  // seen 6.1e-16
}

// Moments that are an exact cubic go through a natural spline of 5001 rows without a loss (but at
// the ends of the table, which lie outside the run).
TEST(TableOfMoments, ThousandsOfRows) {
  const test::Scratch folder;
  std::string table = "t moment\n";
  for (int k = 0; k <= 5000; ++k) {
    const double t = -1 + k * 6e-4;
    table += fmt::format("{:.17g} {:.17g}\n", t, 2 * t - 3 * t * t + t * t * t);
  }
  test::write_all(folder.file("moments.txt"), table);
  const std::string tail = "TIME 0 1 0.1\nINTEG DOP853 1e-12 1e-12\nEND\n";
  const RunResult exact = test::run(std::string(kPair) + "KNOWN M 2 = 2*t-3*t^2+t^3\n" + tail);
  for (const char* extra : {"", "PROJECT OFF\n"}) {  // as elements, and in the chain's variables
    const RunResult run = test::run(std::string(kPair) + "KNOWN M 2 TABLE NATURAL \"" +
                                    folder.file("moments.txt") + "\"\n" + extra + tail);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    Error angle;
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      for (const char* name : {"phi1", "phi2", "m2"})
        angle.add(run.value(k, name), exact.value(k, name));
    EXPECT_LT(angle.relative(), 1e-10) << extra;  // seen 9.8e-14
  }
}

// Two segments whose angles keep their difference turn as one rigid body.
TEST(EqualPhi, IsOneRigidBody) {
  const std::string two =
      R"(SEGDYN
SEGMENT 1 1.5 0.5 0.2 0.04
SEGMENT 2 0.8 0.4 0.15 0.02
STATE 1 -0.4 1
STATE 2 -0.4 1
GRAV 0 -9.81
EQUAL PHI 1 2
)";
  const double m = 2.3, d = (1.5 * 0.2 + 0.8 * 0.65) / m;
  const double J = 0.04 + 0.02 + 1.5 * (d - 0.2) * (d - 0.2) + 0.8 * (0.65 - d) * (0.65 - d);
  const std::string one = fmt::format(
      R"(SEGDYN
SEGMENT 1 {:.17g} 0.9 {:.17g} {:.17g}
STATE 1 -0.4 1
GRAV 0 -9.81
)",
      m, d, J);
  const std::string tail = "TIME 0 1 0.1\nINTEG DOP853 1e-12 1e-12\nEND\n";
  const RunResult rigid = test::run(one + tail);
  for (const char* extra : {"", "PROJECT ON\n", "UNKNOWN PHIDD 1\n"}) {
    const RunResult run = cross_checked(two + extra + tail);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    Error angle, force;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      angle.add(run.value(k, "phi1"), rigid.value(k, "phi1"));
      angle.add(run.value(k, "phi2"), rigid.value(k, "phi1"));
      force.add(run.value(k, "frx1"), rigid.value(k, "frx1"));
      force.add(run.value(k, "fry1"), rigid.value(k, "fry1"));
    }
    EXPECT_LT(angle.relative(), 1e-10) << extra;                    // seen 7.8e-14
    EXPECT_LT(force.relative(), 1e-10) << extra;                    // seen 2.2e-13
    EXPECT_LT(run.cross_check.value().difference, 1e-11) << extra;  // seen 7.4e-16
  }
}

// With its first segment's far end fixed the second one swings as a pendulum, and the force on the
// joint is told apart from the force between the segments: the first segment bears none.
TEST(FixJoint, TheRestSwingsAlone) {
  const std::string two =
      R"(SEGDYN
SEGMENT 1 1.5 0.5 0.2 0.04
SEGMENT 2 0.8 0.4 0.15 0.02
STATE 1 0 0
STATE 2 -0.4 1
FREE BASE
FIX JOINT 2
LOCK PHI 1
GRAV 0 -9.81
)";
  const std::string one = R"(SEGDYN
SEGMENT 1 0.8 0.4 0.15 0.02
STATE 1 -0.4 1
GRAV 0 -9.81
)";
  const std::string tail = "TIME 0 1 0.1\nINTEG DOP853 1e-12 1e-12\nEND\n";
  const RunResult alone = test::run(one + tail);
  for (const char* extra : {"", "UNKNOWN PHIDD 1\n"}) {
    const RunResult run = cross_checked(two + extra + tail);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    Error angle, force, between;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      angle.add(run.value(k, "phi2"), alone.value(k, "phi1"));
      force.add(run.value(k, "fix2.fx") + run.value(k, "frx2"), alone.value(k, "frx1"));
      force.add(run.value(k, "fix2.fy") + run.value(k, "fry2"), alone.value(k, "fry1"));
      between.add(run.value(k, "frx2"), 0);
      between.add(run.value(k, "fry2"), -1.5 * 9.81);  // the joint carries segment 1
    }
    EXPECT_LT(angle.relative(), 1e-10) << extra;                    // seen 2.4e-13
    EXPECT_LT(force.relative(), 1e-10) << extra;                    // seen 1.5e-13
    EXPECT_LT(between.relative(), 1e-10) << extra;                  // seen 4.8e-16
    EXPECT_LT(run.cross_check.value().difference, 1e-11) << extra;  // seen 2.3e-15
  }
}

// Coefficients and right side of a row as values, expressions and tables: the angles' accelerations
// keep a difference that grows with time.
TEST(RowDeck, ValuesExpressionsAndTables) {
  const std::string head = std::string(kPair) + "UNKNOWN MEXT 2\n";
  const std::string tail = "TIME 0 1 0.1\nINTEG DOP853 1e-12 1e-12\nEND\n";
  const RunResult values =
      cross_checked(head + "ROW 1 PHIDD 1 -2\nROW 1 PHIDD 2 2\nROW 1 RHS = 6*t\n" + tail);
  const RunResult tables = cross_checked(head +
                                         R"(ROW 1 PHIDD 1 TABLE 0 -1 0.5 -1 1 -1
ROW 1 PHIDD 2 = 1 + 0*phi1
ROW 1 RHS TABLE 0 0 &
 1 3
)" + tail);
  ASSERT_EQ(values.status, ExitStatus::done) << values.messages;
  ASSERT_EQ(tables.status, ExitStatus::done) << tables.messages;
  Error difference, angle;
  for (std::size_t k = 0; k < values.rows.size(); ++k) {
    const double t = values.time(k);
    difference.add(values.value(k, "phi2") - values.value(k, "phi1"),
                   1.5 - 1.5 * t + t * t * t / 2);
    angle.add(tables.value(k, "phi1"), values.value(k, "phi1"));
    angle.add(tables.value(k, "mext2"), values.value(k, "mext2"));
  }
  EXPECT_LT(difference.relative(), 1e-12);                  // seen 3.0e-16
  EXPECT_LT(angle.relative(), 1e-10);                       // seen 0
  EXPECT_LT(tables.cross_check.value().difference, 1e-12);  // seen 3.1e-16
}

}  // namespace
}  // namespace mbs
