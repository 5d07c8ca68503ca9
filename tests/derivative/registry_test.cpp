// Every element type of the registry against what all elements promise (elements/element.h). The
// test knows no element: a new one is picked up by its registry line.
//
// One file above 400 lines: all promises of an element are asked of the same registry and probes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <numeric>

#include "base/space_vector.h"
#include "derivative/element_probe.h"
#include "elements/cam.h"
#include "elements/derivative.h"
#include "elements/types.h"
#include "linalg/cholesky.h"

namespace mbs {
namespace {

constexpr int kElements = 3;
constexpr unsigned kPoses = 20;

// The entries of the necklace below that are 0: what is no bead of a distance, no angle of the
// turn.
constexpr std::array<std::uint64_t, 2> zeros_of_necklace() {
  std::array<std::uint64_t, 2> words{};
  for (int i = 0; i < 14; ++i)
    for (int r = 0; r < 5; ++r) {
      const bool is_angle = i >= 10, near = i / 2 == r || i / 2 == r + 1;
      const auto k = static_cast<std::size_t>(5 * i + r);
      if (r < 4 ? is_angle || !near : !is_angle) words[k / 64] |= std::uint64_t{1} << (k % 64);
    }
  return words;
}

// An element of this test alone with more entries of De than a word has bits: the four distances of
// five points in turn, and the turn of two of four angles against the two others.
struct Necklace {
  static constexpr int nx = 14;  // five points, four angles
  static constexpr int ne = 5;
  static constexpr int np = 5;
  static constexpr auto zeros = zeros_of_necklace();
  static constexpr auto constants = entry_set<ne * nx>({54, 59, 64, 69});

