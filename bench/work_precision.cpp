// Error against CPU time and number of evaluations, for every integrator and both forms: runs
// inside this process, without reports. Passes over all settings of a mechanism are interleaved;
// times are medians over the passes. "change" is that of kinetic energy and gravity: the drift
// where nothing else does work.
//
//   work_precision [seconds a run may take, default 1] [JSON file [problem]]
#include <fmt/format.h>

#include <cstdlib>

#include "support/problems.h"
#include "support/program.h"
#include "support/results.h"
#include "support/timing.h"
#include "yardsticks/chain.h"
#include "yardsticks/dormand_prince.h"

namespace mbs::bench {
namespace {

// Of the N-four-bar, in rad: cranks that leave the parallelogram are off by far more.
constexpr double kBranch = 0.1;

struct Problem {
  std::string name, measure;
  const DeckModel& deck;
  std::function<double(const State&)> error;
  int coarse_steps;       // of HEUN and RK4, refined by 4
  double branch = 1e300;  // an error above it is motion on another branch
};

struct Point {
  Setting setting;
  double error = 0, drift = 0;
  IntegratorStats stats;
  std::vector<double> seconds;
  std::string failure;
};

double timed_run(const Problem& problem, Point& point) {
  const double begin = cpu_time();
  try {
    const RunEnd end = run_deck_silently(problem.deck, point.setting);
    point.seconds.push_back(cpu_time() - begin);
    point.error = problem.error(end.state);
    point.stats = end.stats;
    point.drift = end.drift;
  } catch (const std::runtime_error& error) {
    point.failure = error.what();
  }
  return cpu_time() - begin;
}

const char* name_of(Form form) { return form == Form::full ? "full" : "reduced"; }

// From coarse to fine, until a run takes longer than allowed; at four times that it is given up.
std::vector<Point> first_pass(const Problem& problem, double allowed) {
  std::vector<Point> points;
  for (Form form : {Form::reduced, Form::full})
    for (const char* method : {"STEP", "DOP853", "STIFF", "RK4", "HEUN"}) {
      const bool fixed = is_fixed_step(method, 0);
      for (int k = 0; k < 5; ++k) {
        const double setting =
            fixed ? problem.coarse_steps * std::pow(4.0, k) : std::pow(10.0, -4 - 2 * k);
        points.push_back({{method, setting, form, 4 * allowed}, 0, 0, {}, {}, {}});
        if (timed_run(problem, points.back()) > allowed) break;
      }
    }
  return points;
}

void print(const Problem& problem, const std::vector<Point>& points, JsonRows& json) {
  fmt::print("\n{}: error = {}\n{:<8} {:<8} {:>9} {:>9} {:>9} {:>10} {:>10} {:>11}\n", problem.name,
             problem.measure, "method", "form", "tol|steps", "accepted", "rhs", "error", "change J",
             "CPU ms");
  for (const Point& p : points) {
    const char* form = name_of(p.setting.form);
    const std::string names = fmt::format(
        "\"problem\": \"{}\", \"method\": \"{}\", \"form\": \"{}\", \"setting\": {:.6g}",
        problem.name, p.setting.method, form, p.setting.tolerance);
    if (!p.failure.empty()) {
      fmt::print("{:<8} {:<8} {:>9.4g} {}\n", p.setting.method, form, p.setting.tolerance,
                 p.failure);
      json.row(fmt::format("{}, \"failure\": \"{}\"", names, p.failure));
      continue;
    }
    const bool strayed = p.error > problem.branch;
    fmt::print("{:<8} {:<8} {:>9.4g} {:>9} {:>9} {:>10.1e} {:>10.1e} {:>11.3f}{}\n",
               p.setting.method, form, p.setting.tolerance, p.stats.accepted, p.stats.rhs, p.error,
               p.drift, 1e3 * median(p.seconds), strayed ? "  another branch" : "");
    json.row(
        fmt::format("{}, \"rhs\": {}, \"error\": {:.6e}, \"drift\": {:.6e}, \"seconds\": {:.6e}",
                    names, p.stats.rhs, p.error, p.drift, median(p.seconds)));
  }
  std::fflush(stdout);
}

// The angles of ten rods one second after their release from a horizontal line, by the equations of
// yardsticks/chain.h.
std::vector<double> released_chain() {
  using State20 = std::array<double, 20>;
  State20 y{};
  Chain chain(10);
  const auto f = [&](const State20& at, State20& rate) {
    std::copy(at.begin() + 10, at.end(), rate.begin());
    chain.accelerations(at.data(), at.data() + 10, rate.data() + 10);
  };
  dormand_prince(f, 0, 1, 1e-3, 1e-13, y);
  if (std::fabs(y[0] + 1.0877056140) > 2e-10)  // what two other programs agree on
    throw std::runtime_error("the reference of the ten rods is wrong");
  return {y.begin(), y.begin() + 10};
}

int run(int argc, char** argv) {
  const double allowed = argc > 1 ? std::atof(argv[1]) : 1;
  JsonRows json(argc > 2 ? argv[2] : nullptr, "work_precision");
  const std::string only = argc > 3 ? argv[3] : "", root = MBSIM_ROOT;
  const DeckModel push_off(read_text(root + "/decks/bench/push_off.dat"));
  const DeckModel andrews(read_text(root + "/decks/own/andrews.dat"));
  const DeckModel loops4(n_four_bar_deck(root, 4)), loops40(n_four_bar_deck(root, 40));
  const DeckModel chain(chain_deck(std::vector<double>(10), std::vector<double>(10), 1));
  const std::vector<double> hanging = released_chain();
  const auto branch_error = [](const DeckModel& deck, int n) {
    return [&deck, angle = n_four_bar_angle(n), n](const State& s) {
      return crank_error(crank_angles(deck, s, n), angle);
    };
  };
  const Problem problems[] = {
      {"push-off", "SSD of accelerations at 0.24 s", push_off,
       [](const State& s) { return push_off_error(s.a, 5, 3); }, 60},
      {"Andrews", "largest angle error at 0.05 s [rad]", andrews,
       [&](const State& s) { return andrews_error(andrews, s); }, 500},
      {"ten rods", "largest angle error at 1 s [rad]", chain,
       [&](const State& s) {
         double worst = 0;
         for (int k = 0; k < 10; ++k)
           worst = std::max(worst, std::fabs(s.x[coordinate(chain, 20001 + k)] -
                                             hanging[static_cast<std::size_t>(k)]));
         return worst;
       },
       100},
      {"N-four-bar, N = 4", "largest crank angle error at 10 s [rad]", loops4,
       branch_error(loops4, 4), 500, kBranch},
      {"N-four-bar, N = 40", "largest crank angle error at 10 s [rad]", loops40,
       branch_error(loops40, 40), 500, kBranch},
  };
  for (const Problem& problem : problems) {
    if (!only.empty() && problem.name != only) continue;
    std::vector<Point> points = first_pass(problem, allowed);
    for (int pass = 0; pass < 4; ++pass)
      for (Point& point : points)
        if (point.failure.empty() && point.seconds.front() <= allowed) timed_run(problem, point);
    print(problem, points, json);
  }
  return 0;
}

}  // namespace
}  // namespace mbs::bench

int main(int argc, char** argv) {
  return mbs::bench::run_program("work_precision", mbs::bench::run, argc, argv);
}
