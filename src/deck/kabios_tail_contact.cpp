// CONTACT of a KABIOS deck's tail: a point or a wheel of body i against a line, a circle or an
// outline of body j.
#include <fmt/format.h>

#include "base/index.h"
#include "deck/contact_records.h"
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
  ElementRow row;
  if (!between(in, "PLCLINE", contacts_, row)) return;
  if (is_outline_word(in.peek_word())) {
    row.spec = spec_of("PLCPOLY");
    in.set_layout(fmt::format("expected: CONTACT i j {}, then the model ...", kOutlineFields));
    take_outline(in, row.columns, row.text_at);
  } else {
    const bool circle = read_circle(in, true);
    if (!in.ok()) return;
    if (circle) row.spec = spec_of("PLCCIRC");
    std::string layout = fmt::format("expected: CONTACT i j {}", circle ? "CIRCLE" : "LINE");
    for (const Column& column : row.spec->columns) layout += fmt::format(" {}", column.name);
    in.set_layout(layout + " model ...");
    for (const Column& column : row.spec->columns) row.columns.push_back(in.number(column.name));
  }
  if (!in.ok()) return;
  in.set_layout(fmt::format("expected: {}", kContactFields));
  ContactRow law;
  law.element = count_of(tables_.elements);
  law.label = label_;
  law.where = where_;
  if (!read_contact_model(in, law)) return;
  for (int component : {0, 1})
    tables_.classes.push_back(released(law.element, component, label_, where_));
  tables_.elements.push_back(std::move(row));
  tables_.contacts.push_back(std::move(law));
}

}  // namespace mbs
