// Arguments in, exit status out; the only place that prints diagnostics.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

#include "analysis/run.h"
#include "base/hard_stop.h"
#include "deck/dialects.h"
#include "report/diff.h"
#include "report/output_file.h"
#include "study/sweep.h"

namespace {

using mbs::ExitStatus;

struct Arguments {
  std::string deck;
  std::vector<std::string> defines, sets;
  std::string csv, template_name, convert, certify;
  std::vector<std::string> columns;
  bool measure = false, sweep = false;  // the verbs
  bool check = false, echo = false, no_echo = false, no_report = false, options = false,
       audit = false;
  mbs::RunSettings settings;
  mbs::SweepSettings sweep_settings;
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

std::string cannot_write(const std::string& name, int error) {
  return fmt::format("cannot write '{}' completely: {}", name, std::strerror(error));
}

// Every file that the run has read, by a name that opens it.
std::vector<std::string> files_of(const Arguments& args, const mbs::Diagnostics& diagnostics) {
  std::vector<std::string> out;
  for (int k = args.deck == "-" ? 1 : 0; k < diagnostics.file_count(); ++k)
    out.push_back(diagnostics.file(k));
  return out;
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

// The verb measure: nothing but a line for each measure to standard output; why one has no value to
// standard error.
int run_measure(Arguments& args, const mbs::DeckInput& input, mbs::Diagnostics& diagnostics) {
  args.settings.echo = false;
  const auto prepared = prepare_run(input, args.settings, diagnostics);
  mbs::Outcome outcome{ExitStatus::deck_error, {}};
  if (prepared && prepared->tables.measures.empty())
    diagnostics.error({}, "measure", "the deck has no MEASURE lines",
                      "expected one like 'MEASURE stroke = PP body4.x'");
  if (prepared && !diagnostics.has_errors()) {
    mbs::catch_signals();
    outcome = run(*prepared, {}, diagnostics);
  }
  mbs::disable_hard_stop();
  fmt::print("{}", mbs::measure_lines(outcome.measures));
  fmt::print(stderr, "{}", diagnostics.format_all());
  for (const mbs::MeasureValue& value : outcome.measures)
    if (!value.reason.empty() && !value.required)
      fmt::print(stderr, "mbsim: {} has no value: {}\n", value.name, value.reason);
  fmt::print(stderr, "{}", outcome.last_good_state);
  if (std::fflush(stdout) != 0) return usage_error(cannot_write("standard output", errno));
  return finish(outcome.status);
}

// The run itself: report to standard output, CSV to its file. Nothing is written before the deck
// has been read and built.
int run_to_files(Arguments& args, const mbs::DeckInput& input, mbs::Diagnostics& diagnostics) {
  auto end = [&](const mbs::Outcome& outcome) {
    fmt::print(stderr, "{}{}{}", diagnostics.format_all(), outcome.last_good_state,
               args.audit ? outcome.audit : "");
    return finish(outcome.status);
  };
  if (args.csv == "-" && !args.no_report)
    return usage_error(
        "--csv -: the report goes to standard output; add --no-report, or name a file");
  args.settings.echo = !args.no_echo;
  args.settings.check_only = args.check;
  const auto prepared = prepare_run(input, args.settings, diagnostics);
  if (!prepared) return end({ExitStatus::deck_error, {}});
  const bool to_stdout = args.csv == "-";
  mbs::OutputFile file(args.csv);
  const bool to_file = !args.csv.empty() && !to_stdout && !args.check;
  if (const std::string problem = to_file ? file.open(files_of(args, diagnostics)) : "";
      !problem.empty())
    return usage_error(problem);
  mbs::catch_signals();
  mbs::TextSink report(stdout), csv(to_stdout ? stdout : file.file());
  const mbs::RescuedFile rescued(file);
  const mbs::Outputs outputs{
      args.no_report ? nullptr : &report, to_file || to_stdout ? &csv : nullptr, {}, args.columns};
  const mbs::Outcome outcome = run(*prepared, outputs, diagnostics);
  mbs::disable_hard_stop();
  report.flush();
  csv.flush();
  std::string problem;
  if (!report.good()) problem = cannot_write("standard output", report.error());
  if (!csv.good()) problem = cannot_write(to_stdout ? "standard output" : args.csv, csv.error());
  if (csv.good() && csv.used() && to_file && outcome.status != ExitStatus::deck_error)
    problem = file.commit();
  const int status = end(outcome);
  return problem.empty() ? status : usage_error(problem);
}

// On one line of a terminal.
void show_progress(const mbs::SweepProgress& now) {
  const double rate = now.seconds > 0 ? static_cast<double>(now.computed) / now.seconds : 0;
  const std::string left =
      rate > 0 ? fmt::format(", {:.0f} s left", static_cast<double>(now.runs - now.done) / rate)
               : "";
  fmt::print(stderr, "\r{} of {} runs, {:.3g} a second{}\033[K", now.done, now.runs, rate, left);
  std::fflush(stderr);
}

// The verb sweep: its table to standard output or to the file of -o.
int run_sweep(const Arguments& args, const mbs::DeckInput& input) {
  std::string messages;
  const mbs::SweepSettings& settings = args.sweep_settings;
  const auto prepared = prepare_sweep(input, args.settings, settings, messages);
  auto say = [&] { fmt::print(stderr, "{}", messages), messages.clear(); };
  say();
  if (!prepared) return finish(ExitStatus::deck_error);
  mbs::SweepOutputs outputs;
  mbs::OutputFile direct(settings.output);  // of standard output, devices and pipes
  std::optional<mbs::SweepFile> table;
  if (settings.output.empty() || !mbs::SweepFile::suits(settings.output)) {
    if (settings.resume)
      return usage_error("--resume: expected -o with the file whose rows are gone on with");
    if (!settings.output.empty())
      if (const std::string problem = direct.open(prepared->files); !problem.empty())
        return usage_error(problem);
    outputs.rows = [&](std::string_view text, long long) -> std::string {
      std::FILE* const out = settings.output.empty() ? stdout : direct.file();
      const bool written =
          std::fwrite(text.data(), 1, text.size(), out) == text.size() && std::fflush(out) == 0;
      return written ? ""
                     : cannot_write(settings.output.empty() ? "standard output" : settings.output,
                                    errno);
    };
  } else {
    table.emplace(settings.output, sweep_facts(*prepared, settings.runs));
    const auto is_row = [&](long long k, std::string_view row) {
      return is_row_of(*prepared, k, row);
    };
    const std::string problem = settings.resume
                                    ? table->resume(prepared->files, prepared->header, is_row)
                                    : table->open(prepared->files);
    if (!problem.empty()) return usage_error(problem);
    outputs.rows = [&](std::string_view text, long long count) {
      return table->write(text, count);
    };
    outputs.old_row = [&] { return table->next_old_row(); };
  }
  const bool to_terminal = ::isatty(STDERR_FILENO) && (table || !::isatty(STDOUT_FILENO));
  if (to_terminal) outputs.progress = show_progress;
  mbs::catch_signals();
  const ExitStatus status = sweep(*prepared, settings.threads, outputs, messages);
  if (to_terminal) fmt::print(stderr, "\r\033[K");
  say();
  if (status != ExitStatus::deck_error && table)
    if (const std::string problem = table->commit(); !problem.empty()) return usage_error(problem);
  if (status == ExitStatus::interrupted) std::_Exit(finish(status));
  return finish(status);
}

// What -D, --set and --certify give. Empty, or what is wrong.
std::string read_given(Arguments& args, mbs::DeckInput& input) {
  for (const std::string& define : args.defines) {
    const auto parts = split(define);
    if (!parts) return fmt::format("-D {}: expected name=value", define);
    input.overrides.push_back(*parts);
  }
  for (const std::string& set : args.sets) {
    const auto parts = split(set);
    const std::string problem = parts
                                    ? set_option(args.settings.options, parts->first, parts->second)
                                    : fmt::format("--set {}: expected name=value", set);
    if (!problem.empty()) return problem;
  }
  return set_certify(args.certify, args.settings);
}

int run_deck(Arguments& args) {
  mbs::DeckInput input;
  if (const std::string problem = read_given(args, input); !problem.empty())
    return usage_error(problem);
  if (args.sweep)  // each of its runs has its own time
    return read_deck_text(args.deck, input)
               ? run_sweep(args, input)
               : usage_error(fmt::format("cannot read deck '{}'", args.deck));
  mbs::enable_hard_stop(args.deck == "-" ? "stdin" : args.deck);
  const mbs::Interrupt limit(args.settings.timeout, {}, args.settings.begun);
  if (limit.limited()) mbs::set_hard_stop(limit.deadline(), "the time limit (--timeout)");
  if (!read_deck_text(args.deck, input))
    return usage_error(fmt::format("cannot read deck '{}'", args.deck));

  mbs::Diagnostics diagnostics;
  if (args.echo || !args.convert.empty()) {
    const std::string echo = args.convert.empty() ? echo_deck(input, args.settings, diagnostics)
                                                  : convert_deck(input, args.settings, diagnostics);
    mbs::disable_hard_stop();
    fmt::print("{}", echo);
    fmt::print(stderr, "{}", diagnostics.format_all());
    return finish(diagnostics.has_errors() ? ExitStatus::deck_error : ExitStatus::done);
  }
  if (args.measure) return run_measure(args, input, diagnostics);
  return run_to_files(args, input, diagnostics);
}

void add_sweep_options(CLI::App& app, Arguments& args) {
  mbs::SweepSettings& settings = args.sweep_settings;
  app.fallthrough();
  app.add_option("deck", args.deck, "Deck to run; - reads standard input")->required();
  app.add_option("-p", settings.runs.parameters,
                 "name=1,2,5 or name=from:to:step: values of a parameter, all combinations")
      ->allow_extra_args(false);
  app.add_flag("--zip", settings.runs.zip, "The k-th values of all -p together make run k");
  app.add_option("--table", settings.runs.table, "A CSV whose first row names parameters");
  app.add_option("--sample", settings.runs.sample,
                 "So many runs, drawn from -p name=from:to by a Latin hypercube");
  app.add_option("--seed", settings.runs.seed, "Another draw of --sample (1)");
  app.add_option("-j", settings.threads, "Threads; one for each core without it")
      ->check(CLI::Range(1, 4096));
  app.add_option_function<std::vector<std::string>>(
         "--keep",
         [&settings](const std::vector<std::string>& words) {
           settings.keep = words[0], settings.folder = words[1];
         },
         "reports DIR or failed DIR: the reports of all runs, or of those that fail, in a folder")
      ->expected(2);
  app.add_flag("--resume", settings.resume,
               "Go on with the rows that a sweep with the same -o has left");
  app.add_option("-o", settings.output, "File for the table; standard output without it");
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
  app.add_option_function<std::string>(
      "--columns", [&](const std::string& text) { args.columns = mbs::split_columns(text); },
      "Columns of the CSV, in this order: names apart by commas, * for any letters");
  app.add_flag("--no-report", args.no_report,
               "No report; with --csv - the CSV goes to standard output");
  app.add_flag("--certify{show}", args.certify,
               "[N]: rerun at tighter tolerances, say how many digits are certified; with N (1 to "
               "15) status 4 when there are fewer");
  app.add_flag("--cross-check", args.settings.cross_check,
               "SEGDYN decks: compute each row in two ways and report the largest difference");
  app.add_flag("--strict", args.settings.strict,
               "Exit status 4 where the verdict on the run is bad");
  app.add_flag("--audit", args.audit,
               "The figures of the audit with all digits, and counts, on standard error");
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
  CLI::App* measure_app = app.add_subcommand(
      "measure", "Run the deck and print 'name value' for each of its MEASURE lines");
  measure_app->add_option("deck", args.deck, "Deck to run; - reads standard input")->required();
  measure_app->fallthrough();
  CLI::App* sweep_app =
      app.add_subcommand("sweep", "Run the deck with many values of its parameters, one row each");
  add_sweep_options(*sweep_app, args);
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
  args.measure = measure_app->parsed();
  const bool tables = !args.csv.empty() || !args.columns.empty() || args.settings.digits > 0 ||
                      args.check || args.echo || !args.convert.empty() || args.audit;
  if (args.measure && (tables || !args.certify.empty()))
    return usage_error(
        "measure prints nothing but measures; beside -D, --set, --timeout and --strict it takes no "
        "options");
  args.sweep = sweep_app->parsed();
  if (args.sweep && (tables || args.no_report || args.no_echo || !args.certify.empty()))
    return usage_error(
        "sweep prints nothing but its table; beside its own options it takes -D, --set, --timeout "
        "and --strict");
  const std::string& keep = args.sweep_settings.keep;
  if (!keep.empty() && keep != "reports" && keep != "failed")
    return usage_error(
        fmt::format("--keep {}: expected --keep reports DIR or --keep failed DIR", keep));
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
