/** The text without the address of a person who was erased; an address that only ends or begins like it stays. */
export function withoutAddress(text: string, email: string): string {
  const isPartOfAddress = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}._%+-]/u.test(character)
  const [lower, wanted] = [text.toLowerCase(), email.toLowerCase()]
  // Folding may change the length of a text, and then places in one are not places in the other.
  if (wanted === '' || lower.length !== text.length) return text
  let rest = ''
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    const goesOn = isPartOfAddress(lower[end]) && !(lower[end] === '.' && !isPartOfAddress(lower[end + 1]))
    if (at < from || isPartOfAddress(lower[at - 1]) || goesOn) continue
    rest += `${text.slice(from, at)}erased`
    from = end
  }
  return rest + text.slice(from)
}
