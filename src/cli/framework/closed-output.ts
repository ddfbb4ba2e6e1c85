/** Keeps the program running when its terminal or pipe is closed. Only the output is lost. */
export function tolerateClosedOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}
