#include "draw/plot/axes.h"

#include <fmt/format.h>

#include <limits>

#include "draw/scene/drawn_tolerances.h"
#include "draw/scene/svg.h"

namespace mbs {

namespace {

// Widths of letters over the height of the text, of DejaVu Sans, the widest of the usual typefaces.
double letter_width(char c) {
  if (c >= '0' && c <= '9') return 0.64;
  if (c >= 'A' && c <= 'Z') return c == 'I' ? 0.30 : c == 'M' ? 0.86 : c == 'W' ? 0.99 : 0.70;
  switch (c) {
    case 'i':
    case 'j':
    case 'l':
      return 0.28;
    case '.':
    case ',':
    case ' ':
    case '\'':
      return 0.32;
    case 'f':
    case 't':
    case 'r':
    case '-':
    case '[':
    case ']':
    case '(':
    case ')':
    case '/':
      return 0.40;
    case 'm':
      return 0.97;
    case 'w':
    case '=':
      return 0.83;
    default:
      return 0.63;
  }
}

}  // namespace

double text_width(std::string_view text, double size) {
  double width = 0;
  for (const char c : text)
    // a further byte of the same letter counts nothing
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) width += letter_width(c);
  return width * size;
}

void Axis::add(double value) {
  if (!std::isfinite(value) || (logarithmic && !(value > 0))) return;
  low_ = std::min<long double>(low_, value);
  high_ = std::max<long double>(high_, value);
}

void Axis::add(std::span<const double> values) {
  for (const double value : values) add(value);
}

void Axis::fix(int most, double room) {
  if (!has_range()) low_ = logarithmic ? 1 : 0, high_ = logarithmic ? 10 : 1;
  if (logarithmic) {
    if (!(high_ > low_ * 1.001L)) low_ /= 2, high_ *= 2;
    const long double factor = std::pow(high_ / low_, 0.03L);
    low_ /= factor, high_ *= factor;
    ticks_ = log_ticks(low_, high_, most);
    return;
  }
  const long double size = std::max(std::fabs(low_), std::fabs(high_));
  if (!(high_ - low_ > tolerance::no_extent * size)) {
    // All numbers are equal within rounding: the axis gets some room around them.
    const long double half = size > 0 ? 0.1L * size : 1;
    low_ -= half, high_ += half;
  } else {
    const long double more = room * (high_ - low_);
    if (low_ != 0) low_ -= more;
    high_ += more;
  }
  ticks_ = linear_ticks(low_, high_, most);
}

double Axis::part(double value) const {
  if (!std::isfinite(value) || (logarithmic && !(value > 0)))
    return std::numeric_limits<double>::quiet_NaN();
  const long double part = logarithmic ? std::log(value / low_) / std::log(high_ / low_)
                                       : (value - low_) / (high_ - low_);
  return static_cast<double>(part);
}

double Axis::widest_label() const {
  double widest = 0;
  for (const std::string& label : ticks_.labels) widest = std::max(widest, text_width(label, 11));
  return widest;
}

std::string draw_axes(const PlotArea& area, const Axis& x, const Axis& y, const std::string& xlabel,
                      const std::string& ylabel) {
  constexpr const char *kGrid = "#e4e4e4", *kZero = "#b5b5b5";
  std::string grid, labels;
  auto line = [&](double x1, double y1, double x2, double y2, const char* colour) {
    grid += fmt::format("<path d=\"M{} {}L{} {}\" stroke=\"{}\"/>\n", svg_number(x1),
                        svg_number(y1), svg_number(x2), svg_number(y2), colour);
  };
  for (std::size_t k = 0; k < x.ticks().at.size(); ++k) {
    const double at = area.left + area.width * x.part(x.ticks().at[k]);
    line(at, area.top, at, area.bottom(), x.ticks().at[k] == 0 ? kZero : kGrid);
    labels += svg_text({{at, area.bottom() + 16}, x.ticks().labels[k], "#444", 11, 0});
  }
  for (std::size_t k = 0; k < y.ticks().at.size(); ++k) {
    const double at = area.bottom() - area.height * y.part(y.ticks().at[k]);
    line(area.left, at, area.right(), at, y.ticks().at[k] == 0 ? kZero : kGrid);
    labels += svg_text({{area.left - 7, at + 4}, y.ticks().labels[k], "#444", 11, -1});
  }
  grid += fmt::format("<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"#555\"/>\n",
                      svg_number(area.left), svg_number(area.top), svg_number(area.bottom()),
                      svg_number(area.right()));
  labels +=
      svg_text({{area.left + area.width / 2, area.bottom() + 35}, xlabel, "#222", 12, 0, false});
  SvgText up{
      {area.left - 16 - y.widest_label(), area.top + area.height / 2}, ylabel, "#222", 12, 0};
  up.turn = -90;
  if (!ylabel.empty()) labels += svg_text(up);
  return grid + labels;
}

std::string draw_title(const PlotArea& area, const std::string& title) {
  if (title.empty()) return {};
  return svg_text({{area.left, 18}, title, "#222", 13, 1, false, true});
}

}  // namespace mbs
