// Random muscles in random postures with random stimulations: no run makes numbers that are not
// finite, negative fibres or tendons that push; the energies agree, or the run is refused with the
// name of the muscle. 200 of them; MBSIM_MUSCLES=10000 in the environment asks for more, and
// MBSIM_MUSCLE=n for the n-th alone, whose deck is printed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "support/deck.h"
#include "support/draws.h"
#include "support/energy.h"

namespace mbs {
namespace {

class RandomDeck {
 public:
  explicit RandomDeck(int number) : random_(static_cast<unsigned>(number)) {}

  std::string text() { return unit() < .5 ? block() : arm(); }

 private:
  double unit() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  double between(double low, double high) { return low + (high - low) * unit(); }
  // As likely between 1 and 2 as between 10 and 20.
  double power_of_ten(double low, double high) { return std::pow(10, between(low, high)); }
  std::string pick(std::initializer_list<const char*> list) {
    return list.begin()[static_cast<std::size_t>(unit() * static_cast<double>(list.size()))];
  }
  std::string seldom(double chance, const char* name, double low, double high) {
    return unit() < chance ? fmt::format(" {} {:.6g}", name, between(low, high)) : "";
  }

  std::string stimulation() {
    if (unit() < .3)
      return fmt::format("ONSET {:.6g} FROM {:.6g} TO {:.6g}", between(-.02, .12), unit(), unit());
    return "STIM = " + pick({".5 + .5*sin(40*t + 1)", "0", "6e-4", ".02", "1", ".8*exp(-30*t)",
                             "(t < .06 ? 1 : 0)", "(t < .06 ? 0 : 1)"});
  }
  std::string method() {
    return pick({"DOP853 1e-11 1e-10", "STEP 1e-11 1e-10", "STIFF 1e-10 1e-8"});
  }

  struct Size {
    double fmax, lopt, slack, pennation;
    // Of the path where the fibre has x LOPT and the tendon is slack.
    double path(double x) const { return slack + lopt * x * std::cos(pennation / 57.29578); }
  };
  Size size() {
    const double lopt = power_of_ten(-1.6, -.6);
    return {power_of_ten(1.5, 3.7), lopt, lopt * power_of_ten(-.6, .8),
            unit() < .5 ? 0 : 35 * unit()};
  }
  std::string words(const Size& s) {
    const std::string model = pick({"VSB", "VSB SET 1993", "VSB SET MUSK", "DGF", "THELEN"});
    std::string out = fmt::format("{} {} {} FMAX {:.9g} LOPT {:.9g} LSLACK {:.9g} PENNATION {:.6g}",
                                  model, pick({"", "HATZE", "FIRST"}), pick({"", "", "RIGID"}),
                                  s.fmax, s.lopt, s.slack, s.pennation);
    out += pick({"", "", " DAMPING .02", " DAMPING .2"});
    if (model.starts_with("VSB")) {
      out += seldom(.1, "WIDTH", .4, .7) + seldom(.1, "UMAX", .01, .1) +
             seldom(.1, "AREL", .2, .5) + seldom(.1, "BREL", 2, 12) + seldom(.1, "FPE", 0, 1) +
             seldom(.1, "SLOPFAC", 1.2, 4) + seldom(.1, "FASYMP", 1.2, 1.8);
    } else {
      out += seldom(.2, "VMAX", 4, 20) + seldom(.1, "E0", .3, .8) + seldom(.1, "ET", .02, .08) +
             seldom(.1, "AMIN", 0, .05);
    }
    return out;
  }

  // A mass on a slide, between a muscle and a spring.
  std::string block() {
    const Size s = size();
    const double length = s.path(between(.3, 1.6));
    return fmt::format(
        R"(PLTRUSS 1 1 2
X 1 0 0
X 2 {0:.12g} 0
FIX 1
FIX 2 2
DYNX 2 1
END HALT
XM 2 {1:.9g}
XLAW 2 1 = {2:.9g}*({0:.12g} - x) + {3:.9g}
MUSCLE MU OVER 1 1 {4} {5}
TIMES 0 .15 .05
INTEG {6}
END END
)",
        length, s.fmax * power_of_ten(-3, -1.5), unit() * s.fmax / s.lopt, .3 * unit() * s.fmax,
        words(s), stimulation(), method());
  }

