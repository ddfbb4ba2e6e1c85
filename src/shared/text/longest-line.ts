/** The letters of the longest line: a wrapped one of 500,000 takes a code editor 140 ms a key. */
export function longestLine(text: string): number {
  let most = 0
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    most = Math.max(most, end - start)
    start = end + 1
  }
  return Math.max(most, text.length - start)
}
