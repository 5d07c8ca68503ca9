// make hunt: random decks for a while. What disagrees is printed with its seed and its deck.
//   hunt seconds first_seed [what] [refused]
// what: all, native, kabios, chain, limbs, pushes, obstacles, space, rolling (space, where
// something rolls in each deck) or kabios-space (KABIOS decks of space).
// Exit status 4 if anything disagreed.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "hunt.h"
#include "space.h"
#include "unseen.h"

namespace {

using Clock = std::chrono::steady_clock;

bool is_over(Clock::time_point start, double seconds) {
  return std::chrono::duration<double>(Clock::now() - start).count() >= seconds;
}

// What lies between two looks.
int hunt_unseen(bool pushes, double seconds, std::uint64_t seed) {
  const auto start = Clock::now();
  hunt::UnseenTally tally;
  long wrong = 0;
  do {
    const std::string found =
        pushes ? hunt::hunt_push(seed++, tally) : hunt::hunt_obstacles(seed++, tally);
    wrong += found.empty() ? 0 : 1;
    std::fputs(found.c_str(), stdout);
    std::fflush(stdout);
  } while (!is_over(start, seconds));
  std::printf("decks %ld: pairs %ld, met %ld, worst impulse %.2e, disagree %ld; next seed %llu\n",
              tally.decks, tally.pairs, tally.met, tally.worst, wrong,
              static_cast<unsigned long long>(seed));
  return wrong > 0 ? 4 : 0;
}

int hunt_in_space(bool show_refusals, double seconds, std::uint64_t seed, hunt::SpacePrey prey) {
  const auto start = Clock::now();
  hunt::SpaceTally tally;
  do {
    const std::string found = hunt::hunt_space(seed++, show_refusals, tally, prey);
    std::fputs(found.c_str(), stdout);
    std::fflush(stdout);
  } while (!is_over(start, seconds));
  std::printf("%snext seed %llu\n", tally.text().c_str(), static_cast<unsigned long long>(seed));
  return tally.disagrees > 0 ? 4 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 60;
  std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::string what = argc > 3 ? argv[3] : "all";
  if (what == "pushes" || what == "obstacles") return hunt_unseen(what == "pushes", seconds, seed);
  if (what == "space" || what == "rolling" || what == "kabios-space")
    return hunt_in_space(argc > 4, seconds, seed,
                         what == "space"     ? hunt::SpacePrey::all
                         : what == "rolling" ? hunt::SpacePrey::rolling
                                             : hunt::SpacePrey::kabios);
  const hunt::Prey prey = what == "native"   ? hunt::Prey::native
                          : what == "kabios" ? hunt::Prey::kabios
                          : what == "chain"  ? hunt::Prey::chain
                          : what == "limbs"  ? hunt::Prey::limbs
                                             : hunt::Prey::all;
  const auto start = Clock::now();
  hunt::Tally tally;
  do {
    const std::string found = hunt::hunt_seed(seed++, prey, argc > 4, tally);
    std::fputs(found.c_str(), stdout);
    std::fflush(stdout);
  } while (!is_over(start, seconds));
  std::printf(
      "decks %ld: agree %ld (%ld mechanisms with friction in joints), explained %ld, refused %ld, "
      "beyond the oracle %ld, disagree %ld; slips that ended or began %ld, friction without a "
      "single "
      "value %ld; next seed %llu\n",
      tally.decks, tally.agrees, tally.rubs, tally.explained, tally.refused, tally.skipped,
      tally.disagrees, tally.rubbed, tally.undetermined, static_cast<unsigned long long>(seed));
  return tally.disagrees > 0 ? 4 : 0;
}
