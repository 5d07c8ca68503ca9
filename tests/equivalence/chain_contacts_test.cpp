// Contacts in SEGDYN decks: against R11, and against the same mechanism as a native deck.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

using nlohmann::json;

// Two rods in the air, joint 1 in flight, its place the foot.
std::string rods(const std::string& rest) {
  return fmt::format(
             R"(SEGDYN
SEGMENT 1 3 0.6 0.3 0.09
SEGMENT 2 4 0.5 0.25 {:.17g}
STATE 1 1.2 0.5
STATE 2 2 -1
BASE 0 0 0.3 -2
FREE BASE
)",
             1.0 / 12) +
         rest + "\nEND\n";
}

TEST(ChainContacts, TwoRodsLandAsInTheReference) {
  const json results =
      json::parse(test::read_all(std::string(MBSIM_ROOT) + "/tests/data/R11_impact_friction.json"))
          .at("two_rod_chain_landing")
          .at("results");
  const std::pair<const char*, const char*> laws[] = {{"plastic_no_slip", "0 9 9"},
                                                      {"plastic_frictionless", "0"},
                                                      {"restitution_0p5_frictionless", "0.5"},
                                                      {"restitution_0p5_no_slip", "0.5 9 9"}};
  for (const auto& [name, law] : laws)
    for (const char* form : {"REDUCED", "FULL"}) {
      const test::RunResult run = test::run(rods(fmt::format(
          "CONTACT 1 LINE 0 0 0 0 0 1 0 RIGID {}\nFORM {}\nTIME 0 1e-3 1e-3", law, form)));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      const json& want = results.at(name);
      const json &omega = want.at("v_plus").at("omega"), &base = want.at("v_plus").at("base");
      EXPECT_NEAR(run.value(0, "phid1"), omega[0], 1e-13) << name;  // seen 2.7e-15
      EXPECT_NEAR(run.value(0, "phid2"), omega[1], 1e-13) << name;  // seen 1.8e-15
      EXPECT_NEAR(run.value(0, "xd"), base[0], 1e-13) << name;      // seen 9e-16
      EXPECT_NEAR(run.value(0, "yd"), base[1], 1e-13) << name;      // seen 7e-16
      EXPECT_NEAR(run.value(0, "energy.kinetic"), want.at("KE_plus"), 1e-13)
          << name;  // seen 5.4e-15
    }
}

// Rods on the ground and on a disc, by their end, a point beside them and a wheel: the native deck
// that --convert writes has the same motion.
TEST(ChainContacts, AsTheNativeDeck) {
  for (const char* law :
       {"RIGID 0.3 0.5 0.4", "PENALTY 2e4 1.5 0.2 0.5 0.01", "IMPULSES 0.2 2e-3 0.5"}) {
    const std::string deck = rods(fmt::format(R"(GRAV 0 -9.81
KNOWN M 2 3
CONTACT 1 LINE 0 0 0.01 0 -0.1 1 0.1 {0}
CONTACT 1 LINE 0.3 -0.02 0.03 0 -0.1 1 0.1 {0}
CONTACT 2 CIRCLE 0.5 0 0 -0.6 -0.6 0.7 {0}
INTEG DOP853 1e-11 1e-11
TIME 0 0.6 0.1)",
                                              law));
    const test::RunResult chain = test::run(deck);
    ASSERT_EQ(chain.status, ExitStatus::done) << chain.messages;
    Diagnostics diagnostics;
    const std::string native = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
    ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
    const test::RunResult other = test::run(native);
    ASSERT_EQ(other.status, ExitStatus::done) << other.messages << native;
    ASSERT_EQ(chain.rows.size(), other.rows.size());
    test::Error error;
    double pressed = chain.struck.empty() ? 0 : 1;
    for (std::size_t k = 0; k < chain.rows.size(); ++k) {
      for (const char* name : {"contact1.n", "contact2.n", "contact3.n"})
        pressed += chain.value(k, name);
      for (const char* name : {"cm.x", "cm.y", "cm.xd", "cm.yd", "energy.kinetic", "energy.work"})
        error.add(chain.value(k, name), other.value(k, name));
    }
    EXPECT_GT(pressed, 0) << law;
    EXPECT_LT(error.relative(), 1e-9) << law;  // seen 0
  }
}

// The forces of the ground and gravity are what changes the momentum.
TEST(ChainContacts, TheGroundCarriesWhatTheReportSays) {
  const std::string directory = std::string(MBSIM_ROOT) + "/decks/chains";
  const test::RunResult run = test::run(test::read_all(directory + "/landing.dat"), {}, directory);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const std::size_t last = run.rows.size() - 1;
  for (const std::size_t row : {std::size_t{1}, last / 2, last}) {
    const double N = run.value(row, "contact1.n") + run.value(row, "contact2.n"),
                 F = run.value(row, "contact1.f") + run.value(row, "contact2.f");
    EXPECT_NEAR(N, 67 * (run.value(row, "cm.ydd") + 9.81), 1e-9);  // seen 0
    EXPECT_NEAR(F, 67 * run.value(row, "cm.xdd"), 1e-9);           // seen 1e-14
  }
  EXPECT_GT(run.value(last, "contact2.n"), 50);  // it stands on both
  EXPECT_GT(run.value(last, "contact1.n"), 50);
}

}  // namespace
}  // namespace mbs
