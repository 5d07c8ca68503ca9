// Help lists what each verb takes, and each verb takes what help lists: every option of every verb
// is tried, and those of the other verbs are refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/names.h"
#include "support/process.h"

namespace mbs {
namespace {

struct Option {
  std::string verb, name, value;
};

// What `mbsim help --listing` says of options, each name apart.
std::vector<Option> listed() {
  std::vector<Option> out;
  std::istringstream lines(test::mbsim("help --listing").out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string kind, verb, names, value;
    std::getline(fields, kind, '\t') && std::getline(fields, verb, '\t') &&
        std::getline(fields, names, '\t') && std::getline(fields, value, '\t');
    if (kind != "option") continue;
    std::istringstream each(names);
    for (std::string name; each >> name;)
      out.push_back({verb, name.substr(0, name.find(',')), value});
  }
  return out;
}

const std::vector<std::string> kVerbs = {"run",      "measure",     "channels", "sweep",   "solve",
                                         "optimise", "sensitivity", "diff",     "average", "draw",
                                         "plot",     "animate",     "help"};

std::string deck() {
  return "PARAM a = 1\nPARAM b = 10\nX 1 0 0\nX 2 1 0\nPLTRUSS 1 1 2\nFIX 1\nFIX 2 2\nDYNX 2 "
         "1\nRLSE 1\nEND "
         "HALT\n"
         "XM 2 ${a}\nESTIFF 1 ${b}\nSTARTDX 2 1 1\nMEASURE m = MAX x2_1\nMARK k AT 0.2, 0.6\n"
         "STRIDE s FROM k TO k\nTIMESTEP 1 4\nEND\nEND\n";
}

// What makes the rest of the command line of a verb.
std::string rest(const std::string& verb, const test::Scratch& scratch) {
  const std::string deck = scratch.file("d.dat");
  if (verb == "run") return deck;
  if (verb == "sweep") return "sweep " + deck + " -p a=1,2";
  if (verb == "solve") return "solve " + deck + " 'm = 2' -p a=0.5:2";
  if (verb == "optimise") return "optimise " + deck + " --max m -p a=0.5:2 --evals 5";
  if (verb == "sensitivity") return "sensitivity " + deck + " -p a";
  if (verb == "diff") return "diff " + scratch.file("r.csv") + " " + scratch.file("r.csv");
  if (verb == "average") return "average " + scratch.file("r.csv") + " " + scratch.file("r.csv");
  if (verb == "plot") return "plot " + deck + " t x2_1";
  if (verb == "animate") return "animate " + deck;
  if (verb == "help") return "help MASS";
  return verb + " " + deck;
}

// A command line in which the option is right; empty: none is known, which is a fault of this test.
std::string right_use(const Option& option, const test::Scratch& scratch) {
  const std::string start = rest(option.verb, scratch);
  const std::string deck = scratch.file("d.dat"), table = scratch.file("t.csv");
  const std::string smoothed = MBSIM_ROOT "/decks/gait/strides.dat";
  const std::map<std::string, std::string> whole = {
      {"sweep -p", "sweep " + deck + " -p a=1:2:1"},
      {"sweep --table", "sweep " + deck + " --table " + table},
      {"sweep --sample", "sweep " + deck + " --sample 2 -p a=1:2"},
      {"sweep --seed", "sweep " + deck + " --sample 2 --seed 3 -p a=1:2"},
      {"sweep --zip", start + " --zip"},
      {"sweep --keep", start + " --keep reports " + scratch.file("kept")},
      {"sweep --resume", start + " -o " + scratch.file("s.csv") + " --resume"},
      {"sweep --slurm", start + " --slurm " + scratch.file("array") + " --tasks 1"},
      {"sweep --tasks", start + " --slurm " + scratch.file("array2") + " --tasks 1"},
      {"sweep --array", "sweep " + deck + " --array " + scratch.file("array") + " --task 1"},
      {"sweep --task", "sweep " + deck + " --array " + scratch.file("array") + " --task 1"},
      {"sweep --collect", "sweep --no-submit --collect " + scratch.file("array")},
      {"sweep --no-submit", "sweep --no-submit --collect " + scratch.file("array")},
      {"solve -p", start},
      {"optimise -p", start},
      {"optimise --max", start},
      {"optimise --min", "optimise " + deck + " --min m -p a=0.5:2 --evals 5"},
      {"optimise --evals", start},
      {"optimise --resume", start + " -o " + scratch.file("o.csv") + " --resume"},
      {"sensitivity -p", start},
      {"run --csv", start + " --csv " + scratch.file("r2.csv")},
      {"run --columns", start + " --no-report --csv - --columns t"},
      {"run --strides", start + " --strides " + scratch.file("s2.csv")},
      {"sweep --strides", start + " --strides '" + scratch.file("s${a}.csv") + "'"},
      {"sweep --columns", start + " --columns t --strides '" + scratch.file("u${a}.csv") + "'"},
      {"run --template", "--template native"},
      {"plot --by", "plot " + scratch.file("g.csv") + " x y --by g"},
      {"plot --map", "plot " + scratch.file("g.csv") + " x g y --map"},
      {"plot --bars", "plot " + deck + " --bars"},
      {"plot --raw", "plot " + smoothed + " --raw body3.y"},
      {"plot --residual", "plot " + smoothed + " --residual body3.y"},
      {"plot --normal", "plot " + scratch.file("r.csv") + " t x --normal " + scratch.file("n.csv")},
      {"average --columns", start + " --columns x"},
      {"average --points", start + " --points 11"},
      {"draw --path", start + " --path cm"},
      {"draw --mode", "draw " MBSIM_ROOT "/decks/own/cantilever_modes.dat --mode 1"},
      {"animate --path", start + " --path cm"},
      {"help --words", "help --words"},
      {"help --table", "help --table kabios"},
      {"help --listing", "help --listing"},
      {"help --completion", "help --completion bash"},
      {"help --syntax", "help --syntax vim"}};
  const auto found = whole.find(option.verb + " " + option.name);
  if (found != whole.end()) return found->second;
  const std::map<std::string, std::string> values = {{"-D", "b=12"},
                                                     {"--set", "feps=1e-11"},
                                                     {"--timeout", "60"},
                                                     {"--convert", "native"},
                                                     {"--digits", "5"},
                                                     {"-j", "1"},
                                                     {"--subject", "'MAX x2_1 < 9'"},
                                                     {"--method", "cma"},
                                                     {"--seed", "2"},
                                                     {"--rtol", "1e-3"},
                                                     {"--atol", "1e-3"},
                                                     {"--at", "0,0.5"},
                                                     {"--strip", "2"},
                                                     {"--onion", "2"},
                                                     {"--moving", "2"},
                                                     {"--log", "y"},
                                                     {"--xrange", "0,1"},
                                                     {"--yrange", "0,1"},
                                                     {"--title", "T"},
                                                     {"--xlabel", "X"},
                                                     {"--ylabel", "Y"},
                                                     {"--width", "300"},
                                                     {"--height", "200"},
                                                     {"-o", scratch.file("out")}};
  if (option.value.empty() || option.value.front() == '[') return start + " " + option.name;
  const auto value = values.find(option.name);
  return value == values.end() ? "" : start + " " + option.name + " " + value->second;
}

class OptionsOf : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    test::write_all(scratch_.file("d.dat"), deck());
    test::write_all(scratch_.file("t.csv"), "a\n1\n2\n");
    test::write_all(scratch_.file("r.csv"), "t,x\n0,1\n1,2\n");
    test::write_all(scratch_.file("n.csv"), "t,x.mean,x.sd\n0,1,1\n1,2,1\n");
    test::write_all(scratch_.file("g.csv"), "x,g,y\n0,1,1\n1,1,2\n0,2,3\n1,2,4\n");
  }
  test::Scratch scratch_;
};

