  const now=time();
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