  static std::string prepare(const double* x0, const double*, double* p) {
    std::fill(p, p + np, 0.0);
    for (int k = 0; k < 8; k += 2)
      if (x0[k] == x0[k + 2] && x0[k + 1] == x0[k + 3]) return "two of its points coincide";
    return {};
  }
  template <class T>
  static void continuity(const T* x, const T*, const T*, const double* p, T* e) {
    for (int k = 0; k < 4; ++k) {
      const T dx = x[2 * k + 2] - x[2 * k], dy = x[2 * k + 3] - x[2 * k + 1];
      e[k] = sqrt(dx * dx + dy * dy) - p[k];
    }
    e[4] = (x[10] - x[11]) + (x[13] - x[12]) - p[4];
  }
};
static_assert(has_entry(Necklace::zeros, 65) && !has_entry(Necklace::zeros, 64));

constexpr NodeKind kBeads[] = {NodeKind::point, NodeKind::point, NodeKind::point,
                               NodeKind::point, NodeKind::point, NodeKind::angle,
                               NodeKind::angle, NodeKind::angle, NodeKind::angle};
constexpr DeformationSpec kGaps[] = {{"gap", unit::metre},
                                     {"gap", unit::metre},
                                     {"gap", unit::metre},
                                     {"gap", unit::metre},
                                     {"turn", unit::radian}};
constexpr Column kStiffnesses[] = {{"k1", "N/m", "stiffness"},
                                   {"k2", "N/m", "stiffness"},
                                   {"k3", "N/m", "stiffness"},
                                   {"k4", "N/m", "stiffness"},
                                   {"k5", "N m", "stiffness"}};
const ElementType kNecklace = make_element_type<Derived<Necklace>>(
    {"NECKLACE", "points in a row", kBeads, {}, kGaps}, kStiffnesses, diagonal_stiffness<5>);

class Registry : public testing::TestWithParam<const ElementType*> {
 protected:
  const ElementType& type() const { return *GetParam(); }
};
class RegistryWithMass : public Registry {};

std::vector<const ElementType*> types_with_mass() {
  std::vector<const ElementType*> types;
  for (const ElementType* type : element_types())
    if (type->inertia) types.push_back(type);
  return types;
}

// Formulas and the like have no shape of their own: tests/derivative/formula_test.cpp.
std::vector<const ElementType*> types_of_fixed_arity() {
  std::vector<const ElementType*> types;
  for (const ElementType* type : element_types())
    if (type->nx > 0) types.push_back(type);
  types.push_back(&kNecklace);
  return types;
}

// WHEEL and its like have two types of one word, on a plane of space and of a body; SPLANE has two
// more that rub.
const auto keyword = [](const auto& instance) {
  const ElementType* const type = instance.param;
  const ElementType* const first = find_element_type(type->spec.keyword);
  const bool is_other = first && first != type;
  return std::string(type->spec.keyword) +
         (is_other && type->spec.has_rates() != first->spec.has_rates() ? "_THAT_RUBS" : "") +
         (is_other && type->spec.nodes.size() != first->spec.nodes.size() ? "_ON_BODY" : "");
};
INSTANTIATE_TEST_SUITE_P(Elements, Registry, testing::ValuesIn(types_of_fixed_arity()), keyword);
INSTANTIATE_TEST_SUITE_P(Elements, RegistryWithMass, testing::ValuesIn(types_with_mass()), keyword);

TEST_P(Registry, SpecFitsTheShapes) {
  const RecordSpec& spec = type().spec;
  const ElementType* const found = find_element_type(spec.keyword);
  if (&type() == &kNecklace)
    EXPECT_EQ(found, nullptr);
  else
    EXPECT_EQ(found->spec.keyword, spec.keyword);
  EXPECT_FALSE(spec.title.empty());
  EXPECT_TRUE(std::all_of(spec.keyword.begin(), spec.keyword.end(),
                          [](unsigned char c) { return std::isupper(c); }));
  const int nx = std::accumulate(spec.nodes.begin(), spec.nodes.end(), 0,
                                 [](int n, NodeKind kind) { return n + coordinate_count(kind); });
  EXPECT_EQ(type().nx, nx);
  EXPECT_EQ(static_cast<std::size_t>(type().ne), spec.deformations.size());
  EXPECT_GE(type().np, type().ne);  // the reference values are among them
  EXPECT_NE(type().stiffness, nullptr);
  EXPECT_FALSE(type().spec.stiffness_columns.empty());
  EXPECT_EQ(type().inertia == nullptr, type().spec.mass_columns.empty());
}

// Entries that are zero at all positions.
TEST_P(Registry, ZeroesAndConstantsOfTheDerivatives) {
  const auto entries = static_cast<std::size_t>(type().ne * type().nx);
  Numbers first;
  for (unsigned seed = 0; seed < kPoses; ++seed) {
    RandomElements s(type(), kElements, seed);
    const Numbers De = s.probe.position(s.moved()).De;
    if (first.empty()) first = De;
    for (std::size_t k = 0; k < De.size(); ++k) {
      const bool zero = has_entry(type().zeros, static_cast<int>(k % entries));
      const bool constant = has_entry(type().constants, static_cast<int>(k % entries));
      EXPECT_FALSE(zero && constant) << "entry " << k % entries;
      EXPECT_TRUE(!zero || De[k] == 0) << "entry " << k % entries;
      EXPECT_TRUE(!constant || De[k] == first[k % entries]) << "entry " << k % entries;
    }
  }
}

TEST_P(Registry, FirstDerivatives) {
  double worst = 0;
  for (unsigned seed = 0; seed < kPoses; ++seed) {
    RandomElements s(type(), kElements, seed);
    const Numbers x = s.moved(), De = s.probe.position(x).De;
    for (std::size_t i = 0; i < x.size(); ++i) {
      Numbers unit(x.size(), 0.0);
      unit[i] = 1;
      const Numbers expected = directional_derivative(
          s.probe, [&](const Numbers& at) { return s.probe.position(at).e; }, x, unit);
      // What exists only as a rate has no e: tests/derivative/rolling_test.cpp.
      Numbers given = rate(s.probe, De, unit);
      for (std::size_t r = 0; r < given.size(); ++r)
        if (type().is_rate(static_cast<int>(r) % type().ne)) given[r] = 0;
      keep_worst(worst, largest_difference(given, expected));
    }
  }
  EXPECT_LT(worst, 1e-9);  // seen 1.3e-11
}

// d/dt (De v) at constant v is D2e(v, v).
TEST_P(Registry, SecondDerivativesAlongTheVelocity) {
  double worst = 0;
  for (unsigned seed = 0; seed < kPoses; ++seed) {
    RandomElements s(type(), kElements, seed);
    const Numbers x = s.moved(), v = s.velocity();
    const Numbers expected = directional_derivative(
        s.probe, [&](const Numbers& at) { return rate(s.probe, s.probe.position(at).De, v); }, x,
        v);
    keep_worst(worst, largest_difference(s.probe.acceleration(x, v).D2e_vv, expected));
  }
  EXPECT_LT(worst, 1e-8);  // seen 6.4e-10
}

TEST_P(Registry, BothLevelsAgreeToTheLastBit) {
  RandomElements s(type(), kElements, 1);
  const Numbers x = s.moved();
  const Numbers v = s.velocity();
  const auto low = s.probe.position(x), high = s.probe.acceleration(x, v);
  EXPECT_EQ(low.e, high.e);
  EXPECT_EQ(low.size, high.size);
  EXPECT_EQ(low.De, high.De);
  if (type().second_order) {
    EXPECT_EQ(s.probe.second_order(x, v), high.D2e_vv);
  }
}

TEST_P(Registry, SizeBoundsTheDeformation) {
  for (unsigned seed = 0; seed < kPoses; ++seed) {
    RandomElements s(type(), kElements, seed);
    const auto at = s.probe.position(s.moved());
    for (std::size_t r = 0; r < at.e.size(); ++r) {
      if (type().is_rate(static_cast<int>(r) % type().ne)) continue;
      EXPECT_GT(at.size[r], 0);
      EXPECT_GE(at.size[r], std::fabs(at.e[r]));
      EXPECT_LT(at.size[r], 1000);  // not a mere large number: nothing here is larger than 16
    }
  }
}

// The last ne parameters are the values e is counted from.
TEST_P(Registry, ReferenceValuesAreSubtracted) {
  RandomElements s(type(), 1, 1);
  const Numbers before = s.probe.position(s.x0).e;
  for (int r = 0; r < std::min(type().ne, type().spec.first_rate); ++r) {
    s.probe.parameters()[static_cast<std::size_t>(type().np - type().ne + r)] += 0.125;
    Numbers expected = before;
    expected[static_cast<std::size_t>(r)] -= 0.125;
    EXPECT_LT(largest_difference(s.probe.position(s.x0).e, expected), 1e-14);  // seen 0
    s.probe.parameters()[static_cast<std::size_t>(type().np - type().ne + r)] -= 0.125;
  }
}

TEST_P(Registry, DegenerateDataAreRefusedOrHarmless) {
  ElementProbe probe(type());
  const Numbers zero(static_cast<std::size_t>(type().nx), 0.0);
  if (!probe.add(zero, Numbers(type().spec.columns.size(), 0.0)).empty()) return;
  const auto at = probe.acceleration(zero, Numbers(zero.size(), 1.0));
  for (const Numbers& values : {at.e, at.De, at.D2e_vv})
    for (double value : values) EXPECT_TRUE(std::isfinite(value));
}

// v turned by phi about an axis askew, as a quaternion p turns it.
std::array<double, 4> askew(double phi) {
  const double s = std::sin(phi / 2) / 3;
  return {std::cos(phi / 2), 2 * s, -s, 2 * s};
}
Numbers turned_askew(double phi, const double* v) {
  double R[9];
  rotation_matrix(askew(phi).data(), R);
  Numbers out;
  for (int r = 0; r < 3; ++r)
    out.push_back(R[3 * r] * v[0] + R[3 * r + 1] * v[1] + R[3 * r + 2] * v[2]);
  return out;
}

// The same in space, about that axis.
Numbers rigidly_moved_in_space(const ElementProbe& probe, const Numbers& x, double phi, double dx,
                               double dy) {
  Numbers y = x;
  const double shift[] = {dx, dy, dx - dy};
  for (std::size_t i = 0; i < x.size(); i += 3) {
    if (!probe.is_orientation(static_cast<int>(i))) {
      const Numbers turned = turned_askew(phi, x.data() + i);
      for (std::size_t c = 0; c < 3; ++c) y[i + c] = turned[c] + shift[c];
      continue;
    }
    const auto p = askew(phi), q = ElementProbe::quaternion(x, i);
    const std::array<double, 4> r = {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
                                     p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                                     p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
                                     p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1]};
    for (std::size_t c = 0; c < 3; ++c) y[i + c] = r[0] < 0 ? -r[c + 1] : r[c + 1];
  }
  return y;
}

// x turned about the origin by phi, then shifted.
Numbers rigidly_moved(const ElementProbe& probe, const Numbers& x, double phi, double dx,
                      double dy) {
  if (probe.is_spatial()) return rigidly_moved_in_space(probe, x, phi, dx, dy);
  Numbers y = x;
  const double c = std::cos(phi), s = std::sin(phi);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (probe.is_angle(static_cast<int>(i) % probe.type().nx)) {
      y[i] += phi;
      continue;
    }
    y[i] = c * x[i] - s * x[i + 1] + dx;
    y[i + 1] = s * x[i] + c * x[i + 1] + dy;
    ++i;
  }
  return y;
}

