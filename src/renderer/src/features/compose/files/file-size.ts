/** From here on, mail services begin to refuse a message. */
export const warnAt = 10_000_000
/** The local sandbox and many services accept no more. */
const refusedAt = 50_000_000

/** How large a file is inside a message: four letters for three bytes, in lines of 76 letters. */
export function encodedSize(bytes: number): number {
  const letters = Math.ceil(bytes / 3) * 4
  return letters + Math.ceil(letters / 76) * 2
}

export type Weight = { readonly total: number; readonly encoded: number; readonly level: 'ok' | 'warn' | 'danger' }

export function weightOf(parts: readonly { readonly size: number }[]): Weight {
  const total = parts.reduce((sum, { size }) => sum + size, 0)
  const encoded = parts.reduce((sum, { size }) => sum + encodedSize(size), 0)
  return { total, encoded, level: encoded > refusedAt ? 'danger' : encoded > warnAt ? 'warn' : 'ok' }
}

const contentIdLetters = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.@-]+$/

/** What is wrong with a content id; undefined when the HTML can refer to it. */
export function contentIdProblem(id: string, others: readonly string[]): string | undefined {
  if (id === '') return 'An image inside the message needs a content id.'
  if (!contentIdLetters.test(id)) return 'A content id has letters, digits, dots and dashes.'
  const isTaken = others.some((other) => other.toLowerCase() === id.toLowerCase())
  return isTaken ? 'Another file has this content id.' : undefined
}

/** The HTML with every reference to one content id led to another. */
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

/** Where the next whole `cid:ID` has its id; -1 if there is none. */
function find(html: string, id: string, from: number): number {
  const wanted = `cid:${id}`
  for (let at = html.indexOf(wanted, from); at !== -1; at = html.indexOf(wanted, at + 1)) {
    const next = html[at + wanted.length]
    if (next === undefined || /["'\s)>&]/.test(next)) return at + 4
  }
  return -1
}
