#include "report/writer.h"

#include <fmt/compile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/not_determined.h"
#include "base/say.h"

namespace mbs {

namespace {

// Cuts a file that has taken only a part of `text` behind the last whole line.
void cut_to_lines(int descriptor, std::string_view text, std::size_t taken) {
  struct stat file {};
  if (::fstat(descriptor, &file) != 0 || !S_ISREG(file.st_mode)) return;
  const std::size_t end = text.substr(0, taken).rfind('\n') + 1;  // 0 without a line end
  const off_t now = ::lseek(descriptor, 0, SEEK_CUR), size = now - static_cast<off_t>(taken - end);
  if (size >= 0 && now == file.st_size && ::ftruncate(descriptor, size) == 0)
    ::lseek(descriptor, size, SEEK_SET);
}

}  // namespace

int TextSink::write(std::string_view text, std::size_t& written) {
  if (!file_) return write_all(descriptor_, text, written);
  written = std::fwrite(text.data(), 1, text.size(), file_);
  if (written == text.size() && std::fflush(file_) == 0) return 0;
  return errno != 0 ? errno : EIO;
}

void TextSink::rescue() noexcept {
  // During a write it is not known which part of the text a pipe has taken.
  if (good() && !writing_) write_at_once(descriptor_, {buffer_.data(), buffer_.size()});
}

void TextSink::flush() {
  if (descriptor_ < 0 && !file_) return;
  const PieceOfOutput piece;
  if (buffer_.size() > 0 && good()) {
    used_ = true;
    if (before_writing) before_writing();
    const std::string_view text(buffer_.data(), buffer_.size());
    std::size_t written = 0;
    writing_ = 1;
    error_ = write(text, written);
    writing_ = 0;
    if (!good()) cut_to_lines(descriptor_, text, written);
    if (!good() && after_failure) after_failure();
  }
  buffer_.clear();
}

ReportWriter::ReportWriter(TextSink& sink, const Layout& layout, int digits, Scale scale,
                           int time_decimals)
    : sink_(sink),
      layout_(layout),
      format_(std::max(digits, kManualDigits)),
      time_decimals_(time_decimals) {
  if (digits == kSuitedDigits) suited_.emplace(layout, scale);
  const int width = suited_ ? SuitedNumbers::kWidth : format_.width();
  for (const TableLayout& table : layout.tables) {
    std::string head = table.heading.empty() ? "" : table.heading + "\n";
    head += table.label_heads;
    for (const std::string& column : table.columns) head += fmt::format("{:>{}}", column, width);
    heads_.push_back(head + "\n");
  }
}

void ReportWriter::comment(std::string_view lines) {
  const PieceOfOutput piece;
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
  const PieceOfOutput piece;
  fmt::memory_buffer& out = sink_.buffer();
  if (suited_) suited_->note(values);
  fmt::format_to(fmt::appender(out), FMT_COMPILE("\n TIME = {:10.{}f}\n"), t + 0.0, time_decimals_);
  for (std::size_t k = 0; k < heads_.size(); ++k) {
    const TableLayout& table = layout_.tables[k];
    out.append(heads_[k]);
    for (const TableRow& row : table.rows) {
      out.append(row.labels);
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const std::size_t channel = static_cast<std::size_t>(row.first) + c;
        if (suited_)
          suited_->append(out, static_cast<int>(channel), values[channel]);
        else
          format_.append(out, values[channel]);
      }
      if (std::find(marked_.begin(), marked_.end(), row.first) != marked_.end())
        out.append(std::string_view(" *"));
      out.push_back('\n');
    }
  }
  marked_.clear();
  sink_.flush_if_large();
}

CsvWriter::CsvWriter(TextSink& sink, const std::vector<std::string>& names,
                     std::vector<int> columns)
    : sink_(sink), columns_(std::move(columns)) {
  const PieceOfOutput piece;
  fmt::memory_buffer& out = sink.buffer();
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    if (k > 0) out.push_back(',');
    const std::string_view name =
        columns_[k] == ColumnChoice::kTime ? std::string_view("t") : names[columns_[k]];
    out.append(name);
  }
  out.push_back('\n');
}

void CsvWriter::rename(std::size_t first, const std::vector<Layout::Alias>& aliases) {
  for (int& column : columns_)
    if (column >= static_cast<int>(first)) column = aliases[column - first].channel;
}

void CsvWriter::row(double t, ConstVector values) {
  const PieceOfOutput piece;
  fmt::memory_buffer& out = sink_.buffer();
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const int column = columns_[k];
    const double value = column == ColumnChoice::kTime ? t : values[column];
    if (k > 0) out.push_back(',');
    if (value == kNotDetermined) continue;
    fmt::format_to(fmt::appender(out), FMT_COMPILE("{}"), value + 0.0);  // no -0
  }
  out.push_back('\n');
  sink_.flush_if_large();
}

}  // namespace mbs
