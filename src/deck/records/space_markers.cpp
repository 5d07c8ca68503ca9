#include "deck/records/space_markers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.h"
#include "deck/records/markers_of_body.h"
#include "deck/records/quoted_names.h"
#include "linalg/eigen.h"
#include "nodes/quaternion.h"
#include "text/names.h"

namespace mbs {

namespace {

using Turn = std::array<double, 4>;

constexpr std::string_view kBodyMarkersForm =
    "expected: MARKERS \"a\" \"b\" \"c\" AT xi eta zeta, MARKERS \"a\" xi eta zeta \"b\" xi eta "
    "zeta \"c\" xi eta zeta ..., or MARKERS \"a\" \"b\" \"c\" ... STATIC \"file\" \"p\" \"q\" "
    "\"r\" AT xi eta zeta";
// Places of markers span a triangle if it is wider than this part of its length.
constexpr double kThin = 1e-3;

// The turn q that takes the vectors `local` nearest to `seen` (least squares): the largest value of
// a symmetric form of q, sum of |R local - seen|^2 = sum of squares - 2 q^T K q.
Turn nearest_turn(const std::vector<Vec3>& local, const std::vector<Vec3>& seen) {
  double S[3][3] = {};
  for (std::size_t k = 0; k < local.size(); ++k)
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) S[r][c] += seen[k][r] * local[k][c];
  const double K[] = {
      S[0][0] + S[1][1] + S[2][2], S[2][1] - S[1][2],           S[0][2] - S[2][0],
      S[1][0] - S[0][1],           S[2][1] - S[1][2],           S[0][0] - S[1][1] - S[2][2],
      S[0][1] + S[1][0],           S[0][2] + S[2][0],           S[0][2] - S[2][0],
      S[0][1] + S[1][0],           S[1][1] - S[0][0] - S[2][2], S[1][2] + S[2][1],
      S[1][0] - S[0][1],           S[0][2] + S[2][0],           S[1][2] + S[2][1],
      S[2][2] - S[0][0] - S[1][1]};
  std::vector<double> one(16, 0.0);
  for (std::size_t k = 0; k < 4; ++k) one[5 * k] = 1;
  const SymmetricEigen found = symmetric_eigen(4, {std::begin(K), std::end(K)}, one);
  Turn q{};
  std::copy_n(found.vectors.begin() + 12, 4, q.begin());
  return q;
}

Vec3 mean_of(const std::vector<Vec3>& all) {
  Vec3 out;
  for (const Vec3 one : all) out = out + 1.0 / static_cast<double>(all.size()) * one;
  return out;
}

bool is_seen(Vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

// A place and an orientation of the body.
struct BodyFrame {
  Vec3 x;
  Turn q{};
};

class BodyOfMarkers : public MarkersOfBody {
 public:
  BodyOfMarkers(RecordReader& in, const LexedDeck& deck, const MarkerLines& lines,
                Diagnostics& diagnostics, const std::string& label)
      : MarkersOfBody(
            in, deck, lines, diagnostics, label,
            {kBodyMarkersForm, "xi eta zeta", "\"HEEL\" \"MT1\" \"MT5\" AT xi eta zeta",
             "expected a trial in which all are seen, and the last three not on one line", 3}) {}

  // Rows in which a marker is missing, and the time of the first of them.
  std::size_t missing() const { return missing_; }
  double first_missing() const { return first_missing_; }

  // The rows of x y z q0 q1 q2 q3 in which all markers are seen.
  std::shared_ptr<TimeTable> read() {
    in_.set_layout(std::string(kBodyMarkersForm));
    read_names();
    check_names();
    if (!in_.ok()) return nullptr;
    const bool is_static = in_.peek_word() == "STATIC";
    if (is_static) find_places();
    const bool three = !is_static && local_.empty();
    if (three) origin_ = read_origin("three");
    refuse_behind_table(in_, kOfMarkers);
    if (!in_.ok()) return nullptr;
    if (three && names_.size() != 3)
      return in_.fail(names_[3].where, "more than three markers have no places in the body",
                      "expected xi eta zeta behind each, or STATIC"),
             nullptr;
    if (!three) refuse_line();
    if (!in_.ok()) return nullptr;
    const auto places = read_places(*lines_.file, names_);
    if (!places) return nullptr;
    return table_of(*places, three);
  }

 private:
  void take_place(const Token& /*first*/) override {
    const double xi = in_.number("xi", unit::metre), eta = in_.number("eta", unit::metre),
                 zeta = in_.number("zeta", unit::metre);
    local_.push_back({xi, eta, zeta});
  }

  void check_names() {
    if (!in_.ok()) return;
    for (std::size_t k = 1; k < names_.size(); ++k)
      for (std::size_t i = 0; i < k; ++i)
        if (are_same_name(names_[i].text, names_[k].text))
          return in_.fail(names_[k].where,
                          fmt::format("marker '{}' is given twice", printable(names_[k].text)),
                          "expected each marker once");
    const std::string word = in_.peek_word();
    if (word != "AT" && word != "STATIC") refuse_behind_names(word);
    if (!in_.ok()) return;
    if (names_.size() < 3)
      return in_.fail(in_.here(),
                      names_.size() == 1 ? "one marker gives no orientation"
                                         : "two markers leave open the turn about their line",
                      "expected three markers or more");
    refuse_some_places();
    if (!in_.ok()) return;
    if (!local_.empty() && !word.empty())
      in_.fail(in_.here(), fmt::format("{} stands behind places in the body", word),
               "expected xi eta zeta behind each marker, or AT or STATIC");
  }

  Vec3 read_origin(std::string_view count) override {
    if (in_.ok() && in_.at_end()) {
      in_.fail(in_.here(), "the origin of the body is missing",
               fmt::format("expected AT xi eta zeta behind the {} markers, in the frame from the "
                           "first to the second, with the third beside it",
                           count));
      return {};
    }
    take_fixed_word(in_, "AT", kBodyMarkersForm);
    if (!in_.ok()) return {};
    const double xi = in_.number("xi", unit::metre), eta = in_.number("eta", unit::metre),
                 zeta = in_.number("zeta", unit::metre);
    return {xi, eta, zeta};
  }

  // The frame of the body from its three markers, from `first` on.
  std::optional<BodyFrame> frame_at(const MarkerPlaces& p, std::size_t first, std::size_t row,
                                    Vec3 origin) const {
    const Vec3 a = p.at(first, row);
    const auto axes = frame_of_three(a, p.at(first + 1, row), p.at(first + 2, row));
    if (!axes) return {};
    BodyFrame out;
    out.x = a + origin.x * (*axes)[0] + origin.y * (*axes)[1] + origin.z * (*axes)[2];
    out.q = nearest_turn({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {axes->begin(), axes->end()});
    return out;
  }

  // The local places from a trial at rest: means over its rows.
  void find_places() {
    const int count = read_static();
    for (Vec3& one : local_) one = 1.0 / count * one;
  }

  std::vector<Vec3> places_in_body(const MarkerPlaces& p, std::size_t row,
                                   Vec3 origin) const override {
    const auto frame = frame_at(p, names_.size(), row, origin);
    if (!frame) return {};
    double R[9];
    rotation_matrix(frame->q.data(), R);
    std::vector<Vec3> here;
    for (std::size_t k = 0; k < names_.size(); ++k)
      here.push_back(to_body(R, p.at(k, row) - frame->x));
    return std::all_of(here.begin(), here.end(), is_seen) ? here : std::vector<Vec3>();
  }

  // Markers on one line give no turn about it.
  void refuse_line() {
    if (!in_.ok()) return;
    double length = 0, width = 0;
    for (const Vec3 one : local_) {
      const Vec3 d = one - local_[0];
      length = std::max(length, std::sqrt(dot(d, d)));
    }
    for (const Vec3 one : local_)
      for (const Vec3 other : local_) {
        const Vec3 area = cross(one - local_[0], other - local_[0]);
        width = std::max(width, std::sqrt(dot(area, area)) / length);
      }
    if (!(width > kThin * length))
      in_.fail(names_.front().where, "the places of its markers lie on one line",
               "expected a marker beside it: nothing shows the turn about the line");
  }

  // The least-squares frame of the markers in a row, and how far they stay from it (rms).
  BodyFrame fitted(const std::vector<Vec3>& seen, double& residual) const {
    const Vec3 middle = mean_of(local_), there = mean_of(seen);
    std::vector<Vec3> from, to;
    for (std::size_t k = 0; k < seen.size(); ++k)
      from.push_back(local_[k] - middle), to.push_back(seen[k] - there);
    BodyFrame out;
    out.q = nearest_turn(from, to);
    double R[9];
    rotation_matrix(out.q.data(), R);
    out.x = there - to_space(R, middle);
    residual = 0;
    for (std::size_t k = 0; k < seen.size(); ++k) {
      const Vec3 off = to_space(R, from[k]) - to[k];
      residual += dot(off, off) / static_cast<double>(seen.size());
    }
    residual = std::sqrt(residual);
    return out;
  }

  std::shared_ptr<TimeTable> table_of(const MarkerPlaces& p, bool three) {
    auto out = std::make_shared<TimeTable>();
    out->columns.assign(7, {});
    for (std::size_t row = 0; row < p.t.size(); ++row) {
      std::vector<Vec3> seen;
      for (std::size_t k = 0; k < names_.size(); ++k) seen.push_back(p.at(k, row));
      const bool all = std::all_of(seen.begin(), seen.end(), is_seen);
      std::optional<BodyFrame> frame;
      double quality = 0;
      if (all && three) {
        frame = frame_at(p, 0, row, origin_);
        const Vec3 way = seen[1] - seen[0];
        quality = std::sqrt(dot(way, way));
        if (!frame)
          return in_.fail(names_.front().where,
                          fmt::format("at t = {:.9g} the three markers lie on one line", p.t[row]),
                          "expected three that span a triangle"),
                 nullptr;
      } else if (all) {
        frame = fitted(seen, quality);
      }
      if (!frame) {
        if (missing_++ == 0) first_missing_ = p.t[row];
        continue;
      }
      out->t.push_back(p.t[row]);
      quality_.values.push_back(quality);
      add(*frame, *out);
    }
    say_quality(three, out->t);
    say(p, *out);
    return out;
  }

  // The sign of q goes on from row to row.
  static void add(const BodyFrame& frame, TimeTable& out) {
    const std::size_t row = out.t.size() - 1;
    double along = frame.q[0];
    if (row > 0) {
      along = 0;
      for (std::size_t c = 0; c < 4; ++c) along += frame.q[c] * out.columns[3 + c][row - 1];
    }
    for (int c = 0; c < 3; ++c) out.columns[at(c)].push_back(frame.x[c]);
    for (std::size_t c = 0; c < 4; ++c)
      out.columns[3 + c].push_back((along < 0 ? -1 : 1) * frame.q[c]);
  }

  void say_quality(bool three, const std::vector<double>& t) {
    if (t.empty()) return;
    const auto& v = quality_.values;
    double mean = 0;
    for (const double one : v) mean += one / static_cast<double>(v.size());
    const double low = *std::min_element(v.begin(), v.end()),
                 high = *std::max_element(v.begin(), v.end());
    if (three)
      said_.push_back(fmt::format("from {} to {}: {:.6g} long on the average, {:.6g} to {:.6g}",
                                  printable(names_[0].text), printable(names_[1].text), mean, low,
                                  high));
    else
      said_.push_back(
          fmt::format("{} markers of a rigid body: {:.3g} rms from their places, on the "
                      "average, at most {:.3g}",
                      names_.size(), mean, high));
    quality_.name = three ? "length" : "residual";
    quality_.meaning = (three ? "distance of the first two markers of "
                              : "rms distance of the markers from their places, ") +
                       label_;
    quality_.unit = unit::metre;
    quality_.t = t;
  }

  Vec3 origin_;
  std::size_t missing_ = 0;
  double first_missing_ = 0;
};

}  // namespace

std::vector<MotionRow> read_markers_of_body(RecordReader& in, const LexedDeck& deck,
                                            MarkerLines& lines, const TimeGrid& grid,
                                            Diagnostics& diagnostics, const std::string& label,
                                            RecordedRow& quality) {
  const auto style = read_marker_style(in, lines, Smoothing::quintic, kMotionByNumbers);
  if (!style) return {};
  const SourceLocation where = style->markers_at;
  BodyOfMarkers body(in, deck, lines, diagnostics, label);
  const auto table = body.read();
  if (!table || !in.ok()) return note_marker_fault(lines, diagnostics), std::vector<MotionRow>();
  const std::size_t rows = table->t.size() + body.missing();
  if (style->table.gaps == Gaps::zero)
    in.fail(where, "a place is not 0 where a marker is missing", "expected GAPS FILL");
  else if (body.missing() > 0 && style->table.gaps == Gaps::refuse)
    in.fail(where,
            fmt::format("a marker is missing in {} of {} rows, the first at t = {:.9g}",
                        body.missing(), rows, body.first_missing()),
            "expected GAPS FILL behind MARKERS");
  else if (table->t.size() < 2)
    in.fail(where, fmt::format("all markers are seen in {} of {} rows", table->t.size(), rows),
            "expected rows in which all these markers are seen");
  if (!in.ok()) return {};
  if (body.missing() > 0)
    table->said.push_back(
        fmt::format("{} of {} rows without a marker are left out", body.missing(), rows));
  quality = body.quality();
  return motions_of_table(in, table, style->table, kMotionByNumbers, grid, style->at, where, label);
}

}  // namespace mbs
