// A kind of nodes of this test alone: a point of the plane in polar coordinates, whose inertia is
// neither constant nor diagonal in the sense of the others, M = m diag(1, r^2), and whose
// translations depend on where it is. It moves as a point in cartesian coordinates does, whatever
// solves its equations.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "deck/lines/lexer.h"
#include "nodes/node_type.h"
#include "solve/forces/joint_forces.h"
#include "support/deck.h"

namespace mbs {
namespace {

void polar_rigid_motion(RigidMotion motion, const double* x, double* v) {
  const double r = x[0], c = std::cos(x[1]), s = std::sin(x[1]);
  v[0] = v[1] = 0;
  if (motion == RigidMotion::x) v[0] = c, v[1] = -s / r;
  if (motion == RigidMotion::y) v[0] = s, v[1] = c / r;
  if (motion == RigidMotion::about_z) v[1] = 1;
}

// T = m (rd^2 + r^2 phid^2) / 2, so h = (-m r phid^2, 2 m r rd phid).
void polar_inertia(const NodeBatch& nodes, const double* x, const double* v, const double* numbers,
                   double* M, double* h) {
  for (int k = 0; k < nodes.count(); ++k, M += 4, h += 2) {
    const auto i = static_cast<std::size_t>(2 * k);
    const double m = numbers[k], r = x[nodes.place[i]];
    const double rd = v[nodes.gather[i]], phid = v[nodes.gather[i + 1]];
    M[0] = m;
    M[1] = M[2] = 0;
    M[3] = m * r * r;
    h[0] = -m * r * phid * phid;
    h[1] = 2 * m * r * rd * phid;
  }
}

NodeRemark check_polar(double* x) {
  if (!(x[0] > 0)) return {fmt::format("the radius is {}", x[0]), "expected a positive one"};
  return {};
}

constexpr Column kPolarMass[] = {{"m", "kg", "mass"}};
const NodeType kPolar = {
    .text = "a polar point",
    .layout = "r phi",
    .count_text = "two numbers",
    .load_layout = "fr moment",
    .nq = 2,
    .nv = 2,
    .components = {{{"R", unit::metre}, {"PHI", unit::radian}}},
    .role = NodeRole::other,
    .is_spatial = false,
    .letter = 'p',
    .check_start = check_polar,
    .rigid_motion = polar_rigid_motion,
    .translations_vary = true,
    .mass_columns = kPolarMass,
    .inertia = polar_inertia,
};

// A deck whose node 1 is a polar point.
test::Loaded load_polar(const std::string& text) {
  test::Loaded deck = test::load(text);
  EXPECT_FALSE(deck.diagnostics.has_errors()) << deck.diagnostics.format_all();
  EXPECT_EQ(deck.tables.nodes.front().number, 1);
  deck.tables.nodes.front().kind = NodeKind{&kPolar};
  deck.built = build_model(deck.tables, deck.diagnostics);
  EXPECT_TRUE(deck.built) << deck.diagnostics.format_all();
  return deck;
}

test::RunResult run_polar(const std::string& text) { return test::run_loaded(load_polar(text)); }

constexpr const char* kForms[] = {"FORM REDUCED", "FORM FULL", "FORM AUTO"};
constexpr double kX = 1.5, kY = 0.4, kXd = -0.7, kYd = 1.1;  // the start

// Its start in polar coordinates.
std::string start_of_polar() {
  const double r = std::hypot(kX, kY);
  return fmt::format("STARTVX 1 1 {:.17g}\nSTARTVX 1 2 {:.17g}\n", (kX * kXd + kY * kYd) / r,
                     (kX * kYd - kY * kXd) / (r * r));
}
std::string place_of_polar() {
  return fmt::format("X 1 {:.17g} {:.17g}\n", std::hypot(kX, kY), std::atan2(kY, kX));
}

// Thrown: x and y by the parabola, in closed form, with what the totals and the audit say of it.
void expect_throw(const std::string& form, double gx, double gy) {
  const test::RunResult run =
      run_polar(place_of_polar() + "END HALT\nXM 1 2\nDOF AUTO\n" + start_of_polar() +
                fmt::format("GRAVITY {} {}\nINTEG DOP853 1e-13 1e-13\n{}\nTIMESTEP 2 20\nEND END\n",
                            gx, gy, form));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 21u);
  test::Error place, speed, acceleration, totals;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k), r = run.value(k, "x1_1"), phi = run.value(k, "x1_2");
    const double rd = run.value(k, "v1_1"), phid = run.value(k, "v1_2");
    const double rdd = run.value(k, "a1_1"), phidd = run.value(k, "a1_2");
    const double c = std::cos(phi), s = std::sin(phi);
    const double x = kX + kXd * t + gx * t * t / 2, y = kY + kYd * t + gy * t * t / 2;
    const double xd = kXd + gx * t, yd = kYd + gy * t;
    place.add(r * c, x);
    place.add(r * s, y);
    speed.add(c * rd - s * r * phid, xd);
    speed.add(s * rd + c * r * phid, yd);
    const double along = rdd - r * phid * phid, across = r * phidd + 2 * rd * phid;
    acceleration.add(c * along - s * across, gx);
    acceleration.add(s * along + c * across, gy);
    totals.add(run.value(k, "cm.x"), x);
    totals.add(run.value(k, "cm.y"), y);
    totals.add(run.value(k, "cm.xd"), xd);
    totals.add(run.value(k, "cm.yd"), yd);
    totals.add(run.value(k, "cm.xdd"), gx);
    totals.add(run.value(k, "cm.ydd"), gy);
    totals.add(run.value(k, "momentum.x"), 2 * xd);
    totals.add(run.value(k, "momentum.y"), 2 * yd);
    totals.add(run.value(k, "momentum.angular"), 2 * (x * yd - y * xd));
    totals.add(run.value(k, "energy.kinetic"), xd * xd + yd * yd);
    totals.add(run.value(k, "energy.potential"), -2 * (gx * x + gy * y));
    totals.add(run.value(k, "energy.balance"), 0);
  }
  EXPECT_LT(place.absolute(), 1e-10) << form;
  EXPECT_LT(speed.absolute(), 1e-10) << form;
  EXPECT_LT(acceleration.absolute(), 1e-10) << form;
  EXPECT_LT(totals.absolute(), 1e-9) << form;
  EXPECT_NE(run.report.find("verdict: good"), std::string::npos) << run.report;
}

