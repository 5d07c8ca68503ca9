// KABIOS decks: Flores 2010 (MUBOKINE user's manual), chapter 5.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "base/index.h"
#include "deck/kabios/kabios_tables.h"
#include "deck/lines/dialects.h"
#include "deck/lines/lexer.h"
#include "deck/lines/record_reader.h"
#include "deck/lines/table_file.h"
#include "deck/records/run_records.h"
#include "deck/tables/tables.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr long long kMaxCount = 1'000'000;
constexpr double kMaxRows = 1e9;
constexpr int kCounts = 9;
constexpr std::string_view kCountNames[kCounts] = {"NB", "NR", "NT",   "NG",   "NS",
                                                   "ND", "NP", "NGUI", "NDATA"};

// The manual's names, in the order of the elements' columns.
constexpr std::string_view kRevoluteFields[] = {"XI-P-I", "ETA-P-I", "XI-P-J", "ETA-P-J"};
constexpr std::string_view kTranslationalFields[] = {"XI-P-I",  "ETA-P-I", "XI-Q-I",
                                                     "ETA-Q-I", "XI-P-J",  "ETA-P-J"};

class KabiosReader {
 public:
  KabiosReader(const LexedDeck& deck, ElementSpecs specs, const Options& options,
               Diagnostics& diagnostics)
      : deck_(deck), specs_(specs), options_(options), diagnostics_(diagnostics) {}

  Tables read() {
    tables_.dialect = Dialect::kabios;
    tables_.vocabulary = kKabiosVocabulary;
    if (!counts() || !enough_records()) return std::move(tables_);
    each(nb_, "body", "(b)", "X Y PHI, or i X Y PHI", &KabiosReader::body);
    each(nr_, "revolute joint", "(c)", "i j XI-P-I ETA-P-I XI-P-J ETA-P-J",
         &KabiosReader::revolute);
    each(nt_, "translational joint", "(d)", "i j XI-P-I ETA-P-I XI-Q-I ETA-Q-I XI-P-J ETA-P-J",
         &KabiosReader::translational);
    each(ng_, "ground constraint", "(e)", "i", &KabiosReader::ground);
    each(ns_, "simple constraint", "(f)", "i k", &KabiosReader::simple);
    each(nd_, "driver", "(g)", "i k position velocity acceleration", &KabiosReader::driver);
    each(np_, "point of interest", "(h)", "i XI-P-I ETA-P-I", &KabiosReader::point);
    if (ngui_ > 0) table_ = std::make_shared<TimeTable>();
    if (table_) table_->columns.resize(ngui_);
    said_.guide_table = table_;
    said_.guide_smoothing =
        options_.guides == 0 ? Smoothing::cross_validated : Smoothing::interpolated;
    each(ngui_, "guide", "(i)", "i k", &KabiosReader::guide);
    each(ndata_, "guide table row", "(i)", fmt::format("time and {} value(s)", ngui_),
         &KabiosReader::data_row);
    each(1, "time parameters", "(j)", "T0 TE DT", &KabiosReader::time);
    lower_kabios_head(specs_, tables_);
    if (!given_up_) rest();
    if (diagnostics_.has_errors()) too_many();
    return std::move(tables_);
  }

 private:
  bool counts() {
    const Record& record = deck_.records[next_++];
    counts_at_ = record.where;
    RecordReader in(record, "counts (a)", diagnostics_);
    in.set_layout("expected 9 whole numbers: NB NR NT NG NS ND NP NGUI NDATA");
    for (int k = 0; k < kCounts; ++k)
      *count(k) = static_cast<int>(in.integer(kCountNames[k], k == 0 ? 1 : 0, kMaxCount));
    in.finish();
    if (!in.ok()) return false;
    if (ngui_ > 0 && ndata_ < 2)
      in.fail(counts_at_, fmt::format("{} guide(s) but NDATA is {}", ngui_, ndata_),
              "expected at least 2 table rows");
    if (ngui_ == 0 && ndata_ > 0)
      in.fail(counts_at_, fmt::format("NDATA is {} but there are no guides", ndata_),
              "expected NDATA 0 when NGUI is 0");
    return in.ok();
  }
  // Only for a deck that cannot be read, since one of its counts may be wrong. For a readable deck
  // the run names the redundant constraints.
  void too_many() {
    const long long n = 3LL * nb_;
    const long long m = 2LL * (nr_ + nt_) + 3LL * ng_ + ns_ + nd_ + ngui_;
    if (m > n)
      diagnostics_.error(
          counts_at_, "counts (a)",
          fmt::format("M = {} constraint equations for N = {} coordinates", m, n),
          "expected M = N; remove constraints (M = 2(NR+NT) + 3 NG + NS + ND + NGUI, N = 3 NB)");
  }
  int* count(int k) {
    int* const all[kCounts] = {&nb_, &nr_, &nt_, &ng_, &ns_, &nd_, &np_, &ngui_, &ndata_};
    return all[k];
  }

