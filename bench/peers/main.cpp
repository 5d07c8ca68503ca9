// mbsim beside Simbody and MuJoCo on the same mechanisms in one process, in interleaved batches.
// Both sides are compared with an independent solution first: a ratio is printed only where both
// reach the accuracy asked for, each at the loosest setting that does.
//
//   peers_bench [largest chain, default 1000] [JSON file]
#include <cmath>
#include <cstdlib>

#include "peers/peers.h"
#include "peers/table.h"
#include "support/four_bar_run.h"
#include "support/problems.h"
#include "support/program.h"
#include "yardsticks/chain.h"
#include "yardsticks/four_bar.h"

namespace mbs::bench {
namespace {

void push_off(Table& table, const char* name, PushOffPeer& peer, double setting, double refine) {
  const DeckModel deck(read_text(MBSIM_ROOT "/decks/bench/push_off.dat"));
  const Started begun(deck, Form::automatic);
  const auto start = peer.at_start();
  for (std::size_t i = 0; i < 4; ++i)
    if (difference(start[i], begun.state.a[5 + 3 * i]) > kAgreement)
      throw std::runtime_error(fmt::format("{}: the push-offs differ at the start", name));
  const auto run = [&](double tolerance) {
    return run_deck_silently(deck, {"STEP", tolerance, Form::automatic});
  };
  const Side own = loosest([&](double s) { return push_off_error(run(s).state.a, 5, 3); }, 1e-3,
                           1e-4, 1 / 1.5, 30);
  const Side other = loosest(
      [&](double s) {
        const auto a = peer.run(s);
        return push_off_error({a.begin(), a.end()}, 0, 1);
      },
      1e-3, setting, refine, 30);
  if (!own.reached || !other.reached)
    throw std::runtime_error(fmt::format("push-off, {}: accuracy not reached", name));
  table.row("push-off to SSD <= 1e-3", name,
            measure_pair([&] { run(own.setting); }, [&] { peer.run(other.setting); }), own, other);
}

// Settings of a peer: the first, what it is multiplied by until it is fine enough, and how many.
struct Ladder {
  double start, factor;
  int settings = 20;
};

void andrews(Table& table, const std::string& name, const AndrewsPeer& peer, const Ladder& ladder) {
  const DeckModel deck(read_text(MBSIM_ROOT "/decks/own/andrews.dat"));
  const auto run = [&](double tolerance) {
    return run_deck_silently(deck, {"STEP", tolerance, Form::automatic});
  };
  const Side own =
      loosest([&](double s) { return andrews_error(deck, run(s).state); }, 1e-5, 1e-4, 1 / 1.5, 30);
  const Side other = loosest([&](double s) { return andrews_error(peer(s)); }, 1e-5, ladder.start,
                             ladder.factor, 16);
  const std::string job = "Andrews to 1e-5 rad at 0.05 s";
  if (!own.reached) throw std::runtime_error("Andrews: accuracy not reached");
  if (!other.reached)
    return table.no_ratio(job, name, fmt::format("its least error is {:.1e}", other.error));
  table.row(job, name,
            measure_pair([&] { run(own.setting); }, [&] { peer(other.setting); }, 0.02, 3), own,
            other);
}

// Either the drift of energy is asked for, with every crank on the right branch (0.01 rad from the
// exact solution at 10 s tell it from others), or the angle of every crank at 10 s.
void n_four_bar(Table& table, int n, bool by_drift, const std::string& name, const LoopsPeer& peer,
                const Ladder& ladder) {
  constexpr double kDrift = 0.1, kBranch = 0.01, kAngle = 1e-5;
  const double angle = n_four_bar_angle(n), target = by_drift ? kDrift : kAngle;
  const DeckModel deck(n_four_bar_deck(MBSIM_ROOT, n));
  const auto run = [&](double tolerance) {
    return run_deck_silently(deck, {"STEP", tolerance, Form::automatic});
  };
  const auto error = [&](const std::vector<double>& cranks, double drift) {
    const double off = crank_error(cranks, angle);
    return !by_drift ? off : off < kBranch ? drift : 1e300;
  };
  const Side own = loosest(
      [&](double s) {
        const RunEnd end = run(s);
        return error(crank_angles(deck, end.state, n), end.drift);
      },
      target, 1e-2, 0.5, 20);
  std::string last;
  const Side other = loosest(
      [&](double s) {
        try {
          const LoopsEnd end = peer(s);
          last = fmt::format("at {:.0e} drift {:.1e} J, cranks off by {:.1e}", s, end.drift,
                             crank_error(end.cranks, angle));
          return error(end.cranks, end.drift);
        } catch (const std::exception&) {
          last = fmt::format("at {:.0e} it stops", s);
          return 1e300;
        }
      },
      target, ladder.start, ladder.factor, ladder.settings);
  const std::string job =
      fmt::format("N-four-bar, N = {}, to {}", n, by_drift ? "0.1 J" : "1e-5 rad");
  if (!own.reached) throw std::runtime_error(job + ": accuracy not reached");
  if (!other.reached)
    return table.no_ratio(
        job, name,
        other.error < 1e300 ? fmt::format("least error {:.1e}, {}", other.error, last) : last);
  table.row(job, name,
            measure_pair([&] { run(own.setting); }, [&] { peer(other.setting); }, 0.02, 3), own,
            other);
}

void four_bar_step(Table& table, double steps) {
  FourBarRun mbsim;
  const FourBarPeer peer = simbody_four_bar();
  Side own, other;
  long k = 0, j = 0;
  const auto step = [&] { mbsim.step(static_cast<double>(++k) / steps); };
  const auto peer_step = [&] { return peer(static_cast<double>(++j) / steps); };
  while (static_cast<double>(k) < steps) {
    step();
    const auto exact = four_bar(static_cast<double>(k) / steps);
    own.error = std::max(own.error, four_bar_difference(mbsim.angles(), exact));
    other.error = std::max(other.error, four_bar_difference(peer_step(), exact));
  }
  if (own.error > 1e-9 || other.error > 1e-9)
    throw std::runtime_error(
        fmt::format("four-bar: errors {:.1e} and {:.1e}", own.error, other.error));
  table.row(fmt::format("four-bar step ({} a turn)", steps), "Simbody",
            measure_pair(step, [&] { peer_step(); }), own, other);
}

void chain(Table& table, const char* name, int n,
           std::unique_ptr<ChainPeer> (*make)(const std::vector<double>&,
                                              const std::vector<double>&)) {
  std::vector<double> phi, rate, q, u, exact(static_cast<std::size_t>(n));
  chain_state(n, phi, rate);
  for (int i = 1; i <= n; ++i) q.push_back(0.1 * std::sin(i)), u.push_back(0.1 * std::cos(i));
  Chain(n).accelerations(phi.data(), rate.data(), exact.data());
  const DeckModel deck(chain_deck(phi, rate, 1));
  Started mbsim(deck, Form::automatic);
  const auto peer = make(q, u);
  const std::vector<double> a = peer->accelerations();
  Side own, other;
  double sum = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double now = mbsim.state.a[coordinate(deck, 20001 + static_cast<int>(i))];
    own.error = std::max(own.error, difference(now, exact[i]));
    other.error = std::max(other.error, difference(sum += a[i], exact[i]));
  }
  const std::string job = fmt::format("chain of {} rods, evaluation", n);
  if (own.error > kAgreement) throw std::runtime_error(job + ": wrong");
  if (other.error > kAgreement)
    return table.no_ratio(job, name, fmt::format("its error is {:.1e}", other.error));
  table.row(job, name, measure_pair([&] { mbsim.evaluate(); }, [&] { peer->evaluate(); }), own,
            other);
}

// The wobbling disc of decks/space/rolling_disc.dat: its centre at 3 s by a third program.
void rolling_disc(Table& table) {
  constexpr double kEnd[] = {-0.6411989792684057, -0.9161712353020064, 0.256391644944141};
  constexpr double kMass = 2, kRadius = 0.3, kTarget = 1e-6;
  const DeckModel deck(read_text(MBSIM_ROOT "/decks/space/rolling_disc.dat"));
  // Axle 1.2 rad off the vertical; spin 6, 2 about the axis that points up in the disc, fall -0.3.
  const double lean = std::acos(-1.0) / 2 - 1.2, heading = 0.4 - std::acos(-1.0) / 2;
  DiscStart start{kMass, kRadius, kMass * kRadius * kRadius / 2, kMass * kRadius * kRadius / 4};
  start.x = kRadius * std::cos(1.2) * std::cos(0.4);
  start.y = kRadius * std::cos(1.2) * std::sin(0.4);
  start.yaw = heading, start.lean = lean;
  start.yaw_rate = 2 / std::cos(lean), start.lean_rate = -0.3;
  start.spin = 6 - start.yaw_rate * std::sin(lean);
  const auto peer = simbody_disc(start);
  Started mbsim(deck, Form::automatic);
  const std::array<double, 3> a = peer->acceleration();
  Side own, other;
  for (std::size_t k = 0; k < 3; ++k)
    other.error = std::max(other.error, difference(a[k], mbsim.state.a[k]));
  own.error = other.error;  // of one against the other
  if (other.error > kAgreement) throw std::runtime_error("rolling disc: accelerations differ");
  table.row("rolling disc, evaluation", "Simbody",
            measure_pair([&] { mbsim.evaluate(); }, [&] { peer->evaluate(); }), own, other);
  const auto error = [&](const double* x) {
    double worst = 0;
    for (std::size_t k = 0; k < 3; ++k) worst = std::max(worst, std::fabs(x[k] - kEnd[k]));
    return worst;
  };
  const auto run = [&](double tolerance) {
    return run_deck_silently(deck, {"STEP", tolerance, Form::automatic});
  };
  own = loosest([&](double s) { return error(run(s).state.x.data()); }, kTarget, 1e-4, 0.5, 30);
  other = loosest([&](double s) { return error(peer->run(3, s).data()); }, kTarget, 1e-3, 0.5, 30);
  if (!own.reached) throw std::runtime_error("rolling disc: accuracy not reached");
  const std::string job = "rolling disc to 1e-6 m at 3 s";
  if (!other.reached)
    return table.no_ratio(job, "Simbody Merson",
                          fmt::format("its least error is {:.1e}", other.error));
  table.row(job, "Simbody Merson",
            measure_pair([&] { run(own.setting); }, [&] { peer->run(3, other.setting); }, 0.02, 3),
            own, other);
}

// The state in motion that was published with 14 digits: accelerations of yaw, roll, pitch, steer
// and rear wheel.
void bicycle(Table& table) {
  constexpr double kPublished[] = {0.8353281706379, 7.8555281128244, 0.1205543897884,
                                   -4.6198904039403, 1.8472554144217};
  const BicycleState at{0.6206670416476966, 0.2311385135743, -0.6068425835418, 0.4859824687093,
                        8.912989661489};
  std::string text = read_text(MBSIM_ROOT "/decks/space/bicycle.inc");
  text += fmt::format(
      "STARTDE 2 1 {:.17g} {:.17g}\nSTARTDE 5 1 {:.17g} {:.17g}\nSTARTDE 4 1 0 {:.17g}\n"
      "GRAVITY 0 0 -9.81\nTIMESTEP 1 1\nEND END\n",
      at.roll, at.roll_rate, at.steer, at.steer_rate, at.wheel_rate);
  const DeckModel deck(text);
  Started mbsim(deck, Form::automatic);
  const auto peer = simbody_bicycle(at);
  const std::vector<double> a = peer->accelerations();
  Side own, other;
  for (std::size_t k = 0; k < 5; ++k) {
    static constexpr std::size_t kElement[] = {0, 1, 2, 4, 3};
    const auto row = static_cast<std::size_t>(deck.built->model.elements[kElement[k]].first);
    own.error = std::max(own.error, difference(mbsim.state.edd[row], kPublished[k]));
    other.error = std::max(other.error, difference(a[k], kPublished[k]));
  }
  if (own.error > kAgreement) throw std::runtime_error("bicycle: wrong");
  const std::string job = "bicycle, evaluation";
  if (other.error > kAgreement)
    return table.no_ratio(job, "Simbody", fmt::format("its error is {:.1e}", other.error));
  table.row(job, "Simbody", measure_pair([&] { mbsim.evaluate(); }, [&] { peer->evaluate(); }), own,
            other);
}

int run(int argc, char** argv) {
  const int largest = argc > 1 ? std::atoi(argv[1]) : 1000;
  Table table(argc > 2 ? argv[2] : nullptr);
  push_off(table, "Simbody", *simbody_push_off(), 1e-5, 0.5);
  push_off(table, "MuJoCo", *mujoco_push_off(), 400, 1.1);
  andrews(table, "Simbody Feldberg", simbody_andrews("Feldberg"), {1e-4, 0.5});
  andrews(table, "Simbody Merson", simbody_andrews("Merson"), {1e-4, 0.5});
  andrews(table, "MuJoCo", mujoco_andrews(), {20000, 1.3});
  for (int n : {4, 40}) {
    n_four_bar(table, n, true, "Simbody Merson", simbody_n_four_bar(n, "Merson"), {1e-4, 1 / 3.});
    n_four_bar(table, n, true, "MuJoCo", mujoco_n_four_bar(n), {1, 1.3});
    n_four_bar(table, n, false, "Simbody Merson", simbody_n_four_bar(n, "Merson"),
               {1e-6, 1 / 3., 4});
    n_four_bar(table, n, false, "MuJoCo", mujoco_n_four_bar(n), {4, 1.3});
  }
  for (double steps : {40., 4000.}) four_bar_step(table, steps);
  rolling_disc(table);
  bicycle(table);
  for (int n : {4, 10, 40, 100, 1000}) {
    if (n > largest) break;
    chain(table, "Simbody", n, simbody_chain);
    if (n <= 40) chain(table, "MuJoCo", n, mujoco_chain);  // deeper models do not fit one file
  }
  space_rows(table, largest);
  random_trees(200);
  return 0;
}

}  // namespace
}  // namespace mbs::bench

int main(int argc, char** argv) {
  return mbs::bench::run_program("peers_bench", mbs::bench::run, argc, argv);
}
