#include "deck/forms/row_forms.h"

#include <fmt/format.h>

#include "deck/forms/cam_record.h"
#include "deck/forms/curve_record.h"
#include "deck/forms/formulas.h"
#include "deck/forms/outline_record.h"
#include "deck/forms/path_record.h"
#include "deck/lines/field_units.h"
#include "deck/lines/writing.h"
#include "text/expression.h"

namespace mbs {

namespace {

// ---- bodies with numbers each -------------------------------------------------------------------

std::string body_fields(const RecordSpec& spec) {
  std::string each = "p a";
  for (const Column& column : spec.columns) each += fmt::format(" {}", column.name);
  return fmt::format("e {} {} ...", each, each);
}

void take_bodies_with_numbers(RecordReader& in, const TakeBody& body, ElementRow& row) {
  row.text_at = in.here();
  while (in.ok() && !in.at_end()) {
    add_body(in, body, row);
    for (const Column& column : row.spec->columns)
      row.columns.push_back(in.number(column.name, unit_of_column(column.unit)));
  }
}

std::string write_bodies_with_numbers(const ElementRow& row, const BodyText& body,
                                      const Parameters&) {
  std::string out;
  const std::size_t each = row.spec->columns.size();
  for (std::size_t k = 0; 2 * k < row.nodes.size(); ++k) {
    const auto first = row.columns.begin() + static_cast<std::ptrdiff_t>(each * k);
    out += " " + body(k) + write_numbers({first, first + static_cast<std::ptrdiff_t>(each)});
  }
  return out;
}

constexpr RowForm kBodiesWithNumbers{"", body_fields, 0, take_bodies_with_numbers,
                                     write_bodies_with_numbers};

// ---- forms of their own -------------------------------------------------------------------------

template <const std::string_view& fields>
std::string two_bodies_and(const RecordSpec&) {
  return fmt::format("e p a q b {}", fields);
}

std::string path_fields(const RecordSpec&) {
  return "e and places: p a xi eta, CIRCLE p a xi eta r LEFT or RIGHT, or PULLEY p a xi eta r "
         "LEFT or RIGHT [TURNS n]";
}

std::string formula_fields(const RecordSpec& spec) {
  return spec.is_linear ? "e = c1*NAME1 + c2*NAME2 ..." : "e = expression";
}

constexpr RowForm kExpressionForm{
    "", formula_fields, 0,
    [](RecordReader& in, const TakeBody&, ElementRow& row) {
      in.expression(row.text, row.text_at);
    },
    [](const ElementRow& row, const BodyText&, const Parameters& parameters) {
      return " = " + resolve_parameters(row.text, parameters);
    }};

constexpr RowForm kRowForms[] = {
    {"PATH", path_fields, 0, take_path,
     [](const ElementRow& row, const BodyText& body, const Parameters&) {
       return write_path(row.columns, body);
     }},
    {"CAM", two_bodies_and<kCamFields>, 2,
     [](RecordReader& in, const TakeBody&, ElementRow& row) { take_cam(in, row); },
     [](const ElementRow& row, const BodyText&, const Parameters& parameters) {
       return write_cam(row, parameters);
     }},
    {"CURVES", two_bodies_and<kCurvesFields>, 2,
     [](RecordReader& in, const TakeBody&, ElementRow& row) { take_curves(in, row); },
     [](const ElementRow& row, const BodyText&, const Parameters& parameters) {
       return write_curves(row, parameters);
     }},
    {"PLCPOLY", two_bodies_and<kOutlineFields>, 2,
     [](RecordReader& in, const TakeBody&, ElementRow& row) {
       take_outline(in, row.columns, row.text_at);
     },
     [](const ElementRow& row, const BodyText&, const Parameters&) {
       return write_outline(row.columns);
     }},
    {"WHEEL", rolling_fields, 1, take_rolling, write_rolling},
    {"BALL", rolling_fields, 1, take_rolling, write_rolling},
    {"EGG", rolling_fields, 1, take_rolling, write_rolling},
    {"SPLANE", rolling_fields, 1, take_rolling, write_rolling},
};

const RowForm* own_form(const RecordSpec& spec) {
  for (const RowForm& form : kRowForms)
    if (form.keyword == spec.keyword) return &form;
  return nullptr;
}

}  // namespace

bool has_row_form(const RecordSpec& spec) { return spec.arity != Arity::fixed || own_form(spec); }

const RowForm& row_form(const RecordSpec& spec) {
  if (spec.arity == Arity::expression) return kExpressionForm;
  const RowForm* const own = own_form(spec);
  return own ? *own : kBodiesWithNumbers;
}

void add_body(RecordReader& in, const TakeBody& body, ElementRow& row) {
  const std::array<int, 2> nodes = body(in);
  row.nodes.insert(row.nodes.end(), nodes.begin(), nodes.end());
}

void take_row(RecordReader& in, const TakeBody& body, ElementRow& row) {
  const RowForm& form = row_form(*row.spec);
  for (int k = 0; k < form.bodies; ++k) add_body(in, body, row);
  if (in.ok()) form.take(in, body, row);
}

std::string write_row(const ElementRow& row, const BodyText& body, const Parameters& parameters) {
  const RowForm& form = row_form(*row.spec);
  std::string out;
  for (int k = 0; k < form.bodies; ++k) out += " " + body(static_cast<std::size_t>(k));
  return out + form.write(row, body, parameters);
}

}  // namespace mbs
