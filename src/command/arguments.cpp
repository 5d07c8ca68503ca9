// One file above 400 lines: each option of the command line is declared beside the variable that it
// sets, and CLI11 wants all of a verb in one place.
#include "command/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cassert>
#include <charconv>
#include <sstream>
#include <stdexcept>

#include "base/index.h"
#include "command/files.h"
#include "command/option_table.h"
#include "command/study_options.h"
#include "text/names.h"
#include "text/parameters.h"
#include "text/storage_name.h"

namespace mbs {

namespace {

// Splits "name=value"; nullopt if there is no '='.
std::optional<std::pair<std::string, std::string>> split(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return std::nullopt;
  return std::pair(text.substr(0, equals), text.substr(equals + 1));
}

// Turns "--certify 8 deck.dat" into "--certify=8 deck.dat": as a flag --certify could not take the
// 8, and as an option it could take the deck.
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

using Names = std::vector<std::string_view>;

// All verbs but "run", which is the name of mbsim without a verb.
Names names_of_verbs() {
  Names out;
  for (const VerbRow& row : verb_table())
    if (row.name != "run") out.push_back(row.name);
  return out;
}

// The names of all options of an app, with their dashes.
Names option_names(const CLI::App& app, std::vector<std::string>& store) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) store.push_back("--" + name);
    for (const std::string& name : option->get_snames()) store.push_back("-" + name);
  }
  return {store.begin(), store.end()};
}

const CLI::Option* find_option(const CLI::App& app, const std::string& name) {
  return app.get_option_no_throw(name);
}

// A message about the first unknown option, with the option that may have been meant; empty if all
// are known. verb: the app of the given verb, or the main app.
std::string unknown_option(const CLI::App& main, const CLI::App& verb,
                           const std::vector<std::string>& words) {
  const bool both = verb.get_fallthrough();
  for (std::size_t k = 1; k < words.size() && words[k] != "--"; ++k) {
    const std::string& word = words[k];
    if (word.size() < 2 || word[0] != '-') continue;
    const bool is_long = word[1] == '-';
    const std::string name = is_long ? word.substr(0, word.find('=')) : word.substr(0, 2);
    const CLI::Option* option = find_option(verb, name);
    if (!option && both && find_option_row(verb.get_name(), name)) option = find_option(main, name);
    if (option) {
      const bool in_word = is_long ? name != word : word.size() > 2;
      if (!in_word) k += static_cast<std::size_t>(option->get_items_expected_min());
      continue;
    }
    if (name == "--help" || name == "-h" || name == "--version") continue;
    for (const CLI::App* other : main.get_subcommands({}))
      if (&main == &verb && find_option(*other, name))
        return fmt::format("only {0} takes {1}; expected 'mbsim {0} ...'", other->get_name(), name);
    std::vector<std::string> store;
    Names known = option_names(verb, store);
    if (both && &main != &verb) known = option_names(main, store);
    const std::string_view near = nearest_word(name, known);
    const std::string of_verb = &main != &verb && find_option(main, name)
                                    ? fmt::format("{} takes no {}", verb.get_name(), name)
                                    : fmt::format("no option is called '{}'", name);
    return of_verb +
           (near.empty() || near == name ? "" : fmt::format("; did you mean '{}'?", near));
  }
  return {};
}

// The words that are neither options nor their values: verb, deck, files.
std::vector<std::string> plain_words(const CLI::App& main, const CLI::App& verb,
                                     const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (std::size_t k = 1; k < words.size(); ++k) {
    const std::string& word = words[k];
    if (word.size() < 2 || word[0] != '-') {
      out.push_back(word);
      continue;
    }
    const bool is_long = word[1] == '-';
    const std::string name = is_long ? word.substr(0, word.find('=')) : word.substr(0, 2);
    const CLI::Option* option = find_option(verb, name);
    if (!option) option = find_option(main, name);
    const bool in_word = is_long ? name != word : word.size() > 2;
    if (option && !in_word) k += static_cast<std::size_t>(option->get_items_expected_min());
  }
  return out;
}

std::string nearest_verb(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
  return std::string(nearest_word(word, Names(names.begin(), names.end())));
}

