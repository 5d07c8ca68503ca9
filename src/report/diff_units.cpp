#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/comparison.h"
#include "report/report_reader.h"

namespace mbs {

namespace {

constexpr std::string_view kUnitsHead = "# units: ", kAngles = "; angles in rad";
constexpr std::string_view kAngleRows = "# angles: ", kOtherRows = "# no lengths nor angles: ";
constexpr std::string_view kNode = "NODE ", kElement = "ELEM ", kContacts = "CONTACTS ";
constexpr std::string_view kBodyLoads = "LOADS ";
constexpr std::string_view kSi = "m, N, s, kg; angles in rad";
constexpr Unit kMoment = unit::effort_along(unit::radian);

// "mm, N, s, t; angles in rad"
std::optional<UnitSystem> read_system(std::string_view text) {
  if (!text.ends_with(kAngles)) return {};
  text.remove_suffix(kAngles.size());
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(", ", at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end + 2;
  }
  if (words.size() != 4) return {};
  // The words are length, force, time, mass; force or mass may be a product such as lbf*s^2/in.
  UnitSystem out;
  if (!read_units({words[0], words[3], words[2]}, out)) return out;
  if (!read_units({words[0], words[1], words[2]}, out)) return out;
  return {};
}

struct ColumnUnit {
  std::string_view column;
  Unit unit;
};
constexpr Unit kMetre = unit::metre, kNewton = unit::newton, kRadian = unit::radian;
// The unit of a column by its head, in all tables of kTables.
constexpr ColumnUnit kColumns[] = {{"X", kMetre},
                                   {"Y", kMetre},
                                   {"Z", kMetre},
                                   {"PHI", kRadian},
                                   {"XD", rate_of(kMetre)},
                                   {"YD", rate_of(kMetre)},
                                   {"ZD", rate_of(kMetre)},
                                   {"PHID", rate_of(kRadian)},
                                   {"XDD", rate_of(kMetre, 2)},
                                   {"YDD", rate_of(kMetre, 2)},
                                   {"ZDD", rate_of(kMetre, 2)},
                                   {"PHIDD", rate_of(kRadian, 2)},
                                   {"FX", kNewton},
                                   {"FY", kNewton},
                                   {"FU", kNewton},
                                   {"FV", kNewton},
                                   {"FW", kNewton},
                                   {"MU", kMoment},
                                   {"MV", kMoment},
                                   {"MW", kMoment},
                                   {"FRX", kNewton},
                                   {"FRY", kNewton},
                                   {"FEXTX", kNewton},
                                   {"FEXTY", kNewton},
                                   {"N", kNewton},
                                   {"M", kMoment},
                                   {"MEXT", kMoment},
                                   {"ANGLE", kRadian},
                                   {"POWER", unit::watt},
                                   {"KINETIC", unit::joule},
                                   {"POTENTIAL", unit::joule},
                                   {"WORK", unit::joule},
                                   {"BALANCE", unit::joule}};
constexpr std::string_view kTables[] = {"BODY ",
                                        "POINTS OF INTEREST ",
                                        "REACTIONS OF JOINTS ",
                                        "GROUND ",
                                        "TRANSLAT ",
                                        "MOTION ",
                                        "SEG ",
                                        "LAST JOINT ",
                                        "BASE ",
                                        "ENERGY ",
                                        "CENTRE ",
                                        "FORCES OF CONSTRAINTS ",
                                        "MOMENTS OF CONSTRAINTS ",
                                        "MOMENTS BETWEEN SEGMENTS ",
                                        "JOINTS :",
                                        "NET JOINTS ",
                                        "WHEELS "};

// Columns whose head has another unit in this table.
struct TableColumn {
  std::string_view table, column;
  Unit unit;
};
constexpr TableColumn kOwn[] = {{"MOMENTUM ", "X", kNewton* unit::second},
                                {"MOMENTUM ", "Y", kNewton* unit::second},
                                {"MOMENTUM ", "ANGULAR", kMoment* unit::second},
                                {"SPRINGS ", "F", kNewton},
                                {"SPRINGS ", "POWER", unit::watt},
                                {"SPRINGS ", "LENGTH", kMetre},
                                {"SPRINGS ", "RATE", rate_of(kMetre)},
                                {"ROTATIONAL SPRINGS ", "M", kMoment},
                                {"ROTATIONAL SPRINGS ", "POWER", unit::watt},
                                {"ROTATIONAL SPRINGS ", "ANGLE", kRadian},
                                {"ROTATIONAL SPRINGS ", "RATE", rate_of(kRadian)},
                                {"CONTACTS ", "GAP", kMetre},
                                {"CONTACTS ", "SLIP", kMetre},
                                {"CONTACTS ", "SLIPD", rate_of(kMetre)},
                                {"CONTACTS ", "N", kNewton},
                                {"CONTACTS ", "F", kNewton},
                                {"BEAMS ", "E", kMetre},
                                {"BEAMS ", "ED", rate_of(kMetre)},
                                {"BEAMS ", "S", kNewton},
                                {"PATHS ", "E", kMetre},
                                {"PATHS ", "ED", rate_of(kMetre)},
                                {"PATHS ", "S", kNewton},
                                {"MUSCLE ", "LENGTH", kMetre},
                                {"MUSCLE ", "RATE", rate_of(kMetre)},
                                {"MUSCLE ", "FIBRE", kMetre},
                                {"MUSCLE ", "FIBRERATE", rate_of(kMetre)},
                                {"MUSCLE ", "STRAIN", unit::number},
                                {"MUSCLE ", "FORCE", kNewton},
                                {"MUSCLE ", "STIM", unit::number},
                                {"MUSCLE ", "ACT", unit::number},
                                {"MUSCLE ", "POWER", unit::watt},
                                {"ORIENTATIONS ", "Q0", unit::number},
                                {"ORIENTATIONS ", "Q1", unit::number},
                                {"ORIENTATIONS ", "Q2", unit::number},
                                {"ORIENTATIONS ", "Q3", unit::number},
                                {"ANGULAR VELOCITIES ", "V", rate_of(kRadian)},
                                {"ANGULAR VELOCITIES ", "A", rate_of(kRadian, 2)},
                                {"ANGULAR VELOCITIES ", "F", kMoment},
                                {"ANGULAR VELOCITIES ", "R", kMoment},
                                {"ANGLES ", "PHI1", kRadian},
                                {"ANGLES ", "PHI2", kRadian},
                                {"ANGLES ", "PHI3", kRadian},
                                {"ANGLES ", "PHI1D", rate_of(kRadian)},
                                {"ANGLES ", "PHI2D", rate_of(kRadian)},
                                {"ANGLES ", "PHI3D", rate_of(kRadian)},
                                {"ANGLES ", "WX", rate_of(kRadian)},
                                {"ANGLES ", "WY", rate_of(kRadian)},
                                {"ANGLES ", "WZ", rate_of(kRadian)},
                                {"ANGLES ", "WXD", rate_of(kRadian, 2)},
                                {"ANGLES ", "WYD", rate_of(kRadian, 2)},
                                {"ANGLES ", "WZD", rate_of(kRadian, 2)},
                                {"MOMENTUM ", "Z", kNewton* unit::second},
                                {"MOMENTUM ", "ANGULARX", kMoment* unit::second},
                                {"MOMENTUM ", "ANGULARY", kMoment* unit::second},
                                {"MOMENTUM ", "ANGULARZ", kMoment* unit::second},
                                {"WHEELS ", "ALONG", kNewton},
                                {"WHEELS ", "ACROSS", kNewton},
                                {"WHEELS ", "SLIP", rate_of(kMetre)},
                                {"WHEELS ", "SIDE", rate_of(kMetre)},
                                {"MODES ", "OMEGA", unit::number / unit::second},
                                {"MODES ", "FREQUENCY", unit::number / unit::second},
                                {"MODES ", "DAMPING", unit::number},
                                {"MODES ", "REAL", unit::number / unit::second},
                                {"MODES ", "IMAGINARY", unit::number / unit::second}};

// The two numbers behind the first word of "NODE    3  2     F V": "3 2".
std::string two_numbers(std::string_view channel) {
  std::vector<ReportToken> words;
  split_words(channel, words);
  return words.size() < 3 ? std::string() : fmt::format("{} {}", words[1].text, words[2].text);
}

// The first of them.
std::string first_number(std::string_view channel) {
  std::vector<ReportToken> words;
  split_words(channel, words);
  return words.size() < 2 ? std::string() : std::string(words[1].text);
}

// Reads the coordinates, deformations and gaps of the line that begins with `head`: "X 2 1, E 3 2,
// C 4".
void read_own(std::string_view report, std::string_view head, Unit unit,
              std::map<std::string, Unit, std::less<>>& out) {
  ReportLines reader(report);
  ReportLine line = reader.next();
  for (; !line.end && (is_blank(line.text) || is_comment(line.text)); line = reader.next()) {
    if (!line.text.starts_with(head)) continue;
    std::string_view rest = line.text.substr(head.size());
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(", "), rest.size());
      out.emplace(rest.substr(0, end), unit);
      rest.remove_prefix(std::min(end + 2, rest.size()));
    }
  }
}

}  // namespace

