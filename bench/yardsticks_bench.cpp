// mbsim beside hand-written minimal programs for the same equations: nanoseconds an evaluation and
// the ratio. Physics is compared with independent numbers first; wrong physics is not timed.
//
//   yardsticks_bench [largest chain, default 1000 [JSON file]]
//   yardsticks_bench growing ...          the growing mechanisms alone
//   yardsticks_bench by-hand TOLERANCE    the push-off by hand once, for bench/count_operations.sh
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "solve/statics/equilibrium.h"
#include "support/four_bar_run.h"
#include "support/problems.h"
#include "support/program.h"
#include "support/results.h"
#include "support/timing.h"
#include "yardsticks/beams.h"
#include "yardsticks/chain.h"
#include "yardsticks/counting.h"
#include "yardsticks/dormand_prince.h"
#include "yardsticks/four_bar.h"
#include "yardsticks/net.h"
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

// A run as the INTEG line of the deck asks for it; the state at its end.
State run_as_asked(const DeckModel& deck) {
  const Model& model = deck.built->model;
  const IntegratorSettings chosen =
      chosen_integrator(deck.tables.method.integration, model, deck.tables.units());
  Started begun(deck, Form::automatic, chosen.method);
  begun.system.emplace(model, deck.built->phase, begun.dynamics, begun.state, deck.options, chosen);
  begun.system->pack(begun.state, 0, begun.y);
  const auto integrator = make_integrator(begun.system->ode(), chosen).integrator;
  const double end = deck.tables.time.at(deck.tables.time.count() - 1);
  StepStatus status = integrator->start(deck.tables.time.start, begun.y);
  integrator->control().set_tstop(end);
  while (status.ok() && integrator->t() < end) status = integrator->step();
  begun.y.resize(static_cast<std::size_t>(begun.system->size()));
  integrator->interpolate(end, begun.y);
  if (!status.ok() || !begun.system->complete(end, begun.y, begun.state).ok())
    throw std::runtime_error(fmt::format("stopped at t = {}", status.t));
  return begun.state;
}

// Growing mechanisms: an iteration of STATIC and a step of GALPHA, against programs in bands. The
// order of elimination, and the choice of coordinates for the 50 steps, are part of mbsim's time.
class Growing {
 public:
  Growing(Results& results, std::string name) : results_(results), name_(std::move(name)) {}

  // iterations(n): so many of Newton's method by hand, from the start of the structure.
  template <class Iterations>
  void equilibrium(int n, const DeckModel& deck, int checked, double by_hand,
                   Iterations iterations) {
    Started begun(deck, Form::automatic);
    State state = begun.state;
    int count = 0;
    const auto solve = [&] {
      state = begun.state;
      const EquilibriumStatus found =
          Equilibrium(deck.built->model, deck.built->phase, begun.dynamics, {}).solve(state);
      require(found.ok(), name_ + ", an equilibrium");
      count = found.iterations;
    };
    solve();
    // The stiffness of n beams in a band has entries that grow with n^3 and cancel: what is lost by
    // hand grows with n^4.
    if (!near(state.x[static_cast<std::size_t>(checked)], by_hand, 1e-7))
      fmt::print("  mbsim {:.9g}, by hand {:.9g}\n", state.x[static_cast<std::size_t>(checked)],
                 by_hand);
    require(near(state.x[static_cast<std::size_t>(checked)], by_hand, n < 1000 ? 1e-7 : 1e-3),
            name_ + ", equilibrium");
    Pair pair = measure_pair(
        solve, [&] { iterations(count); }, kBatch, pairs_of(n));
    pair.first /= count, pair.second /= count;
    row(n, "STATIC, an iteration", pair);
  }
  // steps(n): so many steps by hand.
  template <class Steps>
  void steps(int n, const DeckModel& deck, int count, int checked, double by_hand, double tolerance,
             Steps steps) {
    const double found = run_as_asked(deck).x[static_cast<std::size_t>(checked)];
    require(std::fabs(found - by_hand) <= tolerance, name_ + ", motion");
    Pair pair =
        measure_pair([&] { run_as_asked(deck); }, [&] { steps(count); }, kBatch, pairs_of(n));
    pair.first /= count, pair.second /= count;
    row(n, "GALPHA, a step", pair);
  }

 private:
  // The largest mechanisms take seconds a batch.
  static constexpr double kBatch = 0.02;
  static int pairs_of(int n) { return n < 1000 ? 9 : 3; }

