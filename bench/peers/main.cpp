// mbsim beside Simbody and MuJoCo on the same mechanisms in one process, in interleaved batches.
// Both sides' accelerations are compared first; a ratio is printed only where they agree.
//
//   peers_bench [largest chain, default 100]
#include <fmt/format.h>

#include <cstdlib>

#include "peers/peers.h"
#include "support/problems.h"
#include "support/program.h"
#include "support/timing.h"

namespace mbs::bench {
namespace {

// Of accelerations, relative; what was seen is printed. MuJoCo loses digits along a chain.
constexpr double kAgreement = 1e-6;

void row(const std::string& job, const char* peer, const Pair& p) {
  fmt::print("{:<36}{:<12}{:>11.2f}{:>11.2f}{:>13.3f}\n", job, peer, 1e6 * p.first, 1e6 * p.second,
             p.ratio);
  std::fflush(stdout);
}

double difference(double a, double b) { return std::fabs(a - b) / (1 + std::fabs(b)); }

void push_off(const char* name, PushOffPeer& peer, double setting, double refine) {
  const DeckModel deck(read_text(MBSIM_ROOT "/decks/bench/push_off.dat"));
  const Started begun(deck, Form::automatic);
  const auto start = peer.at_start();
  for (std::size_t i = 0; i < 4; ++i)
    if (difference(start[i], begun.state.a[5 + 3 * i]) > kAgreement)
      throw std::runtime_error(fmt::format("{}: the push-offs differ at the start", name));
  const auto peer_error = [&] {
    const auto a = peer.run(setting);
    return push_off_error({a.begin(), a.end()}, 0, 1);
  };
  while (peer_error() > 1e-3) setting *= refine;
  Setting own{"STEP", 1e-4, Form::automatic};
  while (push_off_error(run_deck_silently(deck, own).state.a, 5, 3) > 1e-3) own.tolerance /= 1.5;
  row("push-off to SSD <= 1e-3", name,
      measure_pair([&] { run_deck_silently(deck, own); }, [&] { peer.run(setting); }));
}

void chain(const char* name, int n,
           std::unique_ptr<ChainPeer> (*make)(const std::vector<double>&,
                                              const std::vector<double>&)) {
  std::vector<double> phi, rate, q, u;
  chain_state(n, phi, rate);
  for (int i = 1; i <= n; ++i) q.push_back(0.1 * std::sin(i)), u.push_back(0.1 * std::cos(i));
  const DeckModel deck(chain_deck(phi, rate, 1));
  Started mbsim(deck, Form::automatic);
  const auto peer = make(q, u);
  const std::vector<double> a = peer->accelerations();
  double before = 0, worst = 0;
  for (int i = 0; i < n; ++i) {
    const double now = mbsim.state.a[coordinate(deck, 20001 + i)];
    worst = std::max(worst, difference(a[static_cast<std::size_t>(i)], now - before));
    before = now;
  }
  const std::string job = fmt::format("chain of {} rods ({:.0e} apart)", n, worst);
  if (worst > kAgreement)
    fmt::print("{:<36}{:<12}accelerations differ by {:.1e}: no ratio\n", job, name, worst);
  else
    row(job, name, measure_pair([&] { mbsim.evaluate(); }, [&] { peer->evaluate(); }));
}

int run(int argc, char** argv) {
  const int largest = argc > 1 ? std::atoi(argv[1]) : 100;
  fmt::print(
      "Simbody is Debian's, built with assertions; an optimised build is 1.6 to 2.7 faster.\n"
      "{:<36}{:<12}{:>11}{:>11}{:>13}\n",
      "CPU, medians of interleaved batches", "peer", "mbsim us", "peer us", "mbsim/peer");
  push_off("Simbody", *simbody_push_off(), 1e-5, 0.5);
  push_off("MuJoCo", *mujoco_push_off(), 400, 1.1);
  for (int n : {4, 10, 40, 100, 1000}) {
    if (n > largest) break;
    chain("Simbody", n, simbody_chain);
    if (n <= 40) chain("MuJoCo", n, mujoco_chain);  // deeper models do not fit one file of it
  }
  return 0;
}

}  // namespace
}  // namespace mbs::bench

int main(int argc, char** argv) {
  return mbs::bench::run_program("peers_bench", mbs::bench::run, argc, argv);
}
