// A row that exists only as a rate: Chaplygin's sleigh, a body on a knife edge that slides along
// its blade and not across it. The edge is an element of this test alone.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "elements/batch.h"
#include "support/deck.h"
#include "support/sleigh.h"

namespace mbs {
namespace {

// The edge lies at (-a, 0) of the body (x, y, phi), its blade along the first axis of the body:
//   ed = -sin(phi) xd + cos(phi) yd - a phid = 0
struct KnifeEdge {
  static constexpr int nx = 3;  // x y phi
  static constexpr int ne = 1;
  static constexpr int np = 2;  // a, reference 0

  static std::string prepare(const double*, const double* columns, double* p) {
    p[0] = columns[0];
    p[1] = 0;
    return {};
  }

  template <bool kAcceleration>
  static void deform(const Local<nx>& q, const double* p, LocalOut& out) {
    const double c = q.c[2], s = q.s[2];
    out.e[0] = 0;
    out.size[0] = 0;
    out.De[0] = -s;
    out.De[1] = c;
    out.De[2] = -p[0];
    if constexpr (kAcceleration) out.D2e_vv[0] = -q.v[2] * (c * q.v[0] + s * q.v[1]);
  }
};

constexpr NodeKind kNodes[] = {NodeKind::point, NodeKind::angle};
constexpr Column kColumns[] = {{"a", "m", "distance of the edge behind the point"}};
constexpr DeformationSpec kDeformations[] = {{"way across the blade", unit::metre}};
constexpr Column kStiffness[] = {{"k", "N/m", "none"}};

ElementType knife_edge() {
  ElementType type = make_element_type<KnifeEdge>(
      {"KNIFE", "knife edge", kNodes, kColumns, kDeformations}, kStiffness, diagonal_stiffness<1>);
  type.spec.first_rate = 0;
  return type;
}
const ElementType kKnifeEdge = knife_edge();

// The edge of the body of the first two nodes, held.
void add_edge(double a, Built& built) {
  Model& m = built.model;
  Phase& p = built.phase;
  m.batches.push_back({&kKnifeEdge, 1, {0, 1, 2}, {a, 0}, m.ne, m.derivative_count});
  m.elements.push_back({1, &kKnifeEdge, m.ne});
  for (int i = 0; i < 3; ++i) {
    m.entry_row.push_back(m.ne);
    m.entry_column.push_back(i);
    m.entry_zero.push_back(0);
    m.entry_constant.push_back(0);
  }
  m.deformation_origin.push_back({"KNIFE 1", {}});
  m.forces.prestress.push_back(0);
  m.ranged.push_back(0);
  p.e_class.push_back(Class::fixed);
  p.e_law.push_back(0);
  p.e_fixed.push_back(0);
  p.e_motion.push_back(-1);
  p.e_origin.push_back({});
  ++m.ne;
  m.derivative_count += 3;
}

test::RunResult slide(const std::string& how) {
  const test::Sleigh start = test::sleigh_at(0);
  test::Loaded deck = test::load(fmt::format(
      R"(X 1 0 0
X 2 0
END HALT
XM 1 {}
XM 2 {}
STARTVX 1 1 {}
STARTVX 1 2 {}
STARTVX 2 1 {}
DOF AUTO
TIMESTEP 4 20
{}
END END
)",
      test::Sleigh::kMass, test::Sleigh::kInertia, start.v, test::Sleigh::kBehind * start.w,
      start.w, how));
  EXPECT_TRUE(deck.built) << deck.diagnostics.format_all();
  add_edge(test::Sleigh::kBehind, *deck.built);
  test::RunResult out;
  test::MemoryFile report_file, csv_file;
  Diagnostics diagnostics;
  {
    TextSink report(report_file.get()), csv(csv_file.get());
    out.status = run({std::move(deck.tables), std::move(*deck.built), {}}, {&report, &csv, {}, {}},
                     diagnostics)
                     .status;
  }
  out.report = report_file.text();
  out.messages = diagnostics.format_all();
  test::parse_csv(csv_file.text(), out);
  return out;
}

TEST(KnifeEdge, ChaplyginsSleigh) {
  for (const char* how : {"INTEG DOP853 1e-12 1e-12\nFORM REDUCED",
                          "INTEG DOP853 1e-12 1e-12\nFORM FULL", "INTEG STEP 1e-12 1e-12"}) {
    const test::RunResult run = slide(how);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    ASSERT_EQ(run.rows.size(), 21u);
    double worst = 0;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const test::Sleigh at = test::sleigh_at(run.time(k));
      const double c = std::cos(at.phi), s = std::sin(at.phi),
                   across = test::Sleigh::kBehind * at.w;
      worst = std::max(
          {worst, std::fabs(run.value(k, "x2_1") - at.phi), std::fabs(run.value(k, "v2_1") - at.w),
           std::fabs(run.value(k, "v1_1") - (c * at.v - s * across)),
           std::fabs(run.value(k, "v1_2") - (s * at.v + c * across)),
           std::fabs(run.value(k, "ed1_1")),
           std::fabs(run.value(k, "energy.kinetic") - run.value(0, "energy.kinetic"))});
    }
    EXPECT_LT(worst, 1e-10) << how;
    // Two velocities are free, three coordinates: it has turned round by more than a right angle.
    EXPECT_NE(run.report.find("degrees of freedom 2"), std::string::npos);
    EXPECT_GT(run.value(20, "x2_1"), 2);
  }
}

}  // namespace
}  // namespace mbs
