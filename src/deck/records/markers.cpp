#include "deck/records/markers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/index.h"
#include "deck/lines/gaps.h"
#include "deck/records/markers_of_body.h"
#include "deck/records/quoted_names.h"
#include "text/names.h"
#include "text/number.h"

namespace mbs {

namespace {

constexpr std::string_view kMarkerPlaceFields[] = {"x", "y", "z"};
constexpr std::string_view kMarkerMotionForm =
    "expected: MOTION i MARKERS \"a\" \"b\" AT c, MOTION i MARKERS \"a\" xi eta \"b\" xi eta ..., "
    "or MOTION i MARKERS \"a\" \"b\" ... STATIC \"file\" \"p\" \"q\" AT c";
constexpr double kNoPlace = std::numeric_limits<double>::quiet_NaN();

// The frame of a body in the plane.
struct MarkerFrame {
  double x = kNoPlace, y = kNoPlace, phi = kNoPlace;
};

// The frame with its origin at c from a on the way to b, and its first axis along that way.
MarkerFrame frame_of_two(const MarkerPlaces& p, std::size_t a, std::size_t b, std::size_t row,
                         double c) {
  const double dx = p.x[b][row] - p.x[a][row], dy = p.y[b][row] - p.y[a][row];
  const double length = std::hypot(dx, dy);
  if (!(length > 0)) return {};
  return {p.x[a][row] + c * dx / length, p.y[a][row] + c * dy / length, std::atan2(dy, dx)};
}

// The frame in which the markers are nearest to their local places (least squares), and the root of
// the mean square of what remains.
MarkerFrame fitted_frame(const MarkerPlaces& p, const std::vector<Vec3>& local, std::size_t row,
                         double& residual) {
  const auto n = static_cast<double>(local.size());
  double mx = 0, my = 0, mxi = 0, meta = 0;
  for (std::size_t k = 0; k < local.size(); ++k) {
    mx += p.x[k][row] / n, my += p.y[k][row] / n;
    mxi += local[k].x / n, meta += local[k].y / n;
  }
  double along = 0, across = 0;
  for (std::size_t k = 0; k < local.size(); ++k) {
    const double x = p.x[k][row] - mx, y = p.y[k][row] - my;
    const double xi = local[k].x - mxi, eta = local[k].y - meta;
    along += xi * x + eta * y;
    across += xi * y - eta * x;
  }
  residual = kNoPlace;
  if (!(std::hypot(along, across) > 0)) return {};
  const double phi = std::atan2(across, along), c = std::cos(phi), s = std::sin(phi);
  const MarkerFrame out{mx - c * mxi + s * meta, my - s * mxi - c * meta, phi};
  double sum = 0;
  for (std::size_t k = 0; k < local.size(); ++k) {
    const double dx = out.x + c * local[k].x - s * local[k].y - p.x[k][row];
    const double dy = out.y + s * local[k].x + c * local[k].y - p.y[k][row];
    sum += (dx * dx + dy * dy) / n;
  }
  residual = std::sqrt(sum);
  return out;
}

// Mean, standard deviation, least and largest of the numbers that are there.
struct Spread {
  explicit Spread(const std::vector<double>& all) {
    double sum = 0, squares = 0;
    for (const double v : all) {
      if (!std::isfinite(v)) continue;
      low = count == 0 ? v : std::min(low, v);
      high = count == 0 ? v : std::max(high, v);
      ++count;
      sum += v;
    }
    mean = count > 0 ? sum / count : 0;
    for (const double v : all)
      if (std::isfinite(v)) squares += (v - mean) * (v - mean);
    deviation = count > 1 ? std::sqrt(squares / (count - 1)) : 0;
  }
  int count = 0;
  double mean = 0, deviation = 0, low = 0, high = 0;
};

class MotionOfMarkers : public MarkersOfBody {
 public:
  MotionOfMarkers(RecordReader& in, const LexedDeck& deck, const MarkerLines& lines,
                  Diagnostics& diagnostics, const std::string& label)
      : MarkersOfBody(in, deck, lines, diagnostics, label,
                      {kMarkerMotionForm, "xi eta", "\"HIP\" \"KNEE\" AT c",
                       "expected a trial in which all are seen", 2}) {}

  // The table of x y phi, with NaN where a marker is missing.
  std::shared_ptr<TimeTable> read() {
    in_.set_layout(std::string(kMarkerMotionForm));
    read_names();
    check_names();
    if (!in_.ok()) return nullptr;
    const bool is_static = in_.peek_word() == "STATIC";
    if (is_static) find_places();
    const bool two = !is_static && local_.empty();
    if (two) center_ = read_origin({}).x;
    refuse_behind_table(in_, kOfMarkers);
    if (!in_.ok()) return nullptr;
    if (two && names_.size() != 2)
      return in_.fail(names_[2].where, "more than two markers have no places in the body",
                      "expected xi eta behind each, or STATIC"),
             nullptr;
    const auto places = read_places(*lines_.file, names_);
    if (!places) return nullptr;
    return two ? along_two(*places) : fitted(*places);
  }

