// One wrong line in an otherwise sound native deck: exactly one message, with its place.
#include <gtest/gtest.h>

#include "support/tables.h"

namespace mbs {
namespace {

// Two trusses; node 3 is moved, the length of truss 2 is free. Lines 1 to 9, then `first`.
// Dynamics: END HALT, XM 2, then `second` and TIMESTEP.
std::string messages(const std::string& first, const std::string& second) {
  const std::string deck =
      R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
PLTOR 3 7 8
X 1 0 0
X 2 3 4
X 3 6 0
FIX 1
INPUTX 3 1
RLSE 2
)" + first +
      "END HALT\nXM 2 1\n" + second + "TIMESTEP 1 10\nEND END\n";
  return test::read_tables(deck).diagnostics.format_all();
}

struct Wrong {
  const char* line;
  const char* message;
};

TEST(NativeErrors, SoundDeck) { EXPECT_EQ(messages("", ""), ""); }

TEST(NativeErrors, Kinematics) {
  const Wrong all[] = {
      {"PLTRUS 4 1 2",
       "deck:10:1: error: 'PLTRUS' is no keyword of the kinematics block; did you mean 'PLTRUSS'?"},
      {"PLTRUSS 4 1", "deck:10:12: error: PLTRUSS 4: node q is missing; expected: PLTRUSS e p q"},
      {"PLTRUSS 4 1 2 3",
       "deck:10:15: error: PLTRUSS 4: '3' is one field too many; expected: PLTRUSS e p q"},
      {"PLTRUSS 1 1 3",
       "deck:10:1: error: PLTRUSS 1: element 1 is defined twice; the first is PLTRUSS 1 in line 1"},
      {"PLTRUSS 4 1 7",
       "deck:10:1: error: PLTRUSS 4: node 7 must be a point here, it is an angle in PLTOR 3 (line "
       "3); expected one kind of node everywhere"},
      {"PLTRUSS 4 1 9",
       "deck:10:1: error: PLTRUSS 4: point node 9 has no position; expected a line: X 9 x y"},
      {"X 2 1 1", "deck:10:1: error: X 2: given twice; the first is in line 5"},
      {"X 7 1 1",
       "deck:10:1: error: X 7: two numbers for node 7, which is an angle in PLTOR 3 (line 3); "
       "expected: X 7 phi"},
      {"X 9 1 2 3 4 5",
       "deck:10:9: error: X 9: '3' is one field too many; expected: X n x y for a point, X n phi "
       "for an angle; in space X n x y z for a point, X n q0 q1 q2 q3 for an orientation, or X n "
       "ROT, AXES or MATRIX and its numbers [FROM m], or X n LIKE m"},
      {"X 2 1 1 1", "deck:10:1: error: X 2: given twice; the first is in line 5"},
      {"X 7 1 1 1",
       "deck:10:1: error: X 7: three numbers for node 7, which is an angle in PLTOR 3 (line 3); "
       "expected: X 7 phi"},
      {"TRUSS 4 1 2",
       "deck:10:1: error: TRUSS 4: node 1 must be a space point here, it is a point in PLTRUSS 1 "
       "(line 1); expected one kind of node everywhere; bodies of the plane have PLTRUSS"},
      {"FIX 1 2",
       "deck:10:1: error: FIX 1: coordinate 2 of node 1 is already taken by FIX 1 (line 7); each "
       "may be named once; remove one of the two"},
      {"FIX 2 3", "deck:10:7: error: FIX 2: coordinate is 3; expected a coordinate from 1 to 2"},
      {"DYNX 12",
       "deck:10:6: error: DYNX 12: node 12 is not defined; expected a node of an element, or one "
       "given by X"},
      {"RLSE 5",
       "deck:10:6: error: RLSE 5: element 5 is not defined; expected an element of the kinematics "
       "block"},
      {"RLSE 1 0",
       "deck:10:8: error: RLSE 1: deformation is 0; expected a deformation from 1 to 1"},
      {"DYNX 2 1 1", "deck:10:10: error: DYNX 2: 1 is named twice"},
      {"POINT 1 2 3 0 0", "deck:10:11: error: POINT 1: node 3 is a point; expected an angle node"},
      {"POINT 1 2 7 0", "deck:10:14: error: POINT 1: eta is missing; expected: POINT k p a xi eta"},
      {"EM 1 2",
       "deck:10:1: error: EM 1 belongs to the dynamics block; expected it after END HALT"},
      {"SPEED 3",
       "deck:10:1: error: 'SPEED' is no keyword of the kinematics block; docs/native.md lists "
       "them"},
  };
  for (const Wrong& wrong : all)
    EXPECT_EQ(messages(std::string(wrong.line) + "\n", ""), std::string(wrong.message) + "\n");
}

TEST(NativeErrors, Dynamics) {
  const Wrong all[] = {
      {"XM 9 1",
       "deck:12:4: error: XM 9: node 9 is not defined; expected a node of an element, or one given "
       "by X"},
      {"XM 2 3", "deck:12:1: error: XM 2: given twice; the first is in line 11"},
      {"XM 3 -1", "deck:12:6: error: XM 3: mass m is -1; expected a number that is not negative"},
      {"XM 3", "deck:12:5: error: XM 3: mass m is missing; expected: XM n m"},
      {"EM 3 1",
       "deck:12:4: error: EM 3: a PLTOR has no mass of its own; give the mass to its nodes (XM)"},
      {"EM 1 1 2", "deck:12:8: error: EM 1: '2' is one field too many; expected: EM e rho"},
      {"ESTIFF 4 1",
       "deck:12:8: error: ESTIFF 4: element 4 is not defined; expected an element of the "
       "kinematics block"},
      {"ESTIFF 1", "deck:12:9: error: ESTIFF 1: EA is missing; expected: ESTIFF e EA"},
      {"ESTIFF 1 1 2",
       "deck:12:12: error: ESTIFF 1: '2' is one field too many; expected: ESTIFF e EA"},
      {"ESIG 1 1 2",
       "deck:12:10: error: ESIG 1: '2' is one field too many; expected: ESIG e stresses"},
      {"XF 7 1 2",
       "deck:12:8: error: XF 7: '2' is one field too many; expected: XF n moment (an angle)"},
      {"PFORCE 1 2 3 0 0 1 1",
       "deck:12:12: error: PFORCE 1: node 3 is a point; expected an angle node"},
      {"GRAVITY 9.81",
       "deck:12:13: error: GRAVITY: gy is missing; expected: GRAVITY gx gy [gz], or EARTH"},
      {"GRAVITY 0 0 1",
       "deck:12:1: error: GRAVITY: gz pulls at points of space, and the deck has none; expected: "
       "GRAVITY gx gy"},
      {"STARTDX 3 1 5",
       "deck:12:9: error: STARTDX 3: coordinate 1 of node 3 is prescribed (INPUTX 3, line 8); "
       "expected one that is free to move"},
      {"STARTDE 1 1 0",
       "deck:12:9: error: STARTDE 1: deformation 1 of element 1 is rigid; expected one that is "
       "free to move"},
      {"INPUTX 2 1 0",
       "deck:12:8: error: INPUTX 2: coordinate 1 of node 2 is not prescribed; expected 'INPUTX 2 "
       "1' in the kinematics block"},
      {"INPUTX 3 1 POLYN 1",
       "deck:12:12: error: INPUTX 3: 'POLYN' is no motion; did you mean 'POLY'?"},
      {"INPUTX 3 1 TABLE 0 6 0.5 6",
       "deck:12:1: error: INPUTX 3 1: the run goes from t = 0 to 1, the table from 0 to 0.5; "
       "expected a table that covers the run"},
      {"INPUTX 3 1 TABLE 0 6 0 7",
       "deck:12:22: error: INPUTX 3: time 0 does not come after 0; expected increasing times"},
      {"INPUTX 3 1 TABLE NATURAL 0 6 1",
       "deck:12:31: error: INPUTX 3: value 2 is missing; expected pairs: time value time value "
       "..."},
      {"INPUTX 3 1 POLY 1 2 3 4 5 6 7",
       "deck:12:29: error: INPUTX 3: '7' is one field too many; expected 1 to 6 coefficients of "
       "ascending powers of t"},
      {"ELAW 1 1 = 3",
       "deck:12:6: error: ELAW 1: deformation 1 of element 1 is rigid; a law acts on a deformation "
       "named by RLSE or DYNE"},
      {"ELAW 2 1 = 3*f", "deck:12:14: error: ELAW 2 1: unknown name 'f'; did you mean 't'?"},
      {"ELAW 2 2 = 3",
       "deck:12:8: error: ELAW 2: deformation is 2; expected a deformation from 1 to 1"},
      {"XLAW 2 1 = e", "deck:12:12: error: XLAW 2 1: 'e' has no value here; known here: t, x, v"},
      {"TIMESTEP 1 10",
       "deck:13:1: error: TIMESTEP: the time grid (TIMESTEP or TIMES) is given twice; the first is "
       "in line 12"},
      {"INTEG EULER 1",
       "deck:12:7: error: INTEG: 'EULER' is no method; expected HEUN, RK4, DOP853, STEP, STIFF, "
       "GALPHA, AUTO"},
      {"INTEG GALPHA STEP 0", "deck:12:19: error: INTEG: step h is 0; expected a positive number"},
      {"INTEG GALPHA STEP -1e-3 RHO 1",
       "deck:12:19: error: INTEG: step h is -0.001; expected a positive number"},
      {"INTEG GALPHA STEP",
       "deck:12:18: error: INTEG: step h is missing; expected: INTEG GALPHA STEP h [RHO r] or "
       "INTEG "
       "GALPHA [abs rel [hmax]] [RHO r]"},
      {"INTEG GALPHA STEP 1e-3 RHO 1.1",
       "deck:12:28: error: INTEG: RHO r is 1.1; expected a number from 0 to 1"},
      {"INTEG GALPHA 1e-6 1e-6 0.1 RHO -0.1",
       "deck:12:32: error: INTEG: RHO r is -0.1; expected a number from 0 to 1"},
      {"INTEG GALPHA 1e-6 1e-6 RHO",
       "deck:12:27: error: INTEG: RHO r is missing; expected: INTEG GALPHA STEP h [RHO r] or INTEG "
       "GALPHA [abs rel [hmax]] [RHO r]"},
      {"INTEG GALPHA STEPS 1e-3",
       "deck:12:14: error: INTEG: 'STEPS' is neither STEP nor RHO; did you mean 'STEP'?"},
      {"INTEG GALPHA STEP 1e-3 ALPHA 1",
       "deck:12:24: error: INTEG: 'ALPHA' where RHO was expected; expected: INTEG GALPHA STEP h "
       "[RHO "
       "r] or INTEG GALPHA [abs rel [hmax]] [RHO r]"},
      {"INTEG GALPHA STEP 1e-3 0.5",
       "deck:12:24: error: INTEG: '0.5' is one field too many; expected: INTEG GALPHA STEP h [RHO "
       "r] "
       "or INTEG GALPHA [abs rel [hmax]] [RHO r]"},
      {"INTEG STIFF 1e-6 1e-6 RHO 0.5",
       "deck:12:23: error: INTEG: STIFF takes no RHO; RHO belongs to GALPHA, whose numerical "
       "dissipation it sets"},
      {"INTEG RK4 0.01 RHO 0.5",
       "deck:12:16: error: INTEG: RK4 takes no RHO; RHO belongs to GALPHA, whose numerical "
       "dissipation it sets"},
      {"INTEG DOP853 1e-6 1e-6 STRICT",
       "deck:12:24: error: INTEG: DOP853 takes no STRICT; STRICT belongs to STIFF: all velocities "
       "of a large mechanism keep the tolerance"},
      {"INTEG STIFF 1e-6 1e-6 0.1 STRICTLY",
       "deck:12:27: error: INTEG: 'STRICTLY' is one field too many; expected: INTEG STIFF [abs rel "
       "[hmax]] [STRICT]"},
      {"INTEG STEP 1 1",
       "deck:12:14: error: INTEG: relative tolerance is 1; expected a number from 1e-14 to 0.1"},
      {"INTEG HEUN 0", "deck:12:12: error: INTEG: step h is 0; expected a positive number"},
      {"ERROR 1e-6",
       "deck:12:11: error: ERROR: relative tolerance is missing; expected: ERROR abs rel"},
      {"ITERSTEP 0",
       "deck:12:10: error: ITERSTEP: number of iterations is 0; expected a number from 1 to 1000"},
      {"OUTLEVEL -1", "deck:12:10: error: OUTLEVEL: level n is -1; expected a level from 0 to 9"},
      {"FORM HALF", "deck:12:6: error: FORM: 'HALF' is no form; expected REDUCED, FULL or AUTO"},
      {"DOF ALL", "deck:12:5: error: DOF: 'ALL' is no choice; expected AUTO"},
      {"RLSE 1",
       "deck:12:1: error: RLSE 1 belongs to the kinematics block; expected it before END HALT"},
      {"EIGEN 0",
       "deck:12:7: error: EIGEN: number of modes is 0; expected a number from 1 to 100000"},
  };
  for (const Wrong& wrong : all)
    EXPECT_EQ(messages("", std::string(wrong.line) + "\n"), std::string(wrong.message) + "\n");
}

TEST(NativeErrors, AllInOnePass) {
  const std::string text = messages(R"(FIX 12
DYNX 2 3
RLSE 1 2
)",
                                    R"(XM 14 1
SPEED 1
XF 7 1 2
)");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6) << text;
}

}  // namespace
}  // namespace mbs
