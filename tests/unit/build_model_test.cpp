#include <gtest/gtest.h>

#include "support/linkages.h"

namespace mbs::test {
namespace {

// Crank 2 and rocker 4 on ground 1, coupler 3 with a slider 5 on it: both element types.
constexpr const char* kMixed =
    R"(5 4 1 1 1 1 2 0 0
0 0 0
0.5 0.8 1
2.6 2.6 0.5
3.5 1.8 1
2 2.4 0.5
1 2 0 0 -1 0
2 3 1 0 -2 0
3 4 2 0 2 0
4 1 -2 0 2.5 0
3 5 -2 0 2 0 0 0
1
5 1
2 3 1.0472 6.28 0
3 0.5 1.5
1 7 8
0 1 0.025
)";

TEST(BuildModel, NumbersCoordinatesInOrder) {
  const Loaded l = load(kMixed);
  ASSERT_TRUE(l.built) << l.diagnostics.format_all();
  const Model& m = l.built->model;
  EXPECT_EQ(m.nx, 15);
  EXPECT_EQ(m.ne, 10);
  EXPECT_EQ(m.derivative_count, 10 * 6);
  ASSERT_EQ(m.node_batches.size(), 2u);
  EXPECT_EQ(m.node_batches[1].type, &kAngleNode);
  EXPECT_EQ(m.node_batches[1].gather, (std::vector<int>{2, 5, 8, 11, 14}));
  EXPECT_EQ(m.node_batches[1].place, m.node_batches[1].gather);
  EXPECT_EQ(m.x0[3], 0.5);
  EXPECT_EQ(m.x0[13], 2.4);
  EXPECT_EQ(m.bodies[4].x, 12);
  EXPECT_EQ(m.bodies[4].phi, 14);
  EXPECT_EQ(m.coordinate_name(0), "body 1 X");
  EXPECT_EQ(m.coordinate_name(13), "body 5 Y");
  EXPECT_EQ(m.coordinate_name(14), "body 5 PHI");
  ASSERT_EQ(m.points.size(), 2u);
  EXPECT_EQ(m.points[1].eta, 8);
}

// One batch per type, each with its rows in deck order, and deformations that can be named.
TEST(BuildModel, BatchesAndTheirEntries) {
  const Loaded l = load(kMixed);
  const Model& m = l.built->model;
  ASSERT_EQ(m.batches.size(), 2u);
  EXPECT_EQ(m.batches[0].count, 4);
  EXPECT_EQ(m.batches[1].count, 1);
  EXPECT_EQ(m.batches[1].first_deformation, 8);
  EXPECT_EQ(m.batches[1].first_derivative, 4 * 12);
  const std::vector<int> gather(m.batches[0].gather.begin() + 6, m.batches[0].gather.begin() + 12);
  EXPECT_EQ(gather, (std::vector<int>{3, 4, 5, 6, 7, 8}));  // REVOLUTE 2: bodies 2 and 3
  EXPECT_EQ(m.deformation_name(3), "REVOLUTE 2 (line 8), equation 2");
  EXPECT_EQ(m.deformation_name(8), "TRANSLATIONAL 1 (line 11), equation 1");
  ASSERT_EQ(m.entry_row.size(), 60u);
  ASSERT_EQ(m.entry_column.size(), 60u);
  for (std::size_t k = 0; k < 60; ++k) {
    EXPECT_EQ(m.entry_row[k] / 2, static_cast<int>(k) / 12) << k;  // two rows an element
    EXPECT_EQ(m.entry_row[k] % 2, static_cast<int>(k) % 2) << k;   // column-major
  }
  EXPECT_EQ(m.entry_column[59], 14);
}

TEST(BuildModel, Classes) {
  const Loaded l = load(kMixed);
  const Phase& p = l.built->phase;
  EXPECT_EQ(p.count_coordinates(Class::fixed), 4);
  EXPECT_EQ(p.count_coordinates(Class::prescribed), 1);
  EXPECT_EQ(p.count_coordinates(Class::calculable), 10);
  EXPECT_EQ(p.count_deformations(Class::fixed), 10);
  EXPECT_EQ(p.x_class[5], Class::prescribed);
  EXPECT_EQ(p.x_motion[5], 0);
  EXPECT_EQ(p.x_motion[4], -1);
  EXPECT_EQ(p.x_origin[12].label, "SIMPLE 1");
  EXPECT_EQ(l.built->model.motions.size(), 1u);
  EXPECT_EQ(l.built->model.motion_origin[0].label, "DRIVER 1");
}

// Ground, simple constraint and driver on one coordinate: each later one is refused by name.
TEST(BuildModel, CoordinateNamedTwice) {
  const Loaded l = load(R"(2 0 0 1 1 2 0 0 0
0 0 0
1 1 0
1
1 2
2 3 0 1 0
2 3 0 2 0
0 1 0.1
)");
  EXPECT_FALSE(l.built);
  EXPECT_EQ(l.diagnostics.error_count(), 2);
  EXPECT_EQ(l.diagnostics.format_all(),
            "deck:5:1: error: SIMPLE 1: body 1 Y is already taken by GROUND 1 (line 4); each may "
            "be named once; remove one of the two records\n"
            "deck:7:1: error: DRIVER 2: body 2 PHI is already taken by DRIVER 1 (line 6); each may "
            "be named once; remove one of the two records\n");
}

TEST(BuildModel, ElementThatCannotBeMade) {
  const Loaded l = load(R"(2 0 1 1 0 1 0 0 0
0 0 0
1 1 0
1 2  1 1  1 1  0 0
1
2 1 0 1 0
0 1 0.1
)");
  EXPECT_FALSE(l.built);
  EXPECT_EQ(l.diagnostics.format_all(),
            "deck:4:1: error: TRANSLATIONAL 1: points P and Q on body i coincide, so the joint has "
            "no direction\n");
}

}  // namespace
}  // namespace mbs::test
