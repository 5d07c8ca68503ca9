#include "command/verbs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <deque>
#include <filesystem>

#include "base/escaped.h"
#include "base/hard_stop.h"
#include "base/say.h"
#include "command/files.h"
#include "command/progress_line.h"
#include "command/study_options.h"
#include "deck/lines/dialects.h"
#include "deck/lines/lexer.h"
#include "program/channels.h"
#include "program/run_deck.h"
#include "program/stride_files.h"
#include "report/columns.h"
#include "report/output_file.h"
#include "report/storage_file.h"
#include "text/names.h"
#include "text/storage_name.h"

namespace mbs {

namespace {

int run_diff(const std::string& a, const std::string& b, const DiffOptions& options) {
  std::string text_a, text_b;
  for (const auto& [path, text] : {std::pair(&a, &text_a), std::pair(&b, &text_b)})
    if (const std::string problem = read_file(*path, kMaxFileBytes, *text); !problem.empty())
      return usage_error(cannot_read(fmt::format("'{}'", *path), problem));
  const DiffResult result = diff_texts(text_a, text_b, escaped(a), escaped(b), options);
  if (result.exit_status == 2) return say(result.text), result.exit_status;
  return worse(print(result.text), result.exit_status);
}

// The verb measure prints only a line for each measure to standard output. Reasons why a measure
// has no value go to standard error.
int run_measure(Arguments& args, const DeckInput& input, Diagnostics& diagnostics) {
  ProgressLine progress(args);
  args.settings.echo = false;
  const auto prepared = prepare_run(input, args.settings, diagnostics);
  Outcome outcome{ExitStatus::deck_error, {}};
  if (prepared && prepared->tables.measures.empty())
    diagnostics.error({}, "measure", "the deck has no MEASURE lines",
                      "expected one like 'MEASURE stroke = PP body4.x'");
  if (prepared && !diagnostics.has_errors()) outcome = run(*prepared, {}, diagnostics);
  limit_time(args);
  progress.clear();
  const int printed = print(measure_lines(outcome.measures));
  say(diagnostics.format_all());
  for (const MeasureValue& value : outcome.measures)
    if (!value.reason.empty() && !value.required)
      say(fmt::format("mbsim: {} has no value: {}\n", value.name, value.reason));
  say(outcome.last_good_state);
  return worse(printed, finish(outcome.status));
}

// The report and the CSV of a run: opens, writes and closes both, and reports write errors.
class RunFiles {
 public:
  // degrees: the channels in degrees.
  RunFiles(const Arguments& args, std::vector<std::string> degrees, ProgressLine& progress)
      : args_(args),
        degrees_(std::move(degrees)),
        csv_to_stdout_(args.csv == "-"),
        csv_to_file_(!args.csv.empty() && !csv_to_stdout_ && !args.check),
        file_(args.csv, is_storage_name(args.csv) ? OutputFile::Unfinished::removed
                                                  : OutputFile::Unfinished::kept),
        progress_(progress) {}

  // Opens the outputs; strides: the files of STRIDE lines. Returns why one cannot be written, or
  // empty.
  std::string open(const Diagnostics& diagnostics, const std::vector<std::string>& strides) {
    const bool without_time = is_storage_name(args_.csv) && !args_.columns.empty() &&
                              !is_same_name(args_.columns[0], "t") && !is_pattern(args_.columns[0]);
    std::string problem = without_time   ? needs_time()
                          : csv_to_file_ ? file_.open(files_of(args_.deck, diagnostics))
                                         : "";
    for (std::size_t k = 0; k < strides.size() && problem.empty(); ++k)
      problem = stride_files_.emplace_back(strides[k]).open(files_of(args_.deck, diagnostics));
    if (!problem.empty()) return problem;
    for (std::size_t k = 0; k < strides.size(); ++k) strides_.emplace_back();
    report_.emplace(STDOUT_FILENO);
    csv_.emplace(csv_to_file_ ? file_.descriptor() : STDOUT_FILENO);
    for (TextSink* sink : {&*report_, &*csv_}) {
      sink->before_writing = [this] { progress_.clear(); };
      sink->after_failure = [this] { give_up_if_vain(); };
    }
    return {};
  }

  Outputs outputs() {
    Outputs out{args_.no_report ? nullptr : &*report_,
                csv_to_file_ || csv_to_stdout_ ? &*csv_ : nullptr,
                {},
                args_.columns};
    for (TextSink& sink : strides_) out.strides.push_back(&sink);
    return out;
  }

