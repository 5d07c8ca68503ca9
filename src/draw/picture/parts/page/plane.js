const [x0,y0,cx,cy,pixel]=page.view;
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
