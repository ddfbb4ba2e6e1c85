/** Characters that end an unquoted value. */
const ends = /[\s()"]/
const fieldStart = /^([a-z]+)(?:\.(?:([^\s:"().=][^\s:"()=]*)|"((?:[^"\\]|\\.)*)"))?:/i

export type Scanned = {
  from: number
  to: number
  /** The field’s name in lower case; null for a bare word. */
  field: string | null
  /** The key in `meta.KEY`. */
  key: string | null
  whole: boolean
  /** Whether a star precedes the value, which may then begin inside a word. */
  inside: boolean
  /** Where the value begins, after the field and the sign before its value. */
  valueFrom: number
  text: string
  quoted: boolean
  /** Whether the closing quote is missing. */
  open: boolean
  star: boolean
}

/** Reads a term (`word`, `"phrase"`, `field:value`) that begins at `from`. */
export function scanTerm(source: string, from: number, isField: (name: string) => boolean): Scanned {
  let at = from
  const term: Scanned = {
    from,
    to: from,
    field: null,
    key: null,
    whole: false,
    inside: false,
    valueFrom: from,
    text: '',
    quoted: false,
    open: false,
    star: false,
  }
  const start = fieldStart.exec(source.slice(from, from + 400))
  if (start && isField(start[1]!.toLowerCase())) {
    term.field = start[1]!.toLowerCase()
    term.key = start[2] ?? (start[3] === undefined ? null : unescape(start[3]))
    at += start[0].length
    if (source[at] === '=') {
      term.whole = true
      at++
    } else if (source[at] === '*' && at + 1 < source.length && !ends.test(source[at + 1]!.replace('"', ''))) {
      term.inside = true
      at++
    }
  }
  term.valueFrom = at
  if (source[at] === '"') {
    term.quoted = true
    let end = at + 1
    while (end < source.length && source[end] !== '"') end += source[end] === '\\' ? 2 : 1
    term.open = end >= source.length
    end = Math.min(end, source.length)
    term.text = unescape(source.slice(at + 1, end))
    at = term.open ? end : end + 1
    if (source[at] === '*') {
      term.star = true
      at++
    }
  } else {
    let end = at
    while (end < source.length && !ends.test(source[end]!)) end++
    term.text = source.slice(at, end)
    at = end
    if (term.text.length > 1 && term.text.endsWith('*')) {
      term.star = true
      term.text = term.text.slice(0, -1)
    }
  }
  term.to = Math.max(at, from + 1)
  return term
}

function unescape(text: string): string {
  return text.replace(/\\(.)/gs, '$1')
}

/** Whether the text is `meta.` or `meta.order` without a colon: the start of a condition, not a word in a message. */
export function isHalfMeta(text: string): boolean {
  return /^meta\.[^@.]*$/i.test(text)
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
