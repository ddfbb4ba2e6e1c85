/** Names the custom lists that an address is on, within a sentence. */
export function customLists(names: readonly string[]): string {
  return names.length === 1 ? `the custom list ${names[0]}` : `the custom lists ${names.join(', ')}`
}
