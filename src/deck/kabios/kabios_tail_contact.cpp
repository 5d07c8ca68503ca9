// CONTACT of a KABIOS deck's tail: a point or a wheel of body i against a line, a circle or an
// outline of body j.
#include <fmt/format.h>

#include "deck/forms/outline_record.h"
#include "deck/kabios/kabios_tables.h"
#include "deck/kabios/kabios_tail.h"
#include "deck/lines/field_units.h"
#include "deck/lines/record_reader.h"
#include "deck/records/contact_records.h"

namespace mbs {

void kabios_contact(RecordReader& in, KabiosTail& r) {
  // The shape follows the bodies, so the element is made after the shape is read.
  if (in.peek_word() == "CAM" || in.peek_word() == "CURVES") {
    r.label = fmt::format("CONTACT {}", ++r.contacts);
    return read_cam_contact(in, r);
  }
  KabiosContact row;
  std::vector<int> bodies;
  if (!take_bodies(in, r, r.contacts, bodies)) return;
  row.i = bodies[0], row.j = bodies[1];
  if (is_outline_word(in.peek_word())) {
    row.shape = find_spec(r.specs, "PLCPOLY");
    in.set_layout(fmt::format("expected: CONTACT i j {}, then the model ...", kOutlineFields));
    take_outline(in, row.columns, row.vertices_at);
  } else {
    const bool circle = read_circle(in, true);
    if (!in.ok()) return;
    row.shape = find_spec(r.specs, circle ? "PLCCIRC" : "PLCLINE");
    std::string layout = fmt::format("expected: CONTACT i j {}", circle ? "CIRCLE" : "LINE");
    for (const Column& column : row.shape->columns) layout += fmt::format(" {}", column.name);
    in.set_layout(layout + " model ...");
    for (const Column& column : row.shape->columns)
      row.columns.push_back(in.number(column.name, unit_of_column(column.unit)));
  }
  if (!in.ok()) return;
  in.set_layout(fmt::format("expected: {}", kContactFields));
  ContactRow law;
  law.label = r.label;
  law.where = r.where;
  if (!read_contact_model(in, law)) return;
  lower(row, std::move(law), r.tables);
  r.said.parts.emplace_back(std::move(row));
}

}  // namespace mbs