  void row(int n, const std::string& what, const Pair& pair) {
    results_.row(fmt::format("{} of {}, {}", name_, n, what), pair);
    auto& [size, time] = last_[what];
    if (size > 0)
      fmt::print("  growth: exponent {:.2f}\n",
                 std::log(pair.first / time) / std::log(static_cast<double>(n) / size));
    size = n, time = pair.first;
  }

  Results& results_;
  std::string name_;
  std::map<std::string, std::pair<int, double>> last_;
};

constexpr int kSteps = 50, kIterations = 2;

void cantilevers(Results& results, int largest) {
  Growing rows(results, "cantilever");
  for (const int n : {10, 100, 1000}) {
    if (n > largest) continue;
    const auto deck = [&](double load, const std::string& job) {
      std::string text, tail;
      for (int k = 1; k <= n; ++k) {
        text += fmt::format("PLBEAM {0} {1} {2} {3} {4}\nX {3} {5:.17g} 0\nRLSE {0}\n", k,
                            2 * k - 1, 2 * k, 2 * k + 1, 2 * k + 2, 1.0 * k / n);
        tail += fmt::format("ESTIFF {0} 1e4 1\nEM {0} 1\n", k);
      }
      return "X 1 0 0\n" + text + "FIX 1\nFIX 2\nEND HALT\n" + tail +
             fmt::format("XF {} 0 {}\nDOF AUTO\n{}\nEND END\n", 2 * n + 1, load, job);
    };
    const auto last = static_cast<std::size_t>(3 * n - 2);
    Cantilever still(static_cast<std::size_t>(n), 1e4, 1, 1, 1e-3);
    for (int k = 0; k < 60 && still.newton() > 1e-12; ++k) {
    }
    const DeckModel rests(deck(1e-3, "STATIC"));
    const int tip = static_cast<int>(coordinate(rests, 2 * n + 1)) + 1;
    rows.equilibrium(n, rests, tip, still.x[last], [&](int count) {
      Cantilever hand(static_cast<std::size_t>(n), 1e4, 1, 1, 1e-3);
      for (int k = 0; k < count; ++k) hand.newton();
    });
    const auto move = [&](int count) {
      Cantilever hand(static_cast<std::size_t>(n), 1e4, 1, 1, 0.1);
      hand.accelerate();
      for (int k = 0; k < count; ++k) hand.step(0.5 / count, kIterations);
      return hand.x[last];
    };
    rows.steps(n, DeckModel(deck(0.1, "TIMES 0 0.5 0.5\nINTEG GALPHA STEP 0.01")), kSteps, tip,
               move(kSteps), 2e-4, move);
  }
}

// Legs of four beams, joined at their tops by rigid rods, fall.
void flexible_four_bars(Results& results, int largest) {
  constexpr int beams = 4;
  constexpr double h = 2e-3;
  Growing rows(results, "flexible four-bars");
  for (const int loops : {4, 16, 64}) {
    if (loops * beams > largest) continue;
    const auto move = [&](int count) {
      FlexibleFourBars hand(static_cast<std::size_t>(loops), beams, 1e6, 100, 1, 1);
      hand.accelerate();
      for (int k = 0; k < count; ++k) hand.step(h, kIterations);
      return hand.x[hand.top(static_cast<std::size_t>(loops))];
    };
    std::string nodes, elements, tail;
    const auto point = [](int leg, int node) { return 2 * ((beams + 1) * leg + node) + 1; };
    int element = 0;
    for (int leg = 0; leg <= loops; ++leg) {
      nodes += fmt::format("FIX {}\n", point(leg, 0));
      tail += fmt::format("XM {} 1\n", point(leg, beams));
      for (int node = 0; node <= beams; ++node) {
        const double way = 1.0 * node / beams;
        const int p = point(leg, node);
        nodes +=
            fmt::format("X {} {:.17g} {:.17g}\n", p, leg + way * std::cos(FlexibleFourBars::kLean),
                        way * std::sin(FlexibleFourBars::kLean));
        if (node == beams) continue;
        elements += fmt::format("PLBEAM {0} {1} {2} {3} {4}\nRLSE {0}\n", ++element, p, p + 1,
                                p + 2, p + 3);
        tail += fmt::format("EM {0} 1\nESTIFF {0} 1e6 100\n", element);
      }
    }
    for (int k = 0; k < loops; ++k)
      elements +=
          fmt::format("PLTRUSS {} {} {}\n", ++element, point(k, beams), point(k + 1, beams));
    const DeckModel deck(
        elements + nodes + "END HALT\n" + tail +
        fmt::format("GRAVITY 0 -{}\nDOF AUTO\nTIMES 0 {} {}\nINTEG GALPHA STEP {}\nEND END\n",
                    FlexibleFourBars::kGravity, h * kSteps, h * kSteps, h));
    const double at_start = loops + std::cos(FlexibleFourBars::kLean), at_end = move(kSteps);
    rows.steps(loops, deck, kSteps, static_cast<int>(coordinate(deck, point(loops, beams))), at_end,
               5e-3 * std::fabs(at_end - at_start), move);
  }
}

