// CONTACT of a KABIOS deck's tail: a point or a wheel of body i against a line or a circle of body
// j.
#include <fmt/format.h>

#include "deck/contact_records.h"
#include "deck/kabios_tail.h"
#include "deck/run_records.h"

namespace mbs {

void TailReader::contact(RecordReader& in) {
  // The shape stands after the bodies, so the element is made when it is known.
  ElementRow row;
  const std::string all = "expected LINE or CIRCLE";
  if (!between(in, "PLCLINE", contacts_, row)) return;
  const SourceLocation shape_at = in.here();
  const std::string shape = in.word("shape", all);
  if (!in.ok()) return;
  if (shape != "LINE" && shape != "CIRCLE")
    return fail_unknown_word(in, shape_at, shape, "is no shape", {"LINE", "CIRCLE"}, all);
  if (shape == "CIRCLE") row.spec = spec_of("PLCCIRC");
  std::string layout = fmt::format("expected: CONTACT i j {}", shape);
  for (const Column& column : row.spec->columns) layout += fmt::format(" {}", column.name);
  in.set_layout(layout + " model ...");
  for (const Column& column : row.spec->columns) row.columns.push_back(in.number(column.name));
  if (!in.ok()) return;
  in.set_layout(fmt::format("expected: {}", kContactFields));
  ContactRow law;
  law.element = static_cast<int>(tables_.elements.size());
  law.label = label_;
  law.where = where_;
  if (!read_contact_model(in, law)) return;
  for (int component : {0, 1}) {
    ClassRow released;
    released.target = Target::deformation;
    released.owner = law.element;
    released.component = component;
    released.cls = Class::calculable;
    released.label = label_;
    released.where = where_;
    tables_.classes.push_back(std::move(released));
  }
  tables_.elements.push_back(std::move(row));
  tables_.forces.contacts.push_back(std::move(law));
}

}  // namespace mbs