// A deformation does not see a rigid motion; or the deformations are the global components of
// one vector, which then turns with it. There is no third way.
TEST_P(Registry, RigidMotionDoesNotDeform) {
  if (type().sees_rigid_motion) return;
  double worst = 0;
  for (unsigned seed = 0; seed < kPoses; ++seed) {
    RandomElements s(type(), 1, seed);
    const Numbers x = s.moved(), e = s.probe.position(x).e;
    const double phi = 0.8, c = std::cos(phi), sn = std::sin(phi);
    const Numbers shifted = s.probe.position(rigidly_moved(s.probe, x, 0, 3, -2)).e;
    const Numbers turned = s.probe.position(rigidly_moved(s.probe, x, phi, 3, -2)).e;
    double same = largest_difference(turned, e);
    if (e.size() == 2)
      same =
          std::min(same, largest_difference(turned, {c * e[0] - sn * e[1], sn * e[0] + c * e[1]}));
    if (e.size() == 3 && s.probe.is_spatial())
      same = std::min(same, largest_difference(turned, turned_askew(phi, e.data())));
    keep_worst(worst, same);
    keep_worst(worst, largest_difference(shifted, e));
  }
  EXPECT_LT(worst, 2e-14);  // seen 3.6e-15
}

// De times a rigid motion of both bodies is 0, also of the deformations of a vector.
TEST_P(Registry, RelativeDeformationsHaveNoRateByRigidMotion) {
  if (!type().is_relative) return;
  double worst = 0;
  for (unsigned seed = 0; seed < kPoses; ++seed) {
    RandomElements s(type(), 1, seed);
    const Numbers x = s.moved(), De = s.probe.position(x).De, u = s.random(6, -1, 1);
    const Vec3 w = vec3(u.data() + 3);
    Numbers z(x.size());
    for (std::size_t i = 0; i < x.size(); i += 3) {
      double R[9];
      const bool turns = s.probe.is_orientation(static_cast<int>(i));
      if (turns) rotation_matrix(ElementProbe::quaternion(x, i).data(), R);
      const Vec3 rate = turns ? to_body(R, w) : vec3(u.data()) + cross(w, vec3(x.data() + i));
      for (int c = 0; c < 3; ++c) z[i + static_cast<std::size_t>(c)] = rate[c];
    }
    for (const double one : rate(s.probe, De, z)) keep_worst(worst, std::fabs(one));
  }
  EXPECT_LT(worst, 2e-14);
}

