// KABIOS decks: Flores 2010 (MUBOKINE user's manual), chapter 5.
#include <fmt/format.h>

#include <array>
#include <span>

#include "base/index.h"
#include "deck/kabios/head_lines.h"
#include "deck/kabios/kabios_tables.h"
#include "deck/lines/dialects.h"
#include "deck/lines/lexer.h"
#include "deck/lines/record_reader.h"
#include "deck/tables/tables.h"

namespace mbs {

namespace {

constexpr long long kMaxCount = 1'000'000;
constexpr std::size_t kCounts = 9;
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
      : deck_(deck),
        specs_(specs),
        options_(options),
        diagnostics_(diagnostics),
        lines_(deck, 0, diagnostics) {}

  Tables read() {
    tables_.dialect = Dialect::kabios;
    tables_.vocabulary = kKabiosVocabulary;
    if (!lines_.counts(kCountNames, counts_) || !lines_.enough_records(counts_))
      return std::move(tables_);
    const auto [nb, nr, nt, ng, ns, nd, np, ngui, ndata] = counts_;
    nb_ = nb;
    each(nb, "body", "(b)", "X Y PHI, or i X Y PHI", &KabiosReader::body);
    each(nr, "revolute joint", "(c)", "i j XI-P-I ETA-P-I XI-P-J ETA-P-J", &KabiosReader::revolute);
    each(nt, "translational joint", "(d)", "i j XI-P-I ETA-P-I XI-Q-I ETA-Q-I XI-P-J ETA-P-J",
         &KabiosReader::translational);
    each(ng, "ground constraint", "(e)", "i", &KabiosReader::ground);
    each(ns, "simple constraint", "(f)", "i k", &KabiosReader::simple);
    each(nd, "driver", "(g)", "i k position velocity acceleration", &KabiosReader::driver);
    each(np, "point of interest", "(h)", "i XI-P-I ETA-P-I", &KabiosReader::point);
    if (ngui > 0) table_ = std::make_shared<TimeTable>();
    if (table_) table_->columns.resize(static_cast<std::size_t>(ngui));
    said_.guide_table = table_;
    said_.guide_smoothing =
        options_.guides == 0 ? Smoothing::cross_validated : Smoothing::interpolated;
    each(ngui, "guide", "(i)", "i k", &KabiosReader::guide);
    each(ndata, "guide table row", "(i)", fmt::format("time and {} value(s)", ngui),
         &KabiosReader::data_row);
    lines_.times(tables_.time, table_.get());
    lower_kabios_head(specs_, tables_);
    if (lines_.is_followed()) read_kabios_tail(deck_, lines_.next(), specs_, tables_, diagnostics_);
    if (diagnostics_.has_errors()) too_many();
    return std::move(tables_);
  }

 private:
  // Only for a deck that cannot be read, since one of its counts may be wrong. For a readable deck
  // the run names the redundant constraints.
  void too_many() {
    const auto [nb, nr, nt, ng, ns, nd, np, ngui, ndata] = counts_;
    const long long n = 3LL * nb;
    const long long m = 2LL * (nr + nt) + 3LL * ng + ns + nd + ngui;
    if (m > n)
      diagnostics_.error(
          lines_.counts_at(), "counts (a)",
          fmt::format("M = {} constraint equations for N = {} coordinates", m, n),
          "expected M = N; remove constraints (M = 2(NR+NT) + 3 NG + NS + ND + NGUI, N = 3 NB)");
  }

  using Parse = void (KabiosReader::*)(RecordReader&, int);

  void each(int n, std::string_view what, std::string_view letter, const std::string& layout,
            Parse parse) {
    lines_.each(n, what, letter, layout, [this, parse](RecordReader& in, int k) {
      where_ = lines_.where();
      (this->*parse)(in, k);
    });
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
    lines_.table_row(in, *table_, [this](int k) { return turns(k) ? unit::radian : unit::metre; });
  }

  const LexedDeck& deck_;
  ElementSpecs specs_;
  const Options& options_;
  Diagnostics& diagnostics_;
  Tables tables_;
  KabiosDeck& said_ = tables_.kabios;
  std::shared_ptr<TimeTable> table_;
  HeadLines lines_;
  std::array<int, kCounts> counts_{};
  SourceLocation where_;
  int nb_ = 0;
  bool numbered_ = false;
};

}  // namespace

Tables read_kabios(const LexedDeck& deck, ElementSpecs specs, const Options& options,
                   Diagnostics& diagnostics) {
  return KabiosReader(deck, specs, options, diagnostics).read();
}

}  // namespace mbs
