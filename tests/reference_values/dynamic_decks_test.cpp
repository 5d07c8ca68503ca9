// Dynamic decks against independent solutions (80-bit extrapolation or closed forms, tests/data):
// the decks as users run them, over time.
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "paths.h"
#include "support/deck.h"
#include "support/names.h"
#include "support/process.h"

namespace mbs {
namespace {

using nlohmann::json;
using test::Error;
using test::RunResult;

json reference(const std::string& file) {
  return json::parse(test::read_all(std::string(MBSIM_ROOT) + "/tests/data/" + file));
}

RunResult run_deck_file(const std::string& deck) {
  return test::run(test::read_all(std::string(MBSIM_ROOT) + "/decks/" + deck));
}

// Row by row of a table {"columns": [...], "table": [[...]]}, only times the run has reported.
class Table {
 public:
  explicit Table(const json& from) : columns_(from.at("columns")), rows_(from.at("table")) {}

  using Got = std::function<double(const RunResult&, std::size_t)>;
  Error compare(const RunResult& run, const std::string& column, const Got& got) const {
    const auto it = std::find(columns_.begin(), columns_.end(), column);
    const auto c = static_cast<std::size_t>(it - columns_.begin());
    Error error;
    for (const json& row : rows_)
      for (std::size_t k = 0; k < run.rows.size(); ++k)
        if (std::fabs(run.time(k) - row.at(0).get<double>()) < 1e-9)
          error.add(got(run, k), row.at(c).get<double>());
    return error;
  }
  Error compare(const RunResult& run, const std::string& column, const std::string& name) const {
    return compare(run, column,
                   [&](const RunResult& r, std::size_t k) { return r.value(k, name); });
  }

