// make hunt: random decks for a while. What disagrees is printed with its seed and its deck.
//   hunt seconds first_seed [all|native|kabios|chain|limbs] [refused]
// Exit status 4 if anything disagreed.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "hunt.h"

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 60;
  std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::string what = argc > 3 ? argv[3] : "all";
  const hunt::Prey prey = what == "native"   ? hunt::Prey::native
                          : what == "kabios" ? hunt::Prey::kabios
                          : what == "chain"  ? hunt::Prey::chain
                          : what == "limbs"  ? hunt::Prey::limbs
                                             : hunt::Prey::all;
  const auto start = std::chrono::steady_clock::now();
  hunt::Tally tally;
  do {
    const std::string found = hunt::hunt_seed(seed++, prey, argc > 4, tally);
    std::fputs(found.c_str(), stdout);
    std::fflush(stdout);
  } while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() <
           seconds);
  std::printf(
      "decks %ld: agree %ld (%ld mechanisms with friction in joints), explained %ld, refused %ld, "
      "beyond the oracle %ld, disagree %ld; slips that ended or began %ld, friction without a "
      "single "
      "value %ld; next seed %llu\n",
      tally.decks, tally.agrees, tally.rubs, tally.explained, tally.refused, tally.skipped,
      tally.disagrees, tally.rubbed, tally.undetermined, static_cast<unsigned long long>(seed));
  return tally.disagrees > 0 ? 4 : 0;
}
