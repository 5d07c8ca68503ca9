#include "report/writer.h"

#include <fmt/compile.h>

namespace mbs {

void TextSink::flush() {
  if (buffer_.size() > 0 && good_)
    good_ = std::fwrite(buffer_.data(), 1, buffer_.size(), file_) == buffer_.size() &&
            std::fflush(file_) == 0;
  buffer_.clear();
}

ReportWriter::ReportWriter(TextSink& sink, const Layout& layout, NumberFormat format,
                           int time_decimals)
    : sink_(sink), layout_(layout), format_(format), time_decimals_(time_decimals) {
  for (const TableLayout& table : layout.tables) {
    std::string head = table.heading.empty() ? "" : table.heading + "\n";
    head += table.label_heads;
    for (const std::string& column : table.columns)
      head += fmt::format("{:>{}}", column, format_.width());
    heads_.push_back(head + "\n");
  }
}

void ReportWriter::comment(std::string_view lines) {
  fmt::memory_buffer& out = sink_.buffer();
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    out.push_back('#');
    if (end > 0) out.push_back(' ');
    out.append(lines.substr(0, end));
    out.push_back('\n');
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

void ReportWriter::block(double t, ConstVector values) {
  fmt::memory_buffer& out = sink_.buffer();
  fmt::format_to(fmt::appender(out), FMT_COMPILE("\n TIME = {:10.{}f}\n"), t + 0.0, time_decimals_);
  for (std::size_t k = 0; k < heads_.size(); ++k) {
    const TableLayout& table = layout_.tables[k];
    out.append(heads_[k]);
    for (const TableRow& row : table.rows) {
      out.append(row.labels);
      const double* number = values.data() + row.first;
      for (std::size_t c = 0; c < table.columns.size(); ++c) format_.append(out, number[c]);
      out.push_back('\n');
    }
  }
  sink_.flush_if_large();
}

CsvWriter::CsvWriter(TextSink& sink, const Layout& layout) : sink_(sink) {
  fmt::memory_buffer& out = sink.buffer();
  out.push_back('t');
  for (const std::string& name : layout.names) {
    out.push_back(',');
    out.append(name);
  }
  out.push_back('\n');
}

void CsvWriter::row(double t, ConstVector values) {
  fmt::memory_buffer& out = sink_.buffer();
  fmt::format_to(fmt::appender(out), FMT_COMPILE("{:.17g}"), t + 0.0);
  for (double value : values)
    fmt::format_to(fmt::appender(out), FMT_COMPILE(",{:.17g}"), value + 0.0);
  out.push_back('\n');
  sink_.flush_if_large();
}

}  // namespace mbs