std::string said(const test::Finished& run) { return run.err + run.out.substr(0, 300); }

TEST_P(OptionsOf, AreTakenAsHelpListsThem) {
  const std::string verb = GetParam();
  const std::string help = test::mbsim((verb == "run" ? "" : verb) + " --help").out;
  int tried = 0;
  for (const Option& option : listed()) {
    if (option.verb != verb) continue;
    ++tried;
    EXPECT_NE(help.find(" " + option.name), help.npos) << option.name << "\n" << help;
    const std::string use = right_use(option, scratch_);
    ASSERT_FALSE(use.empty()) << "no use is known of " << option.verb << " " << option.name;
    const test::Finished run = test::mbsim(use);
    const bool search = verb == "optimise" || verb == "solve";  // it need not find anything
    const bool good = run.status == 0 || (search && (run.status == 3 || run.status == 4));
    EXPECT_TRUE(good) << use << "\n" << run.status << "\n" << said(run);
  }
  EXPECT_GE(tried, 1);
}

// A verb refuses each option that help does not list under it.
TEST_P(OptionsOf, AreNoOthers) {
  const std::string verb = GetParam();
  std::set<std::string> own, others;
  std::map<std::string, std::string> with_value;
  for (const Option& option : listed()) {
    (option.verb == verb ? own : others).insert(option.name);
    with_value[option.name] = option.value.empty() || option.value.front() == '[' ? "" : " 1";
  }
  // Of each verb every fourth of them, beginning at another one: processes take their time.
  std::size_t k = std::find(kVerbs.begin(), kVerbs.end(), verb) - kVerbs.begin();
  int refused = 0;
  for (const std::string& name : others) {
    if (own.count(name) > 0 || ++k % 4 != 0) continue;
    ++refused;
    const std::string value = name == "--template"  ? " kabios"
                              : name == "--convert" ? " native"
                                                    : with_value[name];
    const test::Finished run = test::mbsim(rest(verb, scratch_) + " " + name + value);
    EXPECT_EQ(run.status, 2) << verb << " " << name;
    EXPECT_NE(run.err.find(name), run.err.npos) << verb << " " << name << ": " << said(run);
    EXPECT_NE(run.err.find("--help shows what there is"), run.err.npos) << said(run);
  }
  EXPECT_GE(refused, 8);
}

