// CONTACT of a SEGDYN deck: a point or a wheel of a segment against a line, a circle or an outline
// of the environment.
#include <fmt/format.h>

#include "deck/forms/outline_record.h"
#include "deck/lines/record_reader.h"
#include "deck/records/contact_records.h"
#include "deck/segdyn/segdyn_reading.h"
#include "deck/tables/tables.h"

namespace mbs {

namespace {

void line_or_circle(RecordReader& in, ChainContact& row) {
  row.circle = read_circle(in, true);
  if (!in.ok()) return;
  in.set_layout(row.circle ? "expected: CONTACT i CIRCLE s h r x y R model ..."
                           : "expected: CONTACT i LINE s h r x y tx ty model ...");
  for (const char* name : {"distance s", "height h", "radius r", "x", "y"})
    row.columns.push_back(in.number(name));
  if (row.circle)
    row.columns.push_back(in.number("radius R"));
  else
    for (const char* name : {"tx", "ty"}) row.columns.push_back(in.number(name));
}

}  // namespace

void chain_contact(RecordReader& in, SegdynReading& r) {
  r.label = fmt::format("CONTACT {}", r.tables.contacts.size() + 1);
  if (in.peek_word() == "CAM" || in.peek_word() == "CURVES") return read_cam_contact(in, r);
  ChainContact row;
  row.label = r.label;
  row.where = r.where;
  row.segment = take_chain_index(in, "segment", 1, r.segment_count());
  row.outline = is_outline_word(in.peek_word());
  if (row.outline) {
    in.set_layout(
        "expected: CONTACT i SEGMENT, POLYLINE or POLYGON, then s h r and x y of its vertices, "
        "then the model ...");
    take_outline(in, "distance s", "height h", row.columns, row.vertices_at);
  } else {
    line_or_circle(in, row);
  }
  if (!in.ok()) return;
  ContactRow law;
  law.label = r.label;
  law.where = r.where;
  if (!read_contact_model(in, law)) return;
  r.chain.contacts.push_back(std::move(row));
  r.tables.contacts.push_back(std::move(law));
}

}  // namespace mbs
