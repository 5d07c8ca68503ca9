#include "compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "chain.h"
#include "events.h"
#include "generator.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::string text(double x) {
  char out[40];
  std::snprintf(out, sizeof out, "%.9g", x);
  return out;
}

}  // namespace

int kind_of(const std::string& name) {
  const std::size_t dot = name.find('.');
  const std::string last = dot == std::string::npos ? "" : name.substr(dot + 1);
  const std::string owner = name.substr(0, dot == std::string::npos ? 0 : dot);
  if (owner == "energy") return 5;
  if (last == "power") return 6;
  if (last == "gap" || last == "slip") return 0;
  if (last == "slipd") return 1;
  if (last.rfind("angular", 0) == 0 || owner == "momentum") return 7;
  if (last == "x" || last == "y" || last == "z" || last == "phi" || last == "angle") return 0;
  if (last == "xd" || last == "yd" || last == "phid") return 1;
  if (last == "xdd" || last == "ydd" || last == "phidd") return 2;
  if (!last.empty()) return 3;
  // Chains: forces and moments, angles and places, rates.
  if (name.rfind("fr", 0) == 0 || name.rfind("fext", 0) == 0 || name[0] == 'm') return 3;
  if (name.rfind("phidd", 0) == 0 || name == "xdd" || name == "ydd") return 2;
  if (name.rfind("phid", 0) == 0 || name == "xd" || name == "yd") return 1;
  if (name.rfind("phi", 0) == 0 || name == "y") return 0;
  if (name.rfind("edd", 0) == 0 || name[0] == 'a') return 2;
  if (name.rfind("ed", 0) == 0 || name[0] == 'v') return 1;
  if (name[0] == 'e' || name[0] == 'x') return 0;
  return 3;
}