// A structure of bars and its deck.
template <std::size_t kDim>
struct Bars {
  BarNet<kDim> net;
  std::size_t watched = 0;  // a free coordinate
  double EA = 1e7;

  std::string deck(const std::string& job) const {
    std::string text, tail;
    for (std::size_t k = 0; k < net.points.size(); ++k) {
      text += fmt::format("X {}", k + 1);
      for (const double x : net.points[k]) text += fmt::format(" {:.17g}", x);
      text += k < net.free ? "\n" : fmt::format("\nFIX {}\n", k + 1);
    }
    for (std::size_t k = 0; k < net.bars.size(); ++k) {
      text += fmt::format("{0} {1} {2} {3}\nRLSE {1}\n", kDim == 2 ? "PLTRUSS" : "TRUSS", k + 1,
                          net.bars[k].a + 1, net.bars[k].b + 1);
      tail += fmt::format("ESTIFF {0} {1}\nEM {0} 1\n", k + 1, EA);
    }
    for (std::size_t k = 0; k < net.free; ++k)
      for (std::size_t c = 0; c < kDim; ++c)
        if (const double f = net.load[k * kDim + c]; f != 0)
          tail += fmt::format("XF {}{} {}\n", k + 1, c == 0 ? "" : c == 1 ? " 0" : " 0 0", f);
    return text + "END HALT\n" + tail + "DOF AUTO\n" + job + "\nEND END\n";
  }
};

// A girder of n bays, clamped at one end, pressed down at the other.
Bars<2> girder(std::size_t n) {
  Bars<2> out;
  for (std::size_t i = n + 1; i-- > 0;)
    for (const double y : {0.0, 1.0}) out.net.points.push_back({static_cast<double>(i), y});
  out.net.free = 2 * n;
  for (std::size_t i = 0; i <= n; ++i) {
    if (i < n) {
      out.net.connect(2 * i, 2 * i + 1, out.EA, 1);
      out.net.connect(2 * i, 2 * i + 2, out.EA, 1);
      out.net.connect(2 * i + 1, 2 * i + 3, out.EA, 1);
      out.net.connect(2 * i + 1, 2 * i + 2, out.EA, 1);
    }
  }
  out.net.begin();
  out.watched = 1;
  out.net.load[1] = -1e-3;
  return out;
}

// A rope of n springs between two points, without stress, which falls under its loads.
Bars<2> rope(std::size_t n) {
  Bars<2> out;
  out.EA = 1e6;
  for (std::size_t i = 1; i < n; ++i)
    out.net.points.push_back({1.0 * static_cast<double>(i) / static_cast<double>(n), 0});
  out.net.points.push_back({0, 0});
  out.net.points.push_back({1, 0});
  for (std::size_t i = 0; i < out.net.points.size(); ++i)
    if (i < n - 1) {
      const double x = out.net.points[i][0];
      out.net.points[i][1] = -0.4 * x * (1 - x);
    }
  out.net.free = n - 1;
  for (std::size_t i = 0; i + 1 < n - 1; ++i) out.net.connect(i, i + 1, out.EA, 1);
  out.net.connect(n - 1, 0, out.EA, 1);
  out.net.connect(n - 2, n, out.EA, 1);
  out.net.begin();
  for (std::size_t i = 0; i < n - 1; ++i) out.net.load[2 * i + 1] = -10.0 / static_cast<double>(n);
  out.watched = 2 * (n / 2) + 1;
  return out;
}

