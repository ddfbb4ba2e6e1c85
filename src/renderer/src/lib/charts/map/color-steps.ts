/**
 * Returns the lower bounds of a coloured map’s classes, smallest first: far enough apart that few countries share the
 * strongest colour.
 */
export function colorSteps(most: number): number[] {
  const steps = [200, 50, 10, 2.5].map((part) => roundNumber(most / part)).filter((step) => step > 1 && step <= most)
  return [...new Set([1, ...steps])].sort((a, b) => a - b)
}

/** Returns a value’s class, starting at 1; 0 means no class. */
export function stepOf(value: number, steps: readonly number[]): number {
  return steps.filter((step) => value >= step).length
}

function roundNumber(value: number): number {
  const digit = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return (value / digit >= 5 ? 5 : value / digit >= 2 ? 2 : 1) * digit
}