INSTANTIATE_TEST_SUITE_P(Verbs, OptionsOf, testing::ValuesIn(kVerbs), test::name_of_text);

// The verbs tried here are all there are.
TEST(HelpOfVerbs, NoneIsForgotten) {
  std::set<std::string> of_listing;
  for (const Option& option : listed()) of_listing.insert(option.verb);
  EXPECT_EQ(of_listing, std::set<std::string>(kVerbs.begin(), kVerbs.end()));
}

TEST(HelpOfVerbs, WhatIsMissingIsSaidAsHelpCallsIt) {
  const std::map<std::string, std::string> said_of = {
      {"diff a.txt",
       "diff: the second file is missing; expected mbsim diff [options] a.txt b.txt; mbsim diff "
       "--help shows what there is"},
      {"channels",
       "channels: the deck is missing; expected mbsim channels [options] deck.dat [NAMES]; mbsim "
       "channels --help shows what there is"},
      {"plot",
       "plot: a CSV of a run or of a sweep, or a deck to run is missing; expected mbsim plot "
       "[options] run.csv x y1 y2; mbsim plot --help shows what there is"},
      {"sweep --keep reports",
       "--keep: its value is missing; expected --keep reports|failed DIR; mbsim sweep --help shows "
       "what there is"},
      {"diff a b --rtol x", "--rtol x: expected a number; mbsim diff --help shows what there is"},
      {"solve d.dat -p a",
       "solve: an equation as 'FIRST m1 = 0', one for each parameter is missing; expected mbsim "
       "solve [options] deck.dat -p NAME=FROM:TO 'MEASURED = VALUE'; mbsim solve --help shows what "
       "there is"},
      {"--digits",
       "--digits: its value is missing; expected --digits N; mbsim --help shows what there is"},
      {"measure d.dat -D",
       "-D: its value is missing; expected -D NAME=VALUE; mbsim measure --help shows what there "
       "is"}};
  for (const auto& [arguments, message] : said_of)
    EXPECT_EQ(test::mbsim(arguments).err, "mbsim: error: " + message + "\n") << arguments;
}

