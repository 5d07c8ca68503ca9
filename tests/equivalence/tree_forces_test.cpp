// Rows of trees of bodies of space, solved joint by joint, against dense factors; and forces,
// eliminated body by body, against the other paths through the matrices at one state: random trees
// of all joints, on the ground, on a ground that moves and free, with springs, driven joints and
// mass centres off their points.
#include "solve/forces/tree_forces.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "linalg/lu.h"
#include "solve/forces/dynamics.h"
#include "solve/forces/joint_forces.h"
#include "support/deck.h"

namespace mbs {
namespace {

struct JointKind {
  const char* word;
  int axes;
  int free;  // deformations
};
constexpr JointKind kJoints[] = {{"REVOLUTE", 2, 1},  {"CYLINDRICAL", 2, 2}, {"PRISMATIC", 2, 1},
                                 {"UNIVERSAL", 2, 2}, {"CVJOINT", 1, 2},     {"PLANAR", 2, 3},
                                 {"INPLANE", 2, 0},   {"WELD", 2, 0},        {"SPHERICAL", 0, 0}};

enum class Root { ground, moving, free };

// n bodies; `loop` joins the last one to the first by one more ball.
std::string tree(int n, unsigned seed, Root root, bool loop = false) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> random(-1, 1);
  const auto three = [&](double size) {
    return fmt::format(" {:.6f} {:.6f} {:.6f}", size * random(engine), size * random(engine),
                       size * random(engine));
  };
  std::string nodes, joints, classes, motions, dynamics;
  const bool moves = root == Root::moving;
  if (moves) {
    nodes = "X 901 0 0 0\nX 902 1 0 0 0\n";
    classes = "INPUTX 901\nINPUTX 902\n";
    motions =
        "INPUTX 901 1 = 0.3*t + 2*t*t\nINPUTX 901 2 = t - t*t\nINPUTX 901 3 = 0.5*t*t\n"
        "INPUTX 902 ROT zyx a = 2*t + t*t ; b = 0.3*t ; c = 3*t*t\n";
  }
  std::vector<std::array<double, 3>> at;
  for (int k = 0; k < n; ++k) {
    const int p = 2 * k + 1, q = p + 1, e = k + 1;
    const int parent = k == 0 ? -1 : static_cast<int>(engine() % static_cast<unsigned>(k));
    at.push_back({random(engine), random(engine), random(engine)});
    const auto& x = at.back();
    if (parent >= 0)
      for (std::size_t c = 0; c < 3; ++c) at.back()[c] += at[static_cast<std::size_t>(parent)][c];
    nodes += fmt::format("X {} {:.6f} {:.6f} {:.6f}\nX {} ROT AXIS{} {:.6f}\n", p, x[0], x[1], x[2],
                         q, three(1), random(engine));
    if (k % 4 == 3)
      dynamics += fmt::format("BODYMASS {} {} {:.6f}{} 0.2 0.02 -0.01 0.15 0.03 0.25\n", p, q,
                              1.5 + random(engine), three(0.2));
    else
      dynamics += fmt::format("XM {} {:.6f}\nXM {} {:.6f} 0.02 -0.01 0.15 0.03 0.25\n", p,
                              1.5 + random(engine), q, 0.3 + 0.1 * random(engine));
    dynamics += fmt::format("STARTVX {}{}\n", q, three(2));
    if (parent < 0 && root == Root::free) {
      for (int c = 1; c <= 3; ++c)
        dynamics += fmt::format("STARTVX {} {} {:.6f}\n", p, c, random(engine));
      continue;
    }
    const JointKind& joint = kJoints[engine() % std::size(kJoints)];
    const std::string before = parent >= 0 ? fmt::format("{} {}", 2 * parent + 1, 2 * parent + 2)
                               : moves     ? "901 902"
                                           : "0 0";
    joints += fmt::format("{} {} {} {} {} AT {:.6f} {:.6f} {:.6f}", joint.word, e, before, p, q,
                          x[0] + 0.3, x[1] - 0.2, x[2] + 0.1);
    const double ux = random(engine), uy = random(engine), vy = random(engine);
    if (joint.axes > 0) joints += fmt::format(" {:.17g} {:.17g} 1", ux, uy);
    if (joint.axes > 1) joints += fmt::format(" 1 {:.17g} {:.17g}", vy, -ux - uy * vy);
    joints += "\n";
    if (joint.free == 1 && k % 5 == 2) {
      classes += fmt::format("INPUTE {} 1\n", e);
      motions += fmt::format("INPUTE {} 1 = 0.4*t + 3*t*t\n", e);
    } else if (joint.free > 0 && k % 2 == 0) {
      dynamics += fmt::format("ELAW {} 1 = 4*e + 0.3*ed - 1\n", e);
    }
  }
  if (loop)
    joints += fmt::format("SPHERICAL {} 1 2 {} {} AT{}\n", n + 1, 2 * n - 1, 2 * n, three(1));
  return joints + nodes + classes + "END HALT\n" + motions + dynamics +
         "GRAVITY 0.5 0.2 -9.81\nDOF AUTO\nTIMESTEP 1 1\nEND END\n";
}

struct Forces {
  bool is_tree = false;
  std::vector<double> a, S, r;
};

Forces solve_by(const test::Loaded& deck, double path, Form form) {
  Options options;
  options.path = path;
  const Model& model = deck.built->model;
  const Phase& phase = deck.built->phase;
  Dynamics dynamics(model, phase, options, form, true);
  State state = test::initial_state(deck);
  EXPECT_TRUE(dynamics.accelerate(dynamics.start(state), state).ok());
  const ConstVector S = dynamics.stresses(), r = dynamics.reactions();
  return {JointForces::possible(model, phase) && TreeForces(model, phase).is_tree(),
          state.a,
          {S.begin(), S.end()},
          {r.begin(), r.end()}};
}

double apart_by(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0, most = 1e-3;
  for (std::size_t k = 0; k < a.size(); ++k) {
    worst = std::max(worst, std::fabs(a[k] - b[k]));
    most = std::max(most, std::fabs(a[k]));
  }
  return std::isfinite(worst) ? worst / most : 1e300;
}

TEST(TreeForces, AgreeWithTheOtherPaths) {
  constexpr std::pair<double, Form> kOthers[] = {{kPathJoint, Form::reduced},
                                                 {kPathDense, Form::reduced},
                                                 {kPathDense, Form::full},
                                                 {kPathSparse, Form::full}};
  double worst = 0;
  for (const int n : {1, 2, 3, 5, 8, 14, 25})
    for (unsigned seed = 0; seed < 6; ++seed)
      for (const Root root : {Root::ground, Root::moving, Root::free}) {
        if (n == 1 && root == Root::free) continue;  // a body alone has no joint forces
        const std::string text = tree(n, seed, root);
        const test::Loaded deck = test::load(text);
        ASSERT_TRUE(deck.built) << deck.diagnostics.format_all() << text;
        const Forces by_tree = solve_by(deck, kPathAuto, Form::automatic);
        ASSERT_TRUE(by_tree.is_tree) << text;
        for (const auto& [path, form] : kOthers) {
          const Forces other = solve_by(deck, path, form);
          const double difference =
              std::max({apart_by(other.a, by_tree.a), apart_by(other.S, by_tree.S),
                        apart_by(other.r, by_tree.r)});
          EXPECT_LT(difference, 1e-9) << path << " " << seed << "\n" << text;
          worst = std::max(worst, difference);
        }
      }
  RecordProperty("worst", fmt::format("{:.3g}", worst));
}

// The factors of the Jacobian of a placed state, and moved on from there, beside dense factors of
// the same block.
TEST(TreeRows, AgreeWithDenseFactors) {
  double worst = 0, slack = 0;
  int trees = 0, others = 0;
  for (const int n : {3, 5, 8, 14, 25})
    for (unsigned seed = 0; seed < 6; ++seed)
      for (const Root root : {Root::ground, Root::moving, Root::free}) {
        const test::Loaded deck = test::load(tree(n, seed, root));
        ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
        Options options;
        Dynamics dynamics(deck.built->model, deck.built->phase, options, Form::automatic, true);
        State state = test::initial_state(deck);
        ASSERT_TRUE(dynamics.start(state).ok());
        Kinematics kinematics = dynamics.kinematics();
        PositionJacobian& jacobian = kinematics.jacobian();
        ++(jacobian.tree() ? trees : others);
        if (!jacobian.tree()) continue;
        const JacobianBlock& block = jacobian.block();
        const int size = block.row_count();
        std::mt19937 engine(seed);
        std::uniform_real_distribution<double> random(-1, 1);
        int sign = 0;
        for (int pass = 0; pass < 3; ++pass) {
          const Positioned placed = kinematics.position_at(state);
          ASSERT_TRUE(placed.ok());
          // Velocities fulfil their rows, and those that are given stay.
          State moving = state;
          for (double& v : moving.v) v = random(engine);
          const std::vector<double> given = moving.v;
          kinematics.velocities(placed, moving);
          std::vector<double> ed(state.e.size(), 0.0);
          add_derivative_times(deck.built->model, jacobian.evaluation(), moving.v, ed);
          double fastest = 1;
          for (const double v : moving.v) fastest = std::max(fastest, std::fabs(v));
          for (const int r : block.rows())
            slack =
                std::max(slack, std::fabs(ed[static_cast<std::size_t>(r)] -
                                          kinematics.motion().ed()[static_cast<std::size_t>(r)]) /
                                    fastest);
          std::vector<char> is_found(given.size(), 0);
          for (const int i : block.columns()) is_found[static_cast<std::size_t>(i)] = 1;
          for (std::size_t i = 0; i < given.size(); ++i)
            EXPECT_TRUE(is_found[i] || moving.v[i] == given[i]);
          Lu dense(size);
          block.gather(jacobian.evaluation(), dense.matrix());
          ASSERT_LT(dense.factor(), 0);
          const double rcond = dense.rcond();
          // Both are estimates, whose search depends on the order of the rows.
          EXPECT_LT(std::fabs(std::log2(jacobian.rcond() / rcond)), 2);
          // The sign is that of the determinant, up to one of the structure.
          const int product = jacobian.determinant_sign() * dense.determinant_sign();
          if (pass == 0) sign = product;
          EXPECT_EQ(product, sign);
          EXPECT_GT(jacobian.determinacy(), 0);
          EXPECT_LE(jacobian.determinacy(), 1);
          for (const bool transposed : {false, true}) {
            std::vector<double> b(block.rows().size());
            for (double& one : b) one = random(engine);
            std::vector<double> c = b;
            transposed ? jacobian.solve_transposed(b.data()) : jacobian.solve(b.data());
            transposed ? dense.solve_transposed(c.data()) : dense.solve(c.data());
            worst = std::max(worst, rcond * apart_by(c, b));
          }
          for (double& v : state.v) v = random(engine);
          move_coordinates(deck.built->model, state.v, 0.3, state.x);
        }
      }
  EXPECT_LT(worst, 1e-14);
  EXPECT_LT(slack, 1e-12);
  // In the others the given velocities are degrees of freedom, of one body more than its joint
  // leaves free.
  EXPECT_GT(trees, 30);
  EXPECT_GT(others, 0);
  RecordProperty("trees", trees);
}

// Two pendulums whose second hinge stands along the coordinate that is to be found from it.
TEST(TreeRows, NameTheCoordinateWithoutAPivot) {
  const test::Loaded deck = test::load(R"(REVOLUTE 1  0 0 1 2  0 0 0  -1 0 0  0 0 1
REVOLUTE 2  1 2 3 4  1 0 0  -1 0 0  0 0 1
X 1 1 0 0
X 3 3 0 0
DYNX 2 3
DYNX 4 1
END HALT
XM 1 1
XM 2 1 0 0 1 0 1
XM 3 1
XM 4 1 0 0 1 0 1
TIMESTEP 1 1
END END
)");
  ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
  const Model& model = deck.built->model;
  const Phase& phase = deck.built->phase;
  Options options;
  PositionJacobian jacobian(model, phase, named_partition(phase), options);
  ASSERT_NE(jacobian.tree(), nullptr);
  evaluate_position(model, model.x0, jacobian.evaluation());
  const SolveStatus status = jacobian.factor();
  EXPECT_EQ(status.kind, SolveKind::singular);
  EXPECT_EQ(jacobian.determinacy(), 0);
  EXPECT_EQ(jacobian.determinant_sign(), 0);
  // The third angular velocity of the second body is that of the hinge.
  EXPECT_EQ(model.coordinate_name(status.column), "node 4 W3");
  std::vector<double> b(jacobian.block().rows().size(), 1.0);
  jacobian.solve(b.data());
  EXPECT_TRUE(std::isnan(b[0]));
}

// A loop, or a row between three bodies, is no tree.
TEST(TreeForces, LoopsAreLeftToTheOthers) {
  const test::Loaded deck = test::load(tree(6, 1, Root::ground, true));
  ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
  EXPECT_FALSE(TreeForces(deck.built->model, deck.built->phase).is_tree());
  const std::string three = R"(SDA 1  1 2  3 4  0 0 0  0 0 0
SDA 2  3 4  5 6  0 0 0  0 0 0
X 1 0 0 0
X 3 1 0 0
X 5 1 2 0
FORMULA 3 = e1_1 + e2_1
FIXE 3
RLSE 1
RLSE 2
END HALT
XM 1 1
XM 3 1
XM 5 1
XM 2 1 0 0 1 0 1
XM 4 1 0 0 1 0 1
XM 6 1 0 0 1 0 1
STARTVX 5 1 1
DOF AUTO
TIMESTEP 1 1
END END
)";
  const test::Loaded row = test::load(three);
  if (row.built) {
    EXPECT_FALSE(TreeForces(row.built->model, row.built->phase).is_tree());
  } else {
    ADD_FAILURE() << row.diagnostics.format_all();
  }
}

}  // namespace
}  // namespace mbs