TEST(NodeKinds, APolarPointThrownFollowsItsParabola) {
  for (const char* form : kForms) {
    expect_throw(form, 0, 0);
    expect_throw(form, 0.3, -1.2);
  }
}

// About a fixed centre, mu / r^2: an ellipse of eccentricity 1/2 against the same in cartesian
// coordinates, and against Kepler's equation.
TEST(NodeKinds, APolarPointRunsAKeplerOrbit) {
  for (const char* form : kForms) {
    const test::RunResult run = run_polar(
        fmt::format("X 1 0.5 0\nX 2 0.5 0\nEND HALT\nXM 1 3\nXM 2 3\nDOF AUTO\n"
                    "STARTVX 1 2 {0:.17g}\nSTARTVX 2 2 {1:.17g}\nXLAW 1 1 = -3/x1_1^2\n"
                    "XLAW 2 1 = -3*x2_1/hypot(x2_1,x2_2)^3\nXLAW 2 2 = -3*x2_2/hypot(x2_1,x2_2)^3\n"
                    "INTEG DOP853 1e-13 1e-13\n{2}\nTIMESTEP 10 40\nEND END\n",
                    2 * std::sqrt(3.0), std::sqrt(3.0), form));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    test::Error other, kepler;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double r = run.value(k, "x1_1"), phi = run.value(k, "x1_2");
      other.add(r * std::cos(phi), run.value(k, "x2_1"));
      other.add(r * std::sin(phi), run.value(k, "x2_2"));
      double E = run.time(k);  // semi-axis and mu are 1: E - sin(E) / 2 = t
      for (int n = 0; n < 50; ++n) E -= (E - std::sin(E) / 2 - run.time(k)) / (1 - std::cos(E) / 2);
      kepler.add(r * std::cos(phi), std::cos(E) - 0.5);
      kepler.add(r * std::sin(phi), std::sqrt(0.75) * std::sin(E));
      kepler.add(run.value(k, "energy.balance"), 0);
    }
    EXPECT_LT(other.absolute(), 1e-10) << form;
    EXPECT_LT(kepler.absolute(), 1e-10) << form;
  }
}