std::string_view units_text(std::string_view report) {
  ReportLines reader(report);
  ReportLine line = reader.next();
  for (; !line.end && (is_blank(line.text) || is_comment(line.text)); line = reader.next())
    if (line.text.starts_with(kUnitsHead)) return line.text.substr(kUnitsHead.size());
  return kSi;
}

std::optional<DiffUnits> DiffUnits::read(std::string_view report_a, std::string_view report_b) {
  const auto of_a = read_system(units_text(report_a)), of_b = read_system(units_text(report_b));
  if (!of_a || !of_b) return {};
  DiffUnits out;
  out.a_ = *of_a, out.b_ = *of_b;
  for (const std::string_view report : {report_a, report_b}) {
    read_own(report, kAngleRows, kRadian, out.own_);
    read_own(report, kOtherRows, unit::unknown, out.own_);
  }
  return out;
}

std::optional<Unit> DiffUnits::unit_of(std::string_view channel) const {
  const std::string_view column = channel.substr(channel.rfind(' ') + 1);
  if (channel.starts_with(kContacts))
    if (const auto own = own_.find("C " + first_number(channel)); own != own_.end()) {
      if (!own->second.known) return {};
      if (column == "GAP") return own->second;
      if (column == "N") return unit::effort_along(own->second);
    }
  for (const TableColumn& row : kOwn)
    if (row.column == column && channel.starts_with(row.table)) return row.unit;
  if (channel.starts_with(kBodyLoads) && (column == "F" || column == "R")) {
    constexpr std::string_view kTurns[] = {" W1 ", " W2 ", " W3 "};
    const bool turns = std::any_of(std::begin(kTurns), std::end(kTurns), [&](std::string_view one) {
      return channel.find(one) != std::string_view::npos;
    });
    return turns ? kMoment : kNewton;
  }
  const bool node = channel.starts_with(kNode), element = channel.starts_with(kElement);
  if (node || element) {
    const auto own = own_.find((node ? "X " : "E ") + two_numbers(channel));
    const Unit along = own == own_.end() ? kMetre : own->second;
    if (!along.known) return {};
    const std::string_view letters = column;
    if (letters == "X" || letters == "E") return along;
    if (letters == "V" || letters == "ED") return rate_of(along);
    if (letters == "A" || letters == "EDD") return rate_of(along, 2);
    if (letters == "F" || letters == "R" || letters == "S") return unit::effort_along(along);
    return {};
  }
  const bool plain = std::any_of(std::begin(kTables), std::end(kTables),
                                 [&](std::string_view t) { return channel.starts_with(t); });
  if (!plain) return {};
  for (const ColumnUnit& row : kColumns)
    if (row.column == column) return row.unit;
  return {};
}

std::optional<double> DiffUnits::factor(std::string_view channel) const {
  const auto unit = unit_of(channel);
  if (!unit) return {};
  return conversion(*unit, b_, a_).value();
}

double DiffUnits::time_factor() const { return conversion(unit::second, b_, a_).value(); }

}  // namespace mbs
