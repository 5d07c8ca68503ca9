// The verdict of a comparison and the table of the channels that differ.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <vector>

#include "report/comparison.h"

namespace mbs {

namespace {

constexpr std::size_t kListed = 5;
// The default rtol is at most kMostRelative: for numbers of few digits (`1E+000`) it would allow
// the whole range.
constexpr double kMostRelative = 1e-3;
// A note tells of allowed differences above kSeen times the range.
constexpr double kSeen = 0.01;

double allowed(const ChannelDifference& c, FileKind kind, const DiffOptions& options) {
  const Resolution usual = kind == FileKind::report ? c.resolution : Resolution{0, kCsvRelative};
  const double atol = options.atol >= 0 ? options.atol : usual.unit;
  const double rtol = options.rtol >= 0 ? options.rtol : std::min(usual.relative, kMostRelative);
  const double sum = atol + rtol * c.scale();
  return sum > 0 ? sum + kRounding * c.magnitude() : 0;
}

std::string channel_name(const Comparison& out, const ChannelDifference& c) {
  const std::size_t i = &c - out.channels.data();
  return excerpt(out.kind == FileKind::report ? out.tables.name(i) : std::string(out.names[i]),
                 true);
}

std::string time_text(double time) { return std::isnan(time) ? "-" : fmt::format("{}", time); }

bool worse(const ChannelDifference& a, const ChannelDifference& b) {
  if (!a.finite || !b.finite) return !a.finite && b.finite;
  const auto share = [](const ChannelDifference& c) {
    return c.worst == 0 ? 0 : c.worst / c.scale();
  };
  return share(a) > share(b);
}

bool differs(const Comparison& out, const ChannelDifference& c) {
  return !c.finite || (c.worst > 0 && c.worst > allowed(c, out.kind, out.options));
}

// Whether the channel agrees although it differs by more than kSeen times its range.
bool is_hidden(const Comparison& out, const ChannelDifference& c) {
  return !c.empty() && c.finite && c.worst > kSeen * c.scale() && !differs(out, c);
}

using Cells = std::array<std::string, 7>;

Cells cells(const Comparison& out, const ChannelDifference& c) {
  const Place& p = c.place;
  return {channel_name(out, c),
          time_text(p.time),
          excerpt(p.a, true),
          excerpt(p.b, true),
          c.finite ? fmt::format("{:.3E}", c.worst) : "-",
          fmt::format("{:.3E}", allowed(c, out.kind, out.options)),
          fmt::format("{}:{} {}:{}", out.name_a, p.line_a, out.name_b, p.line_b)};
}

void list_channels(const Comparison& out, const std::vector<const ChannelDifference*>& found,
                   std::string& text) {
  std::vector<Cells> lines = {{"channel", "time", "a", "b", "difference", "allowed", "lines"}};
  for (const ChannelDifference* c : found) lines.push_back(cells(out, *c));
  std::array<std::size_t, 7> width{};
  for (const Cells& line : lines)
    for (std::size_t i = 0; i < width.size(); ++i) width[i] = std::max(width[i], line[i].size());
  for (const Cells& line : lines) {
    fmt::format_to(std::back_inserter(text), "  {:<{}}", line[0], width[0]);
    for (std::size_t i = 1; i + 1 < line.size(); ++i)
      fmt::format_to(std::back_inserter(text), "  {:>{}}", line[i], width[i]);
    fmt::format_to(std::back_inserter(text), "  {}\n", line.back());
  }
}

std::string extreme(const Comparison& out, const ChannelDifference* worst) {
  if (worst == nullptr || (worst->finite && worst->worst == 0)) return "no difference";
  const std::string where =
      fmt::format("{} at t = {}", channel_name(out, *worst), time_text(worst->place.time));
  if (!worst->finite) return "not a finite number: " + where;
  const double limit = allowed(*worst, out.kind, out.options);
  const std::string beside =
      is_hidden(out, *worst) ? fmt::format(", {:.1E} where {:.1E} is allowed", worst->worst, limit)
                             : "";
  return fmt::format("largest difference {:.1E} of the range{} ({})", worst->worst / worst->scale(),
                     beside, where);
}

// The note that some channels have too few digits to show their differences.
std::string digits_note(const Comparison& out) {
  if (out.kind == FileKind::csv || (out.options.atol >= 0 && out.options.rtol >= 0)) return {};
  std::size_t hidden = 0;
  const ChannelDifference* first = nullptr;
  for (const ChannelDifference& c : out.channels)
    if (is_hidden(out, c) && ++hidden == 1) first = &c;
  if (!first) return {};
  return fmt::format(
      "note: {} channel{} by more than a hundredth of {} range within the digits printed, the "
      "first {}; --digits 9 in both runs shows more\n",
      hidden, hidden == 1 ? " differs" : "s differ", hidden == 1 ? "its" : "their",
      channel_name(out, *first));
}

std::string parting_text(const Comparison& out, std::size_t found, std::size_t total) {
  const Parting& p = *out.parting;
  const auto line_text = [](const ReportLine& l) {
    return excerpt(l.end ? "(end of file)" : l.text, false);
  };
  return fmt::format(
      "differ: {} at t = {} ({}:{}, {}:{}); before that {} of {} channels differ\n"
      "  {}:{}: {}\n  {}:{}: {}\n",
      p.what, time_text(out.time), out.name_a, p.a.number, out.name_b, p.b.number, found, total,
      out.name_a, p.a.number, line_text(p.a), out.name_b, p.b.number, line_text(p.b));
}

}  // namespace

namespace {

// The note that numbers were converted, with the number of channels that could not be.
std::string units_note(const Comparison& out) {
  std::string text =
      fmt::format("note: {} is in other units ({}); its numbers are compared in those of {} ({})\n",
                  out.name_b, excerpt(out.units_b, true), out.name_a, excerpt(out.units_a, true));
  std::size_t unknown = 0;
  const ChannelDifference* first = nullptr;
  for (const ChannelDifference& c : out.channels)
    if (std::isnan(c.factor) && ++unknown == 1) first = &c;
  if (first)
    text += fmt::format(
        "note: {} channel{} whose unit the reports do not tell {} not compared, the first {}\n",
        unknown, unknown == 1 ? "" : "s", unknown == 1 ? "is" : "are", channel_name(out, *first));
  return text;
}

}  // namespace

DiffResult verdict(const Comparison& out) {
  std::size_t total = 0;
  std::vector<const ChannelDifference*> found;
  const ChannelDifference* worst = nullptr;
  for (const ChannelDifference& c : out.channels) {
    if (c.empty() && out.kind == FileKind::report) continue;  // a word among a row's numbers
    ++total;
    if (worst == nullptr || worse(c, *worst)) worst = &c;
    if (differs(out, c)) found.push_back(&c);
  }
  std::stable_sort(
      found.begin(), found.end(),
      [](const ChannelDifference* a, const ChannelDifference* b) { return worse(*a, *b); });
  DiffResult result;
  result.exit_status = out.parting || !found.empty() ? 4 : 0;
  if (out.parting)
    result.text = parting_text(out, found.size(), total);
  else if (!found.empty())
    result.text = fmt::format("differ: {} of {} channels at {} times; {}\n", found.size(), total,
                              out.times, extreme(out, found.front()));
  else
    result.text =
        fmt::format("agree: {} channels at {} times; {}\n", total, out.times, extreme(out, worst));
  if (!out.options.all && found.size() > kListed) found.resize(kListed);
  if (!found.empty()) list_channels(out, found, result.text);
  result.text += digits_note(out);
  if (out.units)
    result.text += units_note(out);
  else if (out.echo)
    result.text += fmt::format("note: the echoes differ, first at {}:{}, {}:{}\n", out.name_a,
                               out.echo->first.number, out.name_b, out.echo->second.number);
  return result;
}

}  // namespace mbs