// Tied to a cartesian point of mass 1 that a force of (4, 2) pulls: both move as one of mass 3, and
// the tie carries what the polar point of mass 2 needs.
TEST(NodeKinds, APolarPointTiedToACartesianOne) {
  for (const char* form : kForms) {
    const test::RunResult run = run_polar(
        "FORMULA 1 = x1_1*cos(x1_2) - x2_1\nFORMULA 2 = x1_1*sin(x1_2) - x2_2\n" +
        place_of_polar() + fmt::format("X 2 {} {}\nDYNX 2\nEND HALT\n", kX, kY) +
        fmt::format("XM 1 2\nXM 2 1\nXF 2 4 2\nSTARTVX 2 1 {}\nSTARTVX 2 2 {}\n", kXd, kYd) +
        fmt::format("INTEG DOP853 1e-13 1e-13\n{}\nTIMESTEP 2 20\nEND END\n", form));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    test::Error place, acceleration, tie;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double t = run.time(k);
      place.add(run.value(k, "x2_1"), kX + kXd * t + 4. / 3 * t * t / 2);
      place.add(run.value(k, "x2_2"), kY + kYd * t + 2. / 3 * t * t / 2);
      acceleration.add(run.value(k, "a2_1"), 4. / 3);
      acceleration.add(run.value(k, "a2_2"), 2. / 3);
      tie.add(run.value(k, "s1_1"), -2 * 4. / 3);
      tie.add(run.value(k, "s2_1"), -2 * 2. / 3);
      tie.add(run.value(k, "energy.balance"), 0);
    }
    EXPECT_LT(place.absolute(), 1e-10) << form;
    EXPECT_LT(acceleration.absolute(), 1e-10) << form;
    EXPECT_LT(tie.absolute(), 1e-10) << form;
  }
}

// STATIC finds a pendulum in polar coordinates at rest below its pivot; EIGEN and the methods that
// need a Jacobian find how it swings.
TEST(NodeKinds, APolarPointSwings) {
  constexpr double kLength = 0.7, kGravity = 9.81;
  const std::string pendulum = fmt::format(
      "X 1 {} {{}}\nFIX 1 1\nDYNX 1 2\nEND HALT\nXM 1 2\nGRAVITY 0 -{}\n", kLength, kGravity);
  const test::RunResult rest =
      run_polar(fmt::format(fmt::runtime(pendulum), -1.1) + "STATIC\nEND END\n");
  ASSERT_EQ(rest.status, ExitStatus::done) << rest.messages;
  EXPECT_NEAR(rest.value(0, "x1_2"), -std::acos(0.0), 1e-12);
  EXPECT_NEAR(rest.value(0, "r1_1"), -2 * kGravity, 1e-11);  // the rod pulls inwards
  const test::RunResult modes =
      run_polar(fmt::format(fmt::runtime(pendulum), -std::acos(0.0)) + "EIGEN\nEND END\n");
  ASSERT_EQ(modes.status, ExitStatus::done) << modes.messages;
  EXPECT_NEAR(modes.value(0, "omega"), std::sqrt(kGravity / kLength), 1e-12);
  // From 60 degrees: energy gives the speed at every angle.
  for (const char* method : {"STIFF 1e-11 1e-11", "STEP 1e-12 1e-12", "DOP853 1e-12 1e-12"}) {
    const test::RunResult run =
        run_polar(fmt::format(fmt::runtime(pendulum), -std::acos(0.5) / 2) +
                  fmt::format("INTEG {}\nTIMESTEP 2 20\nEND END\n", method));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const double start = std::sin(-std::acos(0.5) / 2);
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double phi = run.value(k, "x1_2"), phid = run.value(k, "v1_2");
      EXPECT_NEAR(phid * phid, 2 * kGravity / kLength * (start - std::sin(phi)), 1e-7) << method;
      EXPECT_NEAR(run.value(k, "a1_2"), -kGravity / kLength * std::cos(phi), 1e-9) << method;
      EXPECT_NEAR(run.value(k, "r1_1"), 2 * (kGravity * std::sin(phi) - kLength * phid * phid),
                  1e-9)
          << method;
      EXPECT_NEAR(run.value(k, "energy.balance"), 0, 1e-7) << method;
    }
  }
}

