/** A name in the form used for comparison: in lower case, without a dot at its end. */
export function bareName(text: string): string {
  return text.trim().toLowerCase().replace(/\.$/, '')
}