TEST(HelpOfVerbs, FitsEightyColumns) {
  for (const std::string& verb : kVerbs) {
    std::istringstream lines(test::mbsim((verb == "run" ? "" : verb) + " --help").out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  }
}

// What stands in a text from one mark to the next one.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == text.npos) return {};
  return text.substr(at + from.size(), text.find(to, at + from.size()) - at - from.size());
}

int count(const std::string& text, const std::string& part) {
  int out = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++out;
  return out;
}

// Each shell is told the options of each verb that help lists, and no others.
TEST(Completion, KnowsTheOptionsOfEachVerb) {
  const std::string bash = test::mbsim("help --completion bash").out;
  const std::string zsh = test::mbsim("help --completion zsh").out;
  const std::string fish = test::mbsim("help --completion fish").out;
  const std::vector<Option> all = listed();
  for (const std::string& verb : kVerbs) {
    const std::string of_bash = " " + between(bash, "      " + verb + ") list='", "'") + " ";
    const std::string of_zsh = between(zsh, "    " + verb + ")\n      _arguments", ";;");
    const std::string seen = "__fish_seen_subcommand_from ";
    std::string of_fish;
    std::istringstream lines(fish);
    for (std::string line; std::getline(lines, line);)
      if (line.find(verb == "run" ? "-n 'not " + seen : "-n '" + seen + verb + "'") != line.npos &&
          line.find("' -a ") == line.npos)
        of_fish += line.substr(line.find('\'', line.find(seen)) + 1) + "\n";
    int options = 0;
    for (const Option& option : all) {
      if (option.verb != verb) continue;
      ++options;
      const bool is_long = option.name[1] == '-';
      EXPECT_NE(of_bash.find(" " + option.name + " "), of_bash.npos) << verb << option.name;
      EXPECT_NE(of_zsh.find("'*" + option.name + "["), of_zsh.npos) << verb << option.name;
      const std::string name =
          is_long ? " -l " + option.name.substr(2) : " -s " + option.name.substr(1);
      EXPECT_NE(of_fish.find(name + " "), of_fish.npos) << verb << option.name << of_fish;
    }
    EXPECT_EQ(count(of_bash, " ") - 1, options) << of_bash;
    EXPECT_EQ(count(of_zsh, "'*-"), options) << of_zsh;
    EXPECT_EQ(count(of_fish, " -l ") + count(of_fish, " -s "), options) << of_fish;
  }
}

// An option stands before its verb, too.
TEST(HelpOfVerbs, OptionsMayStandBeforeTheVerb) {
  const test::Scratch scratch;
  test::write_all(scratch.file("d.dat"), deck());
  EXPECT_EQ(test::mbsim("-D a=4 measure " + scratch.file("d.dat")).out,
            test::mbsim("measure -D a=4 " + scratch.file("d.dat")).out);
  const test::Finished wrong = test::mbsim("--cross-check measure " + scratch.file("d.dat"));
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.err,
            "mbsim: error: measure prints nothing but measures: it takes no --cross-check, but of "
            "the options of a run -D, --set, --strict, --timeout, --quiet; mbsim measure --help "
            "shows what there is\n");
}

TEST(HelpOfVerbs, AreFoundByHelp) {
  EXPECT_EQ(test::mbsim("help diff").out, test::mbsim("diff --help").out);
  EXPECT_NE(test::mbsim("help measure").out.find("Of the verb: mbsim measure --help"),
            std::string::npos);
}

// The version, what it was made of, and nothing of dates or folders.
TEST(ProgramVersion, NamesCommitCompilerAndLibraries) {
  const std::string text = test::mbsim("--version").out;
  std::istringstream lines(text);
  std::vector<std::string> heads;
  for (std::string line; std::getline(lines, line);)
    heads.push_back(line.substr(0, line.find(' ')));
  EXPECT_EQ(heads, (std::vector<std::string>{"mbsim", "commit", "compiler", "libraries"})) << text;
  EXPECT_NE(text.find("LAPACK 3."), text.npos) << text;
  EXPECT_EQ(text.find('/'), text.npos) << text;
}

}  // namespace
}  // namespace mbs
