#include "events.h"
#include "generator.h"
#include "hunt.h"
#include "reduce.h"
#include "run_deck.h"
#include "text/units.h"
#include "variants.h"

namespace hunt {

namespace {

struct Seen {
  const char* name;
  Mechanism mechanism;
};

Seen other_view(Random& random, const Mechanism& m) {
  // What an expression says holds in its own frame and units.
  if (m.has_expressions())
    return random.chance(0.5) ? Seen{"later", later(m, random.rough(-3, 3))}
                              : Seen{"renumbered", renumbered(random, m)};
  if (random.chance(0.4) && may_turn(m))
    return {"turned by an angle", turned(m, random.rough(-3, 3))};
  switch (random.below(5)) {
    case 0:
      return {"turned", turned(m)};
    case 1:
      return {"mirrored", mirrored(m)};
    case 2:
      return {"later", later(m, random.rough(-3, 3))};
    case 3:
      return {"in millimetres", in_units(m, 1000, random.chance(0.5) ? 1 : 1000)};
    default:
      return m.dialect == Dialect::native ? Seen{"renumbered", renumbered(random, m)}
                                          : Seen{"turned twice", turned(turned(m))};
  }
}

// Counts a finding; true where the deck ran and agrees.
bool count(const Finding& f, Tally& tally) {
  ++tally.decks;
  tally.rubbed += f.rubbed;
  tally.undetermined += f.undetermined ? 1 : 0;
  switch (f.verdict) {
    case Verdict::agrees:
      ++tally.agrees;
      break;
    case Verdict::explained:
      ++tally.explained;
      break;
    case Verdict::refused:
      ++tally.refused;
      break;
    case Verdict::late:
    case Verdict::skipped:
      ++tally.skipped;
      break;
    case Verdict::disagrees:
      ++tally.disagrees;
      break;
  }
  return f.verdict == Verdict::agrees || f.verdict == Verdict::explained;
}

class Seed {
 public:
  Seed(std::uint64_t seed, bool show_refusals, Tally& tally)
      : random_(seed), seed_(seed), show_refusals_(show_refusals), tally_(tally) {}

  std::string chain() {
    Chain c;
    if (!random_chain(random_, c)) return {};
    if (judge("as it is", compare(c, run_deck))) {
      const std::string deck = ChainOracle(c).deck();
      if (run_deck(echo(deck)).rows != run_deck(deck).rows) differs("echoed", deck);
      converts(deck);
    }
    return out_;
  }

  std::string mechanism(Dialect dialect) {
    Mechanism m;
    const bool kabios = dialect == Dialect::kabios;
    if (!(kabios                       ? random_kabios(random_, m)
          : dialect == Dialect::native ? random_native(random_, m)
                                       : random_limbs(random_, m)))
      return {};
    if (!judge_and_reduce("as it is", m, {})) return out_;
    if (m.has_friction()) ++tally_.rubs;
    if (m.dynamic && !m.has_friction() && (m.limbs.empty() || m.forces.empty())) happens(m);
    if (dialect == Dialect::chain) {
      converts(deck_lines(m).text());
      return out_;
    }
    const char* const paths[] = {"dense", "sparse", "joint"};
    const std::string path = paths[random_.below(3)];
    judge(("path " + path).c_str(),
          compare(m, [&](const std::string& deck) { return run_by(path, deck); }));
    if (kabios && m.dynamic) converts(deck_lines(m).text());
    const Seen seen = other_view(random_, m);
    judge(seen.name, compare(seen.mechanism, run_deck));
    const std::string deck = deck_lines(m).text();
    const std::string way = same_deck(random_, m, run_deck(deck), run_deck, echo);
    if (!way.empty()) differs(way, deck);
    return out_;
  }

