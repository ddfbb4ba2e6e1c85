/** More marks on a single letter than any script uses; Unicode’s own limit for streams is 30. */
const markRun = /(\p{M}{30})\p{M}+/gu
/** In characters. Most texts are shorter, and the marks in shorter texts are ordered fast enough. */
const shortText = 500

/**
 * Converts text to its compatibility form, in which marks are separate from letters. Ordering a letter’s marks takes
 * quadratic time (0.2 s for 32,000), so no letter keeps more than thirty.
 */
export function decomposed(text: string): string {
  const bounded = text.length > shortText ? text.replace(markRun, '$1') : text
  return bounded.normalize('NFKD')
}