  // Counts that ask for many more lines than the deck has are refused at once, since lines would be
  // read as records of the wrong kind. A smaller difference is named with the first error.
  bool enough_records() {
    const long long wanted = 2LL + nb_ + nr_ + nt_ + ng_ + ns_ + nd_ + np_ + ngui_ + ndata_;
    const auto have = static_cast<long long>(deck_.records.size());
    const auto rows =
        std::count_if(deck_.records.begin(), deck_.records.end(),
                      [](const Record& r) { return r.tokens.front().kind == TokenKind::number; });
    if (have < wanted)
      mismatch_ =
          fmt::format(" (the counts ask for {} more line(s) than there are)", wanted - have);
    if (rows > wanted)
      mismatch_ =
          fmt::format(" (the deck has {} more line(s) than the counts ask for)", rows - wanted);
    if (have >= wanted || wanted < 4 * have + 100) return true;
    diagnostics_.error(counts_at_, "counts (a)",
                       fmt::format("the counts ask for {} records, the deck has {}", wanted, have),
                       "check the nine counts");
    return false;
  }

  using Parse = void (KabiosReader::*)(RecordReader&, int);

  void each(int n, std::string_view what, std::string_view letter, const std::string& layout,
            Parse parse) {
    for (int k = 0; k < n && !given_up_; ++k) {
      const std::string name = n == 1 && what == "time parameters"
                                   ? fmt::format("{} {}", what, letter)
                                   : fmt::format("{} {} of {} {}", what, k + 1, n, letter);
      if (next_ >= deck_.records.size()) {
        diagnostics_.error(deck_.records.back().end, name, "the deck ends before it",
                           fmt::format("expected a line with: {}{}", layout, mismatch_));
        given_up_ = true;
        return;
      }
      const Record& record = deck_.records[next_++];
      RecordReader in(record, name, diagnostics_);
      in.set_layout(fmt::format("expected: {}", layout));
      in.set_hint(mismatch_);
      where_ = record.where;
      (this->*parse)(in, k);
      in.finish();
      // After a missing or extra line all further lines are shifted: one message is better than
      // twenty.
      if (!in.ok() && !mismatch_.empty()) given_up_ = true;
    }
  }

  void body(RecordReader& in, int k) {
    if (k == 0) numbered_ = in.remaining() == 4;
    int number = k + 1;
    if (numbered_) {
      const SourceLocation where = in.here();
      number = static_cast<int>(in.integer("body number i", 1, nb_, "a body number"));
      if (in.ok() && number != k + 1)
        in.fail(where, fmt::format("body number is {}", number),
                fmt::format("expected {}: bodies stand in their order", k + 1));
    }
    const double x = in.number("X"), y = in.number("Y"), phi = in.number("PHI");
    said_.bodies.push_back({x, y, phi, where_});
  }

  int body_number(RecordReader& in, std::string_view field) {
    return static_cast<int>(in.integer(field, 1, nb_, "a body number"));
  }

  void joint(RecordReader& in, int k, std::span<const std::string_view> fields,
             std::vector<KabiosHeadJoint>& rows) {
    KabiosHeadJoint row{k + 1, body_number(in, "body number i"), 0, {}, where_};
    const SourceLocation j_at = in.here();
    row.j = body_number(in, "body number j");
    if (in.ok() && row.i == row.j)
      in.fail(j_at, fmt::format("body {} is joined to itself", row.i),
              "expected two different bodies");
    for (std::size_t c = 0; c < fields.size(); ++c) row.columns[c] = in.number(fields[c]);
    if (in.ok()) rows.push_back(row);
  }
  void revolute(RecordReader& in, int k) { joint(in, k, kRevoluteFields, said_.revolutes); }
  void translational(RecordReader& in, int k) {
    joint(in, k, kTranslationalFields, said_.translationals);
  }

  int coordinate(RecordReader& in) {
    const SourceLocation where = in.here();
    const long long k = in.integer("k", -kMaxCount, kMaxCount);
    if (in.ok() && (k < 1 || k > 3))
      in.fail(where, fmt::format("k is {}", k), "expected 1, 2 or 3 for X, Y or PHI");
    return static_cast<int>(k);
  }

  void ground(RecordReader& in, int k) {
    const int body = body_number(in, "body number i");
    if (in.ok()) said_.grounds.push_back({k + 1, body, where_});
  }

