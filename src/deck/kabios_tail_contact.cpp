// CONTACT of a KABIOS deck's tail: a point or a wheel of body i against a line, a circle or an
// outline of body j.
#include <fmt/format.h>

#include "deck/contact_records.h"
#include "deck/kabios_tables.h"
#include "deck/kabios_tail.h"
#include "deck/outline_record.h"
#include "deck/run_records.h"

namespace mbs {

void TailReader::contact(RecordReader& in) {
  // The shape stands after the bodies, so the element is made when it is known.
  if (in.peek_word() == "CAM" || in.peek_word() == "CURVES") {
    label_ = fmt::format("CONTACT {}", ++contacts_);
    return cam_contact(in);
  }
  KabiosContact row;
  std::vector<int> bodies;
  if (!between(in, contacts_, bodies)) return;
  row.i = bodies[0], row.j = bodies[1];
  if (is_outline_word(in.peek_word())) {
    row.shape = spec_of("PLCPOLY");
    in.set_layout(fmt::format("expected: CONTACT i j {}, then the model ...", kOutlineFields));
    take_outline(in, row.columns, row.vertices_at);
  } else {
    const bool circle = read_circle(in, true);
    if (!in.ok()) return;
    row.shape = spec_of(circle ? "PLCCIRC" : "PLCLINE");
    std::string layout = fmt::format("expected: CONTACT i j {}", circle ? "CIRCLE" : "LINE");
    for (const Column& column : row.shape->columns) layout += fmt::format(" {}", column.name);
    in.set_layout(layout + " model ...");
    for (const Column& column : row.shape->columns) row.columns.push_back(in.number(column.name));
  }
  if (!in.ok()) return;
  in.set_layout(fmt::format("expected: {}", kContactFields));
  ContactRow law;
  law.label = label_;
  law.where = where_;
  if (!read_contact_model(in, law)) return;
  lower(row, std::move(law), tables_);
  said_.parts.emplace_back(std::move(row));
}

}  // namespace mbs