 private:
  // Events, vibrations, rest; of positions alone where conditions on velocities leave them.
  void happens(const Mechanism& m) {
    Mechanism named = m;
    if (m.choose_freedoms) {
      const std::vector<Happening> all = random_happenings(random_, named);
      if (!all.empty()) judge_and_reduce("with an event", named, all);
    }
    if (m.has_rates()) return;
    if (m.dialect == Dialect::native && !m.choose_freedoms && random_.chance(0.5))
      judge("EIGEN", compare_eigen(m, run_deck));
    if (m.dialect == Dialect::native && random_.chance(0.5) && is_at_rest(m))
      rests(random_.chance(0.7) ? sprung(random_, m) : m);
  }
  // Most random mechanisms have no equilibrium: what is refused is not counted.
  void rests(const Mechanism& m) {
    const Finding f = compare_static(m, run_deck);
    if (f.verdict != Verdict::refused) judge("at rest", f);
  }
  // Nothing is driven with a velocity.
  static bool is_at_rest(const Mechanism& m) {
    for (const Node& n : m.nodes)
      for (const Motion& motion : n.motion)
        if (motion.given) return false;
    for (const Element& e : m.elements)
      for (const Motion& motion : e.motion)
        if (motion.given) return false;
    return true;
  }
  bool judge_and_reduce(const char* view, const Mechanism& m,
                        const std::vector<Happening>& happenings) {
    Finding f = compare(m, happenings, run_deck);
    if (f.verdict == Verdict::disagrees) f = reduced(m, happenings, f, run_deck);
    return judge(view, f);
  }
  bool judge(const char* view, const Finding& f) {
    if (f.verdict == Verdict::disagrees || (show_refusals_ && f.verdict == Verdict::refused))
      out_ += "---- seed " + std::to_string(seed_) + " " + view +
              (f.verdict == Verdict::refused ? " is refused: " : " disagrees: ") + f.what + "\n" +
              f.deck;
    return count(f, tally_);
  }
  // The native form has other channels, but for energy, mass and momentum; not every deck has one.
  // The error of GALPHA depends on the degrees of freedom, which the native form may have chosen
  // otherwise: such decks are compared by another method. A contact of impulses at rest is struck
  // some hundred times: rounding decides when the last one falls.
  void converts(std::string deck) {
    if (deck.find(" IMPULSES ") != std::string::npos) return;
    const std::size_t fixed = deck.find("INTEG GALPHA");
    if (fixed != std::string::npos)
      deck.replace(fixed, deck.find('\n', fixed) - fixed, "INTEG DOP853 1e-10 1e-10");
    const std::string native = convert(deck);
    if (native.empty()) return;
    const Table here = run_deck(deck);
    if (here.status == kTimeUp) return;
    const Table there = run_deck(native);
    if (there.status == kTimeUp) return;
    ++tally_.decks;
    // A motion that ends early ends for both, and after the same rows: near there no digits count.
    const bool ends_alike = here.status != 0 && here.rows.size() == there.rows.size();
    if (there.status != here.status || (!ends_alike && !(difference(here, there) < 1e-6)))
      return differs("converted: " + there.messages + "\n" + native, deck);
    ++tally_.agrees;
  }
  void differs(const std::string& way, const std::string& deck) {
    ++tally_.disagrees;
    out_ += "---- seed " + std::to_string(seed_) + " differs when " + way + "\n" + deck;
  }

  Random random_;
  std::uint64_t seed_;
  bool show_refusals_;
  Tally& tally_;
  std::string out_;
};

}  // namespace

std::string hunt_seed(std::uint64_t seed, Prey prey, bool show_refusals, Tally& tally) {
  Seed one(seed, show_refusals, tally);
  const std::uint64_t kind = prey == Prey::all ? seed % 4 : 4;
  if (prey == Prey::chain || kind == 2) return one.chain();
  return one.mechanism(prey == Prey::kabios || kind == 0  ? Dialect::kabios
                       : prey == Prey::limbs || kind == 3 ? Dialect::chain
                                                          : Dialect::native);
}

}  // namespace hunt
