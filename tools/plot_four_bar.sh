#!/bin/sh
# Draws docs/pictures/four_bar.svg: the path of point P of the four-bar linkage over one turn of
# the crank, and the linkage at its first report time.
#
#   tools/plot_four_bar.sh > docs/pictures/four_bar.svg
#
# Everything drawn comes from the CSV that mbsim writes. MBSIM names another program than
# build/mbsim.
set -eu
cd "$(dirname "$0")/.."
csv=$(mktemp)
trap 'rm -f "$csv"' EXIT
"${MBSIM:-build/mbsim}" --csv "$csv" decks/kabios/four_bar.dat > /dev/null

awk -F, '
# From metres to the picture: 76 units a metre, y downwards.
function px(x) { return sprintf("%.2f", 256 + 76 * x) }
function py(y) { return sprintf("%.2f", 406 - 76 * y) }
function at(x, y) { return px(x) " " py(y) }
function line(x1, y1, x2, y2, class) {
  printf "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n",
         class, px(x1), py(y1), px(x2), py(y2)
}
function pin(x, y) { printf "<circle class=\"pin\" cx=\"%s\" cy=\"%s\" r=\"5\"/>\n", px(x), py(y) }
function text(x, y, dx, dy, s) {
  printf "<text x=\"%s\" y=\"%s\" dx=\"%d\" dy=\"%d\">%s</text>\n", px(x), py(y), dx, dy, s
}
# A bearing: the triangle under a pin of the ground and its hatching.
function bearing(x, y,   k) {
  printf "<path class=\"ground\" d=\"M%s l-13 20 h26 Z\"/>\n", at(x, y)
  for (k = -12; k <= 12; k += 8)
    printf "<path class=\"ground\" d=\"M%.2f %.2f l-6 7\"/>\n", px(x) + k, py(y) + 20
}

NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
{
  t[NR] = $column["t"]
  x[NR] = $column["point1.x"]; xd[NR] = $column["point1.xd"]
  y[NR] = $column["point1.y"]; yd[NR] = $column["point1.yd"]
}
NR == 2 {  # the joints, from the bodies: A and B on the crank, C and D on the rocker
  c2 = cos($column["body2.phi"]); s2 = sin($column["body2.phi"])
  c4 = cos($column["body4.phi"]); s4 = sin($column["body4.phi"])
  ax = $column["body2.x"] - c2; ay = $column["body2.y"] - s2
  bx = $column["body2.x"] + c2; by = $column["body2.y"] + s2
  cx = $column["body4.x"] + 2 * c4; cy = $column["body4.y"] + 2 * s4
  dx = $column["body4.x"] - 2 * c4; dy = $column["body4.y"] - 2 * s4
}
END {
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 690 490\" width=\"690\" height=\"490\">"
  print "<title>A four-bar linkage and the path of its coupler point P over one turn of the crank</title>"
  print "<style>"
  print "text { font: 15px sans-serif; fill: #222 } .axis text, .note { font-size: 12px; fill: #666 }"
  print ".axis line { stroke: #ddd } .ground { fill: none; stroke: #666; stroke-width: 1.5 }"
  print ".link { stroke: #345; stroke-width: 6; stroke-linecap: round }"
  print ".plate { fill: #cfdcea; stroke: #345; stroke-width: 2; stroke-linejoin: round }"
  print ".pin { fill: #fff; stroke: #234; stroke-width: 2 }"
  print ".path { fill: none; stroke: #c33; stroke-width: 2 } .mark { fill: #c33 }"
  print "</style>"
  print "<rect width=\"690\" height=\"490\" fill=\"#fff\"/>"
  print "<g class=\"axis\">"
  for (k = -3; k <= 5; ++k) {
    line(k, -0.75, k, 5, "")
    printf "<text x=\"%s\" y=\"%s\" text-anchor=\"middle\" dy=\"14\">%d</text>\n", px(k), py(-0.75), k
  }
  for (k = 0; k <= 5; ++k) {
    line(-3, k, 5.4, k, "")
    printf "<text x=\"%s\" y=\"%s\" dx=\"6\" dy=\"4\">%d</text>\n", px(5.4), py(k), k
  }
  print "</g>"
  bearing(ax, ay); bearing(dx, dy)
  printf "<path class=\"plate\" d=\"M%s L%s L%s Z\"/>\n", at(bx, by), at(cx, cy), at(x[2], y[2])
  line(ax, ay, bx, by, "link"); line(cx, cy, dx, dy, "link")
  # Between two report times a cubic with the velocities the report gives.
  printf "<path class=\"path\" d=\"M%s", at(x[2], y[2])
  for (k = 3; k <= NR; ++k) {
    h = (t[k] - t[k - 1]) / 3
    printf " C%s, %s, %s", at(x[k - 1] + h * xd[k - 1], y[k - 1] + h * yd[k - 1]),
           at(x[k] - h * xd[k], y[k] - h * yd[k]), at(x[k], y[k])
  }
  print "\"/>"
  for (k = 3; k < NR; ++k)
    printf "<circle class=\"mark\" cx=\"%s\" cy=\"%s\" r=\"2.6\"/>\n", px(x[k]), py(y[k])
  pin(ax, ay); pin(bx, by); pin(cx, cy); pin(dx, dy)
  printf "<circle class=\"mark\" cx=\"%s\" cy=\"%s\" r=\"5\"/>\n", px(x[2]), py(y[2])
  text(ax, ay, -24, 5, "A"); text(bx, by, 9, 20, "B"); text(cx, cy, 12, 4, "C"); text(dx, dy, 15, 6, "D")
  text(x[2], y[2], 10, -8, "P")
  text((ax + bx) / 2, (ay + by) / 2, 10, 8, "2 crank")
  text((bx + cx + x[2]) / 3, (by + cy + y[2]) / 3, -30, 4, "3 coupler")
  text((cx + dx) / 2, (cy + dy) / 2, 12, 8, "4 rocker")
  printf "<text class=\"note\" x=\"28\" y=\"18\">path of P over one turn of the crank, a dot every %g s; metres</text>\n", t[3] - t[2]
  print "</svg>"
}' "$csv"