 private:
  std::vector<std::string> columns_;
  json rows_;
};

// ---- R03: the push-off of a vertical jump ------------------------------------------------------

struct Segment {
  std::string angle, velocity, acceleration;
};

void check_push_off(const RunResult& run, const std::vector<Segment>& segments) {
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const json table =
      reference("R03_vertical_jump.json").at("readings").at("A_anatomical").at("table");
  Error angle, velocity, acceleration;
  for (const json& row : table)
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      if (std::fabs(run.time(k) - row.at("t").get<double>()) > 1e-9) continue;
      for (std::size_t i = 0; i < segments.size(); ++i) {
        angle.add(run.value(k, segments[i].angle), row.at("segment_angle").at(i));
        velocity.add(run.value(k, segments[i].velocity), row.at("segment_velocity").at(i));
        acceleration.add(run.value(k, segments[i].acceleration),
                         row.at("segment_acceleration").at(i));
      }
    }
  EXPECT_LT(angle.relative(), 1e-11);         // seen 1.3e-13
  EXPECT_LT(velocity.relative(), 1e-11);      // seen 9.4e-13
  EXPECT_LT(acceleration.relative(), 2e-11);  // seen 1.5e-12
}

std::vector<Segment> beam_segments() {
  std::vector<Segment> out;
  for (int n : {12, 15, 18, 21})
    out.push_back({fmt::format("x{}_1", n), fmt::format("v{}_1", n), fmt::format("a{}_1", n)});
  return out;
}
std::vector<Segment> body_segments() {
  std::vector<Segment> out;
  for (int b : {2, 3, 4, 5})
    out.push_back({fmt::format("body{}.phi", b), fmt::format("body{}.phid", b),
                   fmt::format("body{}.phidd", b)});
  return out;
}

TEST(VerticalJump, BeamsAndHinges) {
  check_push_off(run_deck_file("spacar/vertical_jump.dat"), beam_segments());
}
TEST(VerticalJump, Bodies) {
  check_push_off(run_deck_file("kabios/vertical_jump_dynamic.dat"), body_segments());
}

TEST(VerticalJump, BothDecksAreOneMotion) {
  const RunResult beams = run_deck_file("spacar/vertical_jump.dat");
  const RunResult bodies = run_deck_file("kabios/vertical_jump_dynamic.dat");
  ASSERT_EQ(beams.rows.size(), bodies.rows.size());
  Error angle, acceleration;
  for (std::size_t k = 0; k < beams.rows.size(); ++k)
    for (std::size_t i = 0; i < 4; ++i) {
      angle.add(beams.value(k, beam_segments()[i].angle),
                bodies.value(k, body_segments()[i].angle));
      acceleration.add(beams.value(k, beam_segments()[i].acceleration),
                       bodies.value(k, body_segments()[i].acceleration));
    }
  EXPECT_LT(angle.relative(), 1e-11);         // seen 1.3e-13
  EXPECT_LT(acceleration.relative(), 2e-11);  // seen 4.8e-13
}

// The ground forces of both decks, where the reference has them.
TEST(VerticalJump, GroundForce) {
  const RunResult run = run_deck_file("kabios/vertical_jump_dynamic.dat");
  const json table =
      reference("R03_vertical_jump.json").at("readings").at("A_anatomical").at("table");
  Error force;
  for (const json& row : table)
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      if (std::fabs(run.time(k) - row.at("t").get<double>()) < 1e-9) {
        force.add(run.value(k, "rev1.fx"), row.at("ground_force_x"));
        force.add(run.value(k, "rev1.fy"), row.at("ground_force_y"));
      }
  EXPECT_LT(force.relative(), 2e-11);  // seen 3.1e-13
}

// The variant with all centres of mass low, from a 30-digit solution at t = 0.24.
TEST(PushOff, EndState) {
  std::string text = test::read_all(std::string(MBSIM_ROOT) + "/decks/bench/push_off.dat");
  const std::string loose = "PARAM tolerance = 1e-9";
  ASSERT_NE(text.find(loose), std::string::npos);
  text.replace(text.find(loose), loose.size(), "PARAM tolerance = 1e-13");
  const RunResult run = test::run(text);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double angles[] = {-0.0274750855842587, 2.0316147407291579, 1.5623201104370291,
                           1.5441326126604578};
  const double rates[] = {-59.3770290193721908, -36.5775296173524530, 24.5725378867777101,
                          9.1247889847713489};
  const double accelerations[] = {3022.01403253250444, -879.760184168511558, -176.536689524061971,
                                  196.482909847224948};
  Error angle, rate, acceleration;
  for (std::size_t i = 0; i < 4; ++i) {
    angle.add(run.value(1, body_segments()[i].angle), angles[i]);
    rate.add(run.value(1, body_segments()[i].velocity), rates[i]);
    acceleration.add(run.value(1, body_segments()[i].acceleration), accelerations[i]);
  }
  EXPECT_LT(angle.relative(), 1e-10);         // seen 8.8e-14
  EXPECT_LT(rate.relative(), 1e-10);          // seen 1.9e-13
  EXPECT_LT(acceleration.relative(), 1e-10);  // seen 3.7e-13
}

// ---- R02: the mechanism of the appendix --------------------------------------------------------

void check_appendix(const RunResult& run) {
  const Table table(reference("R02_spacar_truss.json"));
  const std::pair<const char*, const char*> positions[] = {
      {"x_p", "x1_1"}, {"y_q", "x2_2"}, {"x_r", "x3_1"}, {"e3", "e3_1"}, {"e2", "e2_1"}};
  const std::pair<const char*, const char*> rest[] = {
      {"x_p_d", "v1_1"},  {"y_q_d", "v2_2"},  {"x_r_d", "v3_1"},
      {"x_p_dd", "a1_1"}, {"y_q_dd", "a2_2"}, {"x_r_dd", "a3_1"},
      {"e2_d", "ed2_1"},  {"S2", "s2_1"},     {"S3", "s3_1"}};
  for (const auto& [column, name] : positions)
    EXPECT_LT(table.compare(run, column, name).relative(), 1e-12) << column;  // seen 2e-14
  for (const auto& [column, name] : rest)
    EXPECT_LT(table.compare(run, column, name).relative(), 5e-11) << column;  // seen 2.1e-12
}

TEST(Appendix, WithTheFreedomsOfThePaperUpToTheSingularPosition) {
  const RunResult run = run_deck_file("spacar/appendix_stops.dat");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("singular at t = 0.94"), std::string::npos) << run.messages;
  EXPECT_NE(run.messages.find("node 1 X"), std::string::npos) << run.messages;
  EXPECT_EQ(run.messages.find("nan"), std::string::npos) << run.messages;
  ASSERT_EQ(run.rows.size(), 10u);
  check_appendix(run);
}

TEST(Appendix, PastTheSingularPositionWhenFreedomsMayBeChosen) {
  const RunResult run = run_deck_file("spacar/appendix_auto.dat");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 21u);
  check_appendix(run);
}

// ---- R05: Andrews' squeezer --------------------------------------------------------------------

TEST(Andrews, AnglesOfAllBodies) {
  const RunResult run = run_deck_file("own/andrews.dat");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  // beta, Theta, gamma, Phi, delta, Omega, epsilon from absolute angles phi1 ... phi7
  constexpr int kMinus[] = {-1, 1, -1, 5, -1, 7, -1};
  Error angle;
  int rows = 0;
  const json table = reference("R05_andrews.json").at("table");
  for (const json& row : table)
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      if (std::fabs(run.time(k) - row.at("t").get<double>()) > 1e-9) continue;
      ++rows;
      for (int i = 0; i < 7; ++i) {
        double q = run.value(k, fmt::format("x{}_1", 21 + i));
        if (kMinus[i] > 0) q -= run.value(k, fmt::format("x{}_1", 20 + kMinus[i]));
        angle.add(q, row.at("q").at(static_cast<std::size_t>(i)));
      }
    }
  EXPECT_EQ(rows, 17);
  EXPECT_LT(angle.absolute(), 1e-10);  // seen 2.4e-12, of angles up to 34
}

