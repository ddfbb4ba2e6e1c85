/** Calls a reader until it has a result: it stops at its deadline and continues with the next call. */
export function patiently<T>(ask: () => T | null): T {
  for (let answer = ask(); ; answer = ask()) if (answer !== null) return answer
}
