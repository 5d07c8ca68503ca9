// Arguments in, exit status out; the only place that prints diagnostics.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

#include "analysis/run.h"
#include "deck/dialects.h"
#include "report/diff.h"

namespace {

using mbs::ExitStatus;

struct Arguments {
  std::string deck;
  std::vector<std::string> defines, sets;
  std::string csv, template_name, convert, certify;
  bool check = false, echo = false, no_echo = false, options = false;
  mbs::RunSettings settings;
};

int finish(ExitStatus status) { return static_cast<int>(status); }

int usage_error(const std::string& text) {
  fmt::print(stderr, "mbsim: error: {}\n", text);
  return finish(ExitStatus::deck_error);
}

bool read_file(const std::string& path, std::string& text) {
  std::ifstream in(path, std::ios::binary);
  if (!in || std::filesystem::is_directory(path)) return false;
  text.assign(std::istreambuf_iterator<char>(in), {});
  return true;
}

// "name=value" apart; nullopt if there is no '='.
std::optional<std::pair<std::string, std::string>> split(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return std::nullopt;
  return std::pair(text.substr(0, equals), text.substr(equals + 1));
}

int run_diff(const std::string& a, const std::string& b, const mbs::DiffOptions& options) {
  std::string text_a, text_b;
  for (const auto& [path, text] : {std::pair(&a, &text_a), std::pair(&b, &text_b)})
    if (!read_file(*path, *text)) return usage_error(fmt::format("cannot read '{}'", *path));
  const mbs::DiffResult result = mbs::diff_texts(text_a, text_b, a, b, options);
  fmt::print(result.exit_status == 2 ? stderr : stdout, "{}", result.text);
  return result.exit_status;
}

bool read_deck_text(const std::string& path, mbs::DeckInput& input) {
  input.name = path == "-" ? "stdin" : path;
  if (path == "-") {
    input.text.assign(std::istreambuf_iterator<char>(std::cin), {});
    input.directory = ".";
    return true;
  }
  input.directory = std::filesystem::path(path).parent_path().string();
  return read_file(path, input.text);
}

// "--certify 8 deck.dat" as "--certify=8 deck.dat": a flag takes no number of its own, and an
// option would take the deck.
std::vector<std::string> join_certify(int argc, char** argv) {
  std::vector<std::string> words;
  for (int k = 0; k < argc; ++k) {
    const std::string word = argv[k];
    const bool number = word.find_first_not_of("0123456789") == std::string::npos && !word.empty();
    if (number && !words.empty() && words.back() == "--certify")
      words.back() += "=" + word;
    else
      words.push_back(word);
  }
  return words;
}

// Empty if `text` is what --certify may be given.
std::string set_certify(const std::string& text, mbs::RunSettings& settings) {
  if (text.empty()) return {};
  int digits = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), digits);
  const bool number = error == std::errc() && end == text.data() + text.size();
  if (text != "show" && (!number || digits < 1 || digits > 15))
    return fmt::format("--certify {}: expected a number of digits from 1 to 15", text);
  settings.certify = digits;
  return {};
}

// Empty if `text` is what --timeout may be given.
std::string positive_seconds(const std::string& text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool number = error == std::errc() && end == text.data() + text.size();
  return number && seconds > 0 && seconds < 1e9
             ? std::string()
             : fmt::format("{}: expected a number of seconds above 0", text);
}

int run_deck(Arguments& args) {
  mbs::DeckInput input;
  for (const std::string& define : args.defines) {
    const auto parts = split(define);
    if (!parts) return usage_error(fmt::format("-D {}: expected name=value", define));
    input.overrides.push_back(*parts);
  }
  for (const std::string& set : args.sets) {
    const auto parts = split(set);
    const std::string problem = parts
                                    ? set_option(args.settings.options, parts->first, parts->second)
                                    : fmt::format("--set {}: expected name=value", set);
    if (!problem.empty()) return usage_error(problem);
  }
  const std::string problem = set_certify(args.certify, args.settings);
  if (!problem.empty()) return usage_error(problem);
  if (!read_deck_text(args.deck, input))
    return usage_error(fmt::format("cannot read deck '{}'", args.deck));

  mbs::Diagnostics diagnostics;
  if (args.echo || !args.convert.empty()) {
    const std::string echo = args.convert.empty() ? echo_deck(input, args.settings, diagnostics)
                                                  : convert_deck(input, args.settings, diagnostics);
    fmt::print("{}", echo);
    fmt::print(stderr, "{}", diagnostics.format_all());
    return finish(diagnostics.has_errors() ? ExitStatus::deck_error : ExitStatus::done);
  }
  if (args.csv == "-")
    return usage_error("--csv -: the report goes to standard output; expected the name of a file");
  std::FILE* csv_file = args.csv.empty() ? nullptr : std::fopen(args.csv.c_str(), "w");
  if (!args.csv.empty() && !csv_file)
    return usage_error(fmt::format("cannot write '{}'", args.csv));
  mbs::catch_signals();
  mbs::Outcome outcome;
  bool written = true;
  {
    mbs::TextSink report(stdout);
    std::optional<mbs::TextSink> csv;
    if (csv_file) csv.emplace(csv_file);
    args.settings.echo = !args.no_echo;
    args.settings.check_only = args.check;
    outcome = run_deck(input, args.settings, report, csv ? &*csv : nullptr, diagnostics);
    report.flush();
    if (csv) csv->flush();
    written = report.good() && (!csv || csv->good());
  }
  if (csv_file) written = std::fclose(csv_file) == 0 && written;
  fmt::print(stderr, "{}{}", diagnostics.format_all(), outcome.last_good_state);
  if (!written) return usage_error("the report could not be written completely");
  return finish(outcome.status);
}

