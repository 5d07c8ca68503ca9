// Native decks: what the keywords of the dynamics block put into the tables, the blocks, and that
// writing and reading again loses nothing.
#include <gtest/gtest.h>

#include <filesystem>

#include "deck/native/native.h"
#include "integrate/integrator.h"
#include "paths.h"
#include "support/native_deck.h"
#include "support/process.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;
using test::kinematics;
using test::tables_of;

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
  ASSERT_EQ(t.starts.size(), 4u);
  EXPECT_EQ(t.starts[0].owner, 3);
  EXPECT_FALSE(t.starts[0].has_value);
  EXPECT_EQ(t.starts[0].velocity, 2);
  EXPECT_EQ(t.starts[1].value, 2.5);
  EXPECT_EQ(t.starts[1].velocity, 0.1);
  EXPECT_FALSE(t.starts[2].has_velocity);
  EXPECT_EQ(t.starts[3].target, Target::deformation);
  EXPECT_EQ(t.starts[3].value, 0.01);
}

TEST(NativeDynamics, HowToRun) {
  const Tables t = tables_of(kEverything);
  EXPECT_EQ(t.job, Job::dynamic);
  EXPECT_EQ(t.time.start, 0.5);
  EXPECT_EQ(t.time.count(), 101);
  EXPECT_EQ(t.time.at(100), 2.5);
  const IntegrationRow& i = t.method.integration;
  EXPECT_EQ(i.method, "STEP");
  EXPECT_EQ(i.abs, 1e-8);
  EXPECT_EQ(i.rel, 1e-7);
  EXPECT_EQ(t.method.iterations, 10);
  EXPECT_EQ(t.method.load_steps, 5);
  EXPECT_EQ(t.method.tolerance, 1e-8);
  EXPECT_EQ(t.method.outlevel, 1);
  EXPECT_EQ(t.method.form, Form::full);
  EXPECT_TRUE(t.method.choose_freedoms);
}

TEST(NativeDynamics, MethodsAreThoseOfTheIntegrators) {
  const auto deck = integration_methods();
  std::vector<std::string_view> known(integrator_names().begin(), integrator_names().end());
  known.push_back("AUTO");
  EXPECT_EQ(std::vector<std::string_view>(deck.begin(), deck.end()), known);
  const Tables fixed = tables_of(kinematics(R"(INPUTX 3 1
END HALT
INTEG rk4 1e-3
)") + "TIMESTEP 1 10\nEND END\n");
  EXPECT_EQ(fixed.method.integration.method, "RK4");
  EXPECT_EQ(fixed.method.integration.h, 1e-3);
  const Tables free = tables_of(kinematics(R"(INPUTX 3 1
END HALT
INTEG DOP853 1e-9 1e-8 0.1
)") + "TIMESTEP 1 10\nEND END\n");
  EXPECT_EQ(free.method.integration.abs, 1e-9);
  EXPECT_EQ(free.method.integration.rel, 1e-8);
  EXPECT_EQ(free.method.integration.hmax, 0.1);
  const Tables galpha = tables_of(kinematics(R"(INPUTX 3 1
END HALT
INTEG GALPHA STEP 1e-3 RHO 0
)") + "TIMESTEP 1 10\nEND END\n");
  EXPECT_EQ(galpha.method.integration.h, 1e-3);
  EXPECT_EQ(galpha.method.integration.rho, 0);
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
    EXPECT_TRUE(t.method.equilibrium_first);
  }
}

// Blocks ----------------------------------------------------------------------------------------

TEST(NativeBlocks, EndInOneLineOrTwo) {
  const std::string dynamics = "TIMESTEP 1 10\nXM 2 1\n";
  const auto one =
      test::lines(tables_of(kinematics("DYNX 3 1\nEND HALT\n") + dynamics + "END END"));
  const auto two = test::lines(tables_of(kinematics(R"(DYNX 3 1
END
HALT
)") + dynamics + "END\nEND\n"));
  EXPECT_EQ(one, two);
  EXPECT_EQ(one,
            test::lines(tables_of(kinematics("DYNX 3 1\nend halt\n") + dynamics + "End Halt\n")));
}

TEST(NativeBlocks, VisualizationIsSkippedWithAWarning) {
  const test::ReadDeck deck = test::read_tables(kinematics(R"(INPUTX 3 1
END END
VISUALIZATION
BEAMPROPS 1 2
COLOR 1 0 0
)"));
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

TEST(NativeBlocks, ContactsStandInTheOrderOfTheirElements) {
  const std::string first =
      R"(PLCLINE 1 1 9 8 9 0 0 0 0 0 1 0
PLCLINE 2 1 9 8 9 0 0 0 0 0 0 1
X 1 1 1
X 8 0 0
X 9 0
FIX 8
FIX 9
DYNX 1
END HALT
XM 1 1
TIMES 0 1 1
)";
  const std::string one = "CONTACT 1 RIGID 0.5\n", two = "CONTACT 2 PENALTY 10 1 0\n";
  EXPECT_EQ(write_native(tables_of(first + one + two + "END END\n")),
            write_native(tables_of(first + two + one + "END END\n")));
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
       {"TIMESTEP 1 10",
        "TIMESTEP 0.7 3 0.1",
        "TIMES 0.1 0.972 0.0145",
        "TIMES 1 1 0.5",
        "INPUTX 3 1 POLY 1 2 3 4\nTIMESTEP 1 10",
        "INPUTX 3 1 POLY 1 2 1.7e308\nTIMESTEP 1 10",
        "INPUTX 3 1 6 0.1 0.3\nTIMESTEP 1 10\nFORM AUTO",
        "INPUTX 3 1 TABLE NATURAL 0 6 0.1 6.1 0.3 6 0.4 6 0.5 6 0.9 6 1 6\nTIMESTEP 1 7",
        "TIMESTEP 1 10\nINTEG HEUN 0.001\nERROR 1e-8 1e-9",
        "TIMESTEP 1 10\nERROR 1e-8 1e-9",
        "TIMESTEP 1 10\nINTEG STIFF 1e-7 1e-7 0.01",
        "TIMESTEP 1 10\nINTEG GALPHA STEP 1e-3 RHO 0.5",
        "TIMESTEP 1 10\nINTEG GALPHA STEP 1e-3",
        "TIMESTEP 1 10\nINTEG GALPHA 1e-6 1e-5 0.1 RHO 0",
        "TIMESTEP 1 10\nINTEG STIFF 1e-6 1e-5 0.1 STRICT",
        "TIMESTEP 1 10\nINTEG STIFF STRICT",
        "TIMESTEP 1 10\nERROR 1e-6 1e-5\nINTEG GALPHA RHO 1",
        "TIMESTEP 1 10\nINTEG GALPHA STEP 1e-3\nERROR 1e-8 1e-9",
        "STATIC\nITERSTEP 20 10",
        "EIGEN 2\nSTATIC",
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
