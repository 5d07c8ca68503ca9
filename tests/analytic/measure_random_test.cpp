// A thousand random measures against brute force: the rows of the same deck on a grid that is a
// thousand times finer.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

constexpr int kFiner = 1000;

struct Fine {
  std::vector<std::string> names;
  std::vector<double> t;
  std::vector<std::vector<double>> rows;
};

// A random expression of channels, as text and as a function of a row.
struct RandomExpression {
  std::string text;
  std::vector<double> values;  // on the fine grid
};

class RandomMeasures {
 public:
  RandomMeasures(const std::string& deck, unsigned seed) : random_(seed), deck_(deck) {
    test::Loaded loaded = test::load(deck);
    grid_ = loaded.tables.time;
    TimeGrid fine = grid_;
    fine.end = grid_.at(grid_.count() - 1);
    fine.step = grid_.step / kFiner;
    loaded.tables.time = fine;
    Outputs outputs;
    outputs.layout = [this](const Layout& layout, Diagnostics&) { fine_.names = layout.names(); };
    outputs.rows = [this](double t, ConstVector values) {
      fine_.t.push_back(t);
      fine_.rows.emplace_back(values.begin(), values.end());
    };
    RunSettings settings;
    settings.echo = false;
    Diagnostics diagnostics;
    const auto prepared = prepare_run(std::move(loaded.tables), settings, diagnostics);
    status_ = run(*prepared, outputs, diagnostics).status;
    // What is rounding of zero all the time is no channel to measure.
    for (std::size_t c = 0; c < fine_.names.size(); ++c) {
      double low = fine_.rows[0][c], high = low;
      for (const auto& row : fine_.rows) low = std::min(low, row[c]), high = std::max(high, row[c]);
      if (high - low > 1e-6 && high - low < 1e6) live_.push_back(c);
    }
  }

  void check(int count) {
    ASSERT_EQ(status_, ExitStatus::done);
    ASSERT_FALSE(live_.empty());
    std::string lines;
    std::vector<Asked> asked;
    for (int k = 0; k < count; ++k) asked.push_back(ask(k, lines));
    const test::RunResult run = test::run(insert(lines));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    for (std::size_t k = 0; k < asked.size(); ++k) compare(asked[k], run.measures.at(k));
  }

 private:
  struct Asked {
    std::string line, word;
    bool absolute = false, passes = false;
    std::size_t first = 0, last = 0;
    std::vector<double> f, g;
    int nth = 1;
    bool comparison = false;
    int passing = 0;
  };