 private:
  void take_place(const Token& first) override {
    if (!in_.peek(1) && names_.size() == 2 && local_.empty())
      return in_.fail(first.where, fmt::format("'{}' stands without AT", printable(first.text)),
                      fmt::format("expected AT {} for the centre of mass between the two "
                                  "markers, or xi eta behind each of them",
                                  printable(first.text)));
    Vec3 place;
    place.x = in_.number("xi", unit::metre);
    place.y = in_.number("eta", unit::metre);
    local_.push_back(place);
  }

  void check_names() {
    if (!in_.ok()) return;
    if (const std::string word = in_.peek_word(); word != "AT" && word != "STATIC")
      refuse_behind_names(word);
    if (!in_.ok()) return;
    if (names_.size() < 2)
      return in_.fail(in_.here(), "one marker gives no angle", "expected two markers or more");
    refuse_some_places();
  }

  // The origin is the centre of mass on the line of the two markers.
  Vec3 read_origin(std::string_view /*count*/) override {
    if (in_.ok() && in_.at_end()) {
      in_.fail(in_.here(), "the place of the centre of mass is missing",
               "expected AT c behind the two markers: c from the first on the way to the second");
      return {};
    }
    take_fixed_word(in_, "AT", kMarkerMotionForm);
    return in_.ok() ? Vec3{in_.number("c", unit::metre), 0, 0} : Vec3{};
  }

  // The local places from a trial at rest: means over its rows.
  void find_places() {
    if (!local_.empty())
      return in_.fail(in_.here(), "the markers have places in the body already",
                      "expected STATIC or xi eta, not both");
    const int count = read_static();
    if (count == 0) return;
    for (Vec3& one : local_) one.x /= count, one.y /= count;
  }

  std::vector<Vec3> places_in_body(const MarkerPlaces& p, std::size_t row,
                                   Vec3 origin) const override {
    const MarkerFrame f = frame_of_two(p, names_.size(), names_.size() + 1, row, origin.x);
    std::vector<Vec3> here;
    for (std::size_t k = 0; k < names_.size(); ++k) {
      const double dx = p.x[k][row] - f.x, dy = p.y[k][row] - f.y;
      here.push_back({std::cos(f.phi) * dx + std::sin(f.phi) * dy,
                      std::cos(f.phi) * dy - std::sin(f.phi) * dx, 0});
    }
    const bool seen = std::all_of(here.begin(), here.end(), [](Vec3 one) {
      return std::isfinite(one.x) && std::isfinite(one.y);
    });
    return seen ? here : std::vector<Vec3>();
  }

  std::shared_ptr<TimeTable> along_two(const MarkerPlaces& p) {
    std::vector<MarkerFrame> frames;
    std::vector<double> lengths;
    for (std::size_t row = 0; row < p.t.size(); ++row) {
      frames.push_back(frame_of_two(p, 0, 1, row, center_));
      lengths.push_back(std::hypot(p.x[1][row] - p.x[0][row], p.y[1][row] - p.y[0][row]));
    }
    const Spread s(lengths);
    said_.push_back(fmt::format(
        "from {} to {}: {:.6g} long on the average, SD {:.3g}, {:.6g} to {:.6g}",
        printable(names_[0].text), printable(names_[1].text), s.mean, s.deviation, s.low, s.high));
    record("length", "distance of the two markers of " + label_, p.t, lengths);
    return table_of(p, frames);
  }

  std::shared_ptr<TimeTable> fitted(const MarkerPlaces& p) {
    std::vector<MarkerFrame> frames;
    std::vector<double> residuals(p.t.size());
    for (std::size_t row = 0; row < p.t.size(); ++row)
      frames.push_back(fitted_frame(p, local_, row, residuals[row]));
    const Spread s(residuals);
    said_.push_back(
        fmt::format("{} markers of a rigid body: {:.3g} rms from their places, on the average, at "
                    "most {:.3g}",
                    names_.size(), s.mean, s.high));
    record("residual", "rms distance of the markers from their places, " + label_, p.t, residuals);
    return table_of(p, frames);
  }

  // Keeps the rows in which all markers are seen.
  void record(std::string part, std::string meaning, const std::vector<double>& t,
              const std::vector<double>& values) {
    quality_ = {std::move(part), std::move(meaning), unit::metre, {}, {}};
    for (std::size_t row = 0; row < t.size(); ++row)
      if (std::isfinite(values[row]))
        quality_.t.push_back(t[row]), quality_.values.push_back(values[row]);
  }

  // `frames`: one for each row.
  std::shared_ptr<TimeTable> table_of(const MarkerPlaces& p,
                                      const std::vector<MarkerFrame>& frames) const {
    auto out = std::make_shared<TimeTable>();
    out->t = p.t;
    out->columns.assign(3, {});
    std::optional<double> last;  // angle
    for (MarkerFrame f : frames) {
      // The angle goes on from the last one by less than half a turn, also behind a gap.
      if (std::isfinite(f.phi)) {
        if (last) f.phi += 2 * kPi * std::round((*last - f.phi) / (2 * kPi));
        last = f.phi;
      }
      out->columns[0].push_back(f.x);
      out->columns[1].push_back(f.y);
      out->columns[2].push_back(f.phi);
    }
    say(p, *out);
    return out;
  }