// The message for a command line that could not be parsed.
std::string explain(const CLI::App& main, const CLI::App& verb,
                    const std::vector<std::string>& words, const std::string& otherwise) {
  const std::string option = unknown_option(main, verb, words);
  if (!option.empty()) return option;
  const std::vector<std::string> plain = plain_words(main, verb, words);
  if (&main != &verb || plain.size() < 2) return otherwise;
  if (const std::string near = nearest_verb(main, plain[0]); !near.empty())
    return fmt::format("no verb is called '{}'; did you mean '{}'?", plain[0], near);
  return fmt::format("'{}' is one word too many; expected one deck, or a verb before it: {}",
                     plain[1], fmt::join(names_of_verbs(), ", "));
}

// The message of CLI11 about a missing value or a value that is no number, with the names of the
// option table.
std::string explain_value(std::string_view verb, const CLI::ParseError& error) {
  const std::string text = error.what();
  const auto cut = [&text](std::string_view end) {
    const std::size_t at = text.find(end);
    return at == text.npos ? std::string() : text.substr(0, at);
  };
  if (const std::string name = cut(" is required"); !name.empty()) {
    const OptionRow* row = find_option_row(verb, name);
    const std::string what(row && !is_option(*row) ? row->what.substr(0, row->what.find(';'))
                                                   : std::string_view(name));
    return fmt::format("{}: {} is missing; expected mbsim {}", verb, what, find_verb(verb)->usage);
  }
  const std::string_view conversion = "Could not convert: ";
  const bool no_number = text.starts_with(conversion);
  const std::string name =
      no_number ? cut(" = ").substr(conversion.size()) : cut(": ");  // "--rtol = x", "--keep: ..."
  const OptionRow* row = find_option_row(verb, name);
  if (!row) row = find_option_row("run", name);
  if (!row) return text;
  if (no_number)
    return fmt::format("{} {}: expected a number", name, text.substr(text.find(" = ") + 3));
  if (text.find(" required") != text.npos)
    return fmt::format("{}: its value is missing; expected {} {}", name, name, row->value);
  return text;
}

// Sets --certify from `text`. Returns the problem, or empty.
std::string set_certify(const std::string& text, RunSettings& settings) {
  if (text.empty()) return {};
  int digits = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), digits);
  const bool number = error == std::errc() && end == text.data() + text.size();
  if (text != "show" && (!number || digits < 1 || digits > 15))
    return fmt::format("--certify {}: expected a number of digits from 1 to 15", text);
  settings.certify = digits;
  return {};
}

// Returns the problem with the value of --timeout, or empty.
std::string positive_seconds(const std::string& text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool number = error == std::errc() && end == text.data() + text.size();
  return number && seconds > 0 && seconds < 1e9
             ? std::string()
             : fmt::format("{}: expected a number of seconds above 0", text);
}

void add_sweep_options(CLI::App& app, Arguments& args) {
  SweepSettings& settings = args.sweep_settings;
  app.fallthrough();
  app.add_option("deck", args.deck);
  app.add_option("-p", settings.runs.parameters)->allow_extra_args(false);
  app.add_flag("--zip", settings.runs.zip);
  app.add_option("--table", settings.runs.table);
  app.add_option("--sample", settings.runs.sample);
  app.add_option("--seed", settings.runs.seed);
  app.add_option("-j", settings.threads)->check(CLI::Range(1, 4096));
  app.add_option_function<std::vector<std::string>>(
         "--keep",
         [&settings](const std::vector<std::string>& words) {
           settings.keep = words[0], settings.folder = words[1];
         })
      ->expected(2);
  app.add_flag("--resume", settings.resume);
  app.add_option("-o", settings.output);
  app.add_option("--slurm", args.slurm.folder);
  app.add_option("--tasks", args.slurm.tasks);
  app.add_option("--array", args.array);
  app.add_option("--task", args.task);
  app.add_option("--collect", args.collect);
  app.add_flag("--no-submit", args.no_submit);
}

