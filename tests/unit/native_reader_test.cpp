// Native decks: what the keywords of nodes, elements, classes and motions put into the tables.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/native_deck.h"
#include "text/number.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;
using test::kinematics;
using test::tables_of;

// A truss whose third node is moved by `motion`; the run goes from 0 to 1.
MotionRow motion_of(const std::string& motion) {
  const Tables t =
      tables_of(kinematics("INPUTX 3 1\nEND HALT\n") + motion + "\nTIMESTEP 1 10\nEND END\n");
  return t.motions.size() == 1 ? t.motions[0] : MotionRow{};
}

// Nodes and elements ----------------------------------------------------------------------------

TEST(NativeKinematics, NodesAreWhatTheElementsMakeThem) {
  const Tables t = tables_of(
      R"(X 40 1.5 0
X 7 30deg
PLBEAM 12 10 7 40 9
X 10 0 0
FIX 10
FIX 7
FIX 40
FIX 9
RLSE 12
END END
)");
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
    if (type->nx == 0) continue;  // formulas and paths: tests/analytic
    // SPLANE rubs where its CONTACT line says so: tests/analytic/friction_with_direction_test.cpp.
    if (type->spec.is_gap && type->spec.has_rates()) continue;
    std::string deck = fmt::format("{} 3", type->spec.keyword), x;
    int node = 0;
    const bool rolls = type->spec.has_rates();
    // The body of the plane stands behind a word.
    const bool on_plane = rolls || type->spec.keyword == "SPLANE";
    for (NodeKind kind : type->spec.nodes) {
      if (++node <= 2 || !on_plane) deck += fmt::format(" {}", node);
      if (kind == NodeKind::point) x += fmt::format("X {} {} 0\n", node, node);
      if (kind == NodeKind::space_point) x += fmt::format("X {} {} 0 0\n", node, node);
    }
    // Joints of space have words before some numbers; a sequence of turns is a word.
    const bool has_word = !type->spec.columns.empty() && type->spec.columns[0].name == "seq";
    if (has_word) deck += " zxy";
    for (std::size_t k = 0; k < type->spec.columns.size() && !has_word; ++k) {
      if (type->spec.columns[k].name == "ujx") deck += " AXISJ";
      if (k == 18) deck += " LEAD";
      for (const auto& [column, word] :
           {std::pair("c", "TYRE"), std::pair("cx", "CENTRE"), std::pair("tx", "TURN VECTOR"),
            std::pair("nx", "PLANE"), std::pair("x", "THROUGH")})
        if (on_plane && type->spec.columns[k].name == column) deck += fmt::format(" {}", word);
      deck += fmt::format(" {}.5", k);
    }
    if (on_plane && node > 2) deck += " ON 3 4";
    // What rolls goes by integration alone.
    const bool turns = type->spec.nodes[0] == NodeKind::orientation;
    if (rolls)
      x += fmt::format("DYNX 2\nEND HALT\nXM 1 {}\nTIMESTEP 1 1\n", turns ? "1 0 0 1 0 1" : "1");
    const Tables t = tables_of(deck + "\n" + x + "END END\n");
    ASSERT_EQ(t.elements.size(), 1u) << deck;
    EXPECT_EQ(t.elements[0].spec, &type->spec);
    EXPECT_EQ(t.nodes.size(), type->spec.nodes.size());
    for (std::size_t k = 0; k < type->spec.columns.size(); ++k)
      EXPECT_EQ(t.elements[0].columns[k], has_word ? 4 : static_cast<double>(k) + 0.5);
  }
}

TEST(NativeKinematics, Classes) {
  const Tables t = tables_of(
      R"(PLBEAM 1 1 2 3 4
X 1 0 0
X 3 1 0
FIX 1 2
INPUTX 2
DYNX 3 1
INPUTE 1 1
DYNE 1 2
RLSE 1 3
END HALT
TIMESTEP 1 1
END END
)");
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
  const Tables t = tables_of(R"(PLBEAM 1 1 2 3 4
X 1 0 0
X 3 1 0
POINT 5 3 4 0.25 -1d-1
END END
)");
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
  std::ofstream(folder / "motion.csv") << R"(t,x,y
# measured
0,1,2
0.5,3,4
1,5,6
)";
  test::ReadDeck deck = test::read_tables(kinematics(R"(INPUTX 3 1
END HALT
INPUTX 3 1 TABLE NATURAL "motion.csv" 2
)") + "TIMESTEP 1 10\nEND END\n",
                                          folder.string());
  EXPECT_EQ(deck.diagnostics.format_all(), "");
  ASSERT_EQ(deck.tables.motions.size(), 1u);
  ASSERT_TRUE(deck.tables.motions[0].table);
  EXPECT_EQ(deck.tables.motions[0].table->t, (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(deck.tables.motions[0].table->columns.at(0), (std::vector<double>{2, 4, 6}));

  std::ofstream(folder / "motion.csv") << R"(t,x
0,1
0.5
1,5
)";
  deck = test::read_tables(kinematics(R"(INPUTX 3 1
END HALT
INPUTX 3 1 TABLE "motion.csv"
TIMESTEP 1 10
END END
)"),
                           folder.string());
  EXPECT_EQ(deck.diagnostics.format_all(),
            "motion.csv:3:4: error: table row 2: value 1 is missing\n");
  fs::remove_all(folder);
}

}  // namespace
}  // namespace mbs
