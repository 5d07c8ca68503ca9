// Native decks: what each keyword puts into the tables, and that writing and reading again loses
// nothing.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "deck/native.h"
#include "deck/number.h"
#include "integrate/integrator.h"
#include "paths.h"
#include "support/process.h"
#include "support/tables.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;

Tables tables_of(const std::string& text) {
  test::ReadDeck deck = test::read_tables(text);
  EXPECT_EQ(deck.diagnostics.format_all(), "") << text;
  return std::move(deck.tables);
}

std::string kinematics(const std::string& more = "") {
  return "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nX 1 0 0\nX 2 3 4\nX 3 6 0\nFIX 1\nFIX 3 2\n" + more;
}
// A truss whose third node is moved by `motion`; the run goes from 0 to 1.
MotionRow motion_of(const std::string& motion) {
  const Tables t =
      tables_of(kinematics("INPUTX 3 1\nEND HALT\n") + motion + "\nTIMESTEP 1 10\nEND END\n");
  return t.motions.size() == 1 ? t.motions[0] : MotionRow{};
}

// Nodes and elements ----------------------------------------------------------------------------

TEST(NativeKinematics, NodesAreWhatTheElementsMakeThem) {
  const Tables t = tables_of(
      "X 40 1.5 0\nX 7 30deg\nPLBEAM 12 10 7 40 9\nX 10 0 0\nFIX 10\nFIX 7\nFIX 40\nFIX 9\n"
      "RLSE 12\nEND END\n");
  ASSERT_EQ(t.nodes.size(), 4u);  // 7, 9, 10, 40: ascending, gaps allowed
  EXPECT_EQ(t.nodes[0].number, 7);
  EXPECT_EQ(t.nodes[0].kind, NodeKind::angle);
  EXPECT_EQ(t.nodes[0].x[0], 30 * kDegree);
  EXPECT_EQ(t.nodes[1].number, 9);
  EXPECT_EQ(t.nodes[1].x[0], 0.0);  // an angle node without X starts at 0
  EXPECT_EQ(t.nodes[3].number, 40);
  EXPECT_EQ(t.nodes[3].kind, NodeKind::point);
  EXPECT_EQ(t.nodes[3].x[0], 1.5);
  ASSERT_EQ(t.elements.size(), 1u);
  EXPECT_EQ(t.elements[0].number, 12);
  EXPECT_EQ(t.elements[0].spec->keyword, "PLBEAM");
  EXPECT_EQ(t.elements[0].nodes, (std::vector<int>{2, 0, 3, 1}));
  EXPECT_EQ(t.elements[0].label, "PLBEAM 12");
  EXPECT_EQ(t.classes.size(), 2u + 1u + 2u + 1u + 3u);
  EXPECT_EQ(t.job, Job::kinematic);
  EXPECT_EQ(t.time.count(), 1);
}

TEST(NativeKinematics, EveryElementOfTheRegistryIsRead) {
  for (const ElementType* type : element_types()) {
    std::string deck = fmt::format("{} 3", type->spec.keyword), x;
    int node = 0;
    for (NodeKind kind : type->spec.nodes) {
      deck += fmt::format(" {}", ++node);
      if (kind == NodeKind::point) x += fmt::format("X {} {} 0\n", node, node);
    }
    for (std::size_t k = 0; k < type->spec.columns.size(); ++k) deck += fmt::format(" {}.5", k);
    const Tables t = tables_of(deck + "\n" + x + "END END\n");
    ASSERT_EQ(t.elements.size(), 1u) << deck;
    EXPECT_EQ(t.elements[0].spec, &type->spec);
    EXPECT_EQ(t.nodes.size(), type->spec.nodes.size());
    for (std::size_t k = 0; k < type->spec.columns.size(); ++k)
      EXPECT_EQ(t.elements[0].columns[k], static_cast<double>(k) + 0.5);
  }
}

