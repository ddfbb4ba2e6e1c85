/** How the document closes void tags: `<br>`, `<br/>` or `<br />`. */
export function voidEnd(html: string): string {
  const tag = /<br\s{0,9}\/?>/i.exec(html)?.[0] ?? /<(?:img|hr|meta|link|input)\s[^<>]{0,2000}>/i.exec(html)?.[0] ?? '>'
  return /(?:\s?\/)?>$/.exec(tag)?.[0] ?? '>'
}

export function breakTag(html: string): string {
  const name = /<(br)[\s/>]/i.exec(html)?.[1] ?? 'br'
  return `<${name}${voidEnd(html)}`
}