// A dome of rings of m points about its crown, pressed down there.
Bars<3> dome(std::size_t rings, std::size_t m) {
  Bars<3> out;
  out.net.points.push_back({0, 0, 3});
  for (std::size_t r = 1; r <= rings; ++r)
    for (std::size_t j = 0; j < m; ++j) {
      const double part = static_cast<double>(r) / static_cast<double>(rings);
      const double turn = 2 * 3.14159265358979324 *
                          (static_cast<double>(j) + 0.5 * static_cast<double>(r % 2)) /
                          static_cast<double>(m);
      out.net.points.push_back(
          {10 * part * std::cos(turn), 10 * part * std::sin(turn), 3 * (1 - part * part)});
    }
  out.net.free = 1 + (rings - 1) * m;
  const auto number = [&](std::size_t r, std::size_t j) { return 1 + (r - 1) * m + j % m; };
  for (std::size_t j = 0; j < m; ++j) out.net.connect(0, number(1, j), out.EA, 1);
  for (std::size_t r = 1; r < rings; ++r)
    for (std::size_t j = 0; j < m; ++j) {
      out.net.connect(number(r, j), number(r, j + 1), out.EA, 1);
      out.net.connect(number(r, j), number(r + 1, j), out.EA, 1);
      out.net.connect(number(r, j), number(r + 1, r % 2 == 1 ? j + 1 : j + m - 1), out.EA, 1);
    }
  out.net.begin();
  out.watched = 2;
  out.net.load[2] = -1;
  return out;
}

template <std::size_t kDim>
void bars(Growing& rows, int n, const Bars<kDim>& structure, double h, bool rests_too) {
  const auto value = [&](const Bars<kDim>& of) {
    return of.net.points[structure.watched / kDim][structure.watched % kDim];
  };
  const DeckModel rests(structure.deck("STATIC"));
  const int watched =
      static_cast<int>(coordinate(rests, static_cast<int>(structure.watched / kDim) + 1)) +
      static_cast<int>(structure.watched % kDim);
  if (rests_too) {
    Bars<kDim> still = structure;
    for (int k = 0; k < 60 && still.net.newton() > 1e-13; ++k) {
    }
    rows.equilibrium(n, rests, watched, value(still), [&](int count) {
      Bars<kDim> hand = structure;
      for (int k = 0; k < count; ++k) hand.net.newton();
    });
  }
  const auto move = [&](int count) {
    Bars<kDim> hand = structure;
    hand.net.accelerate();
    for (int k = 0; k < count; ++k) hand.net.step(h, kIterations);
    return value(hand);
  };
  const double end = h * kSteps, at_end = move(kSteps), way = std::fabs(at_end - value(structure));
  rows.steps(n,
             DeckModel(structure.deck(
                 fmt::format("TIMES 0 {0:.17g} {0:.17g}\nINTEG GALPHA STEP {1:.17g}", end, h))),
             kSteps, watched, at_end, 0.05 * way + 1e-9, move);
}

void growing(Results& results, int largest) {
  cantilevers(results, largest);
  flexible_four_bars(results, largest);
  Growing girders(results, "girder"), ropes(results, "rope"), domes(results, "dome");
  for (const int n : {10, 100, 1000}) {
    if (n > largest) continue;
    bars(ropes, n, rope(static_cast<std::size_t>(n)), 1e-4, false);
    bars(girders, n, girder(static_cast<std::size_t>(n)), 1e-3, true);
  }
  for (const auto& [rings, m] : {std::pair(5, 20), std::pair(10, 30), std::pair(20, 50)})
    if (rings * m <= largest)
      bars(domes, rings * m, dome(static_cast<std::size_t>(rings), static_cast<std::size_t>(m)),
           2e-3, true);
}

int run(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "by-hand") {
    PushOff<double> hand;
    auto y = hand.start();
    const StepCount count = dormand_prince(hand, 0, 0.24, 1e-3, std::atof(argv[2]), y);
    fmt::print("{} evaluations, first angle {:.9f}\n", count.evaluations, y[0]);
    return 0;
  }
  const bool is_growing = argc > 1 && std::string(argv[1]) == "growing";
  if (is_growing) --argc, ++argv;
  const int largest = argc > 1 ? std::atoi(argv[1]) : 1000;
  Results results(argc > 2 ? argv[2] : nullptr);
  if (is_growing) return growing(results, largest), 0;
  push_off(results);
  four_bar_step(results);
  chains(results, largest);
  growing(results, largest);
  return 0;
}

}  // namespace
}  // namespace mbs::bench

int main(int argc, char** argv) {
  return mbs::bench::run_program("yardsticks", mbs::bench::run, argc, argv);
}
