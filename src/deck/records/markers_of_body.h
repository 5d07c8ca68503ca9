// What MOTION i MARKERS of the plane (deck/records/markers.cpp) and of space (space_markers.cpp)
// have in common: the words before the markers, the names of the markers and their places in the
// body. NETJOINT ... MARKERS has the same words. Private to these files.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/table_style.h"
#include "deck/lines/table_words.h"
#include "deck/records/markers.h"
#include "text/time_table.h"

namespace mbs {

inline constexpr TableWords kOfMarkers{"MARKERS", false};

// The words between MARKERS and the first marker.
struct MarkerStyle {
  TableStyle table;
  SourceLocation at, markers_at;
};
// Reads these words. Empty after an error, and if no line MARKERS names a file.
std::optional<MarkerStyle> read_marker_style(RecordReader& in, MarkerLines& lines,
                                             Smoothing otherwise,
                                             std::span<const std::string_view> fields);

// The markers of one body. Their places in the body are given behind their names, follow from a
// trial at rest (STATIC), or are not needed because the markers themselves span the frame.
class MarkersOfBody {
 public:
  // How long the segment was, or how far its markers were from their places, row by row.
  const RecordedRow& quality() const { return quality_; }

 protected:
  // The words of messages.
  struct Words {
    std::string_view form;           // "expected: MOTION i MARKERS ..."
    std::string_view place;          // "xi eta"
    std::string_view names;          // an example of names and what stands behind them
    std::string_view trial_at_rest;  // what is expected of it
    int frame = 2;                   // number of markers that span the frame of the body
  };

  MarkersOfBody(RecordReader& in, const LexedDeck& deck, const MarkerLines& lines,
                Diagnostics& diagnostics, const std::string& label, const Words& words)
      : in_(in),
        deck_(deck),
        lines_(lines),
        diagnostics_(diagnostics),
        label_(label),
        words_(words) {}
  ~MarkersOfBody() = default;
  MarkersOfBody(const MarkersOfBody&) = delete;
  MarkersOfBody& operator=(const MarkersOfBody&) = delete;

  // Reads the place in the body that begins with this number.
  virtual void take_place(const Token& first) = 0;
  // Reads AT and the origin of the body in the frame that the markers span. count: how a message
  // calls these markers.
  virtual Vec3 read_origin(std::string_view count) = 0;
  // The places of the markers in the body. The markers that span its frame stand behind them. Empty
  // if one of them is missing.
  virtual std::vector<Vec3> places_in_body(const MarkerPlaces& p, std::size_t row,
                                           Vec3 origin) const = 0;

  // Reads the names and the places behind them.
  void read_names();
  // The word behind the last name is neither AT nor STATIC.
  void refuse_behind_names(const std::string& word);
  // Some markers have a place and some have none.
  void refuse_some_places();
  // Reads STATIC and what follows. The places become the sums over all rows in which all markers
  // are seen. Returns the number of these rows; 0 after an error.
  int read_static();

  std::optional<MarkerPlaces> read_places(const Token& file, const std::vector<Token>& names);
  // Adds the lines for the head of the report.
  void say(const MarkerPlaces& p, TimeTable& out) const;

  RecordReader& in_;
  const LexedDeck& deck_;
  const MarkerLines& lines_;
  Diagnostics& diagnostics_;
  const std::string& label_;
  const Words words_;
  std::vector<Token> names_;
  std::vector<Vec3> local_;  // places in the body; in the plane without z
  std::vector<std::string> said_;
  RecordedRow quality_;
};

}  // namespace mbs
