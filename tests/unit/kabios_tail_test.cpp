// The keyword lines after the time line of a KABIOS deck.
#include <gtest/gtest.h>

#include "support/tables.h"

namespace mbs {
namespace {

// Ground and a bar hinged to it at its left end; a second bar hinged to its right end.
const std::string kArm =
    R"(3 2 0 1 0 0 1 0 0
0 0 0
1 0 0
3 0 0
1 2 0 0 -1 0
2 3 1 0 -1 0
1
2 1 0
0 1 0.1
)";

Tables tables_of(const std::string& tail) {
  test::ReadDeck deck = test::read_tables(kArm + tail);
  EXPECT_EQ(deck.diagnostics.format_all(), "") << tail;
  return std::move(deck.tables);
}

constexpr const char* kEverything = R"(MASS 2 1.5 0.1
MASS 3 1 0.05
VEL 3 0.1 0.2 0.3
GRAV 0 -9.81
RSDA 1 2 30 10deg 0.5 7
SDA 1 3 0 1 0.5 -0.5 200 0.8 3 4
SDA 2 3 1 0 -1 0.5 100 0 0
LAW SDA 2 = -5*e + 2*t
LAW BODY 3 3 = -0.1*v
LAW RSDA 1 = 3*ed
FORCE 3 0.5 0.1 1 2
FORCE 3 0.5 0.2 3 4
TORQ 2 0.3
INTEG STEP 1e-9 1e-8 0.1
FORM FULL
END
)";

TEST(KabiosTail, ADeckWithoutItIsKinematic) {
  const Tables t = tables_of("");
  EXPECT_EQ(t.job, Job::kinematic);
  EXPECT_TRUE(write_kabios_tail(t).empty());
  EXPECT_EQ(tables_of("END").job, Job::kinematic);
}

TEST(KabiosTail, AnyLineMakesItDynamic) {
  for (const char* line : {"MASS 2 1 1", "GRAV 0 0", "INTEG STEP", "FORM AUTO", "TORQ 2 0"}) {
    const Tables t = tables_of(line);
    EXPECT_EQ(t.job, Job::dynamic) << line;
    EXPECT_TRUE(t.method.choose_freedoms) << line;
  }
}

TEST(KabiosTail, BodiesAndLoads) {
  const Tables t = tables_of(kEverything);
  const Forces& f = t.forces;
  ASSERT_EQ(f.masses.size(), 4u);  // point and angle node of each body
  EXPECT_EQ(f.masses[0].owner, 2);
  EXPECT_EQ(f.masses[0].values, (std::vector<double>{1.5}));
  EXPECT_EQ(f.masses[1].owner, 3);
  EXPECT_EQ(f.masses[1].values, (std::vector<double>{0.1}));
  EXPECT_EQ(f.masses[1].label, "MASS 2");
  ASSERT_EQ(t.starts.size(), 3u);
  EXPECT_EQ(t.starts[2].owner, 5);
  EXPECT_EQ(t.starts[2].velocity, 0.3);
  EXPECT_FALSE(t.starts[2].has_value);
  EXPECT_EQ(f.gravity[1], -9.81);
  ASSERT_EQ(f.point_forces.size(), 2u);
  EXPECT_EQ(f.point_forces[1].label, "FORCE 2");
  EXPECT_EQ(f.point_forces[1].point, 4);
  EXPECT_EQ(f.point_forces[1].eta, 0.2);
  ASSERT_EQ(f.loads.size(), 1u);
  EXPECT_EQ(f.loads[0].node, 3);
  EXPECT_EQ(f.loads[0].value[0], 0.3);
}

