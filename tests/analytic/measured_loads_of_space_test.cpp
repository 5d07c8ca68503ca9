// Forces and moments on bodies of space by TABLE of measured numbers, dead and along the axes of a
// body: against Newton and Euler in the test, against expressions, and through --echo.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <string>

#include "base/space_vector.h"
#include "support/deck.h"
#include "support/folder.h"
#include "support/good_run.h"
#include "support/modes.h"

namespace mbs {
// Names that other tests have, too.
namespace measured_loads {
namespace {

using MeasuredLoadsOfSpace = test::InFolder;

Vec3 three_of(const test::RunResult& run, std::size_t row, const std::string& name) {
  return {run.value(row, name + "_1"), run.value(row, name + "_2"), run.value(row, name + "_3")};
}
Vec3 turned(const test::RunResult& run, std::size_t row, int node, Vec3 v, bool back) {
  const double q0 = run.value(row, fmt::format("x{}_1", node)), sign = back ? -1 : 1;
  const Vec3 q = {sign * run.value(row, fmt::format("x{}_2", node)),
                  sign * run.value(row, fmt::format("x{}_3", node)),
                  sign * run.value(row, fmt::format("x{}_4", node))};
  return v + q0 * (2 * cross(q, v)) + cross(q, 2 * cross(q, v));
}

// Straight lines from a at t = 0 to b at t = 2.
struct Line {
  Vec3 a, b;
  Vec3 at(double t) const { return a + (t / 2) * (b - a); }
  std::string rows(const Line* place = nullptr) const {
    std::string out;
    for (const double t : {0.0, 2.0}) {
      const Vec3 f = at(t);
      out += fmt::format(" {} {} {} {}", t, f.x, f.y, f.z);
      if (place) {
        const Vec3 p = place->at(t);
        out += fmt::format(" {} {} {}", p.x, p.y, p.z);
      }
    }
    return out;
  }
};

constexpr Line kForce{{1, 2, -3}, {2, -1, 1}}, kPlace{{0.3, 0.1, 0}, {0.5, -0.1, 0.4}};
constexpr Vec3 kArm = {0.3, -0.2, 0.1}, kFixed = {0.3, -0.4, 1.2};
// Body (1, 2), and orientation 3 beside it, which spins by itself.
const std::string kHead =
    "X 1 0.1 0.2 0.3\nX 2 ROT zxy 1 0.2 0.3\nX 3 ROT zxy 0.5 -0.4 0\n"
    "DYNX 1\nDYNX 2\nDYNX 3\nEND HALT\n";
const std::string kRest =
    "XM 1 2\nXM 2 0.1 0.01 0 0.2 0.02 0.15\nXM 3 0.1 0 0 0.1 0 0.1\n"
    "STARTVX 1 1 0.5\nSTARTVX 2 1 2 3\nSTARTVX 3 0 1 2\n"
    "INTEG STEP 1e-11 1e-11\nTIMESTEP 1 4\nEND END\n";

struct Case {
  std::string text;
  int frame;  // node; 0: axes of space
  int place;  // 0: measured, 1: fixed in space, 2: of the body, 3: a moment
  std::string by_laws;
};
std::string expressions(char letter) {
  return fmt::format("{0}X = 1 + 0.5*t ; {0}Y = 2 - 1.5*t ; {0}Z = -3 + 2*t", letter);
}
std::vector<Case> cases() {
  const std::string rows = kForce.rows(), arm = " 0.3 -0.2 0.1", at = " AT 0.3 -0.4 1.2";
  return {
      {"PFORCE 7 1 2 TABLE" + kForce.rows(&kPlace), 0, 0, ""},
      {"PFORCE 7 1 2" + at + " TABLE" + rows, 0, 1, "PFORCE 7 1 2" + at + " " + expressions('F')},
      {"PFORCE 7 1 2" + arm + " TABLE LINEAR" + rows, 0, 2,
       "PFORCE 7 1 2" + arm + " " + expressions('F')},
      {"PFORCE 7 1 2" + arm + " IN BODY TABLE" + rows, 2, 2,
       "PFORCE 7 1 2" + arm + " " + expressions('F') + " ; IN BODY"},
      {"PFORCE 7 1 2" + arm + " IN BODY 3 TABLE" + rows, 3, 2,
       "PFORCE 7 1 2" + arm + " " + expressions('F') + " ; IN BODY 3"},
      {"PTORQUE 7 2 TABLE" + rows, 0, 3, "PTORQUE 7 2 " + expressions('M')},
      {"PTORQUE 7 2 IN BODY TABLE" + rows, 2, 3, "PTORQUE 7 2 " + expressions('M') + " ; IN BODY"},
      {"PTORQUE 7 2 IN BODY 3 TABLE" + rows, 3, 3,
       "PTORQUE 7 2 " + expressions('M') + " ; IN BODY 3"},
  };
}

TEST(MeasuredLoadsOfSpaceBy, NewtonAndEuler) {
  for (const Case& one : cases()) {
    const test::RunResult run = test::good_run(kHead + one.text + "\n" + kRest);
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double t = run.value(k, "t");
      Vec3 L = kForce.at(t);
      const std::string channel = one.place == 3 ? "moment1.m" : "force1.f";
      for (int c = 0; c < 3; ++c)
        EXPECT_NEAR(run.value(k, fmt::format("{}{}", channel, "xyz"[c])), L[c], 1e-14) << one.text;
      if (one.frame > 0) L = turned(run, k, one.frame, L, false);
      const Vec3 x = three_of(run, k, "x1"), w = three_of(run, k, "v2");
      const Vec3 P = one.place == 0   ? kPlace.at(t)
                     : one.place == 1 ? kFixed
                                      : x + turned(run, k, 2, kArm, false);
      const Vec3 F = one.place == 3 ? Vec3{} : L, M = one.place == 3 ? L : cross(P - x, F);
      const Vec3 moment = turned(run, k, 2, M, true);
      const auto J = [](Vec3 u) {
        return Vec3{0.1 * u.x + 0.01 * u.y, 0.01 * u.x + 0.2 * u.y + 0.02 * u.z,
                    0.02 * u.y + 0.15 * u.z};
      };
      const Vec3 left = J(three_of(run, k, "a2")) + cross(w, J(w)), a = three_of(run, k, "a1");
      for (int c = 0; c < 3; ++c) {
        EXPECT_NEAR(2 * a[c], F[c], 1e-12) << one.text;
        EXPECT_NEAR(left[c], moment[c], 1e-12) << one.text;
      }
    }
  }
}

// The same run as with expressions, and of the deck that --echo writes.
TEST(MeasuredLoadsOfSpaceBy, ExpressionsAndEcho) {
  for (const Case& one : cases()) {
    const std::string deck = kHead + one.text + "\n" + kRest;
    const test::RunResult run = test::good_run(deck);
    const std::size_t last = run.rows.size() - 1;
    for (const char* name : {"x1_1", "x1_3", "x2_1", "v2_1", "v2_2", "v2_3", "energy.work"})
      if (!one.by_laws.empty()) {
        EXPECT_NEAR(run.value(last, name),
                    test::good_run(kHead + one.by_laws + "\n" + kRest).value(last, name), 1e-9)
            << one.text << " " << name;
      }
    Diagnostics diagnostics;
    const std::string echo = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
    EXPECT_EQ(diagnostics.format_all(), "");
    const test::RunResult again = test::good_run(echo);
    EXPECT_EQ(again.value(last, "a2_1"), run.value(last, "a2_1")) << echo;
    EXPECT_EQ(again.value(last, "x1_2"), run.value(last, "x1_2")) << echo;
  }
}

// Implicit methods and modes use derivatives by place and turns: as of laws.
TEST(MeasuredLoadsOfSpaceBy, Derivatives) {
  const std::string springs =
      "SDA 1 0 0 1 2  1 0 0  0.1 0 0\nSDA 2 0 0 1 2  -1 0 0.1  -0.1 0.1 0\n"
      "SDA 3 0 0 1 2  0 1 0  0 0.1 0.05\nRLSE 1\nRLSE 2\nRLSE 3\n";
  const std::string stiff =
      "ESTIFF 1 100\nESTIFF 2 150\nESTIFF 3 90\nXDAMP 1 1 1 1\nXDAMP 2 1 1 1\n"
      "XDAMP 3 1 1 1\n";
  std::string rest = kRest;
  rest.replace(rest.find("INTEG"), rest.find("TIMESTEP") - rest.find("INTEG"), "");
  for (const Case& one : cases()) {
    if (one.by_laws.empty()) continue;
    const auto deck = [&](const std::string& load, const std::string& more) {
      return springs + kHead + load + "\n" + stiff + more + rest;
    };
    for (const char* method : {"INTEG STIFF 1e-9 1e-9\n", "INTEG GALPHA 1e-8 1e-8\n"}) {
      const test::RunResult by_table = test::good_run(deck(one.text, method)),
                            by_laws = test::good_run(deck(one.by_laws, method));
      EXPECT_NEAR(by_table.value(4, "x1_2"), by_laws.value(4, "x1_2"), 1e-7) << one.text;
      EXPECT_NEAR(by_table.value(4, "v2_3"), by_laws.value(4, "v2_3"), 1e-7) << one.text;
    }
  }
}

// Frequencies beside constant rows are those beside constant numbers: exact derivatives of both.
TEST(MeasuredLoadsOfSpaceBy, Frequencies) {
  const std::string deck =
      "SDA 1 0 0 1 2  1 0 0  0.1 0 0\nSDA 2 0 0 1 2  -1 0 0.1  -0.1 0.1 0\nX 3 ROT zxy 0.5 -0.4 0\n"
      "SDA 3 0 0 1 2  0 1 0  0 0.1 0.05\nX 1 0.1 0.2 0.3\nX 2 ROT zxy 1 0.2 0.3\nDYNX 1\nDYNX 2\n"
      "DYNX 3\nRLSE 1\nRLSE 2\nRLSE 3\nEND HALT\nXM 3 0.1 0 0 0.1 0 0.1\nXM 1 2\n"
      "XM 2 0.1 0.01 0 0.2 0.02 0.15\nESTIFF 1 100\nESTIFF 2 150\nESTIFF 3 90\nEIGEN\n";
  const std::string rows = " TABLE 0 3 4 5 1 3 4 5\n", numbers = " 3 4 5",
                    law = "X = 3 ; #Y = 4 ; #Z = 5";
  const auto by_law = [&](char letter) {
    std::string out = fmt::format(" {}{}", letter, law);
    std::replace(out.begin(), out.end(), '#', letter);
    return out;
  };
  for (const std::string place :
       {"PFORCE 1 1 2 0.3 -0.2 0.1", "PFORCE 1 1 2 AT 0.3 -0.4 1.2", "PTORQUE 1 2"})
    for (const std::string frame : {"", " IN BODY", " IN BODY 3"}) {
      if (place.find("AT") != place.npos && !frame.empty()) continue;
      const char letter = place[1] == 'F' ? 'F' : 'M';
      const test::RunResult by_rows = test::done(deck + place + frame + rows + "END END\n"),
                            by_laws =
                                test::done(deck + place + by_law(letter) +
                                           (frame.empty() ? "" : " ;" + frame) + "\nEND END\n");
      ASSERT_GT(by_laws.rows.size(), 5u);
      for (std::size_t k = 0; k < by_laws.rows.size(); ++k) {
        const std::complex<double> mode(by_laws.value(k, "real"), by_laws.value(k, "imaginary"));
        EXPECT_LT(test::distance_to_mode(by_rows, mode), 1e-6 * (1 + std::abs(mode)))
            << place << frame << mode;
      }
    }
}

// A file with other columns, units and a threshold: unloaded rows push nowhere.
TEST_F(MeasuredLoadsOfSpace, AFileWithAThreshold) {
  write("plate.csv",
        "t,fz,fx,fy,px,py,pz\n0,100,10,0,0.1,0,0\n1,100,10,0,0.2,0,0\n"
        "2,4,0,0,9,9,9\n3,3,0,0,-9,9,9\n");
  const std::string deck =
      "X 1 0 0 1\nX 2 1 0 0 0\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 2\nXM 2 1 0 0 1 0 1\n"
      "PFORCE 1 1 2 TABLE THRESHOLD 5 \"plate.csv\" COLUMNS \"t\" \"fx\" \"fy\" \"fz\" \"px\" "
      "\"py\" \"pz\"\n"
      "TIMESTEP 3 6\nEND END\n";
  const test::RunResult got = good(deck);
  EXPECT_NEAR(got.value(1, "force1.fz"), 100, 1e-12);
  EXPECT_NEAR(got.value(3, "force1.x"), 0.2, 1e-12);
  EXPECT_EQ(got.value(5, "force1.fz"), 0);
  EXPECT_NEAR(got.value(3, "force1.fz"), 50, 1e-12);
  EXPECT_NE(got.report.find("2 of 4 rows unloaded"), std::string::npos);
}

// KABIOS: FORCE and TORQ by TABLE, and written again.
TEST(MeasuredLoadsOfSpaceBy, KabiosDecks) {
  const std::string head =
      "SPACE\n3 0 1 0 0 0 0 0\n1 0 0 0 1 0 0 0\n2 0.1 0.2 0.3 SEQ zxy 1 0.2 0.3\n"
      "3 0 0 1 SEQ zxy 0.5 -0.4 0\n1\n0 1 0.25\nMASS 2 2  0.1 0.01 0  0.2 0.02  0.15\n"
      "MASS 3 1 0.1 0 0 0.1 0 0.1\nVEL 2 0.5 0 0 BODY 1 2 3\nINTEG STEP 1e-11 1e-11\n";
  const std::string rows = kForce.rows(), arm = "2 0.3 -0.2 0.1";
  const std::pair<std::string, std::string> pairs[] = {
      {"FORCE " + arm + " TABLE" + rows, "FORCE " + arm + " " + expressions('F')},
      {"FORCE " + arm + " IN BODY TABLE" + rows,
       "FORCE " + arm + " " + expressions('F') + " ; IN BODY"},
      {"FORCE " + arm + " IN BODY 3 TABLE" + rows,
       "FORCE " + arm + " " + expressions('F') + " ; IN BODY 3"},
      {"FORCE 2 AT 0.3 -0.4 1.2 TABLE" + rows, "FORCE 2 AT 0.3 -0.4 1.2 " + expressions('F')},
      {"TORQ 2 TABLE" + rows, "TORQ 2 " + expressions('M')},
      {"TORQ 2 IN BODY 3 TABLE" + rows, "TORQ 2 " + expressions('M') + " ; IN BODY 3"}};
  for (const auto& [by_rows, by_laws] : pairs) {
    const std::string deck = head + by_rows + "\nEND\n";
    const test::RunResult got = test::good_run(deck),
                          law = test::good_run(head + by_laws + "\nEND\n");
    for (const char* name : {"body2.x", "body2.z", "body2.w1", "body2.w3", "body2.q2"})
      EXPECT_NEAR(got.value(4, name), law.value(4, name), 1e-9) << by_rows << name;
    Diagnostics diagnostics;
    const DeckInput input{"deck", deck, ".", {}};
    for (const std::string& text :
         {echo_deck(input, {}, diagnostics), convert_deck(input, {}, diagnostics)}) {
      const test::RunResult again = test::good_run(text);
      const bool native = text.find("SPACE") == text.npos;
      EXPECT_EQ(again.value(4, native ? "x3_2" : "body2.y"), got.value(4, "body2.y")) << text;
    }
    EXPECT_EQ(diagnostics.format_all(), "");
  }
  // AT stands in what is written.
  Diagnostics diagnostics;
  EXPECT_NE(
      echo_deck({"deck", head + "FORCE 2 AT 0.3 -0.4 1.2 1 2 3\nEND\n", ".", {}}, {}, diagnostics)
          .find("FORCE 2 AT 0.3 -0.4 1.2"),
      std::string::npos);
}

}  // namespace
}  // namespace measured_loads
}  // namespace mbs