// ---- R06: N-four-bar ---------------------------------------------------------------------------

class FourBars : public testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(FourBars, KeepTheirBranch) {
  const auto [deck, n] = GetParam();
  const RunResult run = run_deck_file(deck);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 101u);
  const Table table(reference("R06_nfourbar.json").at(fmt::format("N{}", n)));
  for (int crank = 1001; crank <= 1001 + n; ++crank) {
    EXPECT_LT(table.compare(run, "theta", fmt::format("x{}_1", crank)).absolute(),
              2e-8);  // seen 2.7e-9
    EXPECT_LT(table.compare(run, "theta_d", fmt::format("v{}_1", crank)).absolute(),
              4e-8);  // seen 4.6e-9
    EXPECT_LT(table.compare(run, "theta_dd", fmt::format("a{}_1", crank)).absolute(),
              2e-7);  // seen 3.0e-8
  }
  Error energy;
  const double start = run.value(0, "energy.kinetic") + run.value(0, "energy.potential");
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    energy.add(run.value(k, "energy.kinetic") + run.value(k, "energy.potential"), start);
  EXPECT_LT(energy.absolute(), 1e-6);  // seen 9.0e-10
}

INSTANTIATE_TEST_SUITE_P(All, FourBars,
                         testing::Values(std::pair("own/four_bar_1.dat", 1),
                                         std::pair("own/four_bar_1_full.dat", 1),
                                         std::pair("own/four_bar_2.dat", 2),
                                         std::pair("own/four_bar_2_full.dat", 2)),
                         [](const auto& i) { return test::plain_name(i.param.first); });

TEST(FourBars, AFlatStartIsRefused) {
  const RunResult run = run_deck_file("own/four_bar_flat.dat");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("singular position"), std::string::npos) << run.messages;
  EXPECT_TRUE(run.rows.empty());
}

// The generator writes the decks in the repository.
TEST(FourBars, DecksAreThoseOfTheGenerator) {
  const test::Scratch scratch;
  for (const char* call : {"1 REDUCED > four_bar_1", "2 FULL > four_bar_2_full"}) {
    const std::string words = call;
    const std::string name = words.substr(words.find('>') + 2) + ".dat";
    const std::string command = "cd '" MBSIM_ROOT "' && tools/make_n_four_bar.sh " +
                                words.substr(0, words.find('>')) + "> '" + scratch.file(name) + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(test::read_all(scratch.file(name)),
              test::read_all(std::string(MBSIM_ROOT) + "/decks/own/" + name));
  }
}

// ---- R07: pendula ------------------------------------------------------------------------------

TEST(Pendulum, AgainstTheEllipticFunctions) {
  const RunResult run = run_deck_file("own/pendulum.dat");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 101u);
  const Table table(reference("R07_pendula.json").at("simple_pendulum"));
  EXPECT_LT(table.compare(run, "x", "x2_1").absolute(), 1e-9);                   // seen 1.1e-10
  EXPECT_LT(table.compare(run, "y", "x2_2").absolute(), 1e-9);                   // seen 7.4e-11
  EXPECT_LT(table.compare(run, "vy", "v2_2").absolute(), 4e-9);                  // seen 4.5e-10
  EXPECT_LT(table.compare(run, "rod_tension_per_kg", "s1_1").absolute(), 2e-8);  // seen 1.9e-9
}

TEST(Pendulum, TwoPointMasses) {
  const RunResult run = run_deck_file("own/double_pendulum.dat");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const json r7 = reference("R07_pendula.json");
  const auto first = [](const RunResult& r, std::size_t k) {
    return std::atan2(r.value(k, "x2_2"), r.value(k, "x2_1"));
  };
  const auto second = [](const RunResult& r, std::size_t k) {
    return std::atan2(r.value(k, "x3_2") - r.value(k, "x2_2"),
                      r.value(k, "x3_1") - r.value(k, "x2_1"));
  };
  const auto turns = [](const auto& angle) {
    return [angle](const RunResult& r, std::size_t k) { return std::cos(angle(r, k)); };
  };
  json cosines = r7.at("double_pendulum").at("point_masses");
  for (json& row : cosines.at("table"))
    for (std::size_t c : {1, 2}) row.at(c) = std::cos(row.at(c).get<double>());
  EXPECT_LT(Table(cosines).compare(run, "th1", turns(first)).absolute(), 2e-11);   // seen 8.9e-13
  EXPECT_LT(Table(cosines).compare(run, "th2", turns(second)).absolute(), 2e-11);  // seen 1.7e-12
}