TEST(KabiosTail, SpringsAreReleasedElements) {
  const Tables t = tables_of(kEverything);
  ASSERT_EQ(t.elements.size(), 5u);
  EXPECT_EQ(t.elements[2].spec->keyword, "PLTOR");
  EXPECT_EQ(t.elements[2].label, "RSDA 1");
  EXPECT_EQ(t.elements[2].nodes, (std::vector<int>{1, 3}));  // e = phi_j - phi_i
  EXPECT_EQ(t.elements[4].spec->keyword, "PLSDA");
  EXPECT_EQ(t.elements[4].label, "SDA 2");
  EXPECT_EQ(t.elements[4].nodes, (std::vector<int>{2, 3, 4, 5}));
  EXPECT_EQ(t.elements[3].columns, (std::vector<double>{0, 1, 0.5, -0.5}));
  const auto released = [&](int element) {
    return std::count_if(t.classes.begin(), t.classes.end(), [&](const ClassRow& r) {
      return r.target == Target::deformation && r.owner == element && r.cls == Class::calculable;
    });
  };
  for (int element : {2, 3, 4}) EXPECT_EQ(released(element), 1);
  const Forces& f = t.forces;
  ASSERT_EQ(f.stresses.size(), 9u);
  EXPECT_EQ(f.stresses[3].kind, StressKind::stiffness);
  EXPECT_EQ(f.stresses[3].values[0], 200);
  EXPECT_EQ(f.stresses[4].kind, StressKind::damping);
  EXPECT_EQ(f.stresses[4].values[0], 3);
  EXPECT_EQ(f.stresses[5].kind, StressKind::prestress);
  EXPECT_EQ(f.stresses[5].values[0], 4);
  EXPECT_EQ(f.stresses[8].values[0], 0);  // fa was left out
  ASSERT_EQ(f.rests.size(), 3u);
  EXPECT_DOUBLE_EQ(f.rests[0].values[0], 3.14159265358979323846 / 18);
  EXPECT_EQ(f.rests[1].values[0], 0.8);
}

TEST(KabiosTail, LawsFindTheirSprings) {
  const Tables t = tables_of(kEverything);
  const Forces& f = t.forces;
  ASSERT_EQ(f.laws.size(), 3u);
  EXPECT_EQ(f.laws[0].target, Target::coordinate);
  EXPECT_EQ(f.laws[0].owner, 5);
  EXPECT_EQ(f.laws[0].text, "-0.1*v");
  EXPECT_EQ(f.laws[1].target, Target::deformation);
  EXPECT_EQ(f.laws[1].owner, 4);  // SDA 2
  EXPECT_EQ(f.laws[2].owner, 2);  // RSDA 1
}

TEST(KabiosTail, HowToIntegrate) {
  const Tables t = tables_of(kEverything);
  EXPECT_EQ(t.method.integration.method, "STEP");
  EXPECT_EQ(t.method.integration.abs, 1e-9);
  EXPECT_EQ(t.method.integration.rel, 1e-8);
  EXPECT_EQ(t.method.integration.hmax, 0.1);
  EXPECT_EQ(t.method.form, Form::full);
  EXPECT_EQ(tables_of("INTEG HEUN 0.01").method.integration.h, 0.01);
}

TEST(KabiosTail, EchoGivesTheSameTables) {
  for (const char* tail : {kEverything, "END", "GRAV 0 0", "INTEG RK4 0.01\nFORM REDUCED",
                           "INTEG GALPHA STEP 1e-3 RHO 0.5", "INTEG GALPHA STEP 1e-3",
                           "INTEG GALPHA 1e-6 1e-5 0.1 RHO 0", "INTEG STIFF 1e-6 1e-5 STRICT",
                           "SDA 1 2 0 0 0 0.5 1 1 1\nVEL 2 0 0 0", "FORCE 2 0 0 0 0"}) {
    const Tables t = tables_of(tail);
    const std::string echo = write_kabios(t);
    const test::ReadDeck again = test::read_tables(echo);
    EXPECT_EQ(again.diagnostics.format_all(), "") << echo;
    EXPECT_EQ(test::lines(t), test::lines(again.tables)) << echo;
    EXPECT_EQ(write_kabios(again.tables), echo);
  }
}

TEST(KabiosTail, ConvertsToANativeDeck) {
  const Tables t = tables_of(kEverything);
  const test::ReadDeck native = test::read_tables(write_native(t));
  EXPECT_EQ(native.diagnostics.format_all(), "") << write_native(t);
  EXPECT_EQ(native.tables.dialect, Dialect::native);
  EXPECT_EQ(test::lines(t), test::lines(native.tables)) << write_native(t);
}