// Joints between two bodies are relative; a vector along the axes of space is not.
TEST(RelativeDeformations, AreThoseOfJoints) {
  for (const char* word : {"REVOLUTE", "CYLINDRICAL", "PRISMATIC", "UNIVERSAL", "CVJOINT", "PLANAR",
                           "INPLANE", "WELD", "SCREW", "HINGE"})
    EXPECT_TRUE(find_element_type(word)->is_relative) << word;
  for (const char* word : {"SPHERICAL", "WHEEL", "PLTRUSS"})
    EXPECT_FALSE(find_element_type(word)->is_relative) << word;
}

TEST_P(Registry, StiffnessIsSymmetricAndPositive) {
  RandomElements s(type(), 1, 1);
  Numbers columns = s.random(type().spec.stiffness_columns.size(), 0.5, 1);
  // Of the upper triangle of a matrix the diagonal is drawn larger.
  const int ne = type().ne;
  if (ne > 2 && columns.size() == static_cast<std::size_t>(ne * (ne + 1) / 2))
    for (int i = 0, k = 0; i < ne; k += ne - i, ++i) columns[static_cast<std::size_t>(k)] += ne;
  const Numbers K = s.probe.stiffness(columns);
  Cholesky factors(type().ne);
  for (int j = 0; j < type().ne; ++j)
    for (int i = 0; i < type().ne; ++i) {
      const double entry = K[static_cast<std::size_t>(j * type().ne + i)];
      EXPECT_EQ(entry, K[static_cast<std::size_t>(i * type().ne + j)]);
      factors.matrix()(i, j) = entry;
    }
  EXPECT_EQ(factors.factor(), -1);
}

// One element with mass in motion.
struct Moving {
  Moving(const ElementType& type, unsigned seed) : s(type, 1, seed) {
    x = s.moved();
    v = s.velocity();
    mass = s.random(type.spec.mass_columns.size(), 0.2, 1);
  }
  Numbers mass_matrix(const Numbers& at) const {
    return s.probe.inertia(at, Numbers(at.size(), 0.0), mass).M;
  }
  double kinetic_energy(const Numbers& at, const Numbers& velocity) const {
    return bilinear(velocity, mass_matrix(at).data(), velocity) / 2;
  }
  RandomElements s;
  Numbers x, v, mass;
};

