#include "hunt/unseen.h"

#include <fmt/format.h>

#include <cmath>

#include "hunt/obstacles.h"
#include "hunt/pulses.h"
#include "support/deck.h"
#include "support/happenings.h"

namespace hunt {

namespace {

constexpr double kImpulse = 1e-8;     // relative
constexpr double kGrazing = 2e-4;     // a touch of less depth may be one or none
constexpr double kTouch = 3e-5;       // of its time
constexpr double kPush = 3e-8;        // of a velocity of 3 beside contacts
constexpr double kHasTouched = 1e-3;  // a change of velocity

std::string refused(const mbs::test::RunResult& run) {
  if (run.status != mbs::ExitStatus::done) return "refused: " + run.messages;
  // Motions of micrometres are named by right.
  const bool is_small = run.messages.find("the tolerance abs") != std::string::npos;
  return run.messages.empty() || is_small ? "" : "says " + run.messages;
}

std::string told(std::uint64_t seed, const std::string& what, const std::string& wrong,
                 const std::string& deck) {
  return wrong.empty() ? "" : fmt::format("seed {}, {}: {}\n{}\n", seed, what, wrong, deck);
}

// When a contact is struck first, as far as the model says it; 0: at some time.
double first_strike(const mbs::test::RunResult& run, const ObstacleDeck& deck, std::size_t k) {
  const std::string label = fmt::format("CONTACT {}", k + 1);
  if (deck.model == "PENALTY")
    return run.measure(fmt::format("change{}", k + 1)) < kHasTouched ? NAN : 0;
  if (deck.model == "RIGID") {
    const auto strikes = mbs::test::strikes_of(run, mbs::StrikeKind::bounce, label);
    return strikes.empty() ? NAN : strikes[0].t;
  }
  for (const mbs::ContactSum& sum : run.struck)
    if (sum.label == label) return 0;
  return NAN;
}

}  // namespace

std::string hunt_push(std::uint64_t seed, UnseenTally& tally) {
  const char* const methods[] = {"", "INTEG DOP853", ""};
  const char* const method = seed % 16 == 15 ? "INTEG STIFF" : methods[seed % std::size(methods)];
  const PushedDeck deck = random_pushed_deck(seed, method);
  const mbs::test::RunResult run = mbs::test::run(deck.text);
  ++tally.decks;
  std::string wrong = refused(run);
  const double error = std::fabs(run.measure("gained") - deck.impulse) / deck.size;
  if (!(error <= tally.worst)) tally.worst = error;
  if (wrong.empty() && !(error <= kImpulse))
    wrong = fmt::format("impulse {}, momentum {}, wrong by {:.2e}", deck.impulse,
                        run.measure("gained"), error);
  return told(seed, deck.what, wrong, deck.text);
}

std::string hunt_obstacles(std::uint64_t seed, UnseenTally& tally) {
  const char* const methods[] = {"", "", "INTEG DOP853", "INTEG STIFF 1e-8 1e-8"};
  const ObstacleDeck deck = random_obstacle_deck(seed, methods[seed % std::size(methods)]);
  for (const ObstacleDeck::Pair& pair : deck.pairs)
    if (std::fabs(pair.least) < kGrazing) return "";
  mbs::RunSettings settings;
  settings.echo = true;
  const mbs::test::RunResult run = mbs::test::run(deck.text, settings);
  ++tally.decks;
  std::string wrong = refused(run);
  for (std::size_t k = 0; wrong.empty() && k < deck.pairs.size(); ++k) {
    const bool touches = !std::isnan(deck.pairs[k].touch);
    ++tally.pairs;
    tally.met += touches ? 1 : 0;
    const double seen = first_strike(run, deck, k);
    const bool late = deck.model == "RIGID" && std::fabs(seen - deck.pairs[k].touch) > kTouch;
    if (std::isnan(seen) == touches || (touches && late))
      wrong = fmt::format("pair {} touches at {}, seen at {}, least gap {}", k + 1,
                          deck.pairs[k].touch, seen, deck.pairs[k].least);
  }
  if (wrong.empty() && deck.pushed && !(std::fabs(run.measure("push") - deck.push) <= kPush))
    wrong = fmt::format("pushed to {}, not to {}", run.measure("push"), deck.push);
  return told(seed, deck.what, wrong, deck.text);
}

}  // namespace hunt