  double center_ = 0;
};

// Treats rows with a missing marker as GAPS says.
void close_marker_gaps(RecordReader& in, TimeTable& table, Gaps gaps, SourceLocation where) {
  const std::vector<double>& x = table.columns[0];
  const auto missing = [](double v) { return !std::isfinite(v); };
  const auto first = std::find_if(x.begin(), x.end(), missing);
  if (first != x.end() && gaps == Gaps::refuse)
    return in.fail(where,
                   fmt::format("a marker is missing in {} of {} rows, the first at t = {:.9g}",
                               std::count_if(x.begin(), x.end(), missing), x.size(),
                               table.t[static_cast<std::size_t>(first - x.begin())]),
                   "expected GAPS FILL behind MARKERS");
  if (gaps == Gaps::zero)
    return in.fail(where, "a place is not 0 where a marker is missing", "expected GAPS FILL");
  if (const std::string problem = close_gaps(table, gaps); !problem.empty())
    in.fail(where, problem, "expected rows in which all these markers are seen");
}

}  // namespace

bool has_marker_file(RecordReader& in, MarkerLines& lines) {
  if (std::exchange(lines.faulty, lines.faulty || !lines.file))
    in.give_up();
  else if (!lines.file)
    in.fail(in.here(), "no line MARKERS names a file above",
            fmt::format("expected MARKERS \"file\" AXES +x +y{} above it",
                        lines.in_space ? " +z" : ""));
  return in.ok();
}

void note_marker_fault(MarkerLines& lines, const Diagnostics& diagnostics) {
  const SourceLocation file = lines.file->where;
  lines.faulty = std::any_of(
      diagnostics.list().begin(), diagnostics.list().end(), [&](const Diagnostic& said) {
        return said.severity == Severity::error && said.where.file == file.file &&
               said.where.line == file.line && said.where.column == file.column;
      });
}

std::vector<MotionRow> read_marker_motion(RecordReader& in, const LexedDeck& deck,
                                          MarkerLines& lines, const TimeGrid& grid,
                                          Diagnostics& diagnostics, const std::string& label,
                                          RecordedRow& quality) {
  const auto style = read_marker_style(in, lines, Smoothing::quintic, kMotionFields);
  if (!style) return {};
  MotionOfMarkers motion(in, deck, lines, diagnostics, label);
  const auto table = motion.read();
  if (!table || !in.ok()) return note_marker_fault(lines, diagnostics), std::vector<MotionRow>();
  quality = motion.quality();
  close_marker_gaps(in, *table, style->table.gaps, style->markers_at);
  return motions_of_table(in, table, style->table, kMotionFields, grid, style->at,
                          style->markers_at, label);
}

std::vector<MotionRow> read_marker_place(RecordReader& in, const LexedDeck& deck,
                                         MarkerLines& lines, const TimeGrid& grid,
                                         Diagnostics& diagnostics, const std::string& label) {
  const std::span<const std::string_view> fields =
      std::span(kMarkerPlaceFields).first(lines.in_space ? 3 : 2);
  const auto style = read_marker_style(in, lines, Smoothing::interpolated, fields);
  if (!style) return {};
  const std::vector<Token> name = {
      take_quoted(in, "marker", "expected: NETJOINT i j MARKERS \"a\"")};
  refuse_behind_table(in, kOfMarkers);
  if (!in.ok()) return {};
  auto p = read_marker_places(in, deck, lines, *lines.file, name, diagnostics, label);
  if (!p) return note_marker_fault(lines, diagnostics), std::vector<MotionRow>();
  auto table = std::make_shared<TimeTable>();
  table->t = p->t;
  table->columns = {p->x[0], p->y[0]};
  if (lines.in_space) table->columns.push_back(p->z[0]);
  table->said = p->said;
  close_marker_gaps(in, *table, style->table.gaps, style->markers_at);
  return motions_of_table(in, table, style->table, fields, grid, style->at, style->markers_at,
                          label);
}

bool read_net_joint_or_markers(RecordReader& in, const LexedDeck& deck, MarkerLines& lines,
                               const TimeGrid& grid, Diagnostics& diagnostics, NetJointRow& row) {
  const std::string word = in.peek_word();
  if (word == "MARKERS") {
    in.skip();
    row.place = read_marker_place(in, deck, lines, grid, diagnostics, row.label);
    if (!in.ok() || row.place.empty()) in.give_up();
  } else if (const Token* const next = in.peek(); next && next->kind == TokenKind::string) {
    in.fail(next->where, fmt::format("'{}' stands where MARKERS must", printable(next->text)),
            fmt::format("expected MARKERS \"{}\"", printable(next->text)));
  } else if (nearest_word(word, {"AT", "TABLE", "MARKERS"}) == "MARKERS") {
    in.fail(in.here(), fmt::format("'{}' is no place", printable(word)), "did you mean 'MARKERS'?");
  } else {
    return read_net_joint(in, deck, grid, diagnostics, row);
  }
  return in.ok();
}

}  // namespace mbs
