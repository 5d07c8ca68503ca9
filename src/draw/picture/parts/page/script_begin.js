
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