// X has two numbers for a point and for a polar point: what a node is its elements say.
TEST(NodeKinds, ElementsSayOfWhichKindANodeIs) {
  static constexpr NodeKind kNodes[] = {{&kPolar}, NodeKind::point};
  static constexpr DeformationSpec kDeformations[] = {{"gap", unit::metre}};
  const RecordSpec spec{"POLARGAP", "a gap", kNodes, {}, kDeformations};
  const RecordSpec* const specs[] = {&spec};
  const auto read = [&](const std::string& radius, Diagnostics& diagnostics) {
    const std::string text = "POLARGAP 1 1 2\nX 1 " + radius + " 0.5\nX 2 1 2\nEND END\n";
    const LexedDeck lexed = lex({"deck", text, ".", {}}, diagnostics);
    return read_deck(lexed, specs, Options{}, diagnostics);
  };
  Diagnostics good, bad;
  const Tables tables = read("2", good);
  ASSERT_EQ(good.format_all(), "");
  ASSERT_EQ(tables.nodes.size(), 2u);
  EXPECT_EQ(tables.nodes[0].kind, NodeKind{&kPolar});
  EXPECT_EQ(tables.nodes[0].x[0], 2);
  EXPECT_EQ(tables.nodes[1].kind, NodeKind::point);
  read("-2", bad);
  EXPECT_EQ(bad.format_all(), "deck:2:1: error: X 1: the radius is -2; expected a positive one\n");
}

// The elimination of joint forces needs masses: of each free coordinate its own, or a block that is
// free as a whole.
TEST(NodeKinds, JointForcesAreEliminatedWhereEveryCoordinateHasAMass) {
  const std::string deck =
      "FORMULA 1 = x1_1*cos(x1_2) - x2_1\nX 1 1 0\nX 2 1 0\nEND HALT\nXM 1 2\nXM 2 1\nDOF AUTO\n"
      "TIMESTEP 1 1\nEND END\n";
  const test::Loaded cartesian = test::load(deck);
  ASSERT_TRUE(cartesian.built);
  EXPECT_TRUE(JointForces::possible(cartesian.built->model, cartesian.built->phase));
  test::Loaded polar = load_polar(deck);
  EXPECT_TRUE(JointForces::possible(polar.built->model, polar.built->phase));
  polar.built->phase.x_class[polar.built->model.nodes[0].first] = Class::fixed;
  EXPECT_FALSE(JointForces::possible(polar.built->model, polar.built->phase));
  test::Loaded massless =
      load_polar(deck.substr(0, deck.find("XM 2")) + deck.substr(deck.find("DOF")));
  EXPECT_FALSE(JointForces::possible(massless.built->model, massless.built->phase));
}

}  // namespace
}  // namespace mbs
