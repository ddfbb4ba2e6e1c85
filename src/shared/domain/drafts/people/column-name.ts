/** In characters. A draft with a longer column name could not be saved. */
export const longestColumnName = 200

/** Returns a sentence that says why a column cannot have this name, or undefined if it can. */
export function columnNameProblem(name: string): string | undefined {
  if (name === '') return 'Enter a variable name.'
  if (name.toLowerCase() === 'meta.') return 'Enter the metadata name after the dot, such as meta.order.'
  if (/[{}]/.test(name)) return 'Enter the name without braces, such as firstName for {{firstName}}.'
  if (/[\r\n]/.test(name)) return 'A name must be on one line.'
  return name.length > longestColumnName ? `A name can have at most ${longestColumnName} characters.` : undefined
}

/** Turns a column heading into a name that a placeholder can have. */
export function columnNameOf(heading: string): string {
  return heading
    .replace(/[{}\s]+/g, ' ')
    .trim()
    .slice(0, longestColumnName)
    .trim()
}
