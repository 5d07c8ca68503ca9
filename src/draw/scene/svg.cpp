#include "draw/scene/svg.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escaped.h"

namespace mbs {

namespace {
constexpr std::string_view kNoCharacter = "\xef\xbf\xbd";  // U+FFFD, for bytes that are not UTF-8
}  // namespace

std::string escape_xml(std::string_view text) {
  std::string out;
  for (std::size_t size = 0; !text.empty(); text.remove_prefix(std::max<std::size_t>(size, 1))) {
    const char c = text[0];
    size = shown_character(text);
    if (size != 1)  // a letter of several bytes, or no character of XML
      out += size > 1                             ? text.substr(0, size)
             : static_cast<unsigned char>(c) < 32 ? std::string_view(" ")
                                                  : kNoCharacter;
    else if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\'')
      out += "&#39;";
    else
      out += c;
  }
  return out;
}

std::string svg_number(double value) {
  if (!(std::fabs(value) < 1e7)) value = value > 0 ? 1e7 : -1e7;
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string path_data(const Mark& mark, const View& view) {
  std::string out;
  bool in_curve = false;
  for (const PathStep& step : mark.steps) {
    const Vec p = view.to_pixels(step.p);
    const std::string at = svg_number(p.x) + " " + svg_number(p.y);
    if (step.op == 'Z') {
      out += 'Z';
    } else if (step.op == 'A') {
      const std::string r = svg_number(step.r / view.pixel);
      out += fmt::format("A{} {} 0 0 0 {}", r, r, at);
    } else if (step.op == 'C') {
      out += (in_curve ? " " : "C") + at;
    } else {
      out += step.op + at;
    }
    in_curve = step.op == 'C';
  }
  return out;
}

std::string svg_style(const Style& style) {
  std::string out = fmt::format(" fill=\"{}\"", style.fill);
  if (style.opacity < 1) out += fmt::format(" fill-opacity=\"{}\"", svg_number(style.opacity));
  if (style.stroke == "none" || style.width <= 0) return out;
  out += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", style.stroke, svg_number(style.width));
  if (*style.dash) out += fmt::format(" stroke-dasharray=\"{}\"", style.dash);
  return out;
}

std::string svg_mark(const Mark& mark, const View& view) {
  if (mark.steps.size() == 1 && mark.steps[0].op == 'O') {
    const Vec p = view.to_pixels(mark.steps[0].p);
    return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", svg_number(p.x),
                       svg_number(p.y), svg_number(mark.steps[0].r / view.pixel),
                       svg_style(mark.style));
  }
  return fmt::format("<path d=\"{}\"{}/>\n", path_data(mark, view), svg_style(mark.style));
}

std::string svg_text(const SvgText& t) {
  std::string out =
      fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"", svg_number(t.at.x),
                  svg_number(t.at.y), svg_number(t.size), t.colour);
  if (t.side <= 0) out += fmt::format(" text-anchor=\"{}\"", t.side == 0 ? "middle" : "end");
  if (t.bold) out += " font-weight=\"bold\"";
  if (t.halo) out += " stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\"";
  if (t.turn != 0)
    out += fmt::format(" transform=\"rotate({} {} {})\"", svg_number(t.turn), svg_number(t.at.x),
                       svg_number(t.at.y));
  return out + ">" + escape_xml(t.text) + "</text>\n";
}

std::string svg_caption(const Caption& caption, const double* q, const View& view) {
  const Vec p = view.to_pixels(caption.place.at(q));
  return svg_text({{p.x + caption.offset.x, p.y - caption.offset.y + 0.35 * caption.size},
                   caption.text,
                   caption.colour,
                   caption.size,
                   caption.side,
                   true});
}

std::string svg_begin(double width, double height, std::string_view title) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" stroke-linejoin=\"round\" "
      "stroke-linecap=\"round\">\n<title>{2}</title>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
      svg_number(width), svg_number(height), escape_xml(title));
}

}  // namespace mbs
