// One deck in four systems of units, beyond the fields of records (unit_systems_test.cpp): events,
// tables in files, muscles of a table, parameters of the command line, sweeps, included files, and
// what --echo and --convert write.
//
// One file above 400 lines: all decks are written in the same systems, and compared in the same
// way.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "support/good_run.h"
#include "support/process.h"
#include "support/unit_system.h"

namespace mbs {
namespace {

using test::System, test::kSi, test::kDegree;
const System kSystems[] = {test::kMillimetre, test::kCentimetre, test::kInchPound,
                           test::kKilonewton};

struct Channel {
  const char* name;
  std::function<double(const System&)> unit;
};
double metre(const System& u) { return u.m; }
double newton(const System& u) { return u.n(); }
double moment(const System& u) { return u.nm(); }
double rate(const System& u) { return 1 / u.s; }
double number(const System&) { return 1; }

using Deck = std::function<std::string(const System&)>;

// Largest difference of a channel over the run, relative to its largest value, and the events.
void same_in_all(const Deck& deck, const std::vector<Channel>& channels, std::size_t events,
                 const std::string& directory = ".", double part = 1e-12) {
  const test::RunResult si = test::run(deck(kSi), {}, directory);
  ASSERT_EQ(si.status, ExitStatus::done) << si.messages << deck(kSi);
  EXPECT_EQ(si.events.size(), events) << si.report;
  for (const System& u : kSystems) {
    const test::RunResult run = test::run(deck(u), {}, directory);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages << deck(u);
    ASSERT_EQ(run.rows.size(), si.rows.size()) << u.line;
    ASSERT_EQ(run.events.size(), si.events.size()) << u.line;
    for (std::size_t k = 0; k < si.events.size(); ++k)
      EXPECT_NEAR(run.events[k].t, si.events[k].t * u.s, 1e-12 * u.s) << u.line;
    for (const Channel& channel : channels) {
      double worst = 0, largest = 0;
      for (std::size_t k = 0; k < si.rows.size(); ++k) {
        const double expected = si.value(k, channel.name) * channel.unit(u);
        worst = std::max(worst, std::fabs(run.value(k, channel.name) - expected));
        largest = std::max(largest, std::fabs(expected));
      }
      EXPECT_GT(largest, 0) << channel.name;
      EXPECT_LE(worst, part * largest) << u.line << channel.name;
    }
  }
}

std::string fixed_steps(const System& u) { return fmt::format("INTEG RK4 {}\n", 1e-3 * u.s); }

// A lever on a torsional spring: a torque is switched, then its motion is prescribed by plain
// numbers, then it is let go.
std::string lever(const System& u, const std::string& length, const std::string& back) {
  return fmt::format("2 1 0 1 0 0 0 0 0\n0 0 0\n{} 0 {}\n1 2  0 0  {} 0\n1\n0 {} {}\n", length,
                     0.1 * u.rad, back, 1.2 * u.s, 0.1 * u.s) +
         fmt::format("MASS 2 {} {}\nRSDA 1 2 {} {} {}\nGRAV EARTH\n", 2 * u.kg,
                     0.05 * u.kg * u.m * u.m, 20 * u.nm() / u.rad, 0.3 * u.rad,
                     0.2 * u.nm() * u.s / u.rad);
}
std::string events_of_lever(const System& u) {
  return fmt::format(
      "PARAM pull = {}\nLAW BODY 2 PHI = pull\nEVENT a WHEN t > {} DO SET pull = -0.9*1Nm\n"
      "EVENT b WHEN t > {} DO PRESCRIBE BODY 2 PHI {} {}\nEVENT c WHEN t > {} DO DYNAMIC BODY 2 "
      "PHI\n",
      2 * u.nm(), 0.25 * u.s, 0.5 * u.s, 0.8 * u.rad / u.s, -0.6 * u.rad / (u.s * u.s), 0.85 * u.s);
}
const std::vector<Channel> kOfLever = {{"body2.phi", number},
                                       {"body2.phid", rate},
                                       {"body2.y", metre},
                                       {"rev1.fx", newton},
                                       {"rsda1.m", moment}};

TEST(UnitSystemsMore, KabiosEvents) {
  same_in_all(
      [](const System& u) {
        return u.line + lever(u, fmt::format("{}", 0.3 * u.m), fmt::format("{}", -0.3 * u.m)) +
               events_of_lever(u) + fixed_steps(u) + "END\n";
      },
      kOfLever, 3);
}

// The speed that PRESCRIBE says in degrees a second, and at which the lever then turns.
TEST(UnitSystemsMore, PrescribedSpeedsAreOfTheirTarget) {
  const test::RunResult run = test::good_run(R"(UNITS mm N s deg
1 0 0 0 0 0 0 0 0
0 0 0
0 1 0.25
MASS 1 2kg 0.1
EVENT a WHEN t > 0.25 DO PRESCRIBE BODY 1 PHI 90 20
EVENT b WHEN t > 0.25 DO PRESCRIBE BODY 1 X 5 40
EVENT c WHEN t > 0.25 DO PRESCRIBE BODY 1 Y 0.5m/s
END
)");
  const double t = 0.75;
  EXPECT_NEAR(run.value(4, "body1.phid"), (90 + 20 * t) * kDegree, 1e-12);
  EXPECT_NEAR(run.value(4, "body1.phi"), (90 * t + 10 * t * t) * kDegree, 1e-12);
  EXPECT_NEAR(run.value(4, "body1.xd"), 5 + 40 * t, 1e-10);
  EXPECT_NEAR(run.value(4, "body1.yd"), 500, 1e-9);
}

// A flexible bar whose clamp turns by a table in a file; its tip is moved for a while.
TEST(UnitSystemsMore, NativeEventsAndTablesInFiles) {
  const test::Scratch scratch;
  const auto deck = [&](const System& u) {
    const std::string file = scratch.file(fmt::format("turn_{}_{}.csv", u.m, u.s));
    std::string rows = "time,angle\n";
    for (int k = 0; k <= 20; ++k)
      rows += fmt::format("{},{}\n", 0.05 * k * u.s, 0.4 * std::sin(0.15 * k) * u.rad);
    test::write_all(file, rows);
    return std::string(u.line) +
           fmt::format(
               "PLBEAM 1 1 2 3 4\nX 1 0 0\nX 2 0\nX 3 {} 0\nX 4 0\nFIX 1\nINPUTX 2 1\nRLSE 1 1 2 "
               "3\nDYNX 3\nDYNX 4\nEND HALT\nESTIFF 1 {} {}\nEDAMP 1 {} {}\n",
               1 * u.m, 500 * u.n(), 60 * u.n() * u.m * u.m, 3 * u.n() * u.s,
               0.02 * u.n() * u.m * u.m * u.s) +
           fmt::format("XM 3 {}\nXM 4 {}\nXF 3 {} {}\nINPUTX 2 1 TABLE \"{}\"\nSTARTVX 3 1 {}\n",
                       2 * u.kg, 0.05 * u.kg * u.m * u.m, 3 * u.n(), 1 * u.n(), file,
                       0.7 * u.m / u.s) +
           fmt::format(
               "GRAVITY EARTH\nTIMES 0 {} {}\nEVENT a WHEN t > {} DO PRESCRIBE X 3 1 {} {}\n"
               "EVENT b WHEN t > {} DO DYNAMIC X 3 1\n",
               0.8 * u.s, 0.1 * u.s, 0.2 * u.s, -0.4 * u.m / u.s, 1.5 * u.m / (u.s * u.s),
               0.5 * u.s) +
           fixed_steps(u) + "END END\n";
  };
  same_in_all(deck, {{"x2_1", number}, {"x3_1", metre}, {"x3_2", metre}, {"s1_1", newton}}, 2);
}

// A leg with muscles of a table in SI, which stands in a file of its own units; a hinge is driven.
// Their fibres start where equilibrium is found to a tolerance: seen 3e-10.
TEST(UnitSystemsMore, ChainEventsAndMusclesOfATable) {
  const test::Scratch scratch;
  test::write_all(scratch.file("muscles.csv"), test::deck_text("muscles/amsterdam_2017.csv"));
  test::write_all(scratch.file("muscles.dat"),
                  "UNITS m kg s\nMUSCLES \"muscles.csv\" OF calf SCALE FMAX ${strong}\n");
  const auto deck = [&](const System& u) {
    const double j = u.kg * u.m * u.m;
    std::string out = std::string(u.line) +
                      "SEGDYN\nPARAM strong = 1.1\nPARAM onset_sol = 0.02s\n"
                      "PARAM onset_gas = 0.03s\n";
    const double body[4][4] = {{2.47, .165, .12, .02},
                               {7.07, .4449, .2523, .136},
                               {16.9, .4451, .2524, .418},
                               {55.8, .5, .2922, 3.9}};
    for (int k = 0; k < 4; ++k)
      out += fmt::format("SEGMENT {} {} {} {} {}\n", k + 1, body[k][0] * u.kg, body[k][1] * u.m,
                         body[k][2] * u.m, body[k][3] * j);
    out += fmt::format("STATE 1 {} 0\nSTATE 2 {} 0\nSTATE 3 {} 0\nSTATE 4 {} 0\nGRAV EARTH\n",
                       2.5277 * u.rad, .8295 * u.rad, 2.5385 * u.rad, .7504 * u.rad);
    return out +
           (u.m == 1 ? "MUSCLES \"muscles.csv\" OF calf SCALE FMAX ${strong}\n"
                     : "INCLUDE muscles.dat\n") +
           fmt::format("MUSCLESTART MOMENT 2 {}\n", 60 * u.nm()) +
           fmt::format(
               "EVENT a WHEN t > {} DO PRESCRIBE PHI 4 {}\nEVENT b WHEN t > {} DO PRESCRIBE "
               "HINGE 3 {} {}\n",
               0.04 * u.s, 0.5 * u.rad / u.s, 0.06 * u.s, -0.3 * u.rad / u.s,
               2 * u.rad / (u.s * u.s)) +
           fmt::format("TIME 0 {} {}\n", 0.1 * u.s, 0.01 * u.s) + fixed_steps(u) + "END\n";
  };
  same_in_all(deck,
              {{"phi1", number},
               {"phid2", rate},
               {"phid4", rate},
               {"frx1", newton},
               {"SOL.f", newton},
               {"GAS.lce", metre}},
              4, scratch.file(""), 1e-9);
}

// Of --echo: the same bits. Of --convert, -D and a sweep: measures without a unit are the same.
TEST(UnitSystemsMore, EchoConvertParametersAndSweeps) {
  const test::Scratch scratch;
  std::string si_measures, si_sweep;
  const auto measured = [](const std::string& text) {  // the numbers alone
    std::vector<double> out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find_first_of(" ,\n", at);
      const std::string word = text.substr(at, end - at);
      if (!word.empty() && word.find_first_not_of("-+.0123456789e") == word.npos && word != "e")
        out.push_back(std::stod(word));
      at = end == text.npos ? text.size() : end + 1;
    }
    return out;
  };
  const auto same = [&](const std::string& one, const std::string& other, const std::string& what) {
    const std::vector<double> a = measured(one), b = measured(other);
    ASSERT_EQ(a.size(), b.size()) << what << "\n" << one << other;
    ASSERT_GT(a.size(), 1u) << what << one;
    for (std::size_t k = 0; k < a.size(); ++k)
      EXPECT_NEAR(a[k], b[k], 1e-9 * std::fabs(a[k])) << what << "\n" << one << other;
  };
  for (const System& u : {kSi, kSystems[0], kSystems[2]}) {
    const std::string deck = "'" + scratch.file("deck.dat") + "'",
                      echoed = "'" + scratch.file("echo.dat") + "'",
                      native = "'" + scratch.file("native.dat") + "'";
    test::write_all(
        scratch.file("deck.dat"),
        u.line + ("PARAM l = 0.3m\n" + lever(u, "${l}", "${-l}")) + events_of_lever(u) +
            fixed_steps(u) +
            "MEASURE height = MAX body2.y / 1mm\nMEASURE speed = MIN body2.phid*1s\n"
            "MEASURE force = MAX rev1.fx / 1N\nMEASURE energy = LAST energy.kinetic / 1J\n"
            "END\n");
    const std::string csv = test::mbsim("--no-report --csv - " + deck).out;
    test::write_all(scratch.file("echo.dat"), test::mbsim("--echo " + deck).out);
    EXPECT_EQ(test::mbsim("--no-report --csv - " + echoed).out, csv) << u.line;
    const std::string measures = test::mbsim("measure " + deck).out;
    if (si_measures.empty()) si_measures = measures;
    same(si_measures, measures, u.line);
    const test::Finished converted = test::mbsim("--convert native " + deck);
    EXPECT_EQ(converted.status, 0) << converted.err;
    test::write_all(scratch.file("native.dat"), converted.out);
    same(si_measures, test::mbsim("measure " + native).out, std::string("converted ") + u.line);
    same(test::mbsim("measure -D l=0.25m " + deck).out,
         test::mbsim(fmt::format("measure -D l={} ", 0.25 * u.m) + deck).out, u.line);
    const std::string sweep = test::mbsim("sweep " + deck + " -p l=0.2m,0.3m").out;
    if (si_sweep.empty()) si_sweep = sweep.substr(sweep.find('\n'));
    // The first column is l in the units of the deck.
    std::vector<double> rows = measured(sweep.substr(sweep.find('\n')));
    ASSERT_EQ(rows.size(), measured(si_sweep).size()) << sweep << si_sweep;
    for (std::size_t k = 0; k < rows.size(); ++k)
      EXPECT_NEAR(rows[k], measured(si_sweep)[k] * (k % (rows.size() / 2) == 0 ? u.m : 1),
                  1e-9 * std::fabs(rows[k]))
          << sweep << si_sweep;
  }
}

// Lines of a file of other units mean the same as in the deck: numbers by the unit of their field,
// and expressions whose numbers have units behind them, or that have none.
TEST(UnitSystemsMore, IncludedFilesOfOtherUnits) {
  const test::Scratch scratch;
  test::write_all(scratch.file("part.dat"), R"(UNITS m kg s rad
PARAM radius = 0.05m
PARAM top = 300mm
MASS 2 2 0.05
RSDA 1 2 20 0.3 0.2
SDA 2 1 ${radius} 0  ${0 + top} 0.4  500 ${top - 1e1mm} 2
LAW BODY 2 PHI = -0.7Nm*sin(body2.phi)^3
EVENT a WHEN body2.phi > 7deg DO STOP
OUT spin = body2.phid
)");
  const auto deck = [](const std::string& lines) {
    return "UNITS mm N s deg\n2 1 0 1 0 0 0 0 0\n0 0 0\n300 0 5\n1 2  0 0  -300 0\n1\n0 0.2 "
           "0.05\n" +
           lines + "GRAV EARTH\nINTEG RK4 1e-3\nEND\n";
  };
  const test::RunResult own = test::run(deck(R"(MASS 2 0.002 50
RSDA 1 2 349.0658503988659 17.188733853924695 3.490658503988659
SDA 2 1 50 0 300 400  0.5 290 0.002
LAW BODY 2 PHI = -700*sin(body2.phi)^3
EVENT a WHEN body2.phi > 0.12217304763960307 DO STOP
OUT spin = body2.phid
)"));
  const test::RunResult included = test::run(deck("INCLUDE part.dat\n"), {}, scratch.file(""));
  ASSERT_EQ(own.status, included.status) << own.messages << included.messages;
  ASSERT_EQ(own.rows.size(), included.rows.size());
  ASSERT_EQ(own.events.size(), 1u);
  ASSERT_EQ(included.events.size(), 1u);
  EXPECT_NEAR(own.events[0].t, included.events[0].t, 1e-13);
  for (std::size_t k = 0; k < own.rows.size(); ++k)
    for (const char* name : {"body2.phi", "sda1.f", "rsda1.m", "spin", "rev1.fx"})
      EXPECT_NEAR(own.value(k, name), included.value(k, name),
                  1e-12 * std::max(1.0, std::fabs(own.value(k, name))))
          << name;
}

// Each number of ESTIFF and EDAMP is a stress for a deformation, of joints of space too: N mm for a
// degree of a turn, N for a degree of a turn that pushes.
TEST(UnitSystemsMore, SpringsOfJointsOfSpace) {
  const auto deck = [](const System& u) {
    const double n = u.n(), nm = u.nm(), j = u.kg * u.m * u.m, c = u.s;
    return std::string(u.line) +
           fmt::format(
               "REVOLUTE 1 0 0 1 2 AT 0 0 0 0 1 0\nPLANAR 2 0 0 3 4 AT 0 0 0 0 0 1\n"
               "BUSHING 3 0 0 5 6 AT 0 0 0 0 0 1\nUNIVERSAL 4 0 0 7 8 AT 0 0 0 1 0 0 0 1 0\n"
               "X 1 {} 0 0\nX 3 0 0 0\nX 5 0 0 0\nX 7 0 0 {}\nX 10 1 0 0 0\nDYNE 1 1\n"
               "DYNE 2 1 2 3\nDYNE 3\nDYNE 4 1 2\nINPUTX 10\nEND HALT\n",
               0.4 * u.m, -0.3 * u.m) +
           fmt::format("ESTIFF 1 {}\nEDAMP 1 {}\nESTIFF 2 {} {} {}\nEDAMP 2 0 0 {}\n",
                       8 * nm / u.rad, 0.3 * nm * c / u.rad, 40 * n / u.m, 50 * n / u.m,
                       3 * nm / u.rad, 0.1 * nm * c / u.rad) +
           fmt::format("ESTIFF 3 {} {} 0 {} 0 0  {} 0 0 {} 0  {} 0 0 0  {} 0 0  {} {}  {}\n",
                       400 * n / u.m, 20 * n / u.m, 9 * n / u.rad, 300 * n / u.m, 7 * n / u.rad,
                       350 * n / u.m, 6 * nm / u.rad, 5 * nm / u.rad, 0.4 * nm / u.rad,
                       4 * nm / u.rad) +
           fmt::format("EDAMP 3 {0} {0} {0} {1} {1} {1}\nESTIFF 4 {2} {3}\n", 2 * n * c / u.m,
                       0.05 * nm * c / u.rad, 2 * nm / u.rad, 3 * nm / u.rad) +
           fmt::format("XM 1 {0}\nXM 3 {0}\nXM 5 {0}\nXM 7 {0}\nREDUNDANT LEAST LENGTH {1}\n",
                       2 * u.kg, 0.2 * u.m) +
           fmt::format(
               "XM 2 {0} 0 0 {0} 0 {0}\nXM 4 {0} 0 0 {0} 0 {0}\nXM 6 {0} 0 0 {0} 0 {0}\n"
               "XM 8 {0} 0 0 {0} 0 {0}\nGRAVITY 0 0 {1}\n",
               0.05 * j, -9.81 * u.m / (u.s * u.s)) +
           fmt::format("STARTDE 2 1 {} 0\nSTARTDE 2 3 {} {}\nSTARTDE 3 4 {}\nSTARTDE 4 1 {}\n",
                       0.1 * u.m, 0.4 * u.rad, 2 * u.rad / u.s, 0.2 * u.rad, 0.3 * u.rad) +
           fmt::format("INPUTX 10 ROT AXIS 0 0 1 TABLE NATURAL 0 0 {} {}\nTIMESTEP {} 5\n", 1 * u.s,
                       0.5 * u.rad, 0.5 * u.s) +
           fixed_steps(u) + "END END\n";
  };
  same_in_all(deck,
              {{"e1_1", number},
               {"rev1.mu", moment},
               {"e2_1", metre},
               {"e2_3", number},
               {"pla2.mu", moment},
               {"e3_1", metre},
               {"e3_4", number},
               {"bush3.fu", newton},
               {"bush3.mw", moment},
               {"e4_1", number}},
              0);
}

// A muscle over a deformation: a1 is a length for a unit of what it lies over.
TEST(UnitSystemsMore, MusclesOverAngles) {
  const auto deck = [](const System& u) {
    return std::string(u.line) +
           fmt::format(
               "PLREV 1 8 9 1 2 0 0 {} 0\nPLTOR 2 9 2\nX 8 0 0\nX 1 {} 0\nFIX 8\nFIX 9\n"
               "DYNX 2\nRLSE 2\nEND HALT\nXM 1 {}\nXM 2 {}\n",
               -0.2 * u.m, 0.2 * u.m, 2 * u.kg, 0.05 * u.kg * u.m * u.m) +
           fmt::format("MUSCLE a OVER 2 1 {} {} FMAX {} LOPT {} LSLACK {} STIM = 0.5\n", 0.3 * u.m,
                       -0.04 * u.m / u.rad, 500 * u.n(), 0.1 * u.m, 0.2 * u.m) +
           fmt::format("TIMESTEP {} 5\n", 0.2 * u.s) + fixed_steps(u) + "END END\n";
  };
  same_in_all(deck, {{"v2_1", rate}, {"a.f", newton}, {"a.l", metre}}, 0, ".", 1e-10);
}

// Values of sweeps and bounds of searches: a unit behind a number means that unit, whatever those
// of the deck are; a plain number is coherent. x = l + f t^2/(2 m) in mm, with t = 0.2.
TEST(UnitSystemsMore, ValuesOfSweepsAndSearches) {
  const test::Scratch scratch;
  const std::string deck = "'" + scratch.file("deck.dat") + "'";
  const std::string text = R"(UNITS mm N s deg
PARAM l = 300
PARAM f = 5
1 0 0 0 0 0 0 0 0
${l} 0 0
0 0.2 0.1
MASS 1 2kg 0.1
FORCE 1 0 0 ${f} 0
MEASURE way = LAST body1.x
)";
  test::write_all(scratch.file("deck.dat"), text + "END\n");
  test::write_all(scratch.file("table.csv"), "l,f\n20cm,5N\n0.25m,0.01kN\n300,5\n");
  const auto has = [](const test::Finished& run, const std::vector<std::string>& starts) {
    EXPECT_EQ(run.status, 0) << run.err;
    for (const std::string& start : starts)
      EXPECT_NE(run.out.find(start), std::string::npos) << start << "\n" << run.out;
  };
  has(test::mbsim("sweep " + deck + " -p l=20cm,0.25m,300"), {"\n200,2", "\n250,", "\n300,3"});
  has(test::mbsim("sweep " + deck + " -p l=20cm:0.3m:50mm"), {"\n200,2", "\n250,", "\n300,3"});
  has(test::mbsim("sweep " + deck + " --table '" + scratch.file("table.csv") + "'"),
      {"\n200,5,2", "\n250,10,", "\n300,5,3"});
  const test::Finished drawn = test::mbsim("sweep " + deck + " --sample 1 -p l=20cm:0.2001m");
  has(drawn, {"\n200."});
  has(test::mbsim("solve " + deck + " 'LAST body1.x = 31cm' -p f=0.1N:1kN"), {"-D f=1\n"});
  test::write_all(scratch.file("deck.dat"), text + "SWEEP l = 20cm, 0.25m\nEND\n");
  has(test::mbsim("sweep " + deck), {"\n200,2", "\n250,"});
}

// What an expression around it would have to say.
TEST(UnitSystemsMore, WhatNobodyKnowsTheUnitOfIsRefused) {
  const test::Scratch scratch;
  const auto refused = [&](const std::string& line, const std::string& message) {
    test::write_all(scratch.file("part.dat"), "UNITS m kg s\n" + line + "\n");
    const test::RunResult run = test::run(
        "UNITS mm N s deg\n1 0 0 0 0 0 0 0 0\n0 0 0\n0 0.2 0.05\nMASS 1 1kg 1\nINCLUDE "
        "part.dat\nEND\n",
        {}, scratch.file(""));
    EXPECT_EQ(run.status, ExitStatus::deck_error) << line;
    EXPECT_NE(run.messages.find(message), std::string::npos) << line << run.messages;
  };
  refused("ODE z 5 = -z", "part.dat:2:7: error: ODE: start cannot be converted");
  refused("LAW BODY 1 X = -5*body1.x", "part.dat:2:16: error: LAW: an expression stands in a file");
  refused("PARAM k = 5", "part.dat:2:11");
  refused("EVENT a WHEN t > 0.1 DO STOP", "or a unit behind each of its numbers");
  refused("MEASURE a = MAX table('x.csv', 1)", "part.dat:2");
  refused("MASS 1 ${cos(60deg)} ${2kg*(1m)^2}", "part.dat:2:8: error: MASS 1: mass m cannot be");
}

}  // namespace
}  // namespace mbs
