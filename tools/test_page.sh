#!/usr/bin/env bash
# Opens the page of `mbsim animate` in a headless Chromium, plays with it, and looks at what it says:
#
#   tools/test_page.sh [folder]
#
# Screenshots (light and dark) go to the folder, if there is one. Exit status 1 where the console
# has an error or a check fails. MBSIM names another program than build/mbsim.
set -eu
cd "$(dirname "$0")/.."
mbsim=${MBSIM:-build/mbsim}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$browser" ] || { echo "test_page: chromium is missing: apt-get install chromium" >&2; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# A script at the end of the page that uses it as a person does and writes what it finds to the title.
cat > "$scratch/checks.html" << 'CHECKS'
<script>
(function(){
  const wrong=[];
  const is=(ok,what)=>{if(!ok)wrong.push(what);};
  const $=id=>document.getElementById(id),m=window.mbsim;
  is(m,"no player");
  if(m){
    const look=()=>$("mechanism").innerHTML;
    m.go(-1e9);const from=m.time(),first=look();
    m.go(1e9);const to=m.time();
    if(m.states>1)is(to>from,"no time passes");
    m.go((from+to)/2);
    if(m.states>1)is(look()!==first,"nothing moves");
    const before=m.time();m.step(1);m.step(-1);
    is(m.time()<=before+1e-9*(to-from),"step back");
    $("track").value=from;$("track").dispatchEvent(new Event("input"));
    is(m.time()===from,"the track");
    for(const f of document.querySelectorAll(".curve svg")){
      const r=f.getBoundingClientRect();
      f.setPointerCapture=()=>{};
      f.dispatchEvent(new PointerEvent("pointerdown",{clientX:r.left+r.width/4,clientY:r.top+5,buttons:1}));
      is(Math.abs(m.time()-(from+(to-from)/4))<0.01*(to-from),"a click in a curve");
    }
    for(const e of document.querySelectorAll("#mechanism *"))
      for(const a of e.attributes)is(!/NaN|Infinity|undefined/.test(a.value),e.tagName+" "+a.name+" "+a.value);
    for(const o of document.querySelectorAll(".curve output"))is(o.textContent!=="","a value of a curve");
    let saved=null;
    URL.createObjectURL=b=>{saved=b;return "#";};
    $("export").click();
    is(saved&&saved.size>200,"the saved picture");
    if($("eye")){                    // a mechanism of space
      const key=(k,shift)=>{const was=look();document.dispatchEvent(new KeyboardEvent("keydown",{key:k,shiftKey:!!shift}));return look()!==was;};
      const at=m.time();
      for(const k of ["ArrowLeft","ArrowUp"])is(key(k,true),"Shift and "+k);
      is(m.time()===at,"Shift and arrows leave the time");
      for(const k of ["+","1","2","3","0"])is(key(k),"key "+k);
      const svg=$("mechanism"),was=look();
      svg.setPointerCapture=()=>{};
      svg.dispatchEvent(new PointerEvent("pointerdown",{clientX:100,clientY:100,buttons:1}));
      svg.dispatchEvent(new PointerEvent("pointermove",{clientX:150,clientY:120,buttons:1}));
      is(look()!==was,"dragging");
      for(const id of ["omega","spin","trails","follow"]){$(id).click();is(!/NaN|undefined/.test(look()),id);}
    }
    $("play").click();is($("play").textContent==="Pause"||m.states<2,"play");
    m.pause();m.go((from+to)*0.3);
  }
  document.title=wrong.length?"WRONG: "+wrong.slice(0,5).join("; "):"all is well";
})();
</script>
CHECKS

run() {  # name, then the arguments of animate
  local name=$1
  shift
  "$mbsim" animate "$@" -o "$scratch/$name.html" 2> "$scratch/said" || true
  # Before </body>, as the page of the user is.
  sed '/<\/body>/e cat '"$scratch/checks.html" "$scratch/$name.html" > "$scratch/$name.test.html"
  "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$scratch/profile" \
    --enable-logging=stderr --v=0 --virtual-time-budget=3000 \
    --dump-dom "file://$scratch/$name.test.html" > "$scratch/dom" 2> "$scratch/log" || true
  local title
  title=$(grep -o '<title>[^<]*' "$scratch/dom" | head -n 1)
  if [ "$title" != "<title>all is well" ] || grep -q 'CONSOLE.*\(rror\|arning\)' "$scratch/log"; then
    echo "$name: ${title:-no page}"
    grep CONSOLE "$scratch/log" || true
    failed=1
  else
    echo "$name: all is well, $(wc -c < "$scratch/$name.html") bytes"
  fi
  if [ -n "${folder:-}" ]; then
    for scheme in light dark; do
      "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$scratch/profile" \
        --hide-scrollbars $([ "$scheme" = dark ] && echo --blink-settings=preferredColorScheme=0) \
        --window-size=1280,760 --virtual-time-budget=2000 \
        --screenshot="$folder/$name.$scheme.png" "file://$scratch/$name.test.html" > /dev/null 2>&1 || true
    done
  fi
}

folder=${1:-}
if [ -n "$folder" ]; then mkdir -p "$folder"; fi
run four_bar decks/kabios/four_bar.dat body3.phi point1.y --path point1
run jump decks/events/jump_chain.dat cm.y phi1 fry1
run beam decks/own/spin_up.dat
run still decks/own/cantilever_static.dat
run spring decks/chains/reach.dat phi1
run bicycle decks/space/bicycle.dat e2_1 e5_1 --path wheel7
run gyroscope decks/space/gimbals.dat e2_1
run rattleback decks/space/rattleback.dat
run hand decks/space/hand.dat
run rotor decks/space/rotor.dat
run platform decks/space/stewart_platform.dat
run clutch decks/space/clutch.dat
exit $failed