int parse_and_run(int argc, char** argv) {
  Arguments args;
  mbs::DiffOptions diff;
  std::string diff_a, diff_b;
  CLI::App app("Simulates planar multibody mechanisms: deck in, report out.", "mbsim");
  app.set_version_flag("--version", fmt::format("mbsim {}", MBSIM_VERSION));
  app.add_option("deck", args.deck, "Deck to run; - reads standard input");
  app.add_option("-D", args.defines, "name=value: override a parameter of the deck")
      ->allow_extra_args(false);
  app.add_option("--set", args.sets, "name=value: an option listed by --options")
      ->allow_extra_args(false);
  app.add_flag("--check", args.check, "Read and audit the deck only");
  app.add_flag("--echo", args.echo, "Print the deck as it was understood, canonical");
  app.add_option("--convert", args.convert, "Print the deck in another dialect: native")
      ->check(CLI::IsMember({"native"}));
  app.add_flag("--no-echo", args.no_echo, "Only the tables: no '#' lines before and after them");
  app.add_option("--digits", args.settings.digits, "Significant figures in the report (1 to 17)")
      ->check(CLI::Range(1, 17));
  app.add_option("--csv", args.csv, "Write one row per time, full precision, to this file");
  app.add_flag("--certify{show}", args.certify,
               "[N]: rerun at tighter tolerances, say how many digits are certified; with N (1 to "
               "15) status 4 when there are fewer");
  app.add_flag("--cross-check", args.settings.cross_check,
               "SEGDYN decks: compute each row in two ways and report the largest difference");
  app.add_option("--timeout", args.settings.timeout, "Stop after this many seconds")
      ->check(CLI::Validator(positive_seconds, "SECONDS"));
  app.add_option("--template", args.template_name,
                 "Print a deck to start from: kabios, native, segdyn");
  app.add_flag("--options", args.options, "List tolerances and switches with their defaults");
  CLI::App* diff_app =
      app.add_subcommand("diff", "Compare two reports or CSV files channel by channel");
  diff_app->add_option("a", diff_a, "First file")->required();
  diff_app->add_option("b", diff_b, "Second file")->required();
  diff_app->add_option("--rtol", diff.rtol, "Allowed difference, relative to the channel's range");
  diff_app->add_option("--atol", diff.atol, "Allowed difference, absolute");
  diff_app->add_flag("--all", diff.all, "List every channel that differs");
  try {
    const std::vector<std::string> words = join_certify(argc, argv);
    std::vector<const char*> pointers;
    for (const std::string& word : words) pointers.push_back(word.c_str());
    app.parse(static_cast<int>(pointers.size()), pointers.data());
  } catch (const CLI::Success& wanted) {  // --help, --version
    return app.exit(wanted);
  } catch (const CLI::ParseError& error) {
    return usage_error(fmt::format("{}; mbsim --help shows what there is", error.what()));
  }
  if (diff_app->parsed()) return run_diff(diff_a, diff_b, diff);
  if (args.options) return fmt::print("{}", mbs::describe_options()), 0;
  if (!args.template_name.empty()) {
    const std::string text = mbs::deck_template(args.template_name);
    if (text.empty())
      return usage_error(
          fmt::format("no template '{}'; expected kabios, native or segdyn", args.template_name));
    return fmt::print("{}", text), 0;
  }
  if (args.deck.empty()) return usage_error("no deck given; mbsim --help shows how");
  return run_deck(args);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "mbsim: internal error: {}\n", error.what());
    return finish(ExitStatus::internal_error);
  }
}