TEST_P(RegistryWithMass, MassIsSymmetricPositiveDefinite) {
  for (unsigned seed = 0; seed < kPoses; ++seed) {
    const Moving m(type(), seed);
    const Numbers M = m.mass_matrix(m.x);
    const int n = type().nx;
    Cholesky factors(n);
    double asymmetry = 0;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const double entry = M[static_cast<std::size_t>(j * n + i)];
        keep_worst(asymmetry, std::fabs(entry - M[static_cast<std::size_t>(i * n + j)]));
        factors.matrix()(i, j) = entry;
      }
    EXPECT_LT(asymmetry, 1e-15);  // seen 1.1e-16
    EXPECT_EQ(factors.factor(), -1);
  }
}

// Lagrange: M a + h = d/dt dT/dv - dT/dx, so h_i = v.(dM/dt)_i - v.(dM/dx_i) v / 2.
TEST_P(RegistryWithMass, VelocityForcesAreLagranges) {
  double worst = 0, worst_power = 0;
  for (unsigned seed = 0; seed < kPoses; ++seed) {
    const Moving m(type(), seed);
    const auto matrix = [&](const Numbers& at) { return m.mass_matrix(at); };
    const Numbers Md = directional_derivative(matrix, m.x, m.v);
    const Numbers h = m.s.probe.inertia(m.x, m.v, m.mass).h;
    double power = 0;
    for (std::size_t i = 0; i < m.x.size(); ++i) {
      Numbers unit(m.x.size(), 0.0);
      unit[i] = 1;
      const Numbers dM = directional_derivative(matrix, m.x, unit);
      const double expected = bilinear(unit, Md.data(), m.v) - bilinear(m.v, dM.data(), m.v) / 2;
      keep_worst(worst, std::fabs(h[i] - expected));
      power += m.v[i] * h[i];
    }
    // d/dt (v.M v / 2) = v.(M a + h): what h adds is half of v.(dM/dt) v.
    keep_worst(worst_power, std::fabs(power - bilinear(m.v, Md.data(), m.v) / 2));
  }
  EXPECT_LT(worst, 1e-10);        // seen 2.0e-12
  EXPECT_LT(worst_power, 1e-10);  // seen 2.9e-13
}

TEST_P(RegistryWithMass, KineticEnergyDoesNotDependOnTheFrame) {
  double worst = 0;
  for (unsigned seed = 0; seed < kPoses; ++seed) {
    const Moving m(type(), seed);
    const ElementProbe& probe = m.s.probe;
    Numbers v = rigidly_moved(probe, m.v, 0.8, 0, 0);
    for (int i = 0; i < type().nx; ++i)
      if (probe.is_angle(i)) v[static_cast<std::size_t>(i)] = m.v[static_cast<std::size_t>(i)];
    const double there = m.kinetic_energy(rigidly_moved(probe, m.x, 0.8, 3, -2), v);
    keep_worst(worst, std::fabs(there - m.kinetic_energy(m.x, m.v)));
  }
  EXPECT_LT(worst, 1e-14);  // seen 8.9e-16
}

// Gravity is M times the field, so M must weigh the same in both directions.
TEST_P(RegistryWithMass, WeighsTheSameInBothDirections) {
  const Moving m(type(), 1);
  Numbers x_way(m.x.size(), 0.0), y_way(m.x.size(), 0.0);
  for (int i = 0; i < type().nx; ++i) {
    if (m.s.probe.is_angle(i) || m.s.probe.component(i) > 1) continue;
    (m.s.probe.component(i) == 0 ? x_way : y_way)[static_cast<std::size_t>(i)] = 1;
  }
  const Numbers M = m.mass_matrix(m.x);
  const double weight = bilinear(x_way, M.data(), x_way);
  EXPECT_GT(weight, 0.1);
  EXPECT_NEAR(bilinear(y_way, M.data(), y_way), weight, 1e-14);  // seen 0
  EXPECT_NEAR(bilinear(x_way, M.data(), y_way), 0, 1e-14);       // seen 0
}

TEST(RegistryLookup, KeywordsAreDistinctAndUnknownOnesAreNotFound) {
  // A CAM or SPLANE that rubs has the word of those that do not, a WHEEL or SPLANE on a plane of a
  // body that of one on a plane of space.
  for (const ElementType* type : element_types()) {
    const ElementType* const first = find_element_type(type->spec.keyword);
    EXPECT_TRUE(first == type || type == &kRubbingCam || type == &kRubbingPlane ||
                ((type->spec.first_rate == 1 || type->spec.is_gap) && type->nx == first->nx + 6));
  }
  EXPECT_EQ(find_element_type("PLNOTHING"), nullptr);
  EXPECT_GE(element_types().size(), 7u);
}

}  // namespace
}  // namespace mbs
