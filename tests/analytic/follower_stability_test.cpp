// What STATIC says of the stability of large mechanisms on which forces act that follow the motion:
// Beck's column against his load, and bodies of space under moments of their own axes against the
// eigenvalues of EIGEN, which linearises in another way.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/cantilever.h"
#include "support/deck.h"

namespace mbs {
namespace {

using test::CantileverFreedoms;

// Beck's column flutters from 20.05 EI / L^2 on (Beck 1952). 24 beams have 48 degrees of freedom,
// which are judged by all motions, 32 have 64; along a load path elongations are free, three for
// each beam.
TEST(FollowerStability, BecksColumn) {
  const auto audit = [](int n, double P, bool on_path, double mass = 1) {
    const int x = 2 * n + 1, phi = 2 * n + 2;
    const test::RunResult run = test::run(test::cantilever(
        n, 1e6, on_path ? CantileverFreedoms::deformations : CantileverFreedoms::bending,
        fmt::format("XLAW {0} 1 = -{2}*cos(x{1}_1)\nXLAW {0} 2 = -{2}*sin(x{1}_1)\n{3}STATIC\n", x,
                    phi, P, on_path ? "ITERSTEP 50 5 ARC\n" : ""),
        mass));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    return run.report;
  };
  for (const bool on_path : {false, true}) {
    SCOPED_TRACE(on_path);
    const int few = on_path ? 16 : 24, many = on_path ? 22 : 32;
    EXPECT_NE(audit(few, 19.9, on_path).find("# equilibrium: stable, "), std::string::npos);
    EXPECT_NE(audit(few, 20.2, on_path).find("# equilibrium: unstable"), std::string::npos);
    EXPECT_NE(audit(many, 19.9, on_path)
                  .find("# equilibrium: stable as far as its 10 lowest motions show, unbalanced"),
              std::string::npos);
    EXPECT_NE(audit(many, 20.2, on_path).find("# equilibrium: unstable"), std::string::npos);
  }
  // Whether it flutters is a question of masses.
  for (const int n : {8, 24, 32})
    EXPECT_NE(audit(n, 20.2, false, 0).find("# equilibrium: not judged, since forces follow"),
              std::string::npos)
        << n;
}

TEST(FollowerStability, BodiesOfSpace) {
  const auto deck = [](int n, double moment, const std::string& words) {
    std::string bodies, tail;
    for (int k = 1; k <= n; ++k) {
      const int p = 2 * k - 1;
      bodies += fmt::format(
          "BUSHING {} {} {} {} {} AT {} 0 0  1 0 0  0 1 0\nX {} {} 0 0\nDYNX {}\nDYNX {}\n", k,
          k == 1 ? 0 : p - 2, k == 1 ? 0 : p - 1, p, p + 1, k - 1, p, k - 0.5, p, p + 1);
      tail += fmt::format(
          "ESTIFF {} 1e4 1e4 1e4 20 30 40\nBODYMASS {} {} 1  0 0 0  0.05 0 0  0.06 0 0.07\n", k, p,
          p + 1);
    }
    return bodies + "END HALT\n" + tail + fmt::format("XF {} {} 0 0\n", 2 * n, moment) + words +
           "END END\n";
  };
  int stable = 0, unstable = 0;
  for (const int n : {5, 8, 12})
    for (const double moment : {0.5, 2.0, 8.0, 20.0}) {
      SCOPED_TRACE(fmt::format("{} bodies, {} N m", n, moment));
      const test::RunResult modes = test::run(deck(n, moment, "STATIC\nEIGEN\n"));
      ASSERT_EQ(modes.status, ExitStatus::done) << modes.messages;
      double most = 0;
      for (std::size_t k = 0; k < modes.rows.size(); ++k)
        most = std::max(most, modes.value(k, "real"));
      const bool grows = most > 1e-4;
      ++(grows ? unstable : stable);
      const std::string report = test::run(deck(n, moment, "STATIC\n")).report;
      EXPECT_NE(report.find(grows    ? "# equilibrium: unstable"
                            : n < 10 ? "# equilibrium: stable, "
                                     : "# equilibrium: stable as far as its 10 lowest"),
                std::string::npos)
          << most << report.substr(report.rfind("# audit"));
    }
  EXPECT_GT(stable, 2);
  EXPECT_GT(unstable, 2);
}

}  // namespace
}  // namespace mbs
