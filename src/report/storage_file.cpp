#include "report/storage_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace mbs {

std::optional<std::string> storage_of(std::string_view csv, std::string_view title) {
  const std::string_view head = csv.substr(0, std::min(csv.find('\n'), csv.size()));
  const std::string_view first = head.substr(0, head.find(','));
  if (first != "t") return {};
  const auto lines = std::count(csv.begin(), csv.end(), '\n');
  std::string out = fmt::format(
      "{}\nversion=1\nnRows={}\nnColumns={}\ninDegrees=no\nendheader\ntime", title,
      std::max<std::ptrdiff_t>(lines - 1, 0), std::count(head.begin(), head.end(), ',') + 1);
  out.append(csv.substr(first.size()));
  std::replace(out.begin(), out.end(), ',', '\t');
  return out;
}

}  // namespace mbs
