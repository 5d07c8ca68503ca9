// Chains with a choice of their own together with all else that a deck may have: springs, laws,
// events, impacts, contacts. What is known and unknown is said in two ways, or in native words.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

using test::Error;
using test::RunResult;

const std::string kChain = R"(SEGDYN
SEGMENT 1  3.5 0.45 0.20 0.06
SEGMENT 2  2.0 0.40 0.18 0.03
SEGMENT 3  1.0 0.30 0.12 0.01
STATE 1  -60deg -0.6
STATE 2  -50deg -0.5
STATE 3  -30deg -0.7
GRAV 0 -9.81
KNOWN M 2 = -5*(phi2-phi1) - 0.5*(phid2-phid1)
KNOWN M 3 2.5
)";

struct Tail {
  const char* name;
  const char* lines;
};
// The tip strikes what is at -0.95 m, segment 2 what is at -0.82 m.
const Tail kTails[] = {
    {"Plain", ""},
    {"Impact", "EVENT s WHEN phi3-phi2 > 1.2 DO IMPACT HINGE 3 e = 0.5\n"},
    {"Locked", "EVENT s WHEN t > 0.21 DO FIX HINGE 2\nEVENT r WHEN t > 0.43 DO RELEASE HINGE 2\n"},
    {"Prescribed", "EVENT s WHEN t > 0.21 DO PRESCRIBE HINGE 3 0.3 1\n"},
    {"LetGo", "EVENT s WHEN t > 0.3 DO RELEASE BASE\n"},
    {"Caught",
     R"(FIX TIP 0.2 -0.9
EVENT z WHEN t > 1e-9 DO RELEASE TIP
EVENT s WHEN t > 0.3 DO FIX TIP
)"},
    {"Penalty", "CONTACT 3 LINE 0.3 0 0 0 -0.95 1 0 PENALTY 2e4 1.5 0.3 0.4 0.01\n"},
    {"Rigid", "CONTACT 3 LINE 0.3 0 0 0 -0.95 1 0 RIGID 0.4 0.4 0.3\n"},
    {"TwoRigid",
     "CONTACT 3 LINE 0.3 0 0 0 -0.95 1 0 RIGID 0.4 0.4 0.3\n"
     "CONTACT 2 LINE 0.4 0 0 0 -0.82 1 0 RIGID 0.2 0.2 0.2\n"},
    {"Impulses", "CONTACT 3 LINE 0.3 0 0 0 -0.95 1 0 IMPULSES 0.4 0.01 0.3\n"},
    {"Springs",
     R"(SDA 0 2  0.3 0.1 0.1 0  300 0.4 2 1.5
SDA 1 3 0 0.05 -0.1 0 200 0.3 1
RSDA 1 2 4 0.1 0.3
RSDA 0 3 2 0 0.1 0.2
LAW SDA 2 = 30*e^2 - phi1*2 + sin(t)
LAW RSDA 1 = -0.1*ed*abs(ed)
LAW BODY 2 X = -3*v - 2*x
LAW BODY 3 PHI = 0.1*cos(phi2)
)"},
    {"SpringsEventAndContact",
     R"(SDA 0 2  0.3 0.1 0.1 0  300 0.4 2 1.5
RSDA 1 2 4 0.1 0.3
EVENT s WHEN t > 0.21 DO FIX HINGE 2
CONTACT 3 LINE 0.3 0 0 0 -0.95 1 0 RIGID 0.4 0.4 0.3
)"},
    {"State",
     R"(ODE lag 0 RATE 5*(phid2 - lag)
LAW BODY 3 PHI = -0.2*lag
EVENT s WHEN lag < -0.4 DO FIX HINGE 3
)"},
};

class OneMotionInTwoWords : public testing::TestWithParam<Tail> {};

// A segment that keeps its rate: a lock, or a known acceleration and an unknown external moment.
TEST_P(OneMotionInTwoWords, LockAndKnownAcceleration) {
  const std::string end = std::string(GetParam().lines) + "TIME 0 1 0.05\nINTEG ";
  struct Way {
    const char* method;
    double allowed;
  };
  for (const Way& way : {Way{"DOP853 1e-11 1e-11", 1e-7}, Way{"STEP 1e-11 1e-11", 1e-7},
                         Way{"STIFF 1e-9 1e-9", 1e-5}, Way{"RK4 1e-3", 1e-5}}) {
    const std::string tail = end + way.method + "\nEND\n";
    const RunResult locked = test::run(kChain + "LOCK PHI 1\n" + tail);
    const RunResult known = test::run(kChain + "KNOWN PHIDD 1 0\nUNKNOWN MEXT 1\n" + tail);
    ASSERT_EQ(locked.status, ExitStatus::done) << way.method << locked.messages;
    ASSERT_EQ(known.status, ExitStatus::done) << way.method << known.messages;
    ASSERT_EQ(locked.rows.size(), known.rows.size());
    Error motion, force, energy;
    for (std::size_t k = 0; k < known.rows.size(); ++k) {
      for (const char* name : {"phi1", "phi2", "phi3", "phid2", "phid3"})
        motion.add(known.value(k, name), locked.value(k, name));
      for (const char* name : {"frx1", "fry1", "frx3", "fry3"})
        force.add(known.value(k, name), locked.value(k, name));
      force.add(known.value(k, "mext1"), locked.value(k, "lock1.m"));
      for (const char* name : {"energy.kinetic", "energy.work"})
        energy.add(known.value(k, name), locked.value(k, name));
    }
    EXPECT_LT(motion.relative(), way.allowed) << way.method;
    EXPECT_LT(force.relative(), 10 * way.allowed) << way.method;
    EXPECT_LT(energy.relative(), way.allowed) << way.method;
  }
}

