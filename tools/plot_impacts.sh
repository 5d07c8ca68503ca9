#!/bin/sh
# Draws a picture of docs/events.md from what mbsim writes:
#
#   tools/plot_impacts.sh > docs/pictures/impact_energy.svg
#
# MBSIM names another program than build/mbsim.
set -eu
cd "$(dirname "$0")/.."
mbsim=${MBSIM:-build/mbsim}

head='<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 320" font-family="sans-serif"
 font-size="14"><style>.axis{stroke:#444;stroke-width:1.5;fill:none}.a{stroke:#1f6fb2;stroke-width:2;
fill:none}.b{stroke:#c2571a;stroke-width:2;fill:none}.limit{stroke:#888;stroke-dasharray:5 4;fill:none}
text{fill:#222}</style><rect width="640" height="320" fill="#fff"/>'

# "e energy" of the rod after its impact, for e = 0, 0.05 ... 1. A deck line is edited for each.
curve() {
  k=0
  while [ "$k" -le 20 ]; do
    e=$(awk "BEGIN { print $k / 20 }")
    sed "s/ e = 1\$/ e = $e/" "decks/events/$1.dat" | "$mbsim" - 2> /dev/null |
      awk -v e="$e" '/kinetic energy/ { print e, $(NF - 1); exit }'
    k=$((k + 1))
  done
}

energy() {
  { curve capped | sed 's/^/a /'; curve energetic | sed 's/^/b /'; } | awk -v head="$head" '
    function x(e) { return 60 + 540 * e }
    function y(T) { return 270 - 260 * T }
    { path[$1] = path[$1] sprintf("%s%.1f %.1f", n[$1]++ ? " L" : "M", x($2), y($3)) }
    END { print head "<path class=\"axis\" d=\"M60 30 V270 H620\"/>"
      printf "<path class=\"limit\" d=\"M60 %.1f H600\"/>\n", y(0.745)
      for (k in path) printf "<path class=\"%s\" d=\"%s\"/>\n", k, path[k]
      for (k = 0; k <= 5; ++k) printf "<text x=\"%.0f\" y=\"290\" text-anchor=\"middle\">%.1f</text>\n", x(k / 5), k / 5
      for (k = 0; k <= 3; ++k) printf "<text x=\"50\" y=\"%.0f\" text-anchor=\"end\">%.2f</text>\n", y(k / 4) + 5, k / 4
      print "<text x=\"330\" y=\"312\" text-anchor=\"middle\">e</text>"
      print "<text x=\"12\" y=\"150\" transform=\"rotate(-90 12 150)\" text-anchor=\"middle\">energy after [J]</text>"
      printf "<text x=\"70\" y=\"%.0f\">energy before: 0.745 J</text>\n", y(0.745) - 6
      print "<text x=\"330\" y=\"110\" text-anchor=\"end\" style=\"fill:#1f6fb2\">Newton, capped</text>"
      print "<text x=\"470\" y=\"150\" style=\"fill:#c2571a\">energetic</text></svg>" }'
}

energy
