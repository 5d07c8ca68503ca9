#include "command/option_table.h"

#include <algorithm>

namespace mbs {

namespace {

constexpr VerbRow kVerbRows[] = {
    {"run", "[options] deck.dat", "run a deck and print its report", "", "command-line"},
    {"measure", "measure [options] deck.dat", "print 'name value' for each MEASURE line of a deck",
     "measures", "measures"},
    {"channels", "channels [options] deck.dat [NAMES]",
     "list the channels that a deck has: name, unit, meaning", "its list", "report"},
    {"sweep", "sweep [options] deck.dat -p NAME=VALUES",
     "run a deck with many values of its parameters, a table row for each run", "its table",
     "sweep"},
    {"solve", "solve [options] deck.dat -p NAME=FROM:TO 'MEASURED = VALUE'",
     "find parameters for which equations of measures hold", "what it finds", "optimise"},
    {"optimise", "optimise [options] deck.dat --max MEASURED -p NAME=FROM:TO",
     "find parameters that make a measure best", "what it finds", "optimise"},
    {"sensitivity", "sensitivity [options] deck.dat -p NAME",
     "derivatives of the measures with respect to parameters", "what it finds", "optimise"},
    {"diff", "diff [options] a.txt b.txt", "compare two reports or CSV files, channel by channel",
     "differences", "diff"},
    {"average", "average [options] a.csv b.csv ...",
     "mean, standard deviation and number of several trials at each per cent", "an average",
     "average"},
    {"draw", "draw [options] deck.dat -o FILE", "draw the mechanism at times of its run, as SVG",
     "a picture", "pictures"},
    {"plot", "plot [options] run.csv x y1 y2",
     "draw columns of a CSV, or channels of a deck, as SVG", "a picture", "pictures"},
    {"animate", "animate [options] deck.dat -o run.html",
     "write a page that plays the motion in a browser", "a page", "pictures"},
    {"help", "help [options] [WORD]", "say what a word of a deck means, with an example", "help",
     "words"}};

constexpr std::string_view kOfDecks =
    "run measure channels sweep solve optimise sensitivity draw plot animate";
constexpr std::string_view kPictures = "draw plot animate";

using enum ValueKind;

constexpr OptionRow kOptionRows[] = {
    // Words without a dash.
    {"run measure channels sweep solve optimise sensitivity draw animate", "deck", "", file,
     "the deck; - reads standard input"},
    {"plot", "file", "", file, "a CSV of a run or of a sweep, or a deck to run; - reads a deck"},
    {"channels", "names", "", text, "these channels alone, * for any letters; all without them"},
    {"plot", "columns", "", text,
     "x y1 y2 ...: columns or channels, * for any letters; one alone is drawn over t"},
    {"animate", "curves", "", text, "channels that are shown beside the mechanism"},
    {"solve", "equations", "", text,
     "an equation as 'FIRST m1 = 0', one for each parameter; each side is what stands behind "
     "MEASURE name ="},
    {"diff", "a", "", file, "the first file"},
    {"diff", "b", "", file, "the second file"},
    {"average", "files", "", file, "the CSV files of two trials or more"},
    {"help", "word", "", text, "a keyword, a verb, or what you look for; all keywords without it"},
    // Options of several verbs.
    {kOfDecks, "-D", "NAME=VALUE", parameter,
     "another value for a parameter (PARAM) of the deck; may be repeated"},
    {kOfDecks, "--set", "NAME=VALUE", text,
     "another value for a tolerance or switch that --options lists; may be repeated"},
    {kOfDecks, "--strict", "", none, "exit status 4 where the verdict on a run is bad"},
    {"run measure channels sweep solve optimise sensitivity draw plot animate diff average help",
     "--timeout", "SECONDS", number,
     "ends after so many seconds, with status 5; of sweep, solve, optimise and sensitivity each "
     "run"},
    {kOfDecks, "--quiet", "", none, "no progress on a terminal"},
    // Options of a run.
    {"run", "--check", "", none, "reads the deck and assembles the mechanism at its start only"},
    {"run", "--echo", "", none, "prints the deck as it was understood, parameters filled in"},
    {"run", "--convert", "DIALECT", word,
     "prints the deck in another dialect, or a deck of the plane in space", "native space"},
    {"run", "--no-echo", "", none, "only the tables: no '#' lines before and after them"},
    {"run", "--digits", "N", word,
     "significant figures in the report, 1 to 17, or auto: decimals that suit each column", "auto"},
    {"run", "--csv", "FILE", file,
     "writes a row for each time to this file, all digits; - with --no-report: standard output"},
    {"run sweep", "--strides", "FILE", file,
     "writes the points of the strides (STRIDE) to this file; ${parameter} in its name is filled "
     "in"},
    {"run sweep average", "--columns", "LIST", text,
     "columns of the CSV files, in this order: names apart by commas, * for any letters"},
    {"run", "--no-report", "", none, "no report"},
    {"run", "--certify", "[=N]", none,
     "reruns at tighter tolerances and says how many digits are certain; with N (1 to 15) exit "
     "status 4 where they are fewer"},
    {"run", "--cross-check", "", none,
     "dynamic decks: computes each row in two ways, the largest difference in the audit"},
    {"run", "--audit", "", none,
     "the figures of the audit with all digits, and counts, on standard error"},
    {"run", "--template", "DIALECT", word, "prints a deck to start from",
     "kabios kabios-space native segdyn"},
    {"run", "--options", "", none, "lists tolerances and switches with their defaults"},
    // Options of sweep.
    {"sweep", "-p", "NAME=VALUES", parameter,
     "values of a parameter, as 1,2,5 or from:to:step; several -p: all combinations"},
    {"sweep", "--zip", "", none, "the k-th values of all -p together make run k"},
    {"sweep", "--table", "FILE", file, "a CSV whose first row names parameters"},
    {"sweep", "--sample", "N", number,
     "so many runs, drawn from -p name=from:to by a Latin hypercube"},
    {"sweep", "--seed", "N", number, "another draw of --sample (1)"},
    {"sweep solve optimise sensitivity", "-j", "N", number,
     "threads; one for each core without it"},
    {"sweep", "--keep", "reports|failed DIR", word,
     "keeps the reports of all runs, or of those that fail, in a folder", "reports failed"},
    {"sweep", "--resume", "", none, "goes on with the rows that a sweep with the same -o has left"},
    {"sweep", "-o", "FILE", file, "the file for the table; standard output without it"},
    {"sweep", "--slurm", "DIR", folder, "writes a job array of Slurm to this folder instead"},
    {"sweep", "--tasks", "N", number, "tasks of the job array of --slurm"},
    {"sweep", "--array", "DIR", folder, "runs a task of the job array in this folder"},
    {"sweep", "--task", "K", number, "which task of --array, from 1 on"},
    {"sweep", "--collect", "DIR", folder,
     "puts together what the tasks of this folder have done; takes no deck"},
    {"sweep", "--no-submit", "", none, "with --collect: submits nothing that is missing"},
    // Options of the searches.
    {"solve", "-p", "NAME=FROM:TO", parameter,
     "a parameter to be found, between bounds; with several, NAME alone starts from the deck's "
     "value"},
    {"optimise", "-p", "NAME=FROM:TO", parameter,
     "a parameter and its bounds; NAME alone has those of PARAM"},
    {"optimise", "--max", "MEASURED", text,
     "what is to be large: what stands behind MEASURE name ="},
    {"optimise", "--min", "MEASURED", text, "what is to be small"},
    {"optimise", "--subject", "CONDITION", text, "'MIN mu > 40deg': a condition; may be repeated"},
    {"optimise", "--method", "METHOD", word,
     "cma (global, without it), or from the start: bobyqa, cobyla, sbplx, slsqp",
     "cma bobyqa cobyla sbplx slsqp"},
    {"optimise", "--evals", "N", number, "runs at most (1000)"},
    {"optimise", "--seed", "N", number, "other random numbers of cma (1)"},
    {"optimise", "-o", "FILE", file, "a file for a table with a row for each run"},
    {"optimise", "--resume", "", none, "goes on with the rows that a search has left there"},
    {"sensitivity", "-p", "NAME", parameter, "a parameter; may be repeated"},
    // Options of diff.
    {"diff", "--rtol", "X", number, "the difference allowed, relative to the channel's range"},
    {"diff", "--atol", "X", number, "the difference allowed, absolute"},
    {"diff", "--all", "", none, "lists every channel that differs"},
    // Options of average.
    {"average", "--points", "N", number,
     "points from 0 to 100 per cent (101), where the first columns of the trials differ"},
    {"average", "--cmc", "", none,
     "'name value' for each channel: the coefficient of multiple correlation"},
    {"average", "-o", "FILE", file, "the file for it; standard output without it"},
    // Options of pictures.
    {"draw", "--at", "T1,T2,...", text,
     "the mechanism at these times, side by side; its start without it"},
    {"draw", "--strip", "N", number, "at N equal times, side by side"},
    {"draw", "--onion", "N", number, "at N equal times, one over the other"},
    {"draw", "--moving", "N", number, "one picture that moves, of N states"},
    {"draw", "--mode", "K", number,
     "of a deck with EIGEN: its mode K; with STATIC: the softest motion of the equilibrium, mode "
     "1"},
    {"draw animate", "--path", "NAME", text,
     "the way of a point with channels name.x and name.y (point1, rev2, cm); may be repeated"},
    {"draw", "--forces", "", none, "forces of joints, contacts, supports and loads"},
    {"draw", "--ascii", "", none, "letters for a terminal instead of SVG"},
    {"draw", "--axes", "", none, "in space: the axes of bodies, x red, y green, z blue"},
    {"plot", "--by", "NAME", text, "a curve for each value of this column"},
    {"plot", "--map", "", none, "x y z of a table of two parameters as colours"},
    {"plot", "--bars", "", none, "a bar for each row, or for each measure of a deck"},
    {"plot", "--points", "", none, "marks at the rows"},
    {"plot", "--log", "AXES", word, "logarithmic axes", "x y xy"},
    {"plot", "--xrange", "LOW,HIGH", text, "the part of the axis below that is shown"},
    {"plot", "--yrange", "LOW,HIGH", text, "the part of the axis at the left that is shown"},
    {"plot", "--title", "TEXT", text, "a line above the picture"},
    {"plot", "--xlabel", "TEXT", text, "the label of the axis below"},
    {"plot", "--ylabel", "TEXT", text, "the label of the axis at the left"},
    {"draw plot", "--width", "PIXELS", number, "the width of the picture"},
    {"plot", "--height", "PIXELS", number, "the height of the picture"},
    {"plot", "--normal", "FILE", file,
     "a CSV with NAME.mean and NAME.sd: grey bands of one deviation behind the curves"},
    {"plot", "--raw", "", none,
     "of a deck: the rows of smoothed tables and the curves through them, over t"},
    {"plot", "--residual", "", none,
     "of a deck: what a low-pass filter takes away from smoothed tables, over its cut-off"},
    {"plot", "--gnuplot", "", none, "a gnuplot script with the data instead of SVG"},
    {kPictures, "-o", "FILE", file, "the file for it; standard output without it"},
    // Options of help.
    {"help", "--words", "", none, "all words of decks, one a line"},
    {"help", "--table", "NAME", text, "a table of the manual"},
    {"help", "--completion", "SHELL", word, "what makes a shell complete mbsim", "bash zsh fish"},
    {"help", "--syntax", "EDITOR", word, "what colours decks in an editor", "vim textmate"},
    {"help", "--listing", "", none, "all verbs and options, one a line, apart by tabs"},
    // Options of all verbs.
    {"run measure channels sweep solve optimise sensitivity diff average draw plot animate help",
     "--version", "", none, "the version, its commit, compiler and libraries"},
    {"run measure channels sweep solve optimise sensitivity diff average draw plot animate help",
     "-h, --help", "", none, "says this"}};

bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    if (words.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

std::span<const VerbRow> verb_table() { return kVerbRows; }
std::span<const OptionRow> verb_options() { return kOptionRows; }

const VerbRow* find_verb(std::string_view name) {
  if (name == "optimize") name = "optimise";
  for (const VerbRow& row : kVerbRows)
    if (row.name == name) return &row;
  return nullptr;
}

bool is_option(const OptionRow& row) { return row.names.starts_with('-'); }

bool is_taken_by(const OptionRow& row, std::string_view verb) { return has_word(row.verbs, verb); }

std::vector<std::string_view> names_of(const OptionRow& row) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at < row.names.size();) {
    const std::size_t end = std::min(row.names.find(", ", at), row.names.size());
    out.push_back(row.names.substr(at, end - at));
    at = end + 2;
  }
  return out;
}

const OptionRow* find_option_row(std::string_view verb, std::string_view name) {
  for (const OptionRow& row : kOptionRows) {
    if (!is_taken_by(row, verb)) continue;
    const auto names = names_of(row);
    if (std::find(names.begin(), names.end(), name) != names.end()) return &row;
  }
  return nullptr;
}

std::string shared_options(std::string_view verb) {
  std::string out;
  for (const OptionRow& row : kOptionRows)
    if (is_option(row) && has_word(row.verbs, "run") && is_taken_by(row, verb) &&
        row.names != "-h, --help" && row.names != "--version")
      out += (out.empty() ? "" : ", ") + std::string(row.names);
  return out;
}

}  // namespace mbs