TEST(NativeKinematics, Classes) {
  const Tables t = tables_of(
      "PLBEAM 1 1 2 3 4\nX 1 0 0\nX 3 1 0\nFIX 1 2\nINPUTX 2\nDYNX 3 1\nINPUTE 1 1\nDYNE 1 2\n"
      "RLSE 1 3\nEND HALT\nTIMESTEP 1 1\nEND END\n");
  struct Expected {
    Target target;
    int owner, component;
    char letter;
  };
  const Expected expected[] = {
      {Target::coordinate, 0, 1, 'F'},  {Target::coordinate, 1, 0, 'P'},
      {Target::coordinate, 2, 0, 'D'},  {Target::deformation, 0, 0, 'P'},
      {Target::deformation, 0, 1, 'D'}, {Target::deformation, 0, 2, 'C'},
  };
  ASSERT_EQ(t.classes.size(), std::size(expected));
  for (std::size_t k = 0; k < t.classes.size(); ++k) {
    EXPECT_EQ(t.classes[k].target, expected[k].target) << k;
    EXPECT_EQ(t.classes[k].owner, expected[k].owner) << k;
    EXPECT_EQ(t.classes[k].component, expected[k].component) << k;
    EXPECT_EQ(class_letter(t.classes[k].cls), expected[k].letter) << k;
  }
}

TEST(NativeKinematics, ObservedPoint) {
  const Tables t =
      tables_of("PLBEAM 1 1 2 3 4\nX 1 0 0\nX 3 1 0\nPOINT 5 3 4 0.25 -1d-1\nEND END\n");
  ASSERT_EQ(t.points.size(), 1u);
  EXPECT_EQ(t.points[0].number, 5);
  EXPECT_EQ(t.points[0].point, 2);
  EXPECT_EQ(t.points[0].angle, 3);
  EXPECT_EQ(t.points[0].xi, 0.25);
  EXPECT_EQ(t.points[0].eta, -0.1);
  EXPECT_TRUE(t.bodies.empty());
}

// Motions ---------------------------------------------------------------------------------------

TEST(NativeMotion, PositionVelocityAcceleration) {
  EXPECT_EQ(motion_of("INPUTX 3 1 6").coefficients, (std::vector<double>{6}));
  EXPECT_EQ(motion_of("INPUTX 3 1 6 0.5").coefficients, (std::vector<double>{6, 0.5}));
  EXPECT_EQ(motion_of("INPUTX 3 1 6 0.5 3").coefficients, (std::vector<double>{6, 0.5, 1.5}));
}

TEST(NativeMotion, RestsAtTheInitialValueWithoutAMotion) {
  EXPECT_EQ(motion_of("").coefficients, (std::vector<double>{6}));
}