TEST(KabiosTail, Errors) {
  const struct {
    const char* line;
    const char* message;
  } all[] = {
      {"MASSS 3 1 1",
       "deck:11:1: error: 'MASSS' is no keyword of a KABIOS deck; did you mean 'MASS'?"},
      {"MASS 4 1 1",
       "deck:11:6: error: MASS 4: body number i is 4; expected a body number from 1 to 3"},
      {"MASS 3 -1 1",
       "deck:11:8: error: MASS 3: mass m is -1; expected a number that is not negative"},
      {"MASS 3 1", "deck:11:9: error: MASS 3: inertia J is missing; expected: MASS i m J"},
      {"MASS 2 1 1", "deck:11:1: error: MASS 2: given twice; the first is in line 10"},
      {"VEL 3 0 0", "deck:11:10: error: VEL 3: phid is missing; expected: VEL i xd yd phid"},
      {"GRAV 9.81", "deck:11:10: error: GRAV: gy is missing; expected: GRAV gx gy, or EARTH"},
      {"SDA 1 2 0 0 0 0 10 1",
       "deck:11:21: error: SDA 1: c is missing; expected: SDA i j xi-P-i eta-P-i xi-P-j eta-P-j k "
       "l0 c [fa]"},
      {"SDA 2 2 0 0 0 0 10 1 0",
       "deck:11:7: error: SDA 1: body 2 is joined to itself; expected two different bodies"},
      {"SDA 1 2 0 0 0 0 10 -1 0",
       "deck:11:20: error: SDA 1: l0 is -1; expected a number that is not negative"},
      {"RSDA 1 5 1 1 1",
       "deck:11:8: error: RSDA 1: body number j is 5; expected a body number from 1 to 3"},
      {"FORCE 3 0 0 1",
       "deck:11:14: error: FORCE: fy is missing; expected: FORCE i xi eta fx fy, or i xi eta FX = "
       "... ; FY = ..."},
      {"TORQ 3 1 2", "deck:11:10: error: TORQ 3: '2' is one field too many; expected: TORQ i n"},
      {"LAW SDA 1 = t", "deck:11:9: error: LAW SDA 1: there is no SDA 1; the deck has 0 of them"},
      {"LAW BODY 3 4 = t",
       "deck:11:12: error: LAW: k is 4; expected X, Y or PHI, or 1, 2 or 3 for them"},
      {"LAW BODY 3 3 = 2*e",
       "deck:11:18: error: LAW BODY 3 3: 'e' has no value here; known here: t, x, v"},
      {"LAW BODY 3 3 = 2*(v", "deck:11:18: error: LAW BODY 3 3: '(' is not closed"},
      {"LAW MOTOR 1 = t",
       "deck:11:5: error: LAW: 'MOTOR' carries no law; expected SDA, RSDA, BODY or a joint of the "
       "tail"},
      {"INTEG EULER 0.1",
       "deck:11:7: error: INTEG: 'EULER' is no method; expected HEUN, RK4, DOP853, STEP, STIFF, "
       "GALPHA, AUTO"},
      {"INTEG GALPHA STEP 0", "deck:11:19: error: INTEG: step h is 0; expected a positive number"},
      {"INTEG GALPHA STEP -1e-3 RHO 1",
       "deck:11:19: error: INTEG: step h is -0.001; expected a positive number"},
      {"INTEG GALPHA STEP",
       "deck:11:18: error: INTEG: step h is missing; expected: INTEG GALPHA STEP h [RHO r] or "
       "INTEG "
       "GALPHA [abs rel [hmax]] [RHO r]"},
      {"INTEG GALPHA STEP 1e-3 RHO 1.1",
       "deck:11:28: error: INTEG: RHO r is 1.1; expected a number from 0 to 1"},
      {"INTEG GALPHA 1e-6 1e-6 0.1 RHO -0.1",
       "deck:11:32: error: INTEG: RHO r is -0.1; expected a number from 0 to 1"},
      {"INTEG GALPHA 1e-6 1e-6 RHO",
       "deck:11:27: error: INTEG: RHO r is missing; expected: INTEG GALPHA STEP h [RHO r] or INTEG "
       "GALPHA [abs rel [hmax]] [RHO r]"},
      {"INTEG GALPHA STEPS 1e-3",
       "deck:11:14: error: INTEG: 'STEPS' is neither STEP nor RHO; did you mean 'STEP'?"},
      {"INTEG GALPHA STEP 1e-3 ALPHA 1",
       "deck:11:24: error: INTEG: 'ALPHA' where RHO was expected; expected: INTEG GALPHA STEP h "
       "[RHO "
       "r] or INTEG GALPHA [abs rel [hmax]] [RHO r]"},
      {"INTEG GALPHA STEP 1e-3 0.5",
       "deck:11:24: error: INTEG: '0.5' is one field too many; expected: INTEG GALPHA STEP h [RHO "
       "r] "
       "or INTEG GALPHA [abs rel [hmax]] [RHO r]"},
      {"INTEG STIFF 1e-6 1e-6 RHO 0.5",
       "deck:11:23: error: INTEG: STIFF takes no RHO; RHO belongs to GALPHA, whose numerical "
       "dissipation it sets"},
      {"INTEG RK4 0.01 RHO 0.5",
       "deck:11:16: error: INTEG: RK4 takes no RHO; RHO belongs to GALPHA, whose numerical "
       "dissipation it sets"},
      {"INTEG RK4", "deck:11:10: error: INTEG: step h is missing; expected: INTEG RK4 h"},
      {"INTEG STEP 1e-9 2",
       "deck:11:17: error: INTEG: relative tolerance is 2; expected a number from 1e-14 to 0.1"},
      {"FORM FULLY", "deck:11:6: error: FORM: 'FULLY' is no form; did you mean 'FULL'?"},
      {"END END", "deck:11:5: error: END: 'END' is one field too many; expected: END"},
      {"SPEED 1",
       "deck:11:1: error: 'SPEED' is no keyword of a KABIOS deck; expected MASS, VEL, GRAV, SDA, "
       "RSDA, CONTACT, FRICTION, FORCE, MARKERS, MOTION, DRIVE, NETJOINT, TORQ, LAW, INTEG, ODE, "
       "MUSCLE, "
       "MUSCLESTART, "
       "STATICOPT, "
       "FORM, EVENT, "
       "FORWARD, LIMIT, ASSEMBLE, STATIC, EIGEN, ITERSTEP, OUTLEVEL, END, ROD, SLOT, WELD, GEAR, "
       "BELT, RACK, "
       "SCREW, ROLL, PATH, CAM, CURVES, FORMULA, VFORMULA, "
       "RELATION, BDAMP"},
      {"3 1 1",
       "deck:11:1: error: '3' is no keyword of a KABIOS deck; expected MASS, VEL, GRAV, SDA, RSDA, "
       "CONTACT, FRICTION, FORCE, MARKERS, MOTION, DRIVE, NETJOINT, TORQ, LAW, INTEG, ODE, "
       "MUSCLE, "
       "MUSCLESTART, "
       "STATICOPT, FORM, "
       "EVENT, FORWARD, "
       "LIMIT, ASSEMBLE, STATIC, EIGEN, ITERSTEP, OUTLEVEL, END, ROD, SLOT, WELD, GEAR, BELT, "
       "RACK, SCREW, "
       "ROLL, "
       "PATH, CAM, CURVES, FORMULA, VFORMULA, RELATION, BDAMP"},
      {"OUTLEVEL -1", "deck:11:10: error: OUTLEVEL: level n is -1; expected a level from 0 to 9"},
  };
  for (const auto& wrong : all) {
    const test::ReadDeck deck = test::read_tables(kArm + "MASS 2 1 1\n" + wrong.line + "\n");
    EXPECT_EQ(deck.diagnostics.format_all(), std::string(wrong.message) + "\n");
  }
}

}  // namespace
}  // namespace mbs
