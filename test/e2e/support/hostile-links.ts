/** All known ways for markup to navigate when clicked. Each fills the whole frame. */
export function hostileLinks(url: string): string[] {
  const whole = 'style="position:fixed;inset:0;display:block;background:#eee"'
  const picture =
    'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" style="position:fixed;inset:0;width:100%;height:100%'
  const box = '<rect width="100%" height="100%" fill="#ddd"/>'
  const svg = (inside: string) =>
    `<svg xmlns:xlink="http://www.w3.org/1999/xlink" style="position:fixed;inset:0;width:100%;height:100%">${inside}</svg>`
  const targets = ['', '_self', '_blank', '_top', '_parent', 'other']
  const relative = ['/rpc/accounts.list', '#x', '?a=b', '//', 'about:srcdoc#x', '']
  return [
    ...targets.map((target) => `<a ${whole} target="${target}" href="${url}">x</a>`),
    ...relative.map((address) => `<a ${whole} target="_self" href="${address}">x</a><p id="x">y</p>`),
    ...relative.map((address) => `<a ${whole} href="${address}">x</a>`),
    ...['_self', '_blank', ''].map((target) => svg(`<a target="${target}" href="${url}">${box}</a>`)),
    svg(`<a xlink:href="${url}">${box}</a>`),
    svg(`<a target="_self" xlink:href="${url}" href="${url}">${box}</a>`),
    svg(`<a target="_self">${box}<set attributeName="href" to="${url}"/></a>`),
    svg(`<a target="_self" href="#">${box}<animate attributeName="href" values="${url};${url}" dur="1s"/></a>`),
    svg(`<a target="_self">${box}<animate attributeName="xlink:href" to="${url}" fill="freeze" dur="0.01s"/></a>`),
    ...['_self', '_blank'].map(
      (target) =>
        `<img usemap="#m${target}" src="${picture}"><map name="m${target}"><area shape="default" target="${target}" href="${url}"></map>`,
    ),
    `<a href="${url}"><img ismap src="${picture}"></a>`,
    `<a ${whole} ping="${url}" href="#x">x</a>`,
    `<a ${whole} ping="${url}" target="_self" href="${url}">x</a>`,
    `<a ${whole} attributionsrc="${url}" href="${url}">x</a>`,
    `<a ${whole} download href="${url}">x</a>`,
    `<a ${whole} rel="opener noreferrer" href="${url}">x</a>`,
    `<base href="${url}"><a ${whole} target="_self" href="next">x</a>`,
    `<base target="_top" href="${url}/"><a ${whole} href="next">x</a>`,
    `<base target="_self"><a ${whole} href="${url}">x</a>`,
    `<form action="${url}"><button ${whole}>x</button></form>`,
    `<form action="${url}" target="_self" method="post"><button ${whole}>x</button></form>`,
    `<form target="_blank" action="${url}"><input type="submit" ${whole}></form>`,
    `<form action="${url}"><input type="image" src="${url}" ${whole}></form>`,
    `<form><button formtarget="_self" formaction="${url}" ${whole}>x</button></form>`,
    `<form id="f" action="${url}"></form><button form="f" ${whole}>x</button>`,
    `<form action="${url}"><input autofocus ${whole} value="x"></form>`,
    `<meta http-equiv="refresh" content="0;url=${url}"><p ${whole}>x</p>`,
    `<meta http-equiv="refresh" content="1;url=#x"><a ${whole} href="${url}" accesskey="x">x</a>`,
    `<a ${whole} href="javascript:location='${url}'">x</a>`,
    `<a ${whole} target="_self" href="  ht&#10;tp${url.slice(4)}">x</a>`,
    `<a ${whole} target="_self" HREF='${url}' onclick="location='${url}'">x</a>`,
    `<math ${whole} href="${url}"><mrow href="${url}" xlink:href="${url}"><mtext>x</mtext></mrow></math>`,
    `<svg><style><a id="</style><a target='_self' href='${url}' style='position:fixed;inset:0'>x</a>"></a></style></svg>`,
    `<noscript><p title="</noscript><a target='_self' href='${url}' style='position:fixed;inset:0'>x</a>">x</p></noscript>`,
    `<math><mtext><table><mglyph><style><!--</style><a target="_self" style="position:fixed;inset:0" href="${url}">x</a>`,
    `<details open ${whole}><summary><a target="_self" href="${url}">x</a></summary></details>`,
    `<label ${whole}>x<a target="_self" href="${url}" style="position:fixed;inset:0">x</a></label>`,
    `<div><template shadowrootmode="open"><a target="_self" href="${url}">x</a></template></div><p ${whole}>x</p>`,
    `<blockquote cite="${url}" ${whole}><q cite="${url}">x</q></blockquote>`,
    `<video controls poster="${url}" ${whole}><source src="${url}"><track src="${url}"></video>`,
    `<img ${whole} src="${url}" srcset="${url} 2x" alt="A picture">`,
    `<link rel="preconnect" href="${url}"><link rel="prefetch" href="${url}"><p ${whole}>x</p>`,
  ]
}
