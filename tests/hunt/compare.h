// One random deck against the oracle, and the same deck said in other ways.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "chain.h"
#include "deck_text.h"

namespace hunt {

inline constexpr int kTimeUp = 5;  // exit status of a run that has taken too long

// What a program made of a deck.
struct Table {
  int status = -1;
  std::string messages;
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;
};
using Runner = std::function<Table(const std::string& deck)>;

// late: the run took longer than it may.
enum class Verdict { agrees, explained, refused, late, skipped, disagrees };
struct Finding {
  Verdict verdict = Verdict::skipped;
  std::string what;  // of a refusal or disagreement, or why it is explained
  std::string deck;
  // Of friction in joints: how often a slip ended or began, and whether the comparison ends where
  // friction has no single value.
  int rubbed = 0;
  bool undetermined = false;
};

using Row = std::map<std::string, double>;

// What is compared: an oracle and a deck.
struct Subject {
  // Rows at the report times as far as the oracle gets, from a start that is pushed in a direction
  // of a number.
  std::function<std::vector<Row>(double push, std::uint64_t direction)> expected;
  std::function<std::string(int steps, const std::string& integ)> deck;
  std::string integ;
  bool integrates = true;
};
Finding compare(const Subject& subject, const Runner& run);
// The mechanism by the program against the oracle.
Finding compare(const Mechanism& mechanism, const Runner& run);
Finding compare(const Chain& chain, const Runner& run);
// The mechanism with another job ("STATIC") and so many steps; false where the program refuses it.
bool run_job(const Mechanism& m, const std::string& job, int steps, const Runner& run, Table& table,
             Finding& out);
// Channels of one kind are measured by the largest of them: 0 positions, 1 velocities, 2
// accelerations, 3 forces, then totals.
int kind_of(const std::string& channel);
// Whether something integrates: there are degrees of freedom.
bool moves_freely(const Mechanism& mechanism);
// Largest difference of the channels that both tables have, as compare() measures it; infinite
// where times differ.
double difference(const Table& a, const Table& b);

}  // namespace hunt