  void body_coordinate(RecordReader& in, int k, std::vector<KabiosCoordinate>& rows) {
    const int body = body_number(in, "body number i"), c = coordinate(in);
    if (in.ok()) rows.push_back({k + 1, body, c, where_});
  }
  void simple(RecordReader& in, int k) { body_coordinate(in, k, said_.simples); }
  void guide(RecordReader& in, int k) { body_coordinate(in, k, said_.guides); }

  void driver(RecordReader& in, int k) {
    KabiosDriver row;
    row.number = k + 1;
    row.body = body_number(in, "body number i");
    row.coordinate = coordinate(in);
    const Unit unit = row.coordinate == 3 ? unit::radian : unit::metre;
    row.position = in.number("initial position", unit);
    row.velocity = in.number("initial velocity", rate_of(unit));
    row.acceleration = in.number("acceleration", rate_of(unit, 2));
    row.where = where_;
    if (in.ok()) said_.drivers.push_back(std::move(row));
  }

  void point(RecordReader& in, int k) {
    const int body = body_number(in, "body number i");
    const double xi = in.number("XI-P-I"), eta = in.number("ETA-P-I");
    if (in.ok()) said_.points.push_back({k + 1, body, xi, eta, where_});
  }

  // Whether a guide moves an angle.
  bool turns(int guide) const {
    return guide < count_of(said_.guides) && said_.guides[at(guide)].coordinate == 3;
  }

  void data_row(RecordReader& in, int) {
    const SourceLocation where = in.here();
    const double t = in.number("time");
    if (in.ok() && !table_->t.empty() && t <= table_->t.back())
      in.fail(where, fmt::format("time {} does not come after {}", t, table_->t.back()),
              "expected increasing times");
    std::vector<double> values;
    for (int k = 0; k < ngui_; ++k)
      values.push_back(
          in.number(fmt::format("value {}", k + 1), turns(k) ? unit::radian : unit::metre));
    if (in.ok()) append_row(*table_, t, values);
  }

  void time(RecordReader& in, int) {
    TimeGrid& grid = tables_.time;
    grid.where = where_;
    grid.start = in.number("T0");
    const SourceLocation end_at = in.here();
    grid.end = in.number("TE");
    const SourceLocation step_at = in.here();
    grid.step = in.number("DT");
    if (!in.ok()) return;
    // An extra number beside an impossible one: most likely a decimal comma.
    const std::string comma =
        in.remaining() > 0 ? "; a decimal comma is a point here: 0.025, not 0,025" : "";
    if (grid.end < grid.start)
      in.fail(end_at, fmt::format("TE = {} lies before T0 = {}", grid.end, grid.start),
              "expected TE at or after T0" + comma);
    else if (grid.step <= 0)
      in.fail(step_at, fmt::format("DT is {}", grid.step),
              "expected a positive time increment" + comma);
    else if ((grid.end - grid.start) / grid.step > kMaxRows)
      in.fail(step_at,
              fmt::format("DT = {} asks for more than {} report times", grid.step, kMaxRows),
              "expected a larger DT");
    else if (table_ && !table_->t.empty())
      covers(in, grid);
  }

  void covers(RecordReader& in, const TimeGrid& grid) {
    if (!mbs::covers(*table_, grid))
      in.fail(
          grid.where,
          fmt::format("the run needs the guides from t = {} to {}, their table goes from {} to {}",
                      grid.start, grid.at(grid.count() - 1), table_->t.front(), table_->t.back()),
          kCover);
  }

  // Keyword lines, or nothing.
  void rest() {
    if (next_ >= deck_.records.size()) return;
    const Record& record = deck_.records[next_];
    if (record.tokens.front().kind == TokenKind::word && is_name(record.tokens.front().text))
      return read_kabios_tail(deck_, next_, specs_, tables_, diagnostics_);
    diagnostics_.error(record.where, "deck",
                       fmt::format("'{}' stands after the time parameters (j)",
                                   printable(record.tokens.front().text)),
                       "expected the end of the deck; check the nine counts");
  }

  const LexedDeck& deck_;
  ElementSpecs specs_;
  const Options& options_;
  Diagnostics& diagnostics_;
  Tables tables_;
  KabiosDeck& said_ = tables_.kabios;
  std::shared_ptr<TimeTable> table_;
  std::size_t next_ = 0;
  SourceLocation counts_at_, where_;
  int nb_ = 0, nr_ = 0, nt_ = 0, ng_ = 0, ns_ = 0, nd_ = 0, np_ = 0, ngui_ = 0, ndata_ = 0;
  bool numbered_ = false;
  std::string mismatch_;  // the message where the counts ask for another number of records
  bool given_up_ = false;
};

}  // namespace

Tables read_kabios(const LexedDeck& deck, ElementSpecs specs, const Options& options,
                   Diagnostics& diagnostics) {
  return KabiosReader(deck, specs, options, diagnostics).read();
}

}  // namespace mbs
