// The report as text and the CSV beside it. Rows already written are never lost: the buffers go out
// whenever they are large, and at the end.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

#include "base/views.h"
#include "observe/layout.h"
#include "report/number_format.h"

namespace mbs {

// Collects text and hands it to a FILE in large pieces. The file is the caller's.
class TextSink {
 public:
  explicit TextSink(std::FILE* file) : file_(file) {}
  ~TextSink() { flush(); }
  TextSink(const TextSink&) = delete;
  TextSink& operator=(const TextSink&) = delete;

  fmt::memory_buffer& buffer() { return buffer_; }
  void flush_if_large() {
    if (buffer_.size() > kLarge) flush();
  }
  void flush();
  // False once a write has failed (disk full, closed pipe).
  bool good() const { return good_; }

 private:
  static constexpr std::size_t kLarge = 1u << 16;
  std::FILE* file_;
  fmt::memory_buffer buffer_;
  bool good_ = true;
};

class ReportWriter {
 public:
  ReportWriter(TextSink& sink, const Layout& layout, NumberFormat format, int time_decimals);

  // Lines of the echo or the audit; each is marked with '#' so that tools can cut them out.
  void comment(std::string_view lines);
  // One block: the time and every table.
  void block(double t, ConstVector values);

 private:
  TextSink& sink_;
  const Layout& layout_;
  NumberFormat format_;
  int time_decimals_;
  std::vector<std::string> heads_;  // head line(s) of each table
};

class CsvWriter {
 public:
  CsvWriter(TextSink& sink, const Layout& layout);
  void row(double t, ConstVector values);

 private:
  TextSink& sink_;
};

}  // namespace mbs
