import { utf8Length } from '../../../text/utf8-length.ts'
import { escapeHtml } from '../substitution.ts'
import { withPreheader } from '../preheader.ts'

/** In bytes. Gmail cuts off the rest of a larger message and links to it. */
export const gmailLimit = 102 * 1024

/** Gives the size that the HTML has with a recipient’s values, without building the HTML. */
export type SizeFormula = {
  /** Bytes that are the same for all recipients. */
  readonly fixed: number
  /** The placeholders, each with its number of occurrences and its bytes as written. */
  readonly uses: readonly { readonly name: string; readonly count: number; readonly bytes: number }[]
}

const placeholder = /\{\{([^{}]{1,200})\}\}/g

export function sizeFormula(html: string, preheader: string): SizeFormula {
  const whole = withPreheader(html, preheader)
  const found = new Map<string, { name: string; count: number; bytes: number }>()
  let written = 0
  for (const [text, given = ''] of whole.matchAll(placeholder)) {
    const name = given.trim().toLowerCase()
    const bytes = utf8Length(text)
    written += bytes
    const known = found.get(name) ?? { name, count: 0, bytes: 0 }
    known.count++
    known.bytes += bytes
    found.set(name, known)
  }
  return { fixed: utf8Length(whole) - written, uses: [...found.values()] }
}

/**
 * Returns the size in bytes with one recipient’s values. For each use, `places` contains the index of its column, or
 * -1.
 */
export function renderedSize(
  { fixed, uses }: SizeFormula,
  values: readonly (string | null)[],
  places: readonly number[],
): number {
  let size = fixed
  for (let at = 0; at < uses.length; at++) {
    const value = values[places[at]!] ?? null
    size += value === null ? uses[at]!.bytes : uses[at]!.count * utf8Length(escapeHtml(value))
  }
  return size
}
