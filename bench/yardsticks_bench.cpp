// mbsim beside hand-written minimal programs for the same equations: nanoseconds an evaluation and
// the ratio. Physics is compared with independent numbers first; wrong physics is not timed.
//
//   yardsticks_bench [largest chain, default 1000 [JSON file]]
//   yardsticks_bench by-hand TOLERANCE    the push-off by hand once, for bench/count_operations.sh
#include <fmt/format.h>

#include <cstdlib>

#include "support/four_bar_run.h"
#include "support/problems.h"
#include "support/program.h"
#include "support/results.h"
#include "support/timing.h"
#include "yardsticks/chain.h"
#include "yardsticks/counting.h"
#include "yardsticks/dormand_prince.h"
#include "yardsticks/four_bar.h"
#include "yardsticks/push_off.h"

namespace mbs::bench {
namespace {

void require(bool right, const std::string& what) {
  if (right) return;
  fmt::print(stderr, "yardsticks: {}: wrong physics, nothing timed\n", what);
  std::exit(1);
}

bool near(double a, double b, double tolerance) {
  return std::fabs(a - b) <= tolerance * (1 + std::fabs(b));
}

class Results {
 public:
  explicit Results(const char* path) : json_(path, "yardsticks") {
    fmt::print("{:<44}{:>12}{:>12}{:>9}\n", "CPU, medians of interleaved batches", "mbsim us",
               "by hand us", "ratio");
  }
  void row(const std::string& name, const Pair& p) {
    fmt::print("{:<44}{:>12.3f}{:>12.4f}{:>9.1f}\n", name, 1e6 * p.first, 1e6 * p.second, p.ratio);
    std::fflush(stdout);
    json_.row(
        fmt::format("\"name\": \"{}\", \"mbsim_seconds\": {:.6e}, \"by_hand_seconds\": {:.6e}, "
                    "\"ratio\": {:.4f}",
                    name, p.first, p.second, p.ratio));
  }

