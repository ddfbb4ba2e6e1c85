/** A reader stops at its deadline and goes on when it is asked again. */
export function patiently<T>(ask: () => T | null): T {
  for (let answer = ask(); ; answer = ask()) if (answer !== null) return answer
}
