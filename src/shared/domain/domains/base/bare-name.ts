/** Converts a name to the form used for comparison: in lower case, without a trailing dot. */
export function bareName(text: string): string {
  return text.trim().toLowerCase().replace(/\.$/, '')
}