 private:
  JsonRows json_;
};

void push_off(Results& results) {
  const PushOff<double> hand;
  auto y = hand.start();
  const double at_start[] = {-0.62331874, 8.48943539, -21.52885974, 11.61026546};
  const auto a = hand.accelerations(y);
  for (unsigned i = 0; i < 4; ++i) require(near(a[i], at_start[i], 1e-8), "push-off at t = 0");

  const DeckModel deck(read_text(MBSIM_ROOT "/decks/bench/push_off.dat"));
  Started mbsim(deck, Form::automatic);
  for (unsigned i = 0; i < 4; ++i)
    require(near(mbsim.state.a[5 + 3 * i], at_start[i], 1e-8), "mbsim's push-off at t = 0");
  PushOff<double>::State ydot;
  volatile double sink = 0;
  results.row("push-off, one evaluation", measure_pair([&] { mbsim.evaluate(); },
                                                       [&] {
                                                         hand(y, ydot);
                                                         sink = ydot[4];
                                                       }));

  // Whole runs to SSD <= 1e-3: the loosest tolerance of each that reaches it.
  const auto by_hand = [&](double tolerance, StepCount& count) {
    auto z = hand.start();
    count = dormand_prince(hand, 0, 0.24, 1e-3, tolerance, z);
    const auto end = hand.accelerations(z);
    return push_off_error({end.begin(), end.end()}, 0, 1);
  };
  StepCount count;
  double own = 1e-4;
  while (by_hand(own, count) > 1e-3) own /= 1.5;
  Setting setting{"STEP", 1e-4, Form::automatic};
  const auto error = [&] { return push_off_error(run_deck_silently(deck, setting).state.a, 5, 3); };
  while (error() > 1e-3) setting.tolerance /= 1.5;
  results.row(
      "push-off to SSD <= 1e-3 (mbsim: STEP)",
      measure_pair([&] { run_deck_silently(deck, setting); }, [&] { sink = by_hand(own, count); }));
  const long evaluations = run_deck_silently(deck, setting).stats.rhs;

  using Counted = PushOff<Counting>;
  const Counted counted;
  Counting::operations = Counting::functions = 0;
  counted.accelerations(Counted::start());
  const long operations = Counting::operations, functions = Counting::functions;
  const Counted whole;
  auto z = Counted::start();
  Counting::operations = Counting::functions = 0;
  dormand_prince(whole, 0, 0.24, 1e-3, own, z);
  fmt::print(
      "  by hand: {} operations and {} sines and cosines an evaluation, {} evaluations (tolerance "
      "{:.2e}),\n"
      "  {:.3f} Mflop the run (counted by a scalar type, a sine as 20, error norm left out);\n"
      "  mbsim: {} evaluations (tolerance {:.2e})\n",
      operations, functions, count.evaluations, own,
      1e-6 * static_cast<double>(Counting::operations + 20 * Counting::functions), evaluations,
      setting.tolerance);
}

void chains(Results& results, int largest) {
  struct Known {
    int n;
    double first, last;
  };
  for (const Known& known :
       {Known{4, -12.6079772262, 1.05970687264}, Known{10, 0, 0},
        Known{40, -13.1951264185, 0.00463967857}, Known{100, -13.1831096408, -0.0244280537},
        Known{1000, -13.1829423056, -0.0307911396}}) {
    if (known.n > largest) {
      fmt::print("chain of {} rods left out (argument 1: the largest chain)\n", known.n);
      continue;
    }
    std::vector<double> phi, rate;
    chain_state(known.n, phi, rate);
    std::vector<double> a(phi.size());
    Chain hand(known.n);
    hand.accelerations(phi.data(), rate.data(), a.data());
    const double last = a[a.size() - 1] - a[a.size() - 2];
    if (known.first != 0)
      require(near(a[0], known.first, 1e-9) && near(last, known.last, 1e-9), "chain");
    const DeckModel deck(chain_deck(phi, rate, 1));
    Started mbsim(deck, Form::automatic);
    for (int i = 0; i < known.n; ++i)
      require(
          near(mbsim.state.a[coordinate(deck, 20001 + i)], a[static_cast<std::size_t>(i)], 1e-8),
          "mbsim's chain");
    results.row(fmt::format("chain of {} rods, one evaluation", known.n),
                measure_pair([&] { mbsim.evaluate(); },
                             [&] { hand.accelerations(phi.data(), rate.data(), a.data()); }));
  }
}

void four_bar_step(Results& results) {
  const std::array<double, 6> known = {0.406960757707, -0.268968903118, 8.819616592474,
                                       1.673064430486, 3.024315038797,  5.408795722769};
  require(four_bar_difference(four_bar(0.25), known) < 1e-11, "four-bar");
  FourBarRun mbsim;
  const double h = 1.0 / 4000;
  long k = 0, j = 0;
  const auto step = [&] { mbsim.step(h * static_cast<double>(++k)); };
  while (k < 1000) step();
  require(four_bar_difference(mbsim.angles(), known) < 1e-10, "mbsim's four-bar");
  volatile double sink = 0;
  results.row("four-bar, kinematic step (4000 a turn)",
              measure_pair(step, [&] { sink = four_bar(h * static_cast<double>(++j))[2]; }));
}

int run(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "by-hand") {
    PushOff<double> hand;
    auto y = hand.start();
    const StepCount count = dormand_prince(hand, 0, 0.24, 1e-3, std::atof(argv[2]), y);
    fmt::print("{} evaluations, first angle {:.9f}\n", count.evaluations, y[0]);
    return 0;
  }
  const int largest = argc > 1 ? std::atoi(argv[1]) : 1000;
  Results results(argc > 2 ? argv[2] : nullptr);
  push_off(results);
  four_bar_step(results);
  chains(results, largest);
  return 0;
}

}  // namespace
}  // namespace mbs::bench

int main(int argc, char** argv) {
  return mbs::bench::run_program("yardsticks", mbs::bench::run, argc, argv);
}