  // Gives the finished CSV its name.
  void close(const Outcome& outcome) {
    report_->flush();
    csv_->flush();
    for (std::size_t k = 0; k < stride_files_.size() && strides_[k].buffer().size() > 0; ++k) {
      std::string problem =
          stride_files_[k].write({strides_[k].buffer().data(), strides_[k].buffer().size()});
      if (problem.empty()) problem = stride_files_[k].commit();
      if (!problem.empty()) problems_.push_back(problem);
    }
    if (!csv_to_file_ || !csv_->used() || outcome.status == ExitStatus::deck_error) return;
    std::string problem = is_storage_name(args_.csv) ? to_storage() : "";
    if (problem.empty()) problem = file_.commit();
    if (!problem.empty()) problems_.push_back(problem);
  }

  // Prints the write errors, after all other messages, and returns their exit status.
  int end() {
    const bool others = args_.audit || (csv_to_file_ && csv_->good());
    int status = 0;
    if (!report_->good() && !(report_->error() == EPIPE && others))
      status = worse(status, usage_error(cannot_write("standard output", report_->error())));
    if (!csv_->good())
      status = worse(status, usage_error(cannot_write(
                                 csv_to_stdout_ ? "standard output" : args_.csv, csv_->error())));
    for (const std::string& problem : problems_) status = worse(status, usage_error(problem));
    say(file_.note());
    return status;
  }

  // given_up(): the run was ended because none of its outputs can be written. unread(): the cause
  // is a pipe whose reader has gone.
  bool given_up() const { return error_ != 0; }
  bool unread() const { return error_ == EPIPE; }

 private:
  std::string needs_time() const {
    return fmt::format(
        "'{}' is not written: the first column of a .sto or .mot file is the time; expected "
        "--columns t,...",
        args_.csv);
  }

  // Angles of SUBJECT are in degrees, which a storage file of radians cannot say.
  void warn_of_degrees(std::string_view head) const {
    const std::string names = fmt::format(",{},", head);
    for (const std::string& name : degrees_)
      if (names.find("," + name + ",") != std::string::npos)
        say(fmt::format(
            "mbsim: warning: '{}' says inDegrees=no, and {} is in degrees; expected OUT "
            "own = {}*deg\n",
            escaped(args_.csv), escaped(name), escaped(name)));
  }

  // Rewrites the CSV as a storage file after the last row, since the head of that file counts the
  // rows. Returns why it cannot be one, or empty.
  std::string to_storage() {
    const std::string title = std::filesystem::path(args_.csv).stem().string();
    std::string untimed;
    const std::string problem = file_.rewrite([&](const std::string& csv) {
      warn_of_degrees(std::string_view(csv).substr(0, csv.find('\n')));
      if (auto text = storage_of(csv, title)) return *text;
      untimed = needs_time();
      return csv;
    });
    return problem.empty() ? untimed : problem;
  }

  // Called after a failed write: ends the run where none of its outputs is left.
  void give_up_if_vain() {
    const bool report = !args_.no_report && report_->good();
    const bool csv = (csv_to_file_ || csv_to_stdout_) && csv_->good();
    if (report || csv || args_.audit) return;
    error_ = csv_->good() ? report_->error() : csv_->error();
    abandon_runs();
  }

