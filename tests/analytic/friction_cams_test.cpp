// Friction between cams and their followers against equations of motion written here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "program/run_deck.h"
#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using test::good_run;

// A circle of radius R turns about a point at the distance c from its middle; the follower of mass
// m moves up and down above that point.
constexpr double kR = 0.03, kC = 0.01, kMass = 0.5, kG = 9.81, kMu = 0.15, kInertia = 0.002;
const std::string kWays[] = {"", "FORM FULL\n", "INTEG DOP853 1e-11 1e-11\n",
                             "INTEG STIFF 1e-9 1e-9\n", "INTEG GALPHA 1e-9 1e-6\nFORM FULL\n"};
// How much more the result of a method may be off than that of the others.
double loose(const std::string& way) { return way.find("GALPHA") == way.npos ? 1 : 1000; }

// The follower that the cam of a speed w has at the time t: its place P, its velocity up and its
// acceleration, the normal n of the cam and the place C where they touch.
struct Follower {
  double y, yd, ydd;
  std::array<double, 2> n, C;
};

Follower flat_face(double angle, double w) {
  const double s = kC * std::sin(angle), c = kC * std::cos(angle);
  return {kR + s, c * w, -s * w * w, {0, 1}, {c, kR + s}};
}

// A point (r = 0) or a roller that does not turn.
Follower roller(double r, double angle, double w) {
  const double s = kC * std::sin(angle), c = kC * std::cos(angle), L = kR + r;
  const double h = std::sqrt(L * L - c * c), hd = s * c * w / h;
  // h^2 = L^2 - c^2, h hd = s c w, hd^2 + h hdd = (c^2 - s^2) w^2
  const double hdd = ((c * c - s * s) * w * w - hd * hd) / h;
  const std::array<double, 2> n = {-c / L, h / L};
  return {s + h, c * w + hd, -s * w * w + hdd, n, {c + kR * n[0], s + kR * n[1]}};
}

struct Pressing {
  double N, moment, slip;  // moment: on the cam
};

// N n + F t on the follower, F = -mu N against the slip; up: m ydd = N n_y + F t_y - m g.
Pressing pressing(const Follower& f, double w, double mu) {
  const std::array<double, 2> t = {-f.n[1], f.n[0]};
  const double slip = t[0] * (w * f.C[1]) + t[1] * (f.yd - w * f.C[0]);
  const double rub = slip > 0 ? -mu : mu;
  const double N = kMass * (kG + f.ydd) / (f.n[1] + rub * t[1]);
  const double x = N * (f.n[0] + rub * t[0]), y = N * (f.n[1] + rub * t[1]);
  return {N, f.C[1] * x - f.C[0] * y, slip};
}

// `input`: the line that drives the cam, or none. `lines`: friction, start, method.
std::string native(const std::string& shape, double y0, const std::string& input,
                   const std::string& lines) {
  return fmt::format(
      R"(CAM 1  3 4  1 2  {0} X = {1}*cos(u) + {2} ; Y = {1}*sin(u) ; FROM 0 TO 360deg
X 1 0 0
X 2 0
X 3 0 {3:.17g}
X 4 0
FIX 1
FIX 3 1
FIX 4
{4}END HALT
DOF AUTO
XM 2 {5}
XM 3 {6}
GRAVITY 0 {7}
{8}TIMESTEP 0.5 50
END END
)",
      shape, kR, kC, y0, input.empty() ? "" : "INPUTX 2\n", kInertia, kMass, -kG, input + lines);
}

bool is_contact(const std::string& friction) { return friction.starts_with("CONTACT"); }

// ---- a cam that is driven: the moment of its drive ----------------------------------------------

struct Shape {
  const char* text;
  double y0;
  Follower (*at)(double, double);
};

const Shape kShapes[] = {
    {"FLAT 0 0 -1 0", kR, flat_face},
    {"POINT 0 0", 0, [](double a, double w) { return roller(0, a, w); }},
    {"ROLLER 0 0 0.012", 0, [](double a, double w) { return roller(0.012, a, w); }}};

TEST(CamFriction, MomentOfADrivenCam) {
  for (const Shape& shape : kShapes)
    for (const char* friction : {"FRICTION 1 1 2 0.2 0.15", "CONTACT 1 RIGID 0 0.2 0.15"})
      for (const double w : {7.0, -7.0})
        for (const std::string& way : kWays) {
          if (loose(way) > 1 && (w < 0 || &shape != kShapes)) continue;  // it takes long
          const Follower first = shape.at(0, w);
          const bool contact = is_contact(friction);
          const std::string start =
              contact ? fmt::format("STARTVX 3 2 {:.17g}\n", first.yd) : std::string();
          const test::RunResult run =
              good_run(native(shape.text, first.y, fmt::format("INPUTX 2 1 0 {}\n", w),
                              friction + ("\n" + start) + way));
          for (const int row : {1, 13, 30, 50}) {
            const Follower f = shape.at(w * run.time(row), w);
            const Pressing p = pressing(f, w, kMu);
            const std::string where =
                fmt::format("{} {} {} {} {}", shape.text, friction, w, way, row);
            EXPECT_NEAR(run.value(row, "x3_2"), f.y, 1e-10 * loose(way)) << where;
            EXPECT_NEAR(run.value(row, "r2_1"), -p.moment, 1e-8 * loose(way)) << where;
            EXPECT_NEAR(run.value(row, contact ? "contact1.n" : "friction1.load"), p.N,
                        1e-7 * loose(way))
                << where;
            EXPECT_NEAR(run.value(row, contact ? "contact1.slipd" : "friction1.slipd"), p.slip,
                        1e-8)
                << where;
            EXPECT_NEAR(run.value(row, contact ? "contact1.f" : "friction1.f"),
                        std::copysign(kMu * p.N, contact ? -p.slip : p.slip), 1e-8 * loose(way))
                << where;
          }
        }
}

