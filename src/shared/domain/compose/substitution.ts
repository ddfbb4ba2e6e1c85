/** What a recipient's `values` may hold; anything but text, numbers and booleans cannot be written into a message. */
export type SubstitutionValues = ReadonlyMap<string, string>

/** The page runs this on every key: it must cost no more than the length of the text, so the blanks are cut off later. */
const placeholder = /\{\{([^{}]{1,200})\}\}/g
const htmlSigns: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => htmlSigns[sign] ?? sign)
}

/** Folds the names, so that `{{FirstName}}` finds `firstname`. Null, lists and objects are left out: they stay unknown. */
export function substitutionValues(values: Readonly<Record<string, unknown>>): SubstitutionValues {
  const folded = new Map<string, string>()
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') folded.set(name.trim().toLowerCase(), value)
    else if (typeof value === 'number' || typeof value === 'boolean')
      folded.set(name.trim().toLowerCase(), String(value))
  }
  return folded
}

/**
 * Replaces every known `{{name}}`; an unknown one stays as written. What was put in is never read again, so that a
 * value cannot bring placeholders of its own.
 */
export function substitute(text: string, values: SubstitutionValues, target: 'text' | 'html'): string {
  if (values.size === 0 || !text.includes('{{')) return text
  return text.replace(placeholder, (whole: string, name: string) => {
    const value = values.get(name.trim().toLowerCase())
    if (value === undefined) return whole
    return target === 'html' ? escapeHtml(value) : value
  })
}

/** How long `substitute` makes a text, without making it: a few letters may ask for a large value a million times. */
export function substitutedLength(text: string, values: SubstitutionValues, target: 'text' | 'html'): number {
  if (values.size === 0 || !text.includes('{{')) return text.length
  const lengths = new Map<string, number>()
  let length = text.length
  for (const [whole, given = ''] of text.matchAll(placeholder)) {
    const name = given.trim().toLowerCase()
    const value = values.get(name)
    if (value === undefined) continue
    const known = lengths.get(name) ?? (target === 'html' ? escapeHtml(value) : value).length
    lengths.set(name, known)
    length += known - whole.length
  }
  return length
}

/** The names a text asks for, each once, as first written. */
export function placeholders(...texts: readonly string[]): string[] {
  const found = new Map<string, string>()
  for (const text of texts) {
    for (const match of text.matchAll(placeholder)) {
      const name = (match[1] ?? '').trim()
      if (name !== '' && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), name)
    }
  }
  return [...found.values()]
}

/** The names of `texts` that `values` does not know: they would go out as written. */
export function unknownPlaceholders(values: SubstitutionValues, ...texts: readonly string[]): string[] {
  return placeholders(...texts).filter((name) => !values.has(name.toLowerCase()))
}
