#include <fmt/format.h>

#include "base/index.h"
#include "deck/dialects.h"
#include "deck/observation_records.h"
#include "deck/writing.h"
#include "text/number.h"

namespace mbs {

namespace {

// DRIVE lines stand in the tail.
bool is_drive(const Tables& t, const ClassRow& row) {
  return row.source == ClassSource::driver && !t.motions[row.motion].text.empty();
}

int count_classes(const Tables& t, ClassSource source) {
  int n = 0;
  for (const ClassRow& row : t.classes) n += row.source == source && !is_drive(t, row);
  return n;
}

int count_elements(const Tables& t, std::string_view keyword) {
  int n = 0;
  for (const ElementRow& row : t.elements) n += row.spec->keyword == keyword;
  return n;
}

std::string joints(const Tables& t, std::string_view keyword, char letter) {
  std::string out;
  for (const ElementRow& row : t.elements)
    if (row.spec->keyword == keyword)
      out += fmt::format("{} {}{}  ({})\n", row.nodes[0] / 2 + 1, row.nodes[2] / 2 + 1,
                         write_numbers(row.columns), letter);
  return out;
}

std::string constraints(const Tables& t, ClassSource source, char letter) {
  std::string out;
  for (const ClassRow& row : t.classes) {
    if (row.source != source || is_drive(t, row)) continue;
    const int body = row.owner / 2 + 1;
    const int coordinate = row.owner % 2 == 1 ? 3 : row.component + 1;
    if (source == ClassSource::ground) {
      if (coordinate == 1) out += fmt::format("{}  ({})\n", body, letter);
      continue;
    }
    out += fmt::format("{} {}", body, coordinate);
    if (source == ClassSource::driver) {
      const std::vector<double>& c = t.motions[row.motion].coefficients;
      out += write_numbers({c[0], c[1], 2 * c[2]});
    }
    out += fmt::format("  ({})\n", letter);
  }
  return out;
}

// The table of all guides; null without guides.
const TimeTable* table_of_guides(const Tables& t) {
  for (const ClassRow& row : t.classes)
    if (row.source == ClassSource::guide) return t.motions[row.motion].table.get();
  return nullptr;
}

std::string guide_table(const Tables& t) {
  const TimeTable* table = table_of_guides(t);
  std::string out;
  for (std::size_t k = 0; table && k < table->t.size(); ++k) {
    out += format_number(table->t[k]);
    for (const std::vector<double>& column : table->columns) out += " " + format_number(column[k]);
    out += "\n";
  }
  return out;
}

int table_rows(const Tables& t) {
  const TimeTable* table = table_of_guides(t);
  return table ? count_of(table->t) : 0;
}

}  // namespace

std::string write_kabios(const Tables& t) {
  std::string out =
      write_live_parameters(t.parameters) + write_observations(t) +
      fmt::format("{} {} {} {} {} {} {} {} {}  (a)\n", t.bodies.size(), count_elements(t, "PLREV"),
                  count_elements(t, "PLTRAN"), count_classes(t, ClassSource::ground) / 3,
                  count_classes(t, ClassSource::simple), count_classes(t, ClassSource::driver),
                  t.points.size(), count_classes(t, ClassSource::guide), table_rows(t));
  for (const BodyRow& body : t.bodies) {
    const NodeRow& point = t.nodes[body.point];
    const NodeRow& angle = t.nodes[body.angle];
    out += fmt::format("{}{}  (b)\n", body.number,
                       write_numbers({point.x[0], point.x[1], angle.x[0]}));
  }
  out += joints(t, "PLREV", 'c');
  out += joints(t, "PLTRAN", 'd');
  out += constraints(t, ClassSource::ground, 'e');
  out += constraints(t, ClassSource::simple, 'f');
  out += constraints(t, ClassSource::driver, 'g');
  for (const PointRow& point : t.points)
    out += fmt::format("{}{}  (h)\n", point.point / 2 + 1, write_numbers({point.xi, point.eta}));
  out += constraints(t, ClassSource::guide, 'i');
  out += guide_table(t);
  out += write_numbers({t.time.start, t.time.end, t.time.step}).substr(1) + "  (j)\n";
  return out + write_kabios_tail(t);
}

}  // namespace mbs
