/** More marks on one letter than any script uses; Unicode's own limit for streams is 30. */
const markRun = /(\p{M}{30})\p{M}+/gu
/** Shorter texts are ordered fast enough, and most texts are shorter. */
const shortText = 500

/**
 * The text in compatibility letters with separate marks. Ordering the marks of one letter costs the square of their number
 * (0.2 s for 32,000), so no letter keeps more than thirty.
 */
export function decomposed(text: string): string {
  const bounded = text.length > shortText ? text.replace(markRun, '$1') : text
  return bounded.normalize('NFKD')
}