// ---- a cam that runs down -----------------------------------------------------------------------

// J wd = the moment on the cam, which is linear in wd.
struct RunDown {
  double angle, w, stops;
};
RunDown run_down(const Shape& shape, double w0, double end) {
  const auto acceleration = [&](double angle, double w) {
    const auto moment = [&](double wd) {
      Follower f = shape.at(angle, w);
      f.ydd += (shape.at(angle, 1).yd) * wd;
      return pressing(f, w, kMu).moment;
    };
    const double m0 = moment(0), slope = moment(1) - m0;
    return m0 / (kInertia - slope);
  };
  double t = 0, a = 0, w = w0;
  const double h = 2e-5;
  for (; t < end && w > 0; t += h) {
    const double k1 = acceleration(a, w), k2 = acceleration(a + h / 2 * w, w + h / 2 * k1);
    const double k3 = acceleration(a + h / 2 * (w + h / 2 * k1), w + h / 2 * k2);
    const double k4 = acceleration(a + h * (w + h / 2 * k2), w + h * k3);
    const double next = w + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    if (next <= 0) return {a + w * w / (w - next) * h / 2, 0, t + h * w / (w - next)};
    a += h * w + h * h / 6 * (k1 + k2 + k3);
    w = next;
  }
  return {a, w, 0};
}

TEST(CamFriction, RunsDownAndStands) {
  for (const Shape& shape : kShapes) {
    const double w0 = 6;
    const RunDown early = run_down(shape, w0, 0.1), all = run_down(shape, w0, 2);
    ASSERT_GT(all.stops, 0.1);
    for (const char* friction : {"FRICTION 1 1 2 0.9 0.15", "CONTACT 1 RIGID 0 0.9 0.15"})
      for (const std::string& way : kWays) {
        const Follower first = shape.at(0, w0);
        const std::string start =
            fmt::format("STARTVX 2 1 {}\n", w0) +
            (is_contact(friction) ? fmt::format("STARTVX 3 2 {:.17g}\n", first.yd) : "");
        const test::RunResult run =
            good_run(native(shape.text, first.y, "", friction + ("\n" + start) + way));
        const std::string where = fmt::format("{} {} {}", shape.text, friction, way);
        EXPECT_NEAR(run.value(10, "x2_1"), early.angle, 1e-7 * loose(way)) << where;
        EXPECT_NEAR(run.value(10, "v2_1"), early.w, 1e-6 * loose(way)) << where;
        EXPECT_NEAR(run.time_of(ContactTurn::sticks), all.stops, 1e-5 * loose(way)) << where;
        EXPECT_NEAR(run.value(50, "x2_1"), all.angle, 1e-5 * loose(way)) << where;
      }
  }
}

// It stands under the weight of its follower, 10 mm beside the pin, if mu R is as long.
TEST(CamFriction, HoldsTheFollower) {
  const double limit = kC / kR;
  for (const char* friction : {"FRICTION 1 1 2 {}\n", "CONTACT 1 RIGID 0 {0} {0}\n"})
    for (const std::string& way : kWays) {
      const auto run = [&](double mu) {
        return good_run(
            native("FLAT 0 0 -1 0", kR, "", fmt::format(fmt::runtime(friction), mu) + way));
      };
      EXPECT_EQ(run(limit * 1.001).value(50, "v2_1"), 0) << friction << way;
      EXPECT_LT(run(limit * 0.99).value(50, "v2_1"), -1e-3) << friction << way;
    }
}

// ---- a roller that is a body of its own ---------------------------------------------------------

