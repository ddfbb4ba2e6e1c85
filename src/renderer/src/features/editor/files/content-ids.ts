const contentIdLetters = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.@-]+$/

/** Returns the problem with a content id; undefined if the HTML can refer to it. */
export function contentIdProblem(id: string, others: readonly string[]): string | undefined {
  if (id === '') return 'An image inside the message needs a content ID.'
  if (!contentIdLetters.test(id))
    return 'A content ID can’t contain spaces, brackets or letters with accents. Use letters, digits, dots and hyphens.'
  const isTaken = others.some((other) => other.toLowerCase() === id.toLowerCase())
  return isTaken ? 'Another file already has this content ID.' : undefined
}

export function withContentId(html: string, from: string, to: string): string {
  if (from === '' || from === to) return html
  let changed = ''
  let done = 0
  for (let at = find(html, from, 0); at !== -1; at = find(html, from, done)) {
    changed += html.slice(done, at) + to
    done = at + from.length
  }
  return changed + html.slice(done)
}

/** Returns the position of the id in the next complete `cid:ID` reference; -1 if there is none. */
function find(html: string, id: string, from: number): number {
  const wanted = `cid:${id}`
  for (let at = html.indexOf(wanted, from); at !== -1; at = html.indexOf(wanted, at + 1)) {
    const next = html[at + wanted.length]
    if (next === undefined || /["'\s)>&]/.test(next)) return at + 4
  }
  return -1
}