namespace {

struct Difference {
  double worst = 0;
  std::string where, channel;
  std::size_t row = 0;
};

// Largest difference over 1 + the largest value of its kind.
Difference differ(const Table& table, const std::vector<Row>& expected) {
  double scale[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  for (const Row& row : expected)
    for (const auto& [name, value] : row) {
      double& s = scale[kind_of(name)];
      s = std::max(s, std::fabs(value));
    }
  scale[6] = std::max(scale[6], scale[1] * scale[3]);
  Difference out;
  for (std::size_t k = 0; k < expected.size(); ++k)
    for (const auto& [name, value] : expected[k]) {
      const auto found = std::find(table.names.begin(), table.names.end(), name);
      if (found == table.names.end()) return {1e300, "no channel " + name, name, k};
      const double got = table.rows[k][static_cast<std::size_t>(found - table.names.begin())];
      double d = std::fabs(got - value) / scale[kind_of(name)];
      // Work is integrated to 1e-9 in each step where nothing else is, over knots of splines too.
      if (name == "energy.balance") d = std::max(0.0, d - 5e-7);
      if (!std::isfinite(d)) d = 1e300;
      if (d > out.worst)
        out = {d,
               name + " at row " + std::to_string(k) + ": " + text(got) + ", oracle " + text(value),
               name, k};
    }
  return out;
}

double difference(const std::vector<Row>& a, const std::vector<Row>& b) {
  Table table;
  for (const auto& [name, value] : a.front()) table.names.push_back(name);
  for (const Row& row : b) {
    table.rows.emplace_back();
    for (const auto& [name, value] : row) table.rows.back().push_back(value);
  }
  return differ(table, a).worst;
}

// Where it begins, position before velocity.
std::string first_difference(const Table& table, const std::vector<Row>& expected, double worst) {
  std::string out;
  int found = 0;
  for (std::size_t k = 0; k < expected.size() && found == 0; ++k)
    for (int kind = 0; kind < 4; ++kind)
      for (const auto& [name, value] : expected[k]) {
        const auto at_name = std::find(table.names.begin(), table.names.end(), name);
        if (kind_of(name) != kind || at_name == table.names.end()) continue;
        const double got = table.rows[k][static_cast<std::size_t>(at_name - table.names.begin())];
        if (std::fabs(got - value) < 1e-3 * worst * (1 + std::fabs(value)) || ++found > 6) continue;
        out += name + " row " + std::to_string(k) + " " + text(got) + " (" + text(value) + ") ";
      }
  return out;
}

// What a method may be off without being looked at twice, and the method made sharper.
struct Sharpness {
  double allowed = 1e-9;
  double shrink = 1e-2;  // of the difference, by each sharper run
  std::vector<std::string> sharper;
};
Sharpness sharpness(const std::string& integ) {
  if (integ.rfind("STIFF", 0) == 0) return {1e-5, 0.1, {"STIFF 1e-11 1e-11"}};
  if (integ.rfind("RK4", 0) == 0) return {1e-7, 0.02, {"RK4 0.00025", "RK4 0.0000625"}};
  if (integ.rfind("HEUN", 0) == 0) return {1e-5, 0.1, {"HEUN 0.000125", "HEUN 0.00003125"}};
  if (integ.rfind("GALPHA", 0) == 0) {
    const std::size_t rho = integ.find(" RHO");
    const std::string rest = rho == std::string::npos ? "" : integ.substr(rho);
    if (integ.find("STEP") == std::string::npos) return {1e-5, 0.2, {"GALPHA 1e-11 1e-11" + rest}};
    return {1e-5, 0.2, {"GALPHA STEP 0.000125" + rest, "GALPHA STEP 0.00003125" + rest}};
  }
  const std::string word = integ.empty() ? "STEP" : integ.substr(0, integ.find(' '));
  return {1e-7, 0.1, {word + " 1e-13 1e-13"}};
}

}  // namespace

bool moves_freely(const Mechanism& m) {
  if (m.choose_freedoms) return true;
  for (const Node& n : m.nodes)
    for (int c = 0; c < n.count(); ++c)
      if (n.cls[at(c)] == Class::dynamic) return true;
  for (const Element& e : m.elements)
    for (int r = 0; r < e.count(); ++r)
      if (e.cls[at(r)] == Class::dynamic) return true;
  return false;
}

double difference(const Table& a, const Table& b) {
  if (a.rows.size() != b.rows.size()) return INFINITY;
  std::vector<Row> shared(a.rows.size());
  for (std::size_t k = 0; k < a.names.size(); ++k)
    // Contacts and sliders have the numbers of elements in native decks, their places in others.
    if (a.names[k].rfind("contact", 0) != 0 && a.names[k].rfind("tran", 0) != 0 &&
        std::find(b.names.begin(), b.names.end(), a.names[k]) != b.names.end())
      for (std::size_t row = 0; row < a.rows.size(); ++row)
        shared[row][a.names[k]] = a.rows[row][k];
  return differ(b, shared).worst;
}

Finding compare(const Subject& subject, const Runner& run) {
  Finding out;
  const std::vector<Row> expected = subject.expected(0, 0);
  if (expected.empty()) return out;
  const int steps = static_cast<int>(expected.size()) - 1;
  out.deck = subject.deck(steps, subject.integ);
  const Table table = run(out.deck);
  if (table.status != 0) {
    out.verdict = table.status == kTimeUp ? Verdict::late : Verdict::refused;
    out.what = table.messages;
    return out;
  }
  out.verdict = Verdict::disagrees;
  if (table.rows.size() != expected.size()) {
    out.what = std::to_string(table.rows.size()) + " rows, expected " + std::to_string(steps + 1);
    return out;
  }
  // Of driven motions works alone are integrated.
  const Sharpness sharp =
      subject.integrates ? sharpness(subject.integ) : Sharpness{1e-9, 0.1, {"STEP 1e-13 1e-13"}};
  const Difference first = differ(table, expected);
  if (first.worst <= sharp.allowed) return out.verdict = Verdict::agrees, out;
  out.what = first.where;
  double best = first.worst;
  for (const std::string& integ : sharp.sharper) {
    const Table better = run(subject.deck(steps, integ));
    if (better.status == kTimeUp) return out.verdict = Verdict::skipped, out;
    if (better.status != 0 || better.rows.size() != expected.size()) {
      out.what += "; the sharper run stops: " + better.messages;
      break;
    }
    const double before = best;
    best = differ(better, expected).worst;
    if (best <= std::max(sharp.shrink * before, 1e-9) && best < 1e-2) {
      out.verdict = Verdict::explained;
      out.what = "shrinks with the tolerance";
      return out;
    }
  }
  // Fixed steps over a kink, as of a spring that is short for a moment, have no order.
  if (sharp.sharper.size() > 1) {
    const Table adaptive = run(subject.deck(steps, "DOP853 1e-12 1e-12"));
    if (adaptive.status == 0 && adaptive.rows.size() == expected.size() &&
        differ(adaptive, expected).worst < 1e-8) {
      out.verdict = Verdict::explained;
      out.what = "the steps are too long";
      return out;
    }
  }
  // How much grows what the start is off by? Rounding, of about 1e-13, must explain the rest.
  constexpr double kPush = 1e-8;
  double growth = 0;
  for (std::uint64_t direction : {1u, 2u, 3u}) {
    const std::vector<Row> pushed = subject.expected(kPush, direction);
    if (pushed.size() != expected.size()) growth = INFINITY;
    if (std::isfinite(growth)) growth = std::max(growth, difference(expected, pushed) / kPush);
  }
  if (best <= 1e-11 * growth) {
    out.verdict = Verdict::explained;
    out.what = "a push grows " + text(growth) + " times";
  } else {
    out.what += "; first: " + first_difference(table, expected, first.worst);
    out.what += "; difference " + text(first.worst) + ", sharper " + text(best) + ", growth " +
                text(growth);
  }
  return out;
}

Finding compare(const Mechanism& m, const Runner& run) { return compare(m, {}, run); }

Finding compare(const Chain& chain, const Runner& run) {
  Subject subject;
  subject.integ = chain.integ;
  subject.expected = [&](double push, std::uint64_t direction) {
    const ChainOracle oracle(chain);
    std::vector<Row> out;
    Numbers state = oracle.start();
    Random random(direction);
    for (double& y : state) y += push * random.uniform(-1, 1);
    double t = chain.t0;
    for (int k = 0; k <= chain.steps; ++k) {
      if (k > 0 && !oracle.advance(t, chain.t0 + k * chain.dt, state, kTolerance)) return out;
      const Row row = oracle.channels(t, state);
      if (row.empty()) return out;
      out.push_back(row);
    }
    return out;
  };
  subject.deck = [&](int steps, const std::string& integ) {
    Chain said = chain;
    said.steps = steps;
    said.integ = integ;
    return ChainOracle(said).deck();
  };
  return compare(subject, run);
}

bool run_job(const Mechanism& m, const std::string& job, int steps, const Runner& run, Table& table,
             Finding& out) {
  Mechanism said = m;
  said.integ.clear();
  said.form.clear();
  said.steps = steps;
  said.tail = job;
  out.deck = deck_lines(said).text();
  table = run(out.deck);
  if (table.status == 0 && !table.rows.empty()) return true;
  out.verdict = Verdict::refused;
  out.what = table.messages;
  return false;
}

}  // namespace hunt