// It rolls on the cam for several rounds: its surface has the velocity of that of the cam.
TEST(CamFriction, RollerRollsRoundAndRound) {
  const double r = 0.012, w = 45;
  const auto spin = [&](double angle) {
    const Follower f = roller(r, angle, w);
    const std::array<double, 2> t = {-f.n[1], f.n[0]};
    return (t[1] * f.yd - w * (t[1] * f.C[0] - t[0] * f.C[1])) / r;
  };
  for (const char* friction : {"FRICTION 1 1 2 0.8", "CONTACT 1 RIGID 0 0.8 0.8"})
    for (const std::string& way : kWays) {
      const Follower f = roller(r, 0, w);
      const test::RunResult run = good_run(fmt::format(
          R"(CAM 1  3 5  1 2  ROLLER 0 0 {0} X = {1}*cos(u) + {2} ; Y = {1}*sin(u) ; FROM 0 TO 360deg
X 1 0 0
X 2 0
X 3 0 {3:.17g}
X 4 0
X 5 0
FIX 1
FIX 3 1
FIX 4
INPUTX 2
END HALT
DOF AUTO
XM 3 0.5
XM 5 1e-6
XF 3 0 -60
INPUTX 2 1 0 {4}
STARTVX 5 1 {5:.17g}
{6}
{7}{8}TIMESTEP 0.5 50
END END
)",
          r, kR, kC, f.y, w, spin(0), friction,
          is_contact(friction) ? fmt::format("STARTVX 3 2 {:.17g}\n", f.yd) : "", way));
      for (const int row : {1, 17, 33, 50}) {
        EXPECT_NEAR(run.value(row, "v5_1"), spin(w * run.time(row)), 1e-6 * loose(way))
            << friction << way << row;
        EXPECT_NEAR(run.value(row, is_contact(friction) ? "contact1.slip" : "friction1.slip"), 0,
                    1e-9)
            << friction << way << row;
      }
    }
}

// ---- other curves -------------------------------------------------------------------------------

// A point slides down a straight line and on along its tangent behind its end, and a face down the
// end of a line: a = g (sin b - mu cos b).
TEST(CamFriction, SlopesAndEndsOfCurves) {
  const double b = 0.5, a = kG * (std::sin(b) - 0.2 * std::cos(b));
  for (const char* law : {"FRICTION 1 1 2 0.2", "CONTACT 1 RIGID 0 0.2 0.2"})
    for (const char* form : {"", "FORM FULL\n"}) {
      const test::RunResult run = good_run(fmt::format(
          R"(CAM 1 3 4 1 2 POINT 0 0  X = -{0:.17g}*u ; Y = {1:.17g}*u ; FROM -0.5 TO 0.5
X 1 0 0
X 2 0
X 3 0 0
X 4 0
FIX 1
FIX 2
FIX 4
END HALT
DOF AUTO
XM 3 2
GRAVITY 0 -9.81
{2}
{3}TIMESTEP 1 4
INTEG DOP853 1e-11 1e-11
END END
)",
          std::cos(b), -std::sin(b), law, form));
      for (const int row : {1, 4}) {
        const double way = a * run.time(row) * run.time(row) / 2;
        EXPECT_NEAR(run.value(row, "x3_2"), -way * std::sin(b), 1e-9) << law << form << row;
        EXPECT_NEAR(std::fabs(run.value(row, law[0] == 'F' ? "friction1.slip" : "contact1.slip")),
                    way, 1e-9)
            << law << form << row;
      }
    }
}

// ---- dialects -----------------------------------------------------------------------------------

const std::string kLifter = R"(3 1 1 1 0 0 0 0 0
0 0 0
0 0 0
0 0.03 0
1 2   0 0   0 0
1 3   0 0  0 1   0 0
1
0 1 0.25
MASS 2  1 0.01
MASS 3  2 0.001
GRAV 0 -9.81
VEL 2 0 0 1
CAM 3 2  FLAT 0 0 -1 0  X = 0.01 + 0.03*cos(u) ; Y = 0.03*sin(u) ; FROM 0 TO 360deg
)";

// The column of the only contact or friction.
std::size_t column_of(const test::RunResult& run, const std::string& part) {
  for (std::size_t k = 0; k < run.names.size(); ++k)
    if ((run.names[k].starts_with("friction") || run.names[k].starts_with("contact")) &&
        run.names[k].ends_with(part))
      return k;
  ADD_FAILURE() << part;
  return 0;
}

// The records of KABIOS decks, and the native deck that --convert writes.
TEST(CamFriction, InKabiosDecksAndConverted) {
  for (const std::string friction :
       {"FRICTION CAM 1 0.1", "FRICTION CAM 1 0.3 0.2", "FRICTION CAM 1 CONSTANT 2 1",
        "CONTACT CAM 1 RIGID 0.1 0.3 0.2", "CONTACT CAM 1 PENALTY 1e6 1 0.5 0.3 0.001"}) {
    const std::string deck = kLifter + friction + "\nINTEG DOP853 1e-11 1e-11\nEND\n";
    const test::RunResult run = test::done(deck);
    Diagnostics diagnostics;
    const test::RunResult native =
        test::done(convert_deck({"deck", deck, ".", {}}, {}, diagnostics));
    ASSERT_EQ(native.rows.size(), run.rows.size()) << friction;
    for (const char* part : {".slip", ".slipd", ".f"}) {
      const std::size_t here = column_of(run, part), there = column_of(native, part);
      for (std::size_t row = 0; row < run.rows.size(); ++row)
        EXPECT_NEAR(native.rows[row][there], run.rows[row][here], 1e-8) << friction << part;
    }
    EXPECT_GT(std::fabs(run.value(1, friction[0] == 'F' ? "friction1.f" : "contact1.f")), 0.1);
    EXPECT_TRUE(run.has("cam1.s")) << friction;
  }
}

}  // namespace
}  // namespace mbs
