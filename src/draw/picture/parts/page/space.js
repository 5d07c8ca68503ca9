const figures=[...document.querySelectorAll(".curve")];
let i=0,s=0;                       // between frame i and i + 1
const at=k=>{const a=x[k];return i+1<n?a[i]+s*(a[i+1]-a[i]):a[i];};
const svg=$("mechanism"),[W,H,all,own,cx0,cy0,cz0,follows,unit]=page.view;
const dot=(a,b)=>a[0]*b[0]+a[1]*b[1]+a[2]*b[2],sum=(a,b)=>[a[0]+b[0],a[1]+b[1],a[2]+b[2]];
const less=(a,b)=>[a[0]-b[0],a[1]-b[1],a[2]-b[2]],by=(k,a)=>[k*a[0],k*a[1],k*a[2]];
const cross=(a,b)=>[a[1]*b[2]-a[2]*b[1],a[2]*b[0]-a[0]*b[2],a[0]*b[1]-a[1]*b[0]];
const one=a=>{const d=Math.hypot(...a);return d>0?by(1/d,a):[1,0,0];};
const beside=a=>{const k=a.map(Math.abs);return one(cross(a,k[0]<=k[1]&&k[0]<=k[2]?[1,0,0]:k[1]<=k[2]?[0,1,0]:[0,0,1]));};
const middle=p=>by(1/p.length,p.reduce(sum));
// Euler parameters. Between two states a body turns by its mean angular velocity, and by what is
// left to the second state: so fast spins are seen as they are.
const mul=(a,b)=>[a[0]*b[0]-a[1]*b[1]-a[2]*b[2]-a[3]*b[3],a[0]*b[1]+a[1]*b[0]+a[2]*b[3]-a[3]*b[2],a[0]*b[2]-a[1]*b[3]+a[2]*b[0]+a[3]*b[1],a[0]*b[3]+a[1]*b[2]-a[2]*b[1]+a[3]*b[0]];
const turn=d=>{const a=Math.hypot(...d),k=a>1e-9?Math.sin(a/2)/a:0.5;return [Math.cos(a/2),k*d[0],k*d[1],k*d[2]];};
const vector=q=>{const r=q[0]<0?-1:1,m=Math.hypot(q[1],q[2],q[3]),k=m>1e-9?2*Math.atan2(m,r*q[0])/m:2;return [r*k*q[1],r*k*q[2],r*k*q[3]];};
function turned(q,w){
  const a=q.map(k=>x[k][i]);
  if(s===0||i+1>=n)return a;
  const d=w.map(k=>0.5*(t[i+1]-t[i])*(x[k][i]+x[k][i+1])),f=mul(a,turn(d));
  const rest=vector(mul([f[0],-f[1],-f[2],-f[3]],q.map(k=>x[k][i+1])));
  return mul(mul(a,turn(by(s,d))),turn(by(s,rest)));
}
function matrix(q){
  const k=2/(q[0]*q[0]+q[1]*q[1]+q[2]*q[2]+q[3]*q[3]),[a,b,c,d]=q;
  return [1-k*(c*c+d*d),k*(b*c-a*d),k*(b*d+a*c),k*(b*c+a*d),1-k*(b*b+d*d),k*(c*d-a*b),k*(b*d-a*c),k*(c*d+a*b),1-k*(b*b+c*c)];
}
let poses=[];
const along=(f,v)=>{const m=f<0?null:poses[f].R;return m?[m[0]*v[0]+m[1]*v[1]+m[2]*v[2],m[3]*v[0]+m[4]*v[1]+m[5]*v[2],m[6]*v[0]+m[7]*v[1]+m[8]*v[2]]:v;};
const place=(f,v)=>f<0?v:sum(poses[f].p,along(f,v));
// The eye.
const start=[-0.96,0.44],[upAxis,upSign]=page.upright;
// A direction of a view with z upwards, with this axis upwards.
const stood=a=>upAxis===2?(upSign<0?[a[0],-a[1],-a[2]]:a):upAxis===1?(upSign<0?[a[0],-a[2],a[1]]:[a[0],a[2],-a[1]]):upSign<0?[-a[2],a[0],-a[1]]:[a[2],a[0],a[1]];
let yaw=start[0],tilt=start[1],zoom=1,pan=[0,0],following=follows>0,trails=false,omega=false,spin=false;
let right,up,towards,lamp,focus,scale,reach;
function look(){
  const c=Math.cos(yaw),d=Math.sin(yaw),e=Math.cos(tilt),f=Math.sin(tilt);
  right=stood([-d,c,0]);up=stood([-c*f,-d*f,e]);towards=stood([c*e,d*e,f]);
  lamp=one(sum(towards,sum(by(0.7,up),by(-0.5,right))));
  reach=following?own:all;
  scale=zoom*0.47*Math.min(W,H)/reach;
  const m=page.follow;
  focus=following&&m.length?middle(m.map(k=>poses[k].p)):[cx0,cy0,cz0];
}
const flat=p=>{const d=less(p,focus);return (W/2+pan[0]+scale*dot(right,d)).toFixed(1)+" "+(H/2+pan[1]-scale*dot(up,d)).toFixed(1);};
const depth=p=>dot(towards,less(p,focus));
const colours=page.colours.map(c=>[1,3,5].map(k=>parseInt(c.substr(k,2),16)));
function tone(c,d,light){
  const pale=0.6*Math.min(1,Math.max(0,0.5-0.5*d/reach));
  return "#"+colours[c].map(v=>{const lit=light*v;return Math.round(lit+(255-lit)*pale).toString(16).padStart(2,"0");}).join("");
}
let faces=[];
let seen=1;                         // opacity
function face(c,points,normal,edge){
  if(dot(normal,towards)<=0)return;
  const d=depth(middle(points)),fill=tone(c,d,0.62+0.42*Math.max(0,dot(normal,lamp)));
  faces.push([d,`<path fill="${fill}" stroke="${edge?tone(c,d,0.55):fill}" stroke-width="${edge?0.8:0.5}"${seen<1?` opacity="${seen}"`:""} d="M${points.map(flat).join("L")}Z"/>`]);
}
function line(c,points,width,nearer,opacity,dash){
  const d=depth(middle(points))+(nearer||0);
  faces.push([d,`<path fill="none" stroke="${tone(c,d,1)}" stroke-width="${width}"${opacity<1?` opacity="${opacity}"`:""}${dash?` stroke-dasharray="${dash}"`:""} d="M${points.map(flat).join("L")}"/>`]);
}
// A tube from a to b with m sides.
function tube(c,a,b,r,m,ends){
  const d=less(b,a),size=Math.hypot(...d);
  if(!(size>0))return;
  const u=by(1/size,d),v=beside(u),w=cross(u,v),pieces=Math.min(6,Math.ceil(size/(0.4*own)))||1;
  const rim=(p,k)=>sum(p,sum(by(r*Math.cos(2*Math.PI*k/m),v),by(r*Math.sin(2*Math.PI*k/m),w)));
  for(let k=0;k<m;++k){
    const out=sum(by(Math.cos(2*Math.PI*(k+0.5)/m),v),by(Math.sin(2*Math.PI*(k+0.5)/m),w));
    for(let g=0;g<pieces;++g){
      const p=sum(a,by(g/pieces,d)),q=sum(a,by((g+1)/pieces,d));
      face(c,[rim(p,k),rim(q,k),rim(q,k+1),rim(p,k+1)],out,false);
    }
  }
  const ring=p=>[...Array(m).keys()].map(k=>rim(p,k));
  if(ends!==false){face(c,ring(a),by(-1,u),true);face(c,ring(b),u,true);}
}
function box(c,p,h){
  for(let k=0;k<3;++k)for(const g of [-1,1]){
    const o=by(g,h[k]),a=h[(k+1)%3],b=h[(k+2)%3],m=sum(p,o);
    face(c,[sum(m,sum(a,b)),sum(m,less(a,b)),less(m,sum(a,b)),sum(m,less(b,a))],one(o),true);
  }
}
// Solids with m x k faces of two colours, so that turning is seen.
function drum(c,other,p,h,r){
  const u=one(h),v=r[0],w=r[1],m=24,size=Math.hypot(...v);
  const rim=(g,k)=>sum(p,sum(by(g,h),sum(by(Math.cos(2*Math.PI*k/m),v),by(Math.sin(2*Math.PI*k/m),w))));
  const tint=k=>Math.floor(4*(k+0.5)/m)%2?other:c;
  for(let k=0;k<m;++k){
    const out=by(1/size,sum(by(Math.cos(2*Math.PI*(k+0.5)/m),v),by(Math.sin(2*Math.PI*(k+0.5)/m),w)));
    face(tint(k),[rim(-1,k),rim(1,k),rim(1,k+1),rim(-1,k+1)],out,false);
    for(const g of [-1,1])face(tint(k),[sum(p,by(g,h)),rim(g,k),rim(g,k+1)],by(g,u),false);
  }
}
function egg(c,other,p,e){
  const m=16,l=10,size=e.map(a=>dot(a,a));
  const on=(k,g)=>{const a=2*Math.PI*k/m,b=Math.PI*g/l;return [Math.sin(b)*Math.cos(a),Math.sin(b)*Math.sin(a),Math.cos(b)];};
  const to=q=>sum(p,sum(by(q[0],e[0]),sum(by(q[1],e[1]),by(q[2],e[2]))));
  for(let k=0;k<m;++k)for(let g=0;g<l;++g){
    const q=on(k+0.5,g+0.5),out=one(sum(by(q[0]/size[0],e[0]),sum(by(q[1]/size[1],e[1]),by(q[2]/size[2],e[2]))));
    face((k>>1)+(g>>1)&1?other:c,[[k,g],[k,g+1],[k+1,g+1],[k+1,g]].map(a=>to(on(...a))),out,false);
  }
}
function wheel(c,other,p,a,r,tyre){
  const v=beside(a),w=cross(a,v),m=32,l=6;
  const on=(k,g)=>{
    const f=2*Math.PI*k/m,b=2*Math.PI*g/l,e=sum(by(Math.cos(f),v),by(Math.sin(f),w));
    const out=sum(by(Math.cos(b),e),by(Math.sin(b),a));
    return [sum(sum(p,by(r-tyre,e)),by(tyre,out)),out];
  };
  for(let k=0;k<m;++k)for(let g=0;g<l;++g)
    face(c,[[k,g],[k,g+1],[k+1,g+1],[k+1,g]].map(q=>on(...q)[0]),on(k+0.5,g+0.5)[1],false);
  if(other===c)return;             // a ring
  for(let k=0;k<8;++k){
    const f=2*Math.PI*k/8,e=sum(by(Math.cos(f),v),by(Math.sin(f),w));
    line(k?c:other,[p,sum(p,by(r-2*tyre,e))],k?1:2.5,0,1);
  }
  const hub=Math.min(tyre,0.04*r);
  tube(c,sum(p,by(-2*hub,a)),sum(p,by(2*hub,a)),1.5*hub,6);
}
function ball(c,p,r){
  const d=depth(p)+r;
  faces.push([d,`<circle fill="${tone(c,d,1)}" stroke="${tone(c,d,0.5)}" stroke-width="0.8" cx="${flat(p).split(" ")[0]}" cy="${flat(p).split(" ")[1]}" r="${(scale*r).toFixed(1)}"/>`]);
}
function coil(c,a,b,r){
  const d=less(b,a),size=Math.hypot(...d),points=[];
  if(!(size>0))return;
  const u=by(1/size,d),v=beside(u),w=cross(u,v),turns=8,m=96;
  for(let k=0;k<=m;++k){
    const f=2*Math.PI*turns*k/m,e=r*Math.min(1,8*Math.min(k,m-k)/m);
    points.push(sum(sum(a,by(k/m,d)),sum(by(e*Math.cos(f),v),by(e*Math.sin(f),w))));
  }
  for(let k=0;k<m;k+=6)line(c,points.slice(k,k+7),1.6,0,1);
}
// A plane as a net about the focus; it lies behind all where it is seen from above.
function net(f,normal,through,step){
  const u=along(f,normal),o=place(f,through),v0=beside(normal),v=along(f,v0),w=cross(u,v);
  const d=less(focus,o),near=[dot(d,v),dot(d,w)],m=Math.ceil(1.1*reach/zoom/step);
  const c=near.map(a=>step*Math.round(a/step)),q=(a,b)=>sum(o,sum(by(a,v),by(b,w)));
  if(m>60)return;
  let path="";
  for(let k=-m;k<=m;++k){
    const a=c[0]+k*step,b=c[1]+k*step,e=m*step;
    path+="M"+flat(q(a,c[1]-e))+"L"+flat(q(a,c[1]+e))+"M"+flat(q(c[0]-e,b))+"L"+flat(q(c[0]+e,b));
  }
  faces.push([dot(u,towards)>0?-1e300:1e300,`<path fill="none" stroke="#bbbbbb" stroke-width="0.7" opacity="0.8" d="${path}"/>`]);
}
function arrow(c,p,v){
  const size=Math.hypot(...v);
  if(!(scale*size>2))return;
  const u=by(1/size,v),head=Math.min(0.08*reach/zoom,0.4*size),side=one(cross(u,towards)),q=sum(p,v),g=sum(p,by(size-head,u));
  line(c,[p,g],2.2,reach,1);
  const d=depth(q)+reach;
  faces.push([d,`<path fill="${tone(c,d,1)}" d="M${[q,sum(g,by(0.4*head,side)),sum(g,by(-0.4*head,side))].map(flat).join("L")}Z"/>`]);
}
const makers={
  tube:(c,a,b,r)=>tube(c,place(...split(a)),place(...split(b)),r,6),
  box:(c,p,h,o)=>{seen=o;box(c,place(...split(p)),h.map(v=>along(p[0],v)));seen=1;},
  drum:(c,o,p,h,r,w)=>{seen=w;drum(c,o,place(...split(p)),along(p[0],h),r.map(v=>along(p[0],v)));seen=1;},
  egg:(c,o,p,e)=>egg(c,o,place(...split(p)),e.map(v=>along(p[0],v))),
  wheel:(c,o,p,a,r,y)=>wheel(c,o,place(...split(p)),along(p[0],a),r,y),
  ball:(c,p,r)=>ball(c,place(...split(p)),r),
  coil:(c,a,b,r)=>coil(c,place(...split(a)),place(...split(b)),r),
  net:(p,v,step)=>net(p[0],v,p.slice(1),step)
};
const split=a=>[a[0],a.slice(1)];
function way(c,points,width,opacity){
  for(let k=0;k+1<points.length;k+=8){
    const part=points.slice(k,k+9).filter(p=>!p.some(Number.isNaN));
    if(part.length>1)line(c,part,width,0,opacity);
  }
}
// What a body's place was at frame k: its way.
const was=(f,v,k)=>{const i0=i,s0=s;i=k;s=0;const [p,q,w]=page.frames[f],m=q?matrix(turned(q,w)):null;
  const o=[p?p.map(at):[0,0,0],m];i=i0;s=s0;
  return m?sum(o[0],[dot(m.slice(0,3),v),dot(m.slice(3,6),v),dot(m.slice(6,9),v)]):o[0];};
