#include "reduce.h"

#include <utility>

#include "events.h"

namespace hunt {

namespace {

class Reduction {
 public:
  Reduction(const Mechanism& m, const std::vector<Happening>& happenings, const Finding& found,
            const Runner& run)
      : m_(m), happenings_(happenings), found_(found), run_(run) {}

  Finding result() {
    while (once() && budget_ > 0) {
    }
    return found_;
  }

 private:
  // Each part is left out for once; true if anything could go.
  bool once() {
    bool any = false;
    for (int k = static_cast<int>(m_.elements.size()) - 1; k >= first_extra(); --k)
      any |= without_element(k);
    auto drop = [&](auto change) {
      Mechanism trial = m_;
      if (change(trial)) any |= keep(trial, happenings_);
    };
    drop([](Mechanism& m) { return !std::exchange(m.form, "").empty(); });
    drop([](Mechanism& m) { return std::exchange(m.integ, "DOP853 1e-11 1e-11") != m.integ; });
    drop([](Mechanism& m) { return std::exchange(m.gravity, {}) != m.gravity; });
    drop([](Mechanism& m) { return !std::exchange(m.forces, {}).empty(); });
    drop([](Mechanism& m) { return std::exchange(m.steps, 1) != 1; });
    for (std::size_t n = 0; n < m_.nodes.size(); ++n)
      for (std::size_t c = 0; c < 2; ++c) {
        drop([&](Mechanism& m) { return std::exchange(m.nodes[n].law[c], {}).given; });
        drop([&](Mechanism& m) { return std::exchange(m.nodes[n].load[c], 0) != 0; });
      }
    for (std::size_t e = 0; e < m_.elements.size(); ++e) {
      for (std::size_t r = 0; r < 3; ++r)
        drop([&](Mechanism& m) { return std::exchange(m.elements[e].law[r], {}).given; });
      drop([&](Mechanism& m) { return !std::exchange(m.elements[e].stiffness, {}).empty(); });
      drop([&](Mechanism& m) { return !std::exchange(m.elements[e].damping, {}).empty(); });
      drop([&](Mechanism& m) { return !std::exchange(m.elements[e].prestress, {}).empty(); });
      drop([&](Mechanism& m) {
        return std::exchange(m.elements[e].mass, {}) != m.elements[e].mass;
      });
      drop([&](Mechanism& m) { return std::exchange(m.elements[e].rub, {}).given(); });
      drop([&](Mechanism& m) { return std::exchange(m.elements[e].contact.mu, 0) != 0; });
      drop([&](Mechanism& m) { return std::exchange(m.elements[e].contact.d, 0) != 0; });
    }
    return any;
  }
  int first_extra() const { return 2 * static_cast<int>(m_.limbs.size()); }
  bool without_element(int k) {
    Mechanism trial = m_;
    for (Element& e : trial.elements) {
      if (e.rub.slip == k) e.rub = {};
      if (e.rub.slip > k) --e.rub.slip;
      if (e.inner == k) return false;
      if (e.inner > k) --e.inner;
    }
    trial.elements.erase(trial.elements.begin() + k);
    std::vector<Happening> happenings = happenings_;
    for (Happening& h : happenings) {
      if (h.coordinate || h.target.empty()) continue;
      if (h.owner == k) return false;
      if (h.owner > k) --h.owner;
      h.target = target_words(trial, false, h.owner, h.component);
    }
    return keep(trial, happenings);
  }
  bool keep(const Mechanism& trial, const std::vector<Happening>& happenings) {
    if (budget_-- <= 0) return false;
    // What an event watches may be gone.
    Journey journey(trial, {});
    if (!journey.start(0, 0)) return false;
    const Row row = journey.row();
    for (const Happening& h : happenings)
      if (h.channel != "t" && row.count(h.channel) == 0) return false;
    const Finding again = compare(trial, happenings, run_);
    if (again.verdict != Verdict::disagrees) return false;
    m_ = trial;
    happenings_ = happenings;
    found_ = again;
    return true;
  }

  Mechanism m_;
  std::vector<Happening> happenings_;
  Finding found_;
  const Runner& run_;
  int budget_ = 300;
};

}  // namespace

Finding reduced(const Mechanism& m, const std::vector<Happening>& happenings, const Finding& found,
                const Runner& run) {
  return Reduction(m, happenings, found, run).result();
}

}  // namespace hunt