  double uniform(double a, double b) {
    return std::uniform_real_distribution<double>(a, b)(random_);
  }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }

  std::size_t channel() {
    return live_[static_cast<std::size_t>(below(static_cast<int>(live_.size())))];
  }

  RandomExpression expression() {
    const std::size_t a = channel(), b = channel();
    const double p = std::round(uniform(-300, 300)) / 100, q = std::round(uniform(-300, 300)) / 100;
    RandomExpression out;
    const std::string& A = fine_.names[a];
    const std::string& B = fine_.names[b];
    const int kind = below(6);
    static constexpr const char* kForms[] = {"{0}",         "{2}*{0} + ({3})*{1}", "sin({0}) + {1}",
                                             "{0}*{1}/100", "abs({0} - ({2}))",    "min({0}, {1})"};
    out.text = fmt::format(fmt::runtime(kForms[kind]), A, B, p, q);
    for (const auto& row : fine_.rows) {
      const double x = row[a], y = row[b];
      out.values.push_back(kind == 0   ? x
                           : kind == 1 ? p * x + q * y
                           : kind == 2 ? std::sin(x) + y
                           : kind == 3 ? x * y / 100
                           : kind == 4 ? std::fabs(x - p)
                                       : std::min(x, y));
    }
    return out;
  }

  Asked ask(int k, std::string& lines) {
    static constexpr const char* kWords[] = {"MIN", "MAX",   "PP",   "AVG",
                                             "RMS", "INTEG", "LAST", "WHEN"};
    Asked out;
    const RandomExpression f = expression();
    out.word = kWords[below(8)];
    out.f = f.values;
    out.last = f.values.size() - 1;
    std::string line = fmt::format("MEASURE m{}m = ", k);
    if (out.word == "WHEN") {
      const RandomExpression g = expression();
      const auto [low, high] = std::minmax_element(g.values.begin(), g.values.end());
      const double level = uniform(*low, *high);
      out.comparison = below(2) == 0;
      out.passing = below(3) - 1;
      out.nth = 1 + below(3);
      out.g = g.values;
      for (double& value : out.g) value -= level;
      line += fmt::format("{} WHEN ({}) {} {}{} NTH {}", f.text, g.text,
                          out.comparison ? ">" : "==", level,
                          out.passing > 0   ? " RISING"
                          : out.passing < 0 ? " FALLING"
                                            : "",
                          out.nth);
      if (out.comparison && out.passing == 0) out.passing = 1;
    } else {
      out.absolute = below(3) == 0;
      line += fmt::format("{}{} {}", out.word, out.absolute ? " ABS" : "", f.text);
      if (below(2) == 0) {  // a window between report times of the fine grid
        const auto rows = static_cast<int>(f.values.size());
        out.first = static_cast<std::size_t>(below(rows / 2));
        out.last = out.first + 1 + static_cast<std::size_t>(below(rows / 2 - 1));
        line += fmt::format(" FROM {} TO {}", fine_.t[out.first], fine_.t[out.last]);
      }
      if (out.absolute)
        for (double& value : out.f) value = std::fabs(value);
    }
    out.line = line;
    lines += line + "\n";
    return out;
  }

  std::string insert(const std::string& lines) const {
    const bool chain = deck_.find("SEGDYN") != deck_.npos;
    const std::size_t at = chain ? deck_.find('\n', deck_.find("SEGDYN")) + 1 : 0;
    return deck_.substr(0, at) + lines + deck_.substr(at);
  }

  // The value by brute force and how far it may be off.
  void compare(const Asked& asked, const MeasureValue& got) const {
    const std::vector<double>& f = asked.f;
    double size = 0, steps = 0;  // largest value; how much the sum of a trapezoid rule may be off
    for (std::size_t k = asked.first; k <= asked.last; ++k) size = std::max(size, std::fabs(f[k]));
    auto h = [&](std::size_t k) { return asked.word == "RMS" ? f[k] * f[k] : f[k]; };
    for (std::size_t k = asked.first + 1; k < asked.last; ++k)
      steps += std::fabs(h(k + 1) - 2 * h(k) + h(k - 1));
    const double dt = grid_.step / kFiner, tiny = 1e-8 * size;
    if (asked.word == "WHEN") return compare_when(asked, got, size);
    ASSERT_TRUE(got.reason.empty()) << asked.line << ": " << got.reason;
    double sum = 0;
    for (std::size_t k = asked.first; k < asked.last; ++k) sum += (h(k) + h(k + 1)) / 2;
    const double span = static_cast<double>(asked.last - asked.first);
    const auto begin = f.begin() + static_cast<std::ptrdiff_t>(asked.first),
               end = f.begin() + static_cast<std::ptrdiff_t>(asked.last) + 1;
    const auto high = std::max_element(begin, end), low = std::min_element(begin, end);
    // How far beyond the grid an extreme may lie: half of what the function does beside it.
    auto beside = [&](auto place) {
      const auto k = static_cast<std::size_t>(place - f.begin());
      double off = 0;
      if (k > 0) off = std::fabs(f[k] - f[k - 1]);
      if (k + 1 < f.size()) off = std::max(off, std::fabs(f[k + 1] - f[k]));
      return off + tiny;
    };
    double expected = 0, off = tiny;
    if (asked.word == "MAX") expected = *high, off = beside(high);
    if (asked.word == "MIN") expected = *low, off = beside(low);
    if (asked.word == "PP") expected = *high - *low, off = beside(high) + beside(low);
    if (asked.word == "LAST") expected = f[asked.last];
    if (asked.word == "AVG") expected = sum / span, off += steps / span;
    if (asked.word == "INTEG") expected = sum * dt, off = tiny * span * dt + steps * dt;
    if (asked.word == "RMS") {
      expected = std::sqrt(sum / span);
      off += steps / span / std::max(expected, 1e-300);
    }
    // Extremes never lie inside those of the grid.
    const double sign = asked.word == "MIN" ? -1 : 1;
    if (asked.word == "MAX" || asked.word == "MIN" || asked.word == "PP") {
      EXPECT_GE(sign * got.value, sign * expected - tiny) << asked.line;
    }
    EXPECT_NEAR(got.value, expected, off) << asked.line;
  }

  void compare_when(const Asked& asked, const MeasureValue& got, double size) const {
    const std::vector<double>& f = asked.f;
    const std::vector<double>& g = asked.g;
    int count = 0;
    for (std::size_t k = 0; k + 1 < g.size(); ++k) {
      const bool rises = g[k] < 0 && g[k + 1] >= 0, falls = g[k] > 0 && g[k + 1] <= 0;
      if (!(rises && asked.passing >= 0) && !(falls && asked.passing <= 0)) continue;
      if (++count < asked.nth) continue;
      const double low = std::min(f[k], f[k + 1]), high = std::max(f[k], f[k + 1]);
      const double off = 1e-8 * size + (high - low);  // it may bend between the two
      ASSERT_TRUE(got.reason.empty()) << asked.line << ": " << got.reason;
      EXPECT_GE(got.value, low - off) << asked.line;
      EXPECT_LE(got.value, high + off) << asked.line;
      return;
    }
    EXPECT_FALSE(got.reason.empty()) << asked.line;
  }

  std::mt19937 random_;
  std::string deck_;
  TimeGrid grid_;
  Fine fine_;
  ExitStatus status_ = ExitStatus::internal_error;
  std::vector<std::size_t> live_;
};

