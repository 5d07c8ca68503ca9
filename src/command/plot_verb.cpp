// The verb plot: columns of a CSV, or channels of the run of a deck.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/escaped.h"
#include "base/index.h"
#include "base/say.h"
#include "command/files.h"
#include "command/picture_run.h"
#include "command/smoothing_plot.h"
#include "command/verbs.h"
#include "draw/plot/plot.h"
#include "report/columns.h"
#include "report/report_reader.h"
#include "study/number_table.h"
#include "study/table_file.h"
#include "text/names.h"
#include "text/storage_name.h"

namespace mbs {

namespace {

constexpr std::size_t kMostNamed = 12;   // columns that a message lists
constexpr std::size_t kMostCurves = 60;  // of --by
constexpr std::size_t kMostBars = 200;
constexpr int kSmoothCurve = 600;  // rows of a run, where its report has fewer

using Columns = std::vector<std::vector<double>>;

// Adds a curve over x for each of the columns y1, y2, ... behind x.
void add_curves(const std::vector<std::string>& names, Columns& columns, Plot& plot) {
  plot.xname = names[0];
  for (std::size_t k = 1; k < names.size(); ++k)
    plot.curves.push_back({names[k], columns[0], std::move(columns[k])});
}

// A curve of y over x for each value of `by`, in the order in which the values come.
std::string add_family(const std::vector<std::string>& names,
                       const std::vector<std::vector<double>>& columns,
                       const std::vector<std::string>& by_values, const std::string& by,
                       Plot& plot) {
  plot.xname = names[0];
  plot.yname = names[1];
  std::vector<std::string> seen;
  for (std::size_t row = 0; row < columns[0].size(); ++row) {
    const auto found = std::find(seen.begin(), seen.end(), by_values[row]);
    const std::size_t k = found - seen.begin();
    if (found == seen.end()) {
      if (seen.size() == kMostCurves)
        return fmt::format("--by {}: more than {} values; expected a column with few", by,
                           kMostCurves);
      seen.push_back(by_values[row]);
      plot.curves.push_back({fmt::format("{} = {}", by, by_values[row]), {}, {}});
    }
    plot.curves[k].x.push_back(columns[0][row]);
    plot.curves[k].y.push_back(columns[1][row]);
  }
  return {};
}

std::string some_names(const std::vector<std::string>& names) {
  const std::size_t count = std::min(kMostNamed, names.size());
  return fmt::format("{}{}",
                     fmt::join(names.begin(), names.begin() + static_cast<long>(count), ", "),
                     names.size() > count ? fmt::format(" and {} more", names.size() - count) : "");
}

// Checks the request before any file is read. Returns the problem, or empty.
std::string check(const PlotSettings& s) {
  if (!s.normal.empty() && (s.map || s.bars || !s.by.empty()))
    return "plot --normal: expected curves: it goes with no --map, --bars and --by";
  if (s.map && s.bars) return "plot: expected one of --map and --bars";
  if (s.raw && s.residual) return "plot: expected one of --raw and --residual";
  if ((s.raw || s.residual) && (s.map || s.bars || s.points || !s.by.empty() || !s.normal.empty()))
    return "plot --raw, --residual: they go with no --map, --bars, --by, --points and --normal";
  if (s.map && s.columns.size() != 3) return "plot --map: expected three columns: x y z";
  if (!s.by.empty() && (s.map || s.bars || s.columns.size() != 2))
    return "plot --by: expected two columns: x y";
  const bool has_patterns = std::any_of(s.columns.begin(), s.columns.end(),
                                        [](const std::string& name) { return is_pattern(name); });
  if (has_patterns && (s.map || !s.by.empty()))
    return "plot --map, --by: expected names of columns, without * and ?";
  if (!s.bars && s.columns.size() > 1 && is_pattern(s.columns[0]))
    return fmt::format("plot: '{}' may be several columns, and the first is x; expected t '{}' ...",
                       s.columns[0], s.columns[0]);
  return {};
}

// One standard deviation to either side of a mean.
PlotBand band_about(const std::vector<double>& x, const std::vector<double>& mean,
                    const std::vector<double>& deviation) {
  PlotBand out{x, mean, mean};
  for (std::size_t row = 0; row < x.size(); ++row)
    out.low[row] -= deviation[row], out.high[row] += deviation[row];
  return out;
}

bool has_name(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Whether a table of mbsim average has this channel.
bool is_averaged(const std::vector<std::string>& names, const std::string& channel) {
  return !has_name(names, channel) && has_name(names, channel + ".mean") &&
         has_name(names, channel + ".sd");
}

// In a table of mbsim average a channel is drawn as its mean with a band of one standard deviation.
// Replaces each such channel in `wanted` by its column .mean; `deviations` gets its column .sd, or
// an empty name for another channel.
void take_means(const std::vector<std::string>& names, std::vector<std::string>& wanted,
                std::vector<std::string>& deviations) {
  for (std::string& name : wanted) {
    const bool averaged = is_averaged(names, name);
    deviations.push_back(averaged ? name + ".sd" : "");
    if (averaged) name += ".mean";
  }
}

// The columns or channels that patterns mean, each once; other names stay as they are.
std::string expand_patterns(const std::vector<std::string>& names,
                            std::vector<std::string>& wanted) {
  std::vector<std::string> channels, out;  // those of a table of mbsim average without .mean, .sd
  for (const std::string& name : names) {
    const std::string channel = name.substr(0, name.rfind('.'));
    if (!is_averaged(names, channel))
      channels.push_back(name);
    else if (!has_name(channels, channel))
      channels.push_back(channel);
  }
  for (const std::string& name : wanted) {
    if (!is_pattern(name) || has_name(names, name)) {
      out.push_back(name);
      continue;
    }
    const ColumnChoice choice = choose_columns({name}, channels, false);
    if (!choice.unknown.empty()) return fmt::format("it has no column that fits '{}'", name);
    for (const int k : choice.indices)
      if (!has_name(out, channels[at(k)])) out.push_back(channels[at(k)]);
  }
  wanted = std::move(out);
  return {};
}

void add_bands(const std::string& text, const std::vector<std::string>& deviations, Plot& plot) {
  for (std::size_t k = 0; k < plot.curves.size(); ++k) {
    const std::string& column = deviations[k + 1];
    if (column.empty()) continue;
    PlotCurve& curve = plot.curves[k];
    const NumberTable table = read_number_table(text, {column});
    curve.band = band_about(curve.x, curve.y, table.columns[0]);
    curve.name = column.substr(0, column.size() - 3);  // without ".sd"
  }
}

// --normal: adds the normal bands of the channels that are drawn.
std::string add_normals(const std::string& file, Plot& plot) {
  if (file.empty()) return {};
  std::string text;
  if (const std::string problem = read_file(file, kMaxFileBytes, text); !problem.empty())
    return cannot_read(fmt::format("'{}'", file), problem);
  const TableFile given = table_file(std::move(text), file);
  if (!given.problem.empty()) return fmt::format("--normal {}: {}", file, given.problem);
  text = given.csv;
  const std::vector<std::string> names = table_names(text);
  for (const PlotCurve& curve : plot.curves) {
    if (!is_averaged(names, curve.name)) continue;
    const NumberTable table =
        read_number_table(text, {names[0], curve.name + ".mean", curve.name + ".sd"});
    if (!table.problem.empty()) return fmt::format("--normal {}: {}", file, table.problem);
    plot.normals.push_back(band_about(table.columns[0], table.columns[1], table.columns[2]));
  }
  const std::string along = names.empty() ? "" : names[0] == "time" ? "t" : names[0];
  if (!plot.normals.empty() && along != (plot.xname == "time" ? "t" : plot.xname))
    say(fmt::format("mbsim: warning: --normal {}: its bands go along '{}', the curves along '{}'\n",
                    escaped(file), escaped(names[0]), escaped(plot.xname)));
  if (!plot.normals.empty()) return {};
  const std::string& first = plot.curves.front().name;
  return fmt::format(
      "--normal {}: it has no band of what is drawn; expected columns '{}.mean' and '{}.sd'", file,
      first, first);
}

// Puts a gap between the strides of a table of --strides.
void part_strides(const std::string& text, Columns& columns) {
  const NumberTable table = read_number_table(text, {"stride"});
  const std::vector<double>& stride = table.columns[0];
  Columns parted(columns.size());
  for (std::size_t row = 0; row < stride.size(); ++row)
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (row > 0 && stride[row] != stride[row - 1]) parted[c].push_back(std::nan(""));
      parted[c].push_back(columns[c][row]);
    }
  columns = std::move(parted);
}

// Fills the plot from the text of a CSV.
std::string plot_table(const std::string& text, const std::string& name, PlotSettings& settings,
                       Plot& plot) {
  auto wrong = [&](const std::string& problem) { return fmt::format("{}: {}", name, problem); };
  const std::vector<std::string> names = table_names(text);
  std::vector<std::string>& wanted = settings.columns;
  if (names.empty())
    return wrong("it is empty; expected a first line with the names of its columns");
  if (wanted.empty())
    return wrong(
        fmt::format("expected the columns to be drawn, x first; it has {}", some_names(names)));
  const bool of_strides = names.size() > 2 && names[0] == "stride" && names[1] == "percent";
  if (wanted.size() == 1 && !settings.bars)
    wanted.insert(wanted.begin(), names[of_strides ? 1 : 0]);
  if (const std::string problem = expand_patterns(names, wanted); !problem.empty())
    return wrong(problem);
  std::vector<std::string> deviations;
  take_means(names, wanted, deviations);
  NumberTable table = read_number_table(text, wanted);
  if (!table.problem.empty()) return wrong(table.problem);
  std::vector<std::string> shown;
  for (const int index : table.chosen) shown.push_back(table.names[index]);
  if (settings.bars) {
    const std::size_t rows = table.columns[0].size();
    if (rows > kMostBars)
      return wrong(fmt::format("{} rows are more than the {} that bars can show", rows, kMostBars));
    const bool labelled = shown.size() > 1;
    std::vector<std::string> labels =
        labelled ? read_text_column(text, shown[0]) : std::vector<std::string>(rows);
    plot.xname = shown.back();
    for (std::size_t row = 0; row < rows; ++row)
      plot.bars.push_back(
          {labelled ? labels[row] : fmt::format("{}", row + 1), table.columns.back()[row]});
    return {};
  }
  if (settings.map) {
    plot.xname = shown[0], plot.yname = shown[1], plot.zname = shown[2];
    plot.map_x = std::move(table.columns[0]);
    plot.map_y = std::move(table.columns[1]);
    plot.map_z = std::move(table.columns[2]);
    return {};
  }
  if (!settings.by.empty()) {
    const NumberTable known = read_number_table(text, {settings.by});
    if (!known.problem.empty()) return wrong(known.problem);
    const std::string& by = known.names[known.chosen[0]];
    return add_family(shown, table.columns, read_text_column(text, by), by, plot);
  }
  if (of_strides) part_strides(text, table.columns);
  add_curves(shown, table.columns, plot);
  add_bands(text, deviations, plot);
  return {};
}

// Checks that the plot has numbers that can be shown; returns the problem, or empty.
std::string check_shown(const Plot& plot, const PlotSettings& settings) {
  bool any = false, left_out = false;
  auto look = [&](double x, double y) {
    const bool log_ok = (settings.log.find('x') == std::string::npos || x > 0) &&
                        (settings.log.find('y') == std::string::npos || y > 0);
    const bool finite = std::isfinite(x) && std::isfinite(y);
    any |= finite && log_ok;
    left_out |= finite && !log_ok;
  };
  for (const PlotCurve& curve : plot.curves)
    for (std::size_t k = 0; k < curve.x.size(); ++k) look(curve.x[k], curve.y[k]);
  for (const PlotBar& bar : plot.bars) any |= std::isfinite(bar.value);
  for (const double z : plot.map_z) any |= std::isfinite(z);
  if (!any) return "there is no number to draw in these columns";
  if (left_out) say("mbsim: numbers that are not above 0 are left out of logarithmic axes\n");
  return {};
}

int write_plot(const Plot& plot, const PlotSettings& settings, std::vector<std::string> read) {
  if (!settings.normal.empty()) read.push_back(settings.normal);
  if (const std::string problem = check_shown(plot, settings); !problem.empty())
    return usage_error(problem);
  return write_whole(settings.gnuplot ? plot_gnuplot(plot, settings) : plot_svg(plot, settings),
                     settings.output, read);
}

bool is_table(const std::string& name, const std::string& text) {
  if (name.ends_with(".csv") || is_storage_name(name)) return true;
  return !name.ends_with(".dat") && file_kind(text) == FileKind::csv;
}

}  // namespace

int run_plot(Arguments& args, const DeckInput& input, Diagnostics& diagnostics) {
  PlotSettings settings = args.plot;
  if (const std::string problem = check(settings); !problem.empty()) return usage_error(problem);
  Plot plot;
  if (is_table(input.name, input.text)) {
    if (settings.raw || settings.residual)
      return usage_error("plot: --raw and --residual are for a deck with smoothed tables");
    const TableFile table = table_file(input.text, input.name);
    const std::string problem = table.problem.empty()
                                    ? plot_table(table.csv, input.name, settings, plot)
                                    : fmt::format("{}: {}", input.name, table.problem);
    if (!problem.empty()) return usage_error(problem);
    if (const std::string wrong = add_normals(settings.normal, plot); !wrong.empty())
      return usage_error(wrong);
    return write_plot(plot, settings, {input.name});
  }
  if (settings.map || !settings.by.empty())
    return usage_error("plot: --map and --by are for the table of a sweep: mbsim sweep -o it.csv");
  PictureRun run(args, input, diagnostics);
  if (!run.prepared()) return run.end();
  if (settings.raw || settings.residual) {
    add_smoothing(run.prepared()->tables, settings, plot, diagnostics);
    if (diagnostics.has_errors()) return run.end(finish(ExitStatus::deck_error));
    run.end();
    return write_plot(plot, settings, files_of(args.deck, diagnostics));
  }
  RecordingRequest asked;
  asked.states = false;
  if (!settings.points) asked.enough = kSmoothCurve;
  if (!settings.bars) asked.channels = settings.columns;
  if (asked.channels.size() == 1) asked.channels.insert(asked.channels.begin(), "t");
  Recording recording = run.record(asked);
  if (settings.bars) {
    std::vector<std::string> names;
    for (const MeasureValue& measure : recording.outcome.measures) names.push_back(measure.name);
    ColumnChoice choice = choose_columns(settings.columns, names, false);
    if (!names.empty() && !choice.unknown.empty()) {
      diagnostics.error({}, "plot --bars", fmt::format("no MEASURE is named '{}'", choice.unknown),
                        choice.nearest.empty() ? "expected " + some_names(names)
                                               : fmt::format("did you mean '{}'?", choice.nearest));
      return run.end(finish(ExitStatus::deck_error));
    }
    std::sort(choice.indices.begin(), choice.indices.end());
    for (const int k : choice.indices) {
      const MeasureValue& measure = recording.outcome.measures[at(k)];
      plot.bars.push_back({measure.name, measure.reason.empty() ? measure.value : NAN});
    }
    if (plot.bars.empty() && run.status() == 0)
      diagnostics.error({}, "plot --bars", "the deck has no MEASURE lines");
    if (plot.bars.empty())
      return run.end(run.status() != 0 ? run.status() : finish(ExitStatus::deck_error));
  } else {
    if (asked.channels.empty() && !recording.names.empty())
      diagnostics.error({}, "plot", "no channel is named",
                        "expected x and y's of " + some_names(recording.names));
    if (asked.channels.empty()) return run.end(finish(ExitStatus::deck_error));
    if (recording.channel_times.empty()) return run.end();
    const std::string& along = asked.channels[0];
    const auto own = std::find(recording.names.begin(), recording.names.end(), along);
    if (lower_case(along) == "t" && own == recording.names.end()) plot.events = recording.events;
    add_curves(recording.asked, recording.channels, plot);
    plot.xunit = recording.units[0];
    for (std::size_t k = 0; k < plot.curves.size(); ++k)
      plot.curves[k].unit = recording.units[k + 1];
  }
  run.end();
  if (const std::string wrong = add_normals(settings.normal, plot); !wrong.empty())
    return usage_error(wrong);
  const int written = write_plot(plot, settings, files_of(args.deck, diagnostics));
  return worse(written, run.status());
}

}  // namespace mbs
