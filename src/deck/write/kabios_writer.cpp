#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/lines/dialects.h"
#include "deck/lines/writing.h"
#include "deck/records/observation_records.h"
#include "deck/tables/tables.h"
#include "text/number.h"
#include "text/time_table.h"

namespace mbs {

namespace {

std::string head_joints_text(const std::vector<KabiosHeadJoint>& rows, int columns, char letter) {
  std::string out;
  for (const KabiosHeadJoint& row : rows)
    out += fmt::format("{} {}{}  ({})\n", row.i, row.j,
                       write_numbers({row.columns.begin(), row.columns.begin() + columns}), letter);
  return out;
}

std::string coordinates_text(const std::vector<KabiosCoordinate>& rows, char letter) {
  std::string out;
  for (const KabiosCoordinate& row : rows)
    out += fmt::format("{} {}  ({})\n", row.body, row.coordinate, letter);
  return out;
}

std::string guide_table(const TimeTable& table) {
  std::string out;
  for (std::size_t k = 0; k < table.t.size(); ++k) {
    out += format_number(table.t[k]);
    for (const std::vector<double>& column : table.columns) out += " " + format_number(column[k]);
    out += "\n";
  }
  return out;
}

}  // namespace

std::string write_kabios(const Tables& t) {
  const KabiosDeck& deck = t.kabios;
  const auto drivers = std::count_if(deck.drivers.begin(), deck.drivers.end(),
                                     [](const KabiosDriver& row) { return row.text.empty(); });
  std::string out =
      write_live_parameters(*t.parameters) + write_observations(t) +
      fmt::format("{} {} {} {} {} {} {} {} {}  (a)\n", deck.bodies.size(), deck.revolutes.size(),
                  deck.translationals.size(), deck.grounds.size(), deck.simples.size(), drivers,
                  deck.points.size(), deck.guides.size(),
                  deck.guide_table ? deck.guide_table->t.size() : 0);
  for (int number = 0; const KabiosBody& row : deck.bodies)
    out += fmt::format("{}{}  (b)\n", ++number, write_numbers({row.x, row.y, row.phi}));
  out += head_joints_text(deck.revolutes, 4, 'c');
  out += head_joints_text(deck.translationals, 6, 'd');
  for (const KabiosGround& row : deck.grounds) out += fmt::format("{}  (e)\n", row.body);
  out += coordinates_text(deck.simples, 'f');
  for (const KabiosDriver& row : deck.drivers)
    if (row.text.empty())
      out += fmt::format("{} {}{}  (g)\n", row.body, row.coordinate,
                         write_numbers({row.position, row.velocity, row.acceleration}));
  for (const KabiosPoint& row : deck.points)
    out += fmt::format("{}{}  (h)\n", row.body, write_numbers({row.xi, row.eta}));
  out += coordinates_text(deck.guides, 'i');
  if (deck.guide_table) out += guide_table(*deck.guide_table);
  out += write_numbers({t.time.start, t.time.end, t.time.step}).substr(1) + "  (j)\n";
  return out + write_kabios_tail(t);
}

}  // namespace mbs