const times3=(J,w)=>[J[0]*w[0]+J[1]*w[1]+J[2]*w[2],J[1]*w[0]+J[3]*w[1]+J[4]*w[2],J[2]*w[0]+J[4]*w[1]+J[5]*w[2]];
let fastest=0,most=0;
for(const [f,,J] of page.bodies)if(page.frames[f][2])for(let k=0;k<n;++k){
  const w=page.frames[f][2].map(c=>x[c][k]);
  fastest=Math.max(fastest,Math.hypot(...w));
  if(J)most=Math.max(most,Math.hypot(...times3(J,w)));
}
function triad(){
  let text="";
  ["x","y","z"].forEach((name,k)=>{
    const X=24*right[k],Y=-24*up[k];
    if(Math.hypot(X,Y)<3)return;
    text+=`<path fill="none" stroke="#777" d="M34 ${H-34}l${X.toFixed(1)} ${Y.toFixed(1)}"/><text fill="#777" font-size="11" text-anchor="middle" x="${(34+1.35*X).toFixed(1)}" y="${(H-30+1.35*Y).toFixed(1)}">${name}</text>`;
  });
  const room=120/scale,ten=Math.pow(10,Math.floor(Math.log10(room))),bar=[5,2,1].map(k=>k*ten).find(v=>v<=room)||ten;
  text+=`<path fill="none" stroke="#333" stroke-width="1.2" d="M${W-24} ${H-20}h${(-bar*scale).toFixed(1)}m0 -3v6m${(bar*scale).toFixed(1)} 0v-6"/><text fill="#333" font-size="11" text-anchor="end" x="${W-24}" y="${H-26}">${Number(bar.toPrecision(3))}${unit}</text>`;
  return text;
}
// Mouse and keys.
const views=[start,[-Math.PI/2,0],[-Math.PI/2,Math.PI/2],[0,0]];
function view(k){[yaw,tilt]=views[k];pan=[0,0];if(k===0)zoom=1;draw();}
function rotate(a,b){yaw+=a;tilt=Math.max(-Math.PI/2,Math.min(Math.PI/2,tilt+b));draw();}
function closer(k){zoom=Math.max(0.05,Math.min(200,zoom*k));pan=pan.map(v=>v*k);draw();}
function change(what){
  if(what==="follow")following=!following;
  if(what==="trails")trails=!trails;
  if(what==="omega")omega=!omega;
  if(what==="spin")spin=!spin;
  draw();
}
document.querySelectorAll("[data-view]").forEach(b=>b.addEventListener("click",()=>view(Number(b.dataset.view))));
["follow","trails","omega","spin"].forEach(id=>$(id).addEventListener("change",()=>change(id)));
let held=null;
svg.addEventListener("pointerdown",e=>{held=[e.clientX,e.clientY];svg.setPointerCapture(e.pointerId);});
svg.addEventListener("pointerup",()=>{held=null;});
svg.addEventListener("pointermove",e=>{
  if(!held||!e.buttons)return;
  const a=e.clientX-held[0],b=e.clientY-held[1],k=W/(svg.getBoundingClientRect().width||W);
  held=[e.clientX,e.clientY];
  if(e.shiftKey||e.buttons>1){pan=[pan[0]+k*a,pan[1]+k*b];draw();}else rotate(-0.008*a,0.008*b);
});
svg.addEventListener("contextmenu",e=>e.preventDefault());
svg.addEventListener("wheel",e=>{e.preventDefault();closer(Math.exp(-0.0015*e.deltaY));},{passive:false});
document.addEventListener("keydown",e=>{
  if(e.ctrlKey||e.altKey||e.metaKey||["INPUT","SELECT"].includes(e.target.tagName)&&e.target.type!=="checkbox")return;
  const way={ArrowLeft:[-0.1,0],ArrowRight:[0.1,0],ArrowUp:[0,0.1],ArrowDown:[0,-0.1]}[e.key];
  if(way&&e.shiftKey)rotate(...way);
  else if(e.key==="+"||e.key==="=")closer(1.2);
  else if(e.key==="-")closer(1/1.2);
  else if("0123".includes(e.key))view(Number(e.key));
  else if("ftwl".includes(e.key))change({f:"follow",t:"trails",w:"omega",l:"spin"}[e.key]);
  else return;
  e.preventDefault();e.stopImmediatePropagation();
});
function draw(){
  poses=page.frames.map(([p,q,w])=>({p:p?p.map(at):[0,0,0],R:q?matrix(turned(q,w)):null}));
  look();
  faces=[];
  for(const [kind,...given] of page.solids)makers[kind](...given);
  page.paths.forEach(([c,...k])=>{
    const points=[...Array(n).keys()].map(m=>k.map(a=>x[a][m]));
    way(c,points,1.2,0.45);way(c,[...points.slice(0,i+1),k.map(at)],1.8,1);
  });
  for(const [f,v,J,c] of page.bodies){
    const p=place(f,v),w=page.frames[f][2];
    if(trails){
      let from=i;
      while(from>0&&t[i]-t[from]<0.15*(t[n-1]-t[0]))--from;
      const points=[];
      for(let k=from;k<=i;++k)points.push(was(f,v,k));
      way(c,[...points,p],1.6,0.8);
    }
    if(omega&&w&&fastest>0)arrow(page.red,p,by(0.7*own/fastest,along(f,w.map(at))));
    if(spin&&w&&J&&most>0)arrow(page.blue,p,by(0.7*own/most,along(f,times3(J,w.map(at)))));
  }
  faces.sort((a,b)=>a[0]-b[0]);
  svg.innerHTML=faces.map(f=>f[1]).join("")+triad();
  $("follow").checked=following;$("trails").checked=trails;$("omega").checked=omega;$("spin").checked=spin;