struct Case {
  const char* name;
  std::string (*deck)();
};

std::string without_measures(const std::string& name) {
  std::string out;
  for (std::string text = test::deck_text(name); !text.empty();) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    if (!text.starts_with("MEASURE")) out += text.substr(0, end);
    text.erase(0, end);
  }
  return out;
}

class Brute : public testing::TestWithParam<Case> {};

TEST_P(Brute, AgreesWithRandomMeasures) { RandomMeasures(GetParam().deck(), 20261122).check(200); }

INSTANTIATE_TEST_SUITE_P(
    Decks, Brute,
    testing::Values(Case{"kinematic", [] { return without_measures("kabios/quick_return.dat"); }},
                    Case{"native_dynamics",
                         [] {
                           return std::string(
                               R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
X 1 0 0
X 2 1 0
X 3 1.7 0.3
FIX 1
DYNX 2 2
DYNX 3 1
END HALT
XM 2 1
XM 3 0.5
GRAVITY 0 -9.81
DOF AUTO
INTEG STEP 1e-11 1e-11
TIMESTEP 1 10
END END
)");
                         }},
                    Case{"tail_dop853",
                         [] {
                           return std::string(
                               R"(2 1 0 1 0 0 1 0 0
0 0 0
1 0 0.3
1 2  0 0  -1 0.1
1
2  0.5 0
0 1.5 0.15
MASS 2 2 0.5
GRAV 0 -9.81
RSDA 1 2 3 0 0.2
INTEG DOP853 1e-11 1e-11
END
)");
                         }},
                    Case{"impacts", [] { return without_measures("events/measured_bounce.dat"); }},
                    Case{"chain", [] { return without_measures("chains/measured_arm.dat"); }}),
    [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace mbs
