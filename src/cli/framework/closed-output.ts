/** A closed terminal or pipe is no reason to stop: the output is only lost. */
export function tolerateClosedOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}