  const Arguments& args_;
  const std::vector<std::string> degrees_;
  const bool csv_to_stdout_, csv_to_file_;
  OutputFile file_;
  ProgressLine& progress_;
  std::optional<TextSink> report_, csv_;
  std::deque<OutputFile> stride_files_;
  std::deque<TextSink> strides_;  // texts in memory
  std::vector<std::string> problems_;
  int error_ = 0;  // of the write that made the run useless; 0: none
};

// The run itself: report to standard output, CSV to its file. Nothing is written before the deck
// has been read and built.
int run_to_files(Arguments& args, const DeckInput& input, Diagnostics& diagnostics) {
  ProgressLine progress(args);
  auto end = [&](const Outcome& outcome) {
    say(diagnostics.format_all() + outcome.last_good_state + (args.audit ? outcome.audit : ""));
    return finish(outcome.status);
  };
  if (args.csv == "-" && !args.no_report)
    return usage_error(
        "--csv -: the report goes to standard output; add --no-report, or name a file");
  args.settings.echo = !args.no_echo;
  args.settings.check_only = args.check;
  const auto prepared = prepare_run(input, args.settings, diagnostics);
  if (!prepared) return end({ExitStatus::deck_error, {}});
  std::vector<std::string> degrees;
  for (const SubjectJoint& joint : prepared->tables.subject.joints)
    degrees.push_back(joint.name + ".angle");
  RunFiles files(args, std::move(degrees), progress);
  std::vector<std::string> strides;
  if (!args.strides.empty()) {
    strides = stride_files(args.strides, prepared->tables.strides, *prepared->tables.parameters,
                           diagnostics);
    if (strides.empty()) return end({ExitStatus::deck_error, {}});
  }
  if (const std::string problem =
          files.open(diagnostics, args.check ? std::vector<std::string>{} : strides);
      !problem.empty())
    return usage_error(problem);
  Outcome outcome = run(*prepared, files.outputs(), diagnostics);
  limit_time(args);
  progress.clear();
  files.close(outcome);
  if (files.given_up() && outcome.status == ExitStatus::interrupted && !signal_came()) {
    outcome.status = ExitStatus::deck_error;
    outcome.last_good_state.clear();
  }
  if (files.unread()) return worse(finish(outcome.status), finish(ExitStatus::deck_error));
  const int status = end(outcome);
  return worse(status, files.end());
}

int run_search(const Arguments& args, const DeckInput& input) {
  if (args.verb == Verb::sensitivity) return run_sensitivity(args, input);
  return args.verb == Verb::solve ? run_solve(args, input) : run_optimise(args, input);
}

// Reads the deck. Returns why it cannot be read, or empty.
std::string read_deck(const Arguments& args, DeckInput& input) {
  const std::size_t most = args.verb == Verb::plot ? kMaxFileBytes : kMaxDeckBytes;
  const std::string problem = read_deck_text(args.deck, most, input);
  if (problem.empty()) return {};
  const bool study = args.verb == Verb::sweep || is_search(args.verb);
  return cannot_read(fmt::format("deck '{}'", args.deck), problem) +
         (study ? "" : verb_meant(args.deck));
}

// The verbs of many runs: --timeout limits each run by itself.
int run_study(const Arguments& args, DeckInput& input) {
  begin_threads();
  if (const std::string problem = prepare_in_time(args, [&] { return read_deck(args, input); });
      !problem.empty())
    return usage_error(problem);
  return args.verb == Verb::sweep ? run_sweep(args, input) : run_search(args, input);
}

int print_deck(const Arguments& args, const DeckInput& input, Diagnostics& diagnostics) {
  const auto make = args.convert.empty()      ? echo_deck
                    : args.convert == "space" ? convert_deck_to_space
                                              : convert_deck;
  const std::string text = make(input, args.settings, diagnostics);
  const int printed = print(text);
  say(diagnostics.format_all());
  return worse(printed,
               finish(diagnostics.has_errors() ? ExitStatus::deck_error : ExitStatus::done));
}

// The verb channels.
int print_channels(const Arguments& args, const DeckInput& input, Diagnostics& diagnostics) {
  const int printed = print(list_channels(input, args.columns, args.settings, diagnostics));
  say(diagnostics.format_all());
  return worse(printed,
               finish(diagnostics.has_errors() ? ExitStatus::deck_error : ExitStatus::done));
}

int run_deck(Arguments& args) {
  DeckInput input;
  if (const std::string problem = read_given(args, input); !problem.empty())
    return usage_error(problem);
  enable_hard_stop(args.deck == "-" ? "stdin" : escaped(args.deck), verb_name(args.verb));
  if (args.verb == Verb::sweep || is_search(args.verb)) return run_study(args, input);
  if (const std::string problem = read_deck(args, input); !problem.empty())
    return usage_error(problem);
  Diagnostics diagnostics;
  if (args.echo || !args.convert.empty()) return print_deck(args, input, diagnostics);
  if (args.verb == Verb::channels) return print_channels(args, input, diagnostics);
  if (args.verb == Verb::measure) return run_measure(args, input, diagnostics);
  if (args.verb == Verb::draw) return run_draw(args, input, diagnostics);
  if (args.verb == Verb::plot) return run_plot(args, input, diagnostics);
  if (args.verb == Verb::animate) return run_animate(args, input, diagnostics);
  return run_to_files(args, input, diagnostics);
}

}  // namespace

int run_command(Arguments& args) {
  if (args.collect.empty()) limit_time(args);  // --collect limits the answers of Slurm instead
  if (args.verb == Verb::diff) {
    enable_hard_stop("mbsim", "diff");
    return run_diff(args.diff_a, args.diff_b, args.diff);
  }
  if (args.verb == Verb::average) return run_average(args);
  if (args.verb == Verb::help) return run_help(args);
  if (!args.collect.empty()) {
    enable_hard_stop("mbsim", "sweep --collect");
    return run_collect(args);
  }
  if (args.options) return print(describe_options());
  if (!args.template_name.empty()) {
    const std::string text = deck_template(args.template_name);
    if (text.empty())
      return usage_error(fmt::format(
          "no template '{}'; expected kabios, kabios-space, native or segdyn", args.template_name));
    return print(text);
  }
  if (args.deck.empty()) return usage_error("no deck given; mbsim --help shows how");
  return run_deck(args);
}

}  // namespace mbs
