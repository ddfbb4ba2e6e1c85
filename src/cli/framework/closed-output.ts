/** A closed terminal or pipe is no reason to stop: only the output is lost. */
export function tolerateClosedOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}