void add_options(CLI::App& app, Arguments& args) {
  app.add_option("deck", args.deck);
  app.add_option("-D", args.defines)->allow_extra_args(false);
  app.add_option("--set", args.sets)->allow_extra_args(false);
  app.add_flag("--check", args.check);
  app.add_flag("--echo", args.echo);
  app.add_option("--convert", args.convert)->check(CLI::IsMember({"native", "space"}));
  app.add_flag("--no-echo", args.no_echo);
  app.add_option_function<std::string>("--digits",
                                       [&](const std::string& text) {
                                         args.settings.digits =
                                             text == "auto" ? kSuitedDigits : std::stoi(text);
                                       })
      ->check([](const std::string& text) {
        const std::string wrong = CLI::Range(1, 17)(text);
        return text == "auto" || wrong.empty()
                   ? std::string()
                   : fmt::format("{}: expected auto, or a number from 1 to 17", text);
      });
  app.add_option("--csv", args.csv);
  app.add_option("--strides", args.strides);
  app.add_option_function<std::string>(
      "--columns", [&](const std::string& text) { args.columns = split_columns(text); });
  app.add_flag("--no-report", args.no_report);
  app.add_flag("--certify{show}", args.certify);
  app.add_flag("--cross-check", args.settings.cross_check);
  app.add_flag("--strict", args.settings.strict);
  app.add_flag("--audit", args.audit);
  app.add_flag("--quiet", args.quiet);
  app.add_option("--timeout", args.settings.timeout)
      ->check(CLI::Validator(positive_seconds, "SECONDS"));
  app.add_option("--template", args.template_name);
  app.add_flag("--options", args.options);
}

// Whether the option table has each option that CLI11 knows. For assertions only: the check would
// take a sixth of a short run.
[[maybe_unused]] bool is_in_table(const CLI::App& app, std::string_view verb) {
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_single_name();
    const std::string dashed = option->get_positional()       ? name
                               : option->get_lnames().empty() ? "-" + name
                                                              : "--" + name;
    if (!find_option_row(verb, dashed))
      throw std::logic_error(fmt::format("the table of options lacks {} of {}", dashed, verb));
  }
  return true;
}

// A message about an option of a run that `verb` does not take; empty: none.
std::string not_taken(const CLI::App& main, std::string_view verb) {
  for (const CLI::Option* option : main.get_options()) {
    if (option->count() == 0 || option->get_positional()) continue;
    std::vector<std::string> names;
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    if (find_option_row(verb, names.front())) continue;
    const std::string shared = shared_options(verb);
    const VerbRow& row = *find_verb(verb);
    return fmt::format(
        "{} prints nothing but {}: it takes no {}{}; mbsim {} --help shows what there "
        "is",
        verb, row.output, names.front(),
        shared.empty() ? "" : ", but of the options of a run " + shared, verb);
  }
  return {};
}

// Reports options that exclude each other as a usage error.
std::optional<int> check_together(const Arguments& args) {
  for (const auto& [option, name] :
       {std::pair("--strides", &args.strides), std::pair("-o", &args.sweep_settings.output),
        std::pair("-o", &args.optimise.output), std::pair("-o", &args.average.output)})
    if (is_storage_name(*name))
      return usage_error(fmt::format(
          "{} {}: a .sto or .mot file has columns over time, as --csv writes them; expected a name "
          "that ends in .csv",
          option, *name));
  if (args.verb == Verb::diff || args.verb == Verb::average || args.verb == Verb::help) return {};
  if (args.verb == Verb::sweep && args.deck.empty() == args.collect.empty())
    return usage_error(args.deck.empty() ? "sweep: expected a deck, or --collect DIR"
                                         : "--collect takes no deck: the folder knows it");
  if (args.slurm.folder.empty() != (args.slurm.tasks == 0))
    return usage_error("--slurm and --tasks: expected both, --slurm DIR --tasks N");
  if (args.array.empty() != (args.task == 0))
    return usage_error("--array and --task: expected both, --array DIR --task K");
  const std::string& keep = args.sweep_settings.keep;
  if (!keep.empty() && keep != "reports" && keep != "failed")
    return usage_error(
        fmt::format("--keep {}: expected --keep reports DIR or --keep failed DIR", keep));
  return {};
}

}  // namespace

