/** Of an address, by the rules of mail. */
const longest = 320

/** A sentence where something cannot be an address. What is unusual but possible passes: the archive may know it. */
export function addressProblem(address: string): string | undefined {
  if (address.length > longest) return `An address has at most ${longest} characters.`
  if (!/^.+@[^\s@]+$/.test(address))
    return 'That is no address: it needs a name, an @ and a domain, as name@example.com.'
  return undefined
}
