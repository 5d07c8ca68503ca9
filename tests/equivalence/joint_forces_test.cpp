// All paths through the matrices give the same accelerations, stresses and reactions at one state,
// within a small multiple of the rounding that the condition of the equations allows; and the work
// of the sparse ones grows like the mechanism.
#include "solve/forces/joint_forces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "linalg/eigen.h"
#include "solve/forces/dynamics.h"
#include "solve/place/partition.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Rods of different length and mass end to end from the origin, at random angles and rates.
std::string chain(int n, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> random(-1, 1);
  std::string nodes = "X 5001 0 0\nX 5002 0\n", joints, dynamics;
  double x = 0, y = 0, vx = 0, vy = 0;
  const auto put = [](double value) { return " " + std::to_string(value); };
  for (int i = 0; i < n; ++i) {
    const double half = 0.5 + 0.2 * random(engine), angle = 3 * random(engine);
    const double mass = 1 + 0.8 * random(engine), w = 2 * random(engine);
    const double c = half * std::cos(angle), s = half * std::sin(angle);
    const std::string p = " " + std::to_string(10001 + i), q = " " + std::to_string(20001 + i);
    nodes += "X" + p + put(x + c) + put(y + s) + "\nX" + q + put(angle) + "\n";
    joints += "PLREV " + std::to_string(i + 1);
    joints +=
        i == 0 ? " 5001 5002" : " " + std::to_string(10000 + i) + " " + std::to_string(20000 + i);
    joints += p + q + (i == 0 ? " 0 0" : put(half) + " 0") + put(-half) + " 0\n";
    dynamics += "XM" + p + put(mass) + "\nXM" + q + put(mass * half * half / 3) + "\n";
    dynamics += "STARTVX" + p + " 1" + put(vx - w * s) + "\nSTARTVX" + p + " 2" + put(vy + w * c) +
                "\nSTARTVX" + q + " 1" + put(w) + "\n";
    x += 2 * c, y += 2 * s, vx -= 2 * w * s, vy += 2 * w * c;
  }
  return nodes + joints + R"(FIX 5001
FIX 5002
END HALT
)" + dynamics +
         R"(GRAVITY 0 -9.81
DOF AUTO
TIMESTEP 1 1
END END
)";
}

// Condition number of J M^-1 J^T, rows scaled to a unit diagonal.
double condition(const Model& model, const Phase& phase, const Evaluation& here) {
  const std::vector<int> rows = constrained_deformations(phase), free = free_coordinates(phase);
  const std::size_t m = rows.size();
  JacobianBlock block(model, rows, free);
  std::vector<double> J(m * free.size()), A(m * m, 0.0), unit(m * m, 0.0);
  block.gather(here, {J.data(), block.row_count(), block.column_count(), block.row_count()});
  for (std::size_t k = 0; k < free.size(); ++k)
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < m; ++j)
        A[j * m + i] += J[k * m + i] * J[k * m + j] / model.mass[at(free[k])];
  std::vector<double> scale(m);
  for (std::size_t i = 0; i < m; ++i) scale[i] = 1 / std::sqrt(A[i * m + i]), unit[i * m + i] = 1;
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j) A[j * m + i] *= scale[i] * scale[j];
  const SymmetricEigen eigen = symmetric_eigen(static_cast<int>(m), A, unit);
  EXPECT_TRUE(eigen.ok);
  return eigen.values.back() / eigen.values.front();
}

struct Solved {
  State state;
  std::vector<double> S, r;
};

Solved solve(const test::Loaded& deck, double path, Form form) {
  Options options;
  options.path = path;
  const Model& model = deck.built->model;
  Dynamics dynamics(model, deck.built->phase, options, form, true);
  State state = test::initial_state(deck);
  EXPECT_TRUE(dynamics.accelerate(dynamics.start(state), state).ok());
  const ConstVector S = dynamics.stresses(), r = dynamics.reactions();
  return {state, {S.begin(), S.end()}, {r.begin(), r.end()}};
}

// Largest difference over the largest value.
double apart(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0, largest = 1e-3;
  for (std::size_t k = 0; k < a.size(); ++k) {
    worst = std::max(worst, std::fabs(a[k] - b[k]));
    largest = std::max(largest, std::fabs(a[k]));
  }
  return std::isfinite(worst) ? worst / largest : 1e300;
}