TEST(NativeMotion, Polynomial) {
  EXPECT_EQ(motion_of("INPUTX 3 1 POLY 1 2 3 4 5 6").coefficients,
            (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

TEST(NativeMotion, TableInTheDeck) {
  const MotionRow m = motion_of("inputx 3 1 table natural 0 6 0.5 6.25 &\n 1 7");
  ASSERT_TRUE(m.table);
  EXPECT_EQ(m.smoothing, Smoothing::interpolated);
  EXPECT_EQ(m.table->t, (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(m.table->columns.at(0), (std::vector<double>{6, 6.25, 7}));
  EXPECT_EQ(motion_of("INPUTX 3 1 TABLE SMOOTH 0 6 1 7").smoothing, Smoothing::cross_validated);
  EXPECT_EQ(motion_of("INPUTX 3 1 TABLE 0 6 1 7").smoothing, Smoothing::cross_validated);
}

TEST(NativeMotion, TableInAFile) {
  const fs::path folder = fs::path(testing::TempDir()) / "native_table";
  fs::create_directories(folder);
  std::ofstream(folder / "motion.csv") << "t,x,y\n# measured\n0,1,2\n0.5,3,4\n1,5,6\n";
  test::ReadDeck deck = test::read_tables(
      kinematics("INPUTX 3 1\nEND HALT\nINPUTX 3 1 TABLE NATURAL \"motion.csv\" 2\n") +
          "TIMESTEP 1 10\nEND END\n",
      folder.string());
  EXPECT_EQ(deck.diagnostics.format_all(), "");
  ASSERT_EQ(deck.tables.motions.size(), 1u);
  ASSERT_TRUE(deck.tables.motions[0].table);
  EXPECT_EQ(deck.tables.motions[0].table->t, (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(deck.tables.motions[0].table->columns.at(0), (std::vector<double>{2, 4, 6}));

  std::ofstream(folder / "motion.csv") << "t,x\n0,1\n0.5\n1,5\n";
  deck = test::read_tables(
      kinematics("INPUTX 3 1\nEND HALT\nINPUTX 3 1 TABLE \"motion.csv\"\nTIMESTEP 1 10\nEND END\n"),
      folder.string());
  EXPECT_EQ(deck.diagnostics.format_all(),
            "motion.csv:3:4: error: table row 2: value 1 is missing\n");
  fs::remove_all(folder);
}

// Dynamics --------------------------------------------------------------------------------------

constexpr const char* kEverything = R"(
PARAM k = 1e4
PLBEAM 1 1 2 3 4
PLTOR 2 4 5
PLSDA 3 3 4 6 5 0.1 0 -0.1 0
X 1 0 0
X 3 1 0
X 6 2 0
FIX 1
INPUTX 2
DYNX 6 1 2
DYNE 1 2 3
RLSE 2
RLSE 3 1
END HALT
INPUTX 2 1 0 1
XM 3 0.5
XM 5 0.02
EM 1 0.1
ESTIFF 1 ${k} 2
EDAMP 1 0 0.1
ESIG 2 3
EREST 3 0.7
XF 6 1 -2
XF 5 0.3
PFORCE 4 3 4 0.1 0.2 5 6
GRAVITY 0 -9.81
ELAW 2 1 = -k*e - 0.1*ed
XLAW 6 2 = 3*t &
  - v
STARTDX 6 1 2.5 0.1
STARTDX 6 2 -0.5
STARTDE 1 2 0.01
STARTVX 4 1 2
TIMESTEP 2 100 0.5
ERROR 1e-8 1e-7
INTEG STEP
ITERSTEP 10 5 1e-8
OUTLEVEL 1 0
FORM FULL
DOF AUTO
END END
)";

TEST(NativeDynamics, MassesAndForces) {
  const Tables t = tables_of(kEverything);
  const Forces& f = t.forces;
  ASSERT_EQ(f.masses.size(), 3u);  // nodes first
  EXPECT_EQ(f.masses[0].owner, 2);
  EXPECT_EQ(f.masses[0].values, (std::vector<double>{0.5}));
  EXPECT_EQ(f.masses[1].owner, 4);
  EXPECT_TRUE(f.masses[2].of_element);
  EXPECT_EQ(f.masses[2].values, (std::vector<double>{0.1, 0}));
  ASSERT_EQ(f.stresses.size(), 3u);
  EXPECT_EQ(f.stresses[0].values, (std::vector<double>{1e4, 2}));
  EXPECT_EQ(f.stresses[1].kind, StressKind::damping);
  EXPECT_EQ(f.stresses[1].values, (std::vector<double>{0, 0.1}));
  EXPECT_EQ(f.stresses[2].kind, StressKind::prestress);
  EXPECT_EQ(f.stresses[2].element, 1);
  ASSERT_EQ(f.rests.size(), 1u);
  EXPECT_EQ(f.rests[0].values, (std::vector<double>{0.7}));
  ASSERT_EQ(f.loads.size(), 2u);
  EXPECT_EQ(f.loads[0].node, 4);
  EXPECT_EQ(f.loads[0].value[0], 0.3);
  EXPECT_EQ(f.loads[1].value[1], -2);
  ASSERT_EQ(f.point_forces.size(), 1u);
  EXPECT_EQ(f.point_forces[0].number, 4);
  EXPECT_EQ(f.point_forces[0].point, 2);
  EXPECT_EQ(f.point_forces[0].angle, 3);
  EXPECT_EQ(f.point_forces[0].fy, 6);
  EXPECT_EQ(f.gravity[1], -9.81);
}

TEST(NativeDynamics, LawsAndInitialValues) {
  const Tables t = tables_of(kEverything);
  const Forces& f = t.forces;
  ASSERT_EQ(f.laws.size(), 2u);
  EXPECT_EQ(f.laws[0].target, Target::coordinate);
  EXPECT_EQ(f.laws[0].owner, 5);
  EXPECT_EQ(f.laws[0].component, 1);
  EXPECT_EQ(f.laws[1].text, "-k*e - 0.1*ed");
  EXPECT_EQ(f.laws[1].text_at.line, 28);
  EXPECT_EQ(f.laws[1].text_at.column, 12);
  ASSERT_EQ(f.starts.size(), 4u);
  EXPECT_EQ(f.starts[0].owner, 3);
  EXPECT_FALSE(f.starts[0].has_value);
  EXPECT_EQ(f.starts[0].velocity, 2);
  EXPECT_EQ(f.starts[1].value, 2.5);
  EXPECT_EQ(f.starts[1].velocity, 0.1);
  EXPECT_FALSE(f.starts[2].has_velocity);
  EXPECT_EQ(f.starts[3].target, Target::deformation);
  EXPECT_EQ(f.starts[3].value, 0.01);
}

TEST(NativeDynamics, HowToRun) {
  const Tables t = tables_of(kEverything);
  EXPECT_EQ(t.job, Job::dynamic);
  EXPECT_EQ(t.time.start, 0.5);
  EXPECT_EQ(t.time.count(), 101);
  EXPECT_EQ(t.time.at(100), 2.5);
  const IntegrationRow& i = t.forces.integration;
  EXPECT_EQ(i.method, "STEP");
  EXPECT_EQ(i.abs, 1e-8);
  EXPECT_EQ(i.rel, 1e-7);
  EXPECT_EQ(t.forces.iterations, 10);
  EXPECT_EQ(t.forces.load_steps, 5);
  EXPECT_EQ(t.forces.tolerance, 1e-8);
  EXPECT_EQ(t.forces.outlevel, 1);
  EXPECT_EQ(t.forces.form, Form::full);
  EXPECT_TRUE(t.forces.choose_freedoms);
}

TEST(NativeDynamics, MethodsAreThoseOfTheIntegrators) {
  const auto deck = integration_methods();
  const auto known = integrator_names();
  EXPECT_EQ(std::vector<std::string_view>(deck.begin(), deck.end()),
            std::vector<std::string_view>(known.begin(), known.end()));
  const Tables fixed =
      tables_of(kinematics("INPUTX 3 1\nEND HALT\nINTEG rk4 1e-3\n") + "TIMESTEP 1 10\nEND END\n");
  EXPECT_EQ(fixed.forces.integration.method, "RK4");
  EXPECT_EQ(fixed.forces.integration.h, 1e-3);
  const Tables free = tables_of(kinematics("INPUTX 3 1\nEND HALT\nINTEG DOP853 1e-9 1e-8 0.1\n") +
                                "TIMESTEP 1 10\nEND END\n");
  EXPECT_EQ(free.forces.integration.abs, 1e-9);
  EXPECT_EQ(free.forces.integration.rel, 1e-8);
  EXPECT_EQ(free.forces.integration.hmax, 0.1);
}

TEST(NativeDynamics, Job) {
  const auto job = [](const std::string& classes, const std::string& dynamics) {
    return tables_of(kinematics(classes + "\nEND HALT\n") + dynamics + "\nEND END\n").job;
  };
  EXPECT_EQ(job("INPUTX 3 1", "INPUTX 3 1 6 1\nTIMESTEP 1 10"), Job::kinematic);
  EXPECT_EQ(job("INPUTX 3 1", "TIMESTEP 1 10\nITERSTEP 5\nOUTLEVEL 1"), Job::kinematic);
  EXPECT_EQ(job("INPUTX 3 1", "TIMESTEP 1 10\nXM 2 1"), Job::dynamic);
  EXPECT_EQ(job("INPUTX 3 1", "TIMESTEP 1 10\nGRAVITY 0 0"), Job::dynamic);
  EXPECT_EQ(job("INPUTX 3 1", "TIMESTEP 1 10\nFORM AUTO"), Job::dynamic);
  EXPECT_EQ(job("DYNX 3 1", "TIMESTEP 1 10"), Job::dynamic);
  EXPECT_EQ(job("DYNX 3 1", "STATIC"), Job::equilibrium);
  EXPECT_EQ(job("DYNX 3 1", "EIGEN 3"), Job::modes);
}

TEST(NativeDynamics, ModesAboutAnEquilibrium) {
  for (const char* both : {"STATIC\nEIGEN\n", "EIGEN\nSTATIC\n"}) {
    const Tables t = tables_of(kinematics("DYNX 3 1\nEND HALT\n") + both + "END END\n");
    EXPECT_EQ(t.job, Job::modes);
    EXPECT_TRUE(t.forces.equilibrium_first);
  }
}

// Blocks ----------------------------------------------------------------------------------------

TEST(NativeBlocks, EndInOneLineOrTwo) {
  const std::string dynamics = "TIMESTEP 1 10\nXM 2 1\n";
  const auto one =
      test::lines(tables_of(kinematics("DYNX 3 1\nEND HALT\n") + dynamics + "END END"));
  const auto two =
      test::lines(tables_of(kinematics("DYNX 3 1\nEND\nHALT\n") + dynamics + "END\nEND\n"));
  EXPECT_EQ(one, two);
  EXPECT_EQ(one,
            test::lines(tables_of(kinematics("DYNX 3 1\nend halt\n") + dynamics + "End Halt\n")));
}

TEST(NativeBlocks, VisualizationIsSkippedWithAWarning) {
  const test::ReadDeck deck = test::read_tables(
      kinematics("INPUTX 3 1\nEND END\nVISUALIZATION\nBEAMPROPS 1 2\nCOLOR 1 0 0\n"));
  EXPECT_EQ(deck.diagnostics.format_all(),
            "deck:10:1: warning: VISUALIZATION: this block is skipped; mbsim draws nothing\n");
}

TEST(NativeBlocks, TheOrderOfLinesMeansNothing) {
  const Tables t = tables_of(kEverything);
  std::vector<std::string> first, second;
  std::vector<std::string>* block = &first;
  std::string text = kEverything, parameter;
  text.replace(text.find("3*t &\n  - v"), 11, "3*t - v");
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t feed = text.find('\n', begin);
    const std::string line = text.substr(begin, feed - begin) + "\n";
    begin = feed + 1;
    if (line == "END HALT\n")
      block = &second;
    else if (line.starts_with("PARAM"))
      parameter = line;
    else if (line != "END END\n")
      block->push_back(line);
  }
  for (auto* b : {&first, &second}) std::reverse(b->begin(), b->end());
  std::string shuffled = parameter;
  for (const std::string& line : first) shuffled += line;
  shuffled += "END HALT\n";
  for (const std::string& line : second) shuffled += line;
  const Tables u = tables_of(shuffled + "END END\n");
  EXPECT_EQ(test::lines(t), test::lines(u));
  EXPECT_EQ(write_native(t), write_native(u));  // not even in the order of the rows
}

// Writing and reading again ---------------------------------------------------------------------

void expect_round_trip(const Tables& tables, const std::string& what) {
  const std::string text = write_native(tables);
  const test::ReadDeck again = test::read_tables(text);
  EXPECT_EQ(again.diagnostics.format_all(), "") << what << "\n" << text;
  EXPECT_EQ(test::lines(tables), test::lines(again.tables)) << what << "\n" << text;
  const Tables third = tables_of(write_native(again.tables));
  EXPECT_EQ(write_native(again.tables), write_native(third)) << what;
}

TEST(NativeWriter, RoundTrip) {
  expect_round_trip(tables_of(kEverything), "everything");
  for (const char* dynamics :
       {"TIMESTEP 1 10", "TIMESTEP 0.7 3 0.1", "TIMES 0.1 0.972 0.0145", "TIMES 1 1 0.5",
        "INPUTX 3 1 POLY 1 2 3 4\nTIMESTEP 1 10", "INPUTX 3 1 POLY 1 2 1.7e308\nTIMESTEP 1 10",
        "INPUTX 3 1 6 0.1 0.3\nTIMESTEP 1 10\nFORM AUTO",
        "INPUTX 3 1 TABLE NATURAL 0 6 0.1 6.1 0.3 6 0.4 6 0.5 6 0.9 6 1 6\nTIMESTEP 1 7",
        "TIMESTEP 1 10\nINTEG HEUN 0.001\nERROR 1e-8 1e-9", "TIMESTEP 1 10\nERROR 1e-8 1e-9",
        "TIMESTEP 1 10\nINTEG STIFF 1e-7 1e-7 0.01", "STATIC\nITERSTEP 20 10", "EIGEN 2\nSTATIC",
        "TIMESTEP 1e-3 7 1e3\nXF 2 0.1 0"})
    expect_round_trip(tables_of(kinematics("INPUTX 3 1\nEND HALT\n") + dynamics + "\nEND END\n"),
                      dynamics);
  expect_round_trip(tables_of(kinematics("INPUTX 3 1\nEND END\n")), "no dynamics");
}

TEST(NativeWriter, EveryKabiosDeckAsANativeOne) {
  int decks = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(MBSIM_ROOT) / "decks" / "kabios")) {
    if (entry.path().extension() != ".dat") continue;
    const test::ReadDeck kabios =
        test::read_tables(test::read_all(entry.path()), entry.path().parent_path().string());
    ASSERT_FALSE(kabios.diagnostics.has_errors()) << entry.path();
    expect_round_trip(kabios.tables, entry.path().string());
    ++decks;
  }
  EXPECT_GE(decks, 4);
}

TEST(NativeWriter, TheTemplateIsADeck) {
  expect_round_trip(tables_of(deck_template("native")), "template");
}

}  // namespace
}  // namespace mbs
