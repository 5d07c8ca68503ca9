#include "base/options.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace mbs {
namespace {

TEST(Options, DefaultsOfTheManual) {
  const Options o;
  EXPECT_EQ(o.feps, 1e-12);
  EXPECT_EQ(o.nrmax, 20);
  EXPECT_EQ(o.guides, 0);
}

// The table is consistent with itself and every range error names option, value and range.
TEST(Options, EveryOptionKeepsItsRange) {
  std::set<std::string_view> names;
  for (const OptionSpec& spec : option_table()) {
    EXPECT_TRUE(names.insert(spec.name).second) << spec.name;
    EXPECT_FALSE(spec.meaning.empty()) << spec.name;
    Options o;
    EXPECT_GE(o.*(spec.value), spec.minimum) << spec.name;
    EXPECT_LE(o.*(spec.value), spec.maximum) << spec.name;
    if (!spec.words.empty()) {
      for (std::size_t k = 0; k < spec.words.size(); ++k) {
        EXPECT_EQ(set_option(o, spec.name, spec.words[k]), "");
        EXPECT_EQ(o.*(spec.value), static_cast<double>(k));
      }
      EXPECT_NE(set_option(o, spec.name, "0"), "");  // a word is asked for
      continue;
    }
    for (const double bound : {spec.minimum, spec.maximum}) {
      EXPECT_EQ(set_option(o, spec.name, fmt::format("{}", bound)), "") << spec.name;
      EXPECT_EQ(o.*(spec.value), bound);
    }
    for (const double beyond : {spec.minimum - 1, spec.maximum + 1, std::nan(""), HUGE_VAL}) {
      const std::string problem = set_option(o, spec.name, fmt::format("{}", beyond));
      EXPECT_NE(problem.find(fmt::format("option {}: '{}' will not do", spec.name, beyond)),
                std::string::npos)
          << problem;
      EXPECT_NE(problem.find(fmt::format("from {} to {}", spec.minimum, spec.maximum)),
                std::string::npos)
          << problem;
      EXPECT_EQ(o.*(spec.value), spec.maximum);  // unchanged
    }
  }
}

TEST(Options, WhatIsNotANumber) {
  Options o;
  for (const char* value : {"", " 5", "5 ", "5x", "five", "0x5", "--5", "1e", "5.5"})
    EXPECT_EQ(set_option(o, "nrmax", value),
              fmt::format("option nrmax: '{}' will not do; expected a whole number from 1 to 1000",
                          value));
  EXPECT_EQ(o.nrmax, 20);
  EXPECT_EQ(set_option(o, "nrmax", "5.0"), "");
  EXPECT_EQ(o.nrmax, 5);
  EXPECT_EQ(set_option(o, "guides", "smoth"),
            "option guides: 'smoth' will not do; expected smooth or interpolate");
}

TEST(Options, UnknownNames) {
  Options o;
  EXPECT_EQ(set_option(o, "fesp", "1e-9"), "there is no option 'fesp'; did you mean 'feps'?");
  EXPECT_EQ(set_option(o, "colour", "red"),
            "there is no option 'colour'; mbsim --options lists them");
}

TEST(Options, DescriptionHasALineForEach) {
  const std::string text = describe_options();
  for (const OptionSpec& spec : option_table())
    EXPECT_NE(text.find(fmt::format("\n{:<12} ", spec.name)), std::string::npos) << spec.name;
  EXPECT_NE(text.find("smooth|interpolate"), std::string::npos);
}

}  // namespace
}  // namespace mbs
