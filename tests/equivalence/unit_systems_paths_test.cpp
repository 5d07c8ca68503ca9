// What is counted in times, in other units: load paths, whose t follows the load factor, and marks
// and strides. The numbers are closed forms in SI, multiplied by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "report/diff.h"
#include "support/good_run.h"
#include "support/process.h"
#include "support/unit_system.h"

namespace mbs {
namespace {

using test::System, test::kSi, test::kDegree, test::kInch, test::kPound;
const System kSystems[] = {
    kSi,
    test::kMillimetre,
    test::kCentimetre,
    test::kKilonewton,
    {"UNITS mm g ms\n", 1000, 1000, 1000, 1},
    {"UNITS in lbf min deg\n", 1 / kInch, kInch / kPound / 3600, 1.0 / 60, 1 / kDegree}};

// A truss of two bars of EA = 1000 N and height 0.2 m over half a span of 1 m; the load at its top
// that belongs to the height h.
double load_at(double h) {
  const double l0 = std::hypot(1, 0.2), l = std::hypot(1, h);
  return 2000 * (l0 - l) / l0 * h / l;
}
std::string truss(const System& u, const std::string& top, const std::string& load) {
  return u.line +
         fmt::format(
             "PLTRUSS 1 1 2\nPLTRUSS 2 3 2\nX 1 {0:.17g} 0\nX 2 0 {1:.17g}\nX 3 {2:.17g} 0\nFIX "
             "1\nFIX 3\nFIX 2 1\n{3} 2 2\nRLSE 1\nRLSE 2\nEND HALT\nESTIFF 1 {4:.17g}\nESTIFF 2 "
             "{4:.17g}\n{5}ITERSTEP 50 20 ARC\nSTATIC\nEND END\n",
             -1 * u.m, 0.2 * u.m, 1 * u.m, top, 1000 * u.n(), load);
}

TEST(UnitSystemsPaths, LoadFactorIsASecond) {
  std::string si;
  for (const System& u : kSystems) {
    RunSettings settings;
    settings.digits = 9;
    const test::RunResult run =
        test::run(truss(u, "DYNX", fmt::format("XF 2 0 {:.17g}\n", -5 * u.n())), settings);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    ASSERT_GT(run.rows.size(), 10u);
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      EXPECT_NEAR(5 * run.time(k) / u.s, load_at(run.value(k, "x2_2") / u.m), 1e-8) << u.line << k;
    EXPECT_NEAR(run.time(run.rows.size() - 1), u.s, 1e-12 * u.s) << u.line;
    if (si.empty()) si = run.report;
    const DiffResult same = diff_texts(si, run.report, "si", "other", {1e-6, 1e-7, false});
    EXPECT_EQ(same.exit_status, 0) << u.line << same.text;
  }
}

// What is led at 0.4 m/s goes 0.4 m while the factor rises from 0 to 1.
TEST(UnitSystemsPaths, WhatIsLedAlongAPath) {
  for (const System& u : kSystems) {
    const std::string led =
        fmt::format("INPUTX 2 2 {:.17g} {:.17g}\n", 0.2 * u.m, -0.4 * u.m / u.s);
    const test::RunResult run = test::run(truss(u, "INPUTX", led));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    ASSERT_GT(run.rows.size(), 5u);
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double h = 0.2 - 0.4 * run.time(k) / u.s;
      EXPECT_NEAR(run.value(k, "x2_2") / u.m, h, 1e-12) << u.line << k;
      EXPECT_NEAR(run.value(k, "r2_2") / u.n(), -load_at(h), 1e-9) << u.line << k;
    }
    EXPECT_NEAR(run.value(run.rows.size() - 1, "x2_2") / u.m, -0.2, 1e-12) << u.line;
  }
}

// A bar that a constant moment winds up while it is led: an angle of 1 rad/s goes 1 rad.
TEST(UnitSystemsPaths, AnglesThatAreLed) {
  for (const System& u : kSystems) {
    const test::RunResult run = test::run(
        u.line + fmt::format("PLTOR 1 1 2\nPLTOR 2 2 3\nX 1 0\nX 2 0\nX 3 0\nFIX 1\nINPUTX 3 "
                             "1\nDYNX 2\nRLSE 1\nRLSE 2\nEND HALT\nESTIFF 1 {:.17g}\nESTIFF 2 "
                             "{:.17g}\nINPUTX 3 1 0 {:.17g}\nXF 2 {:.17g}\nITERSTEP 50 20 "
                             "ARC\nSTATIC\nEND END\n",
                             30 * u.nm() / u.rad, 10 * u.nm() / u.rad, 1 * u.rad / u.s,
                             8 * u.nm()));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double factor = run.time(k) / u.s;
      EXPECT_NEAR(run.value(k, "x2_1"), (8 + 10) * factor / 40, 1e-11) << u.line << k;
    }
  }
}

