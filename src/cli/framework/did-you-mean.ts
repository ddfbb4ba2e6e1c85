import { isOneSlip } from '#shared/domain/drafts/addresses/near-domain.ts'

/**
 * Returns a sentence, with a leading space, that suggests the known name that was probably meant; empty if none is
 * close.
 */
export function didYouMean(given: string, known: readonly string[]): string {
  const wanted = given.toLowerCase()
  const slip = known.find((name) => isOneSlip(wanted, name.toLowerCase()))
  const beginnings = known.filter((name) => wanted.length > 1 && name.toLowerCase().startsWith(wanted))
  const found = slip ?? (beginnings.length === 1 ? beginnings[0] : undefined)
  return found === undefined ? '' : ` Did you mean ${found}?`
}
