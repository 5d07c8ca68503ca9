// The same motion in other units has the same verdict, the same warnings, and the same numbers for
// `mbsim diff`, also where it is so small that tolerances count.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <regex>
#include <string>

#include "support/good_run.h"
#include "support/unit_system.h"

namespace mbs {
namespace {

using test::System, test::kSi, test::kDegree, test::kInch, test::kPound;
const System kSystems[] = {
    test::kMillimetre,
    test::kCentimetre,
    test::kInchPound,
    {"UNITS mm g ms\n", 1000, 1000, 1000, 1},
    {"UNITS in lbf min deg\n", 1 / kInch, kInch / kPound / 3600, 1.0 / 60, 1 / kDegree}};

// The messages without places and numbers, and the verdict without sizes of motions.
std::string kinds_of(const test::RunResult& run) {
  std::string out;
  for (const Check check : run.verdict.judged) out += fmt::format("{} ", check_name(check));
  for (const Finding& finding : run.verdict.findings)
    out += fmt::format("BAD {} ", check_name(finding.figure.check));
  const std::string said = std::regex_replace(run.messages, std::regex("\\S*:[0-9:]* "), "");
  return out + std::regex_replace(said, std::regex("[-+]?[0-9][0-9.]*(e[-+]?[0-9]+)?"), "#");
}

void same_in_all(const std::function<std::string(const System&)>& deck) {
  const test::RunResult si = test::run(deck(kSi));
  ASSERT_EQ(si.status, ExitStatus::done) << si.messages << deck(kSi);
  for (const System& u : kSystems) {
    const test::RunResult run = test::run(deck(u));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages << u.line;
    EXPECT_EQ(kinds_of(run), kinds_of(si)) << deck(u);
  }
}

// A body on a spring and a torsional spring, in motions of all sizes: a few are below the
// tolerance.
std::string small_motion(const System& u, double way, double turn, const char* method) {
  return fmt::format(
      "{}2 0 0 1 0 0 0 0 0\n0 0 0\n{:.17g} 0 {:.17g}\n1\n0 {} {}\nMASS 2 {} {}\n"
      "SDA 1 2 {} 0 0 0 {} {} {} 0\nRSDA 1 2 {} 0 0 0\n{}END\n",
      u.line, way * u.m, turn * u.rad, 2 * u.s, 0.5 * u.s, 2 * u.kg, 0.1 * u.kg * u.m * u.m,
      1 * u.m, 50 * u.n() / u.m, 1 * u.m, 0.3 * u.n() * u.s / u.m, 3 * u.nm() / u.rad, method);
}

TEST(UnitVerdicts, OfMotionsOfAllSizes) {
  for (const char* method : {"", "INTEG DOP853\n"})
    for (double size = 1e-2; size > 1e-10; size /= 100) {
      same_in_all([&](const System& u) { return small_motion(u, size, 0, method); });
      same_in_all([&](const System& u) { return small_motion(u, 0, size, method); });
    }
}

// A drive of a few micrometres shakes a mass on a spring; what the deck prescribes, and how far
// rows differ from the integrals between them, is compared with metres and seconds.
TEST(UnitVerdicts, OfSmallDrives) {
  for (const char* method : {"", "INTEG DOP853\n", "INTEG STIFF\n"})
    same_in_all([&](const System& u) {
      return fmt::format(
          "{}X 1 0 0\nX 2 {} 0\nPLTRUSS 1 1 2\nRLSE 1 1\nFIX 1 2\nFIX 2 2\nINPUTX 1 1\nDYNX 2 "
          "1\nEND HALT\nXM 2 {}\nESTIFF 1 {}\nINPUTX 1 1 0 {} {}\nTIMES 0 {} {}\n{}END END\n",
          u.line, 1 * u.m, 2 * u.kg, 50 * u.n(), 1e-5 * u.m / u.s, 1e-6 * u.m / (u.s * u.s),
          2 * u.s, 0.5 * u.s, method);
    });
}

// 4 rad/s are no degrees because they are 240 rad/min.
TEST(UnitVerdicts, SpeedsOfMinutesAreNoDegrees) {
  for (const System& u : {kSi, System{"UNITS m kg min\n", 1, 1, 1.0 / 60, 1}}) {
    const test::RunResult run = test::run(
        fmt::format("{}2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 {:.17g} {:.17g}\nMASS 2 1 1\nVEL 2 0 "
                    "0 {}\nEND\n",
                    u.line, 4 * u.s, 2 * u.s, std::round(4 / u.s)));
    EXPECT_EQ(run.messages, "") << u.line;
    const test::RunResult drive = test::run(
        fmt::format("{}X 1 0\nX 2 0\nPLTOR 1 1 2\nFIX 1\nINPUTE 1 1\nEND HALT\nINPUTE 1 1 0 {}\n"
                    "TIMES 0 {:.17g} {:.17g}\nEND END\n",
                    u.line, std::round(4 / u.s), 4 * u.s, 2 * u.s));
    EXPECT_EQ(drive.messages, "") << u.line;
  }
}

}  // namespace
}  // namespace mbs