// A foot whose strides last 1.1 s and 1.43 m: 120/1.1 steps a minute in all units.
TEST(UnitSystemsPaths, Strides) {
  for (const System& u : kSystems) {
    const test::RunResult run = test::good_run(
        u.line +
        fmt::format(
            "PARAM speed = {:.17g}\nPARAM T = 1.1s\nNAME BODY 1 foot\nOUT swing = sin(2*pi*t/T)\n"
            "MARK down WHEN sin(2*pi*(t - 0.1s)/T) > 0 APART {:.17g}\nMARK off WHEN "
            "sin(2*pi*(t - 0.4s)/T) > 0\n"
            "MARK given AT 0.3s, {:.17g}\nSTRIDE walk FROM down TO down OFF off FOOT foot.x\n"
            "STRIDE two FROM given TO given FOOT foot.x\nMEASURE cadence = walk.cadence\n"
            "MEASURE lasts = walk.time\nMEASURE length_of = walk.length\nMEASURE fast = "
            "walk.speed\nMEASURE share = walk.stance\nMEASURE second = two.cadence\n"
            "MEASURE most = MAX swing FROM down.t1 TO off.t1\n"
            "1 0 0 0 0 0 0 0 0\n0 0 0\n0 {:.17g} {:.17g}\nDRIVE 1 X = speed*t\nDRIVE 1 Y = 0\n"
            "DRIVE 1 PHI = 0.3*t/1s\nREPORT NONE\nEND\n",
            1.3 * u.m / u.s, 0.2 * u.s, 1.4 * u.s, 3.5 * u.s, 0.1 * u.s));
    const double expected[] = {120 / 1.1,       1.1 * u.s, 1.43 * u.m, 1.3 * u.m / u.s,
                               100 * 0.3 / 1.1, 120 / 1.1, 1};
    const char* names[] = {"cadence", "lasts", "length_of", "fast", "share", "second", "most"};
    for (std::size_t k = 0; k < std::size(names); ++k)
      EXPECT_NEAR(run.measure(names[k]), expected[k], 1e-9 * expected[k]) << u.line << names[k];
  }
}

// A sweep that was cut off in the middle of a row goes on to the same bits, in all units.
TEST(UnitSystemsPaths, SweepsThatGoOn) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("deck.dat"), out = scratch.file("table.csv");
  for (const System& u : kSystems) {
    test::write_all(
        deck, u.line + fmt::format(
                           "PARAM l = {:.17g}\n2 1 0 1 0 0 0 0 0\n0 0 0\n${{l}} 0 {:.17g}\n1 2 0 0 "
                           "${{-l}} 0\n1\n0 {:.17g} {:.17g}\nMASS 2 2kg 0.05kg*m2\nGRAV EARTH\n"
                           "MEASURE low = MIN body2.y\nMEASURE spin = MIN body2.phid\n"
                           "MEASURE down = TIME WHEN body2.phi < 0rad\nEND\n",
                           0.3 * u.m, 0.1 * u.rad, 0.5 * u.s, 0.1 * u.s));
    const std::string sweep = fmt::format("sweep '{}' -p l={:.17g}:{:.17g}:{:.17g} -o '{}'", deck,
                                          0.2 * u.m, 0.4 * u.m, 0.05 * u.m, out);
    ASSERT_EQ(test::mbsim(sweep).status, 0) << u.line;
    const std::string whole = test::read_all(out);
    for (const std::size_t size : {whole.size() - 1, whole.size() / 2}) {
      std::filesystem::remove(out);
      test::write_all(out + ".part", whole.substr(0, size));
      EXPECT_EQ(test::mbsim(sweep + " --resume").status, 0) << u.line << size;
      EXPECT_EQ(test::read_all(out), whole) << u.line << size;
    }
    std::filesystem::remove(out);
    std::filesystem::remove(out + ".sweep");
  }
}

}  // namespace
}  // namespace mbs