  // Two segments with muscles about one joint or both, arms that change with the angles.
  std::string arm() {
    const double phi[2] = {between(-3, 3), between(-3, 3)};
    std::string deck = R"(SEGDYN
GRAV 0 -9.81
BASE 0 0
)";
    for (int i = 0; i < 2; ++i)
      deck +=
          fmt::format("SEGMENT {0} {1:.6g} {2:.6g} {3:.6g} {4:.6g}\nSTATE {0} {5:.9g} {6:.6g}\n",
                      i + 1, between(1, 4), .3, .15, between(.01, .05), phi[i], between(-3, 3));
    const int count = 1 + static_cast<int>(3 * unit());
    for (int k = 0; k < count; ++k) {
      Size s = size();
      const double largest = 8 / s.lopt;  // moments of some ten N m
      s.fmax = std::min(s.fmax, largest * 10);
      deck += fmt::format("MUSCLE M{}", static_cast<char>('A' + k));
      double rest = s.path(between(.4, 1.5));
      const int joints = static_cast<int>(3 * unit());  // 1, 2 or both
      for (int joint = 1; joint <= 2; ++joint) {
        if (joints == joint - 1) continue;
        const double angle = joint == 1 ? phi[0] : phi[1] - phi[0], a1 = between(-.3, .3) * s.lopt,
                     a2 = between(-.1, .1) * s.lopt;
        deck += fmt::format(" ARM {} {:.12g} {:.9g} {:.9g}", joint,
                            rest - a1 * angle - a2 * angle * angle, a1, a2);
        rest = 0;
      }
      deck += " " + words(s) + " " + stimulation() + "\n";
    }
    return deck + "TIME 0 .15 .05\nINTEG " + method() + "\nEND\n";
  }

  std::mt19937 random_;
};

// A start that is impossible, or an explicit method that comes to the end of its ten million steps
// because of a muscle: one in 10 000.
bool is_refused_by_name(const std::string& messages) {
  const auto has = [&messages](const char* words) {
    return messages.find(words) != std::string::npos;
  };
  return (has("error: MUSCLE M") && has("at t = 0 fibre and tendon find no equilibrium")) ||
         (has("too many steps") && has("warning: MUSCLE M") && has("expected INTEG STIFF"));
}

void check(int number, int& refused) {
  const std::string deck = RandomDeck(number).text();
  SCOPED_TRACE(fmt::format("muscle {}:\n{}", number, deck));
  const test::RunResult run = test::run(deck);
  if (run.status != ExitStatus::done) {
    EXPECT_TRUE(is_refused_by_name(run.messages)) << run.messages;
    ++refused;
    return;
  }
  EXPECT_LT(test::worst_balance(run, 1e-4), 1e-6);
  for (const std::vector<double>& row : run.rows)
    for (std::size_t c = 0; c < row.size(); ++c) {
      EXPECT_TRUE(std::isfinite(row[c])) << run.names[c];
      const bool of_muscle = run.names[c].starts_with("M");
      if (of_muscle && run.names[c].ends_with(".lce")) {
        EXPECT_GE(row[c], 0) << run.names[c];
      }
      if (of_muscle && run.names[c].ends_with(".f")) {
        EXPECT_GE(row[c], 0) << run.names[c];
      }
    }
}

TEST(RandomMuscles, AreFiniteAndKeepTheirEnergy) {
  int refused = 0;
  if (const char* one = std::getenv("MBSIM_MUSCLE")) {
    fmt::print("{}", RandomDeck(std::atoi(one)).text());
    return check(std::atoi(one), refused);
  }
  const int count = test::draws(80, "MBSIM_MUSCLES");
  for (int number = 1; number <= count; ++number) check(number, refused);
  EXPECT_LT(refused, count / 4);
  if (count > 80) fmt::print("{} of {} refused by name\n", refused, count);
}

}  // namespace
}  // namespace mbs