std::string read_given(Arguments& args, DeckInput& input) {
  input.stride_file = args.strides;
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

std::string verb_meant(const std::string& deck) {
  const std::string_view near = nearest_word(deck, names_of_verbs());
  return near.empty() ? "" : fmt::format("; did you mean the verb '{}'?", near);
}

std::optional<int> parse_arguments(int argc, char** argv, Arguments& args) {
  CLI::App app("", "mbsim");
  app.set_version_flag("--version", describe_version());
  add_options(app, args);
  CLI::App* diff_app = app.add_subcommand("diff");
  diff_app->fallthrough();
  diff_app->add_option("a", args.diff_a)->required();
  diff_app->add_option("b", args.diff_b)->required();
  diff_app->add_option("--rtol", args.diff.rtol);
  diff_app->add_option("--atol", args.diff.atol);
  diff_app->add_flag("--all", args.diff.all);
  CLI::App* average_app = app.add_subcommand("average");
  average_app->add_option("files", args.average.files)->required();
  average_app->add_option("--points", args.average.points)->check(CLI::Range(2, 1000000));
  average_app->add_flag("--cmc", args.average.correlation);
  average_app->add_option("-o", args.average.output);
  average_app->fallthrough();
  CLI::App* measure_app = app.add_subcommand("measure");
  measure_app->add_option("deck", args.deck)->required();
  measure_app->fallthrough();
  CLI::App* channels_app = app.add_subcommand("channels");
  channels_app->add_option("deck", args.deck)->required();
  channels_app->add_option("names", args.columns);
  channels_app->fallthrough();
  CLI::App* sweep_app = app.add_subcommand("sweep");
  add_sweep_options(*sweep_app, args);
  CLI::App* draw_app = app.add_subcommand("draw");
  add_draw_options(*draw_app, args.deck, args.draw);
  CLI::App* plot_app = app.add_subcommand("plot");
  add_plot_options(*plot_app, args.deck, args.plot);
  CLI::App* animate_app = app.add_subcommand("animate");
  add_animate_options(*animate_app, args.deck, args.animate);
  CLI::App* help_app = app.add_subcommand("help");
  help_app->fallthrough();
  help_app->add_option("word", args.help_word);
  help_app->add_flag("--words", args.help_words);
  help_app->add_option("--table", args.help_table);
  help_app->add_flag("--listing", args.help_listing);
  help_app->add_option("--completion", args.help_completion)
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  help_app->add_option("--syntax", args.help_syntax)->check(CLI::IsMember({"vim", "textmate"}));
  const StudyVerbs studies = add_study_verbs(app, args);
  assert(is_in_table(app, "run"));
  for ([[maybe_unused]] const CLI::App* verb : app.get_subcommands({}))
    assert(is_in_table(*verb, verb->get_name()));
  std::vector<std::string> words = join_certify(argc, argv);
  // CLI11 would take the verb name in "help sweep" as a verb; in capitals it is a plain word.
  if (words.size() > 2 && words[1] == "help" && find_verb(words[2]))
    words[2] = upper_case(words[2]);
  const CLI::App* given = &app;
  for (const CLI::App* verb : app.get_subcommands({}))
    if (words.size() > 1 && verb->check_name(words[1])) given = verb;
  try {
    std::vector<const char*> pointers;
    for (const std::string& word : words) pointers.push_back(word.c_str());
    app.parse(count_of(pointers), pointers.data());
  } catch (const CLI::CallForHelp&) {
    return print(verb_help(*find_verb(given == &app ? "run" : given->get_name())));
  } catch (const CLI::Success& wanted) {  // --version
    std::ostringstream text, none;
    app.exit(wanted, text, none);
    return print(text.str());
  } catch (const CLI::ParseError& error) {
    const std::string verb = given == &app ? "" : given->get_name() + " ";
    const std::string missing = explain_value(given == &app ? "run" : given->get_name(), error);
    return usage_error(fmt::format("{}; mbsim {}--help shows what there is",
                                   explain(app, *given, words, missing), verb));
  }
  args.verb = diff_app->parsed()       ? Verb::diff
              : measure_app->parsed()  ? Verb::measure
              : sweep_app->parsed()    ? Verb::sweep
              : help_app->parsed()     ? Verb::help
              : average_app->parsed()  ? Verb::average
              : channels_app->parsed() ? Verb::channels
              : draw_app->parsed()     ? Verb::draw
              : plot_app->parsed()     ? Verb::plot
              : animate_app->parsed()  ? Verb::animate
                                       : given_study(studies).value_or(Verb::run);
  const CLI::App* parsed = app.get_subcommands().empty() ? nullptr : app.get_subcommands().front();
  if (const std::string problem = parsed ? not_taken(app, parsed->get_name()) : "";
      !problem.empty())
    return usage_error(problem);
  return check_together(args);
}

}  // namespace mbs
