// Style, controls and script of the page: the same in every page. The script knows only the three
// kinds of groups of draw/scene/mark.h.
#include "draw/picture/page.h"

namespace mbs {

const char* const kPageStyle = R"css(
:root{color-scheme:light dark;--back:#fff;--ink:#222;--dim:#666;--rule:#ddd;--accent:#0072b2}
@media(prefers-color-scheme:dark){:root{--back:#16191d;--ink:#e8e8e8;--dim:#9aa0a6;--rule:#3a3f45;--accent:#56b4e9}
#mechanism,.curve .line,.curve b{filter:invert(.92) hue-rotate(180deg)}}
*{box-sizing:border-box}
body{margin:0;padding:12px 16px;background:var(--back);color:var(--ink);font:14px/1.4 Helvetica,Arial,sans-serif}
h1{font-size:16px;margin:0 0 8px}
main{display:flex;flex-wrap:wrap;gap:20px;align-items:flex-start}
section{flex:1 1 420px;min-width:0;max-width:860px}
#mechanism{width:100%;max-height:78vh;display:block}
#controls{display:flex;flex-wrap:wrap;gap:6px;align-items:center;margin-top:6px}
#controls button,#controls select{font:inherit;color:inherit;background:transparent;border:1px solid var(--rule);border-radius:4px;padding:3px 9px;cursor:pointer}
#controls button:hover{border-color:var(--accent)}
#track{flex:1 1 160px;min-width:120px;accent-color:var(--accent)}
#time{min-width:9.5em;font-variant-numeric:tabular-nums;color:var(--dim)}
#event{color:#c0392b;min-height:1.4em}
.curve{margin:0 0 12px}
.curve figcaption{font-size:13px}
.curve output{color:var(--dim);font-variant-numeric:tabular-nums;margin-left:8px}
.curve .box{position:relative;padding-left:64px}
.curve svg{width:100%;height:130px;display:block;overflow:visible;cursor:crosshair;border-left:1px solid var(--dim);border-bottom:1px solid var(--dim)}
.curve path{fill:none;vector-effect:non-scaling-stroke}
.curve .line{stroke-width:1.7}
.curve .grid{stroke:var(--rule)}
.curve .cursor{stroke:var(--ink);stroke-width:1}
.curve .events path{stroke:#c0392b;stroke-dasharray:3 3}
.ticks span{position:absolute;left:0;width:58px;text-align:right;transform:translateY(-50%);font-size:11px;color:var(--dim)}
)css";

const char* const kPageControls = R"html(<div id="controls">
<button id="play" title="space">Play</button>
<button id="back" title="arrow left">&#9664; step</button>
<button id="next" title="arrow right">step &#9654;</button>
<input id="track" type="range" min="0" step="any" aria-label="time">
<span id="time"></span>
<label>speed <select id="speed"></select></label>
<label><input id="again" type="checkbox" checked> loop</label>
<button id="export">Save picture</button>
</div><div id="event"></div>
)html";

const char* const kPageScriptBegin = R"js(
(function(){
"use strict";
const $=id=>document.getElementById(id),NS="http://www.w3.org/2000/svg";
const value={};for(let k=0;k<letters.length;++k)value[letters[k]]=k;
function unpack(p,n){
  const [low,high,width,text]=p,out=new Float64Array(n),most=Math.pow(letters.length,width)-1;
  for(let k=0;k<n;++k){
    if(!text){out[k]=low;continue;}
    let whole=0;
    for(let m=0;m<width;++m)whole=whole*letters.length+value[text[k*width+m]];
    out[k]=low+whole/most*(high-low);
  }
  return out;
}
const n=page.t[3]?page.t[3].length/page.t[2]:1;
const t=unpack(page.t,n),x=page.x.map(p=>unpack(p,n)),curves=page.curves.map(p=>unpack(p,n));
)js";

const char* const kPlaneScript = R"js(const [x0,y0,cx,cy,pixel]=page.view;
const px=v=>cx+(v-x0)/pixel,py=v=>cy-(v-y0)/pixel;
const groups=[...document.querySelectorAll("#mechanism .m")];
const texts=[...document.querySelectorAll("#mechanism text")];
const figures=[...document.querySelectorAll(".curve")];
for(const g of groups)for(const e of g.children)e.setAttribute("vector-effect","non-scaling-stroke");
let i=0,s=0;                       // between frame i and i + 1
const at=k=>{const a=x[k];return i+1<n?a[i]+s*(a[i+1]-a[i]):a[i];};
function angle(a){return a[2]<0?0:at(a[2]);}
function place(a){
  const f=angle(a),c=Math.cos(f),d=Math.sin(f),bx=a[0]<0?0:at(a[0]),by=a[1]<0?0:at(a[1]);
  return [bx+c*a[3]-d*a[4],by+d*a[3]+c*a[4]];
}
// A beam: its angle is quadratic in its length, and fits both ends.
function beam(a,b,slopes){
  const p=place(a),q=place(b),from=slopes[0]+angle(a),turn=slopes[1]+angle(b)-from,parts=slopes[2];
  const dx=q[0]-p[0],dy=q[1]-p[1];
  let bow=0,line;
  for(let k=0;k<9;++k){
    line=[[0,0]];
    for(let m=0;m<parts;++m){
      let [u,v]=line[m];
      for(const g of [0.2113248654,0.7886751346]){
        const xi=(m+g)/parts,th=from+turn*xi+bow*xi*(1-xi);
        u+=0.5/parts*Math.cos(th);v+=0.5/parts*Math.sin(th);
      }
      line.push([u,v]);
    }
    const e=line[parts],miss=Math.atan2(e[0]*dy-e[1]*dx,e[0]*dx+e[1]*dy);
    if(Math.abs(miss)<1e-6||Math.hypot(e[0],e[1])<1e-9)break;
    bow+=6*miss;
  }
  const e=line[parts],r=Math.hypot(e[0],e[1]),k=r>0?Math.hypot(dx,dy)/r:0;
  line[parts]=k>0?[dx/k,dy/k]:e;
  return "M"+line.map(w=>px(p[0]+k*w[0]).toFixed(2)+" "+py(p[1]+k*w[1]).toFixed(2)).join("L");
}
function draw(){
  page.groups.forEach((g,k)=>{
    const node=groups[k],p=place(g[1]);
    if(g[0]===2){node.firstChild.setAttribute("d",beam(g[1],g[2],g[3]));return;}
    const ax=px(p[0]).toFixed(2),ay=py(p[1]).toFixed(2);
    if(g[0]===0){
      if(g[2]){
        const q=place(g[2]);
        node.setAttribute("visibility",Math.hypot(q[0]-p[0],q[1]-p[1])>g[3]?"hidden":"visible");
      }
      node.setAttribute("transform",`translate(${ax} ${ay}) rotate(${(-angle(g[1])*180/Math.PI).toFixed(3)})`);
      return;
    }
    const q=place(g[2]),dx=(q[0]-p[0])/pixel,dy=-(q[1]-p[1])/pixel;
    node.setAttribute("transform",`translate(${ax} ${ay}) rotate(${(Math.atan2(dy,dx)*180/Math.PI).toFixed(3)}) scale(${(Math.hypot(dx,dy)/100).toFixed(5)} 1)`);
  });
  page.captions.forEach((c,k)=>{
    const p=place(c[0]);
    texts[k].setAttribute("x",(px(p[0])+c[1]).toFixed(2));
    texts[k].setAttribute("y",(py(p[1])-c[2]).toFixed(2));
  });
)js";

const char* const kPageScriptEnd = R"js(  const now=time();
  $("time").textContent="t = "+now.toPrecision(5)+page.unit;
  $("track").value=now;
  figures.forEach((f,k)=>{
    const v=curves[k][s<0.5||i+1>=n?i:i+1];
    f.querySelector("output").textContent=Number.isNaN(v)?"no value":v.toPrecision(6);
    f.querySelector(".cursor").setAttribute("transform",`translate(${600*part(now)} 0)`);
  });
  const near=page.events.filter(e=>e[0]<=now+1e-12&&now-e[0]<0.06*span);
  $("event").textContent=near.map(e=>e[1]+" at t = "+e[0].toPrecision(5)).join("; ");
}
const from=t[0],to=t[n-1],span=to-from;
const part=v=>span>0?(v-from)/span:0;
const time=()=>i+1<n?t[i]+s*(t[i+1]-t[i]):t[i];
function go(v){
  v=Math.min(to,Math.max(from,v));
  let low=0,high=n-1;
  while(high-low>1){const m=(low+high)>>1;if(t[m]<=v)low=m;else high=m;}
  i=low;s=high>low&&t[high]>t[low]?(v-t[low])/(t[high]-t[low]):0;
  if(s>=1){i=high;s=0;}
  draw();
}
function step(by){pause();go(t[Math.min(n-1,Math.max(0,(by<0&&s>0?i+1:i)+by))]);}
let playing=false,last=0;
function pause(){playing=false;$("play").textContent="Play";}
function play(){
  if(span<=0)return;
  if(time()>=to)go(from);
  playing=true;last=performance.now();$("play").textContent="Pause";requestAnimationFrame(tick);
}
function tick(stamp){
  if(!playing)return;
  let v=time()+Math.max(0,stamp-last)/1000*Number($("speed").value);
  last=stamp;
  if(v>=to){if($("again").checked)v=from;else{go(to);pause();return;}}
  go(v);requestAnimationFrame(tick);
}
const speeds=[0.001,0.01,0.02,0.05,0.1,0.2,0.5,1,2,5,10,100];
const wanted=span/4;
let best=1;
for(const v of speeds)if(span>0&&Math.abs(Math.log(v/wanted))<Math.abs(Math.log(best/wanted)))best=v;
if(span>=2&&span<=10)best=1;
for(const v of speeds){const o=document.createElement("option");o.value=v;o.textContent=v+" ×";o.selected=v===best;$("speed").append(o);}
$("track").min=from;$("track").max=to;
$("track").addEventListener("input",()=>{pause();go(Number($("track").value));});
$("play").addEventListener("click",()=>playing?pause():play());
$("back").addEventListener("click",()=>step(-1));
$("next").addEventListener("click",()=>step(1));
document.addEventListener("keydown",e=>{
  if(["INPUT","SELECT","BUTTON"].includes(e.target.tagName)&&e.target.id!=="track")return;
  if(e.key===" "){e.preventDefault();playing?pause():play();}
  if(e.key==="ArrowLeft"){e.preventDefault();step(-1);}
  if(e.key==="ArrowRight"){e.preventDefault();step(1);}
});
figures.forEach(f=>{
  const svg=f.querySelector("svg");
  for(const e of page.events){
    const p=document.createElementNS(NS,"path"),at=600*part(e[0]);
    p.setAttribute("d",`M${at} 0V130`);
    const title=document.createElementNS(NS,"title");title.textContent=e[1];p.append(title);
    svg.querySelector(".events").append(p);
  }
  const jump=e=>{const r=svg.getBoundingClientRect();go(from+span*(e.clientX-r.left)/r.width);};
  svg.addEventListener("pointerdown",e=>{pause();svg.setPointerCapture(e.pointerId);jump(e);});
  svg.addEventListener("pointermove",e=>{if(e.buttons)jump(e);});
});
$("export").addEventListener("click",()=>{
  const copy=$("mechanism").cloneNode(true),box=copy.getAttribute("viewBox").split(" ");
  copy.setAttribute("width",box[2]);copy.setAttribute("height",box[3]);
  const paper=document.createElementNS(NS,"rect");
  paper.setAttribute("width","100%");paper.setAttribute("height","100%");paper.setAttribute("fill","#fff");
  copy.prepend(paper);
  const link=document.createElement("a");
  link.href=URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)],{type:"image/svg+xml"}));
  link.download=document.title+"_"+time().toPrecision(4)+".svg";
  link.click();
  setTimeout(()=>URL.revokeObjectURL(link.href),1000);
});
window.mbsim={go,time,step,play,pause,states:n};  // for scripts
go(from);
})();
)js";

}  // namespace mbs
