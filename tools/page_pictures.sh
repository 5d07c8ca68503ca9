#!/usr/bin/env bash
# Makes the pictures of the manual that pages of space show, as their button Save picture does, in a headless Chromium:
#
#   tools/page_pictures.sh
#
# MBSIM names another program than build/mbsim. Not part of make pictures: Chromium is large.
set -eu
cd "$(dirname "$0")/.."
mbsim=${MBSIM:-build/mbsim}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$browser" ] || { echo "page_pictures: chromium is missing: apt-get install chromium" >&2; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

picture() {  # file, what to do in the page, then the arguments of animate
  local file=$1 script=$2
  shift 2
  "$mbsim" animate "$@" -o "$scratch/page.html" 2> /dev/null
  cat > "$scratch/save.html" << SAVE
<script>
(function(){
  const \$=id=>document.getElementById(id);
  $script
  URL.createObjectURL=b=>{b.text().then(text=>{document.body.innerHTML="";const p=document.createElement("pre");p.textContent=btoa(text);document.body.append(p);});return "#";};
  \$("export").click();
})();
</script>
SAVE
  sed '/<\/body>/e cat '"$scratch/save.html" "$scratch/page.html" > "$scratch/shown.html"
  "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$scratch/profile" \
    --virtual-time-budget=3000 --dump-dom "file://$scratch/shown.html" 2> /dev/null |
    sed -n 's/.*<pre>\([^<]*\)<\/pre>.*/\1/p' | base64 -d > "$scratch/picture.svg"
  [ -s "$scratch/picture.svg" ] || { echo "page_pictures: no picture of $file" >&2; exit 1; }
  cp "$scratch/picture.svg" "docs/pictures/$file"
}

picture page_bicycle.svg 'mbsim.go(3);' -D push=0.2 decks/space/bicycle.dat --path wheel7 --path wheel8
picture page_gyroscope.svg 'mbsim.go(0.13);$("spin").click();for(let k=0;k<9;++k)document.dispatchEvent(new KeyboardEvent("keydown",{key:"ArrowLeft",shiftKey:true}));' decks/space/gimbals.dat --path x6
picture page_car.svg 'mbsim.go(1);' decks/space/car.dat --path wheel11 --path wheel12