TEST(Pendulum, TwoRodsAsBodies) {
  const RunResult run = run_deck_file("kabios/double_pendulum_dynamic.dat");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 51u);
  const Table table(reference("R07_pendula.json").at("double_pendulum").at("uniform_rods"));
  EXPECT_LT(table.compare(run, "th1", "body2.phi").absolute(), 1e-11);  // seen 5.0e-13
  EXPECT_LT(table.compare(run, "th2", "body3.phi").absolute(), 2e-11);  // seen 2.0e-12
  EXPECT_LT(table.compare(run, "w2", "body3.phid").absolute(), 1e-10);  // seen 1.3e-11
  EXPECT_LT(table.compare(run, "a2", "body3.phidd").absolute(), 1e-9);  // seen 1.4e-10
}

TEST(Pendulum, TwoRodsAsTrusses) {
  const RunResult trusses = run_deck_file("own/double_pendulum_rods.dat");
  const RunResult bodies = run_deck_file("kabios/double_pendulum_dynamic.dat");
  ASSERT_EQ(trusses.rows.size(), bodies.rows.size());
  Error tip;
  for (std::size_t k = 0; k < bodies.rows.size(); ++k) {
    tip.add(trusses.value(k, "x3_1"), bodies.value(k, "point1.x"));
    tip.add(trusses.value(k, "x3_2"), bodies.value(k, "point1.y"));
  }
  EXPECT_LT(tip.absolute(), 2e-11);  // seen 2.3e-12
}

// Ten uniform rods of 1 m and 1 kg released from the horizontal; two other programs agree on these.
TEST(Pendulum, TenRods) {
  const RunResult run = run_deck_file("own/ten_rods.dat");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const std::size_t last = run.rows.size() - 1;
  EXPECT_NEAR(run.time(last), 1, 1e-12);
  const auto angle = [&](int rod) {
    const auto along = [&](int c) {
      return run.value(last, fmt::format("x{}_{}", rod + 1, c)) -
             run.value(last, fmt::format("x{}_{}", rod, c));
    };
    return std::atan2(along(2), along(1));
  };
  EXPECT_NEAR(angle(1), -1.0877056140, 1e-10);
  EXPECT_NEAR(angle(10) - angle(9), 0.0184868198, 1e-10);
}

// ---- R08: slider-crank -------------------------------------------------------------------------

TEST(SliderCrank, DrivenWithAllReactions) {
  const RunResult run = run_deck_file("kabios/slider_crank_inverse_dynamic.dat");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 41u);
  const Table table(reference("R08_slider_crank.json").at("driven"));
  const std::pair<const char*, const char*> forces[] = {{"driving_torque", "driver1.f"},
                                                        {"Ax_ground_on_crank", "rev1.fx"},
                                                        {"Ay", "rev1.fy"},
                                                        {"Bx_crank_on_rod", "rev2.fx"},
                                                        {"By", "rev2.fy"},
                                                        {"N_guide_on_slider", "tran1.n"}};
  for (const auto& [column, name] : forces)
    EXPECT_LT(table.compare(run, column, name).absolute(), 2e-11) << column;  // seen 1.1e-12
  // The reference gives the force of the slider on the rod, joint 3 that of the rod on the slider.
  for (const auto& [column, name] :
       {std::pair("Cx_slider_on_rod", "rev3.fx"), std::pair("Cy", "rev3.fy")})
    EXPECT_LT(
        table
            .compare(run, column,
                     [name = name](const RunResult& r, std::size_t k) { return -r.value(k, name); })
            .absolute(),
        2e-11)
        << column;  // seen 8.3e-13
}

TEST(SliderCrank, FreeUnderGravity) {
  const RunResult run = run_deck_file("kabios/slider_crank_free_dynamic.dat");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 41u);
  const Table table(reference("R08_slider_crank.json").at("free").at("gravity_only"));
  EXPECT_LT(table.compare(run, "phi", "body2.phi").absolute(), 4e-11);      // seen 2.1e-12
  EXPECT_LT(table.compare(run, "phi_d", "body2.phid").absolute(), 2e-10);   // seen 2.3e-11
  EXPECT_LT(table.compare(run, "phi_dd", "body2.phidd").absolute(), 4e-9);  // seen 3.9e-10
  EXPECT_LT(table.compare(run, "psi", "body3.phi").absolute(), 2e-11);      // seen 8.1e-13
  EXPECT_LT(table.compare(run, "x", "body4.x").absolute(), 1e-11);          // seen 3.1e-13
}

}  // namespace
}  // namespace mbs