// The difference of all paths from the dense one, in units of eps times the condition.
double worst_difference(const std::string& text) {
  static const std::pair<double, Form> kPaths[] = {{kPathSparse, Form::reduced},
                                                   {kPathJoint, Form::reduced},
                                                   {kPathDense, Form::full},
                                                   {kPathSparse, Form::full}};
  const test::Loaded deck = test::load(text);
  EXPECT_TRUE(deck.built) << deck.diagnostics.format_all();
  const Solved dense = solve(deck, kPathDense, Form::reduced);
  Evaluation here(deck.built->model);
  evaluate_position(deck.built->model, dense.state.x, here);
  const double unit = std::numeric_limits<double>::epsilon() *
                      condition(deck.built->model, deck.built->phase, here);
  double worst = 0;
  for (const auto& [path, form] : kPaths) {
    const Solved other = solve(deck, path, form);
    for (double difference :
         {apart(dense.state.a, other.state.a), apart(dense.S, other.S), apart(dense.r, other.r)})
      worst = std::max(worst, difference / unit);
  }
  return worst;
}

TEST(JointForces, AgreeWithTheOtherPaths) {
  double chains = 0, loops = 0;
  for (const int n : {1, 2, 3, 5, 10, 30, 60})
    for (unsigned seed = 0; seed < 4; ++seed)
      chains = std::max(chains, worst_difference(chain(n, seed)));
  for (const int n : {1, 2, 4, 8, 16})
    loops = std::max(loops, worst_difference(test::n_four_bar(n)));
  RecordProperty("worst", std::to_string(chains) + " " + std::to_string(loops));
  EXPECT_LT(chains, 100);  // seen 32
  EXPECT_LT(loops, 2);     // seen 0.28
}

// Decks with springs, prescribed motions and released deformations, along the first of the motion.
TEST(JointForces, AgreeInDecks) {
  double worst = 0;
  int possible = 0;
  for (const char* name :
       {"own/andrews.dat", "own/double_pendulum_rods.dat", "own/four_bar_1.dat",
        "bench/push_off.dat", "spacar/vertical_jump.dat", "kabios/vertical_jump_dynamic.dat",
        "kabios/slider_crank_free_dynamic.dat", "kabios/slider_crank_inverse_dynamic.dat"}) {
    const std::string text = test::read_all(std::string(MBSIM_ROOT) + "/decks/" + name);
    const test::Loaded deck = test::load(text);
    ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
    if (!JointForces::possible(deck.built->model, deck.built->phase)) continue;
    ++possible;
    const double difference = worst_difference(text);
    RecordProperty(std::string(name).substr(std::string(name).find('/') + 1),
                   std::to_string(difference));
    worst = std::max(worst, difference);
  }
  RecordProperty("worst", std::to_string(worst));
  EXPECT_GE(possible, 5);
  EXPECT_LT(worst, 300);  // seen 89, of a chain whose transfer functions lose as much
}

// Multiplications of one evaluation, and entries of the factors that place the state.
std::pair<double, double> work(const std::string& text) {
  const test::Loaded deck = test::load(text);
  EXPECT_TRUE(deck.built) << deck.diagnostics.format_all();
  const Model& model = deck.built->model;
  const Phase& phase = deck.built->phase;
  Evaluation here(model);
  evaluate_position(model, model.x0, here);
  const Partition chosen =
      chosen_partition(model, phase, here, model.preferred_freedoms, Options().rank);
  EXPECT_TRUE(chosen.square());
  JacobianBlock block(model, chosen.rows, ordered_columns(model, chosen.rows, chosen.columns));
  SparseElimination elimination(block.pattern());
  block.gather(here, elimination.values());
  elimination.choose(0);
  EXPECT_EQ(elimination.factors().rank(), block.column_count());
  return {static_cast<double>(JointForces(model, phase).operations()),
          static_cast<double>(elimination.factors().operations())};
}

TEST(JointForces, WorkGrowsLikeTheMechanism) {
  const auto few = work(chain(40, 3)), many = work(chain(1000, 3));
  const double joint = std::log(many.first / few.first) / std::log(25.0);
  const double place = std::log(many.second / few.second) / std::log(25.0);
  const auto some = work(test::n_four_bar(20)), more = work(test::n_four_bar(200));
  const double loops = std::log10(more.first / some.first);
  const double loops_place = std::log10(more.second / some.second);
  RecordProperty("exponents", std::to_string(joint) + " " + std::to_string(place) + " " +
                                  std::to_string(loops) + " " + std::to_string(loops_place));
  EXPECT_LT(joint, 1.05);        // seen 1.005
  EXPECT_LT(place, 1.05);        // seen 1.004
  EXPECT_LT(loops, 1.05);        // seen 1.000
  EXPECT_LT(loops_place, 1.05);  // seen 0.987
}

}  // namespace
}  // namespace mbs
