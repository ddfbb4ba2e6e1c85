/** A recipient’s `values`, keyed by folded name. Only text, numbers and booleans can be written into a message. */
export type SubstitutionValues = ReadonlyMap<string, string>

/** Used in the page at every keystroke. Blanks are trimmed from matches afterwards, so that the time stays linear. */
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

/** Folds the names, so that `{{FirstName}}` finds `firstname`. Null, lists and objects are ignored and stay unknown. */
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
 * Replaces every known `{{name}}`; unknown names stay unchanged. Inserted values are not read again, so they cannot contain
 * placeholders.
 */
export function substitute(text: string, values: SubstitutionValues, target: 'text' | 'html'): string {
  if (values.size === 0 || !text.includes('{{')) return text
  if (text.length <= turn) return replaced(text, values, target)
  // Searching a single text with a million matches would take ten times the text’s memory.
  const pieces: string[] = []
  for (let start = 0; start < text.length;) {
    const end = outsidePlaceholder(text, start + turn)
    pieces.push(replaced(text.slice(start, end), values, target))
    start = end
  }
  return pieces.join('')
}

/** The number of characters in which placeholders are replaced at a time. */
const turn = 32_768
/** The maximum length of a placeholder in characters, including its braces. */
const mostLetters = 204

/** Returns a position near `at`, but not after it, that is not inside a placeholder. */
function outsidePlaceholder(text: string, at: number): number {
  if (at >= text.length) return text.length
  const brace = text.slice(at - mostLetters, at).lastIndexOf('{')
  if (brace < 0) return at
  const start = at - mostLetters + brace
  return text[start - 1] === '{' ? start - 1 : start
}

function replaced(text: string, values: SubstitutionValues, target: 'text' | 'html'): string {
  return text.replace(placeholder, (whole: string, name: string) => {
    const value = values.get(name.trim().toLowerCase())
    if (value === undefined) return whole
    return target === 'html' ? escapeHtml(value) : value
  })
}

/**
 * Computes the size, as measured by `sizeOf`, of the text that `substitute` would return. The text isn’t built, because
 * even a short one may use a large value a million times.
 */
export function substitutedSize(
  text: string,
  values: SubstitutionValues,
  { target, sizeOf }: { readonly target: 'text' | 'html'; readonly sizeOf: (text: string) => number },
): number {
  let size = sizeOf(text)
  if (values.size === 0 || !text.includes('{{')) return size
  const sizes = new Map<string, number>()
  for (const [whole, given = ''] of text.matchAll(placeholder)) {
    const name = given.trim().toLowerCase()
    const value = values.get(name)
    if (value === undefined) continue
    const known = sizes.get(name) ?? sizeOf(target === 'html' ? escapeHtml(value) : value)
    sizes.set(name, known)
    size += known - sizeOf(whole)
  }
  return size
}

/** Whether the texts contain the placeholder `wanted`, which must be in lower case. In the texts, case is ignored. */
export function hasPlaceholder(wanted: string, ...texts: readonly string[]): boolean {
  for (const text of texts)
    for (const [, name = ''] of text.matchAll(placeholder)) if (name.trim().toLowerCase() === wanted) return true
  return false
}

/** Returns the placeholder names. Each name is listed once, as it is spelled at its first occurrence. */
export function placeholders(...texts: readonly string[]): string[] {
  return distinctNames(texts.flatMap((text) => Array.from(text.matchAll(placeholder), ([, name = '']) => name.trim())))
}

/** The number of occurrences that `firstPlaceholders` examines. */
const mostOccurrences = 20_000

/**
 * Returns the first placeholder names. The work is limited, even if a hostile text contains any number of placeholders.
 */
export function firstPlaceholders(texts: readonly string[], most: number): string[] {
  const found = new Map<string, string>()
  let occurrences = 0
  for (const text of texts) {
    for (const [, given = ''] of text.matchAll(placeholder)) {
      const name = given.trim()
      const key = name.toLowerCase()
      if (key !== '' && !found.has(key)) found.set(key, name)
      if (found.size === most || ++occurrences === mostOccurrences) return [...found.values()]
    }
  }
  return [...found.values()]
}

/** Keeps each name once, as it is spelled at its first occurrence. Case is ignored. */
export function distinctNames(names: readonly string[]): string[] {
  const found = new Map<string, string>()
  for (const name of names) {
    const key = name.toLowerCase()
    if (key !== '' && !found.has(key)) found.set(key, name)
  }
  return [...found.values()]
}

/** Returns the placeholders in `texts` that have no value and would be sent unchanged. */
export function unknownPlaceholders(values: SubstitutionValues, ...texts: readonly string[]): string[] {
  return placeholders(...texts).filter((name) => !values.has(name.toLowerCase()))
}