INSTANTIATE_TEST_SUITE_P(Tails, OneMotionInTwoWords, testing::ValuesIn(kTails),
                         [](const testing::TestParamInfo<Tail>& test) { return test.param.name; });

// decks/chains/reach.dat in native words: its chain without what native words say otherwise is
// converted; the upper arm is driven, the wrist fixed by the same event.
TEST(Reach, AsInNativeWords) {
  std::string chain = test::deck_text("chains/reach.dat");
  const RunResult reach = test::run(chain);
  ASSERT_EQ(reach.status, ExitStatus::done) << reach.messages;
  auto replace = [](std::string& text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, text.find('\n', at) - at, to);
  };
  replace(chain, "KNOWN PHIDD 1", "LOCK PHI 1");
  replace(chain, "UNKNOWN M 1", "");
  replace(chain, "EVENT lock", "");
  Diagnostics diagnostics;
  std::string native = convert_deck({"reach", chain, ".", {}}, {}, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  replace(native, "INPUTX 4 1 -1.3", "INPUTX 4 1 = -75*pi/180 + 0.8*(1 - cos(2*t))");
  replace(native, "END END", "EVENT lock WHEN t > 0.35 DO FIX E 6 1\nEND END");
  const RunResult bodies = test::run(native);
  ASSERT_EQ(bodies.status, ExitStatus::done) << bodies.messages << native;
  Error angle, moment, normal;
  ASSERT_EQ(reach.rows.size(), bodies.rows.size());
  for (std::size_t k = 0; k < reach.rows.size(); ++k) {
    for (int i = 1; i <= 3; ++i)
      angle.add(reach.value(k, fmt::format("phi{}", i)),
                bodies.value(k, fmt::format("x{}_1", 2 * i + 2)));
    moment.add(reach.value(k, "m1"), bodies.value(k, "r4_1"));
    normal.add(reach.value(k, "contact1.n"), bodies.value(k, "contact7.n"));
  }
  EXPECT_LT(angle.relative(), 1e-10);
  EXPECT_LT(moment.relative(), 1e-8);
  EXPECT_LT(normal.relative(), 1e-8);
}

// Two rods in line, the first one kept from turning by the moment of the second joint: what turns
// against what strikes it is M12 + M22, and the moment of that joint acts on both.
TEST(Unknowns, AnEffortElsewhereTakesItsImpulse) {
  const RunResult run = test::run(R"(SEGDYN
SEGMENT 1  3 0.5 0.2 0.07
SEGMENT 2  2 0.4 0.15 0.03
STATE 1  0 0
STATE 2  0.8 -1.5
KNOWN PHIDD 1 0
UNKNOWN M 2
EVENT hit WHEN phi2 < 0.3 DO IMPACT PHI 2 e = 0.6
TIME 0 1 0.01
INTEG DOP853 1e-12 1e-12
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  // (M11 M12; M12 M22) with l1 = 0.5 and phi2 = 0.3; before it the same equations with forces:
  // (M12 + M22) phidd2 = m d l1 sin(phi2) phid2^2.
  std::size_t k = 0;
  while (run.value(k, "phid2") < 0) ++k;
  ASSERT_GT(k, 10u);
  auto energy_like = [](double phi, double rate) {  // conserved: (a + b cos phi) phid
    return (2 * 0.15 * 0.15 + 0.03 + 2 * 0.15 * 0.5 * std::cos(phi)) * rate;
  };
  const double before = energy_like(0.8, -1.5);
  for (std::size_t i = 0; i < k; ++i)
    EXPECT_NEAR(energy_like(run.value(i, "phi2"), run.value(i, "phid2")), before, 1e-11);
  for (std::size_t i = k; i < run.rows.size(); ++i)
    EXPECT_NEAR(energy_like(run.value(i, "phi2"), run.value(i, "phid2")), -0.6 * before, 1e-11);
  for (std::size_t i = 0; i < run.rows.size(); ++i) {
    EXPECT_NEAR(run.value(i, "phid1"), 0, 1e-13);
    EXPECT_NEAR(run.value(i, "phi1"), 0, 1e-13);
    EXPECT_NEAR(run.value(i, "energy.balance"), 0, 1e-10);
  }
}

// FORWARD keeps the whole of an unknown load at that time; a law that acts there too goes on
// beside.
TEST(Unknowns, ForwardKeepsTheLoadAndItsLawGoesOn) {
  const RunResult run = test::run(R"(SEGDYN
SEGMENT 1  3 0.5 0.2 0.07
STATE 1  -1 0.4
GRAV 0 -9.81
KNOWN PHIDD 1 2
UNKNOWN MEXT 1
LAW BODY 1 PHI = 5*t
FORWARD AT 0.3
TIME 0 0.6 0.1
INTEG DOP853 1e-12 1e-12
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double kept = run.value(3, "mext1");
  EXPECT_NEAR(run.time(3), 0.3, 1e-15);
  for (std::size_t k = 4; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.value(k, "mext1"), kept + 5 * (run.time(k) - 0.3), 1e-12);
}

}  // namespace
}  // namespace mbs
