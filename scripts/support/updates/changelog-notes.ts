const mostNotes = 12
const mostLetters = 200

/**
 * The notes in the topmost section of the changelog as plain lines: the first sentence of each entry. If there are too
 * many, the last line counts the entries left out. The section has to be for this version or still unreleased.
 */
export function notesOfChangelog(changelog: string, version: string): string[] {
  const [, top = ''] = changelog.split(/^## /m)
  const [heading = '', ...lines] = top.split('\n')
  const name = /^\[?v?([^\]\s]+)/.exec(heading)?.[1]
  if (name !== version && name !== 'Unreleased') {
    throw new Error(`The topmost section of the changelog is “${heading}”, and this is version ${version}.`)
  }
  const entries = entriesOf(lines).map(shortNote)
  if (entries.length === 0) throw new Error('The topmost section of the changelog has no entries.')
  if (entries.length <= mostNotes) return entries
  return [...entries.slice(0, mostNotes - 1), `And ${entries.length - mostNotes + 1} more changes.`]
}

function entriesOf(lines: readonly string[]): string[] {
  const entries: string[] = []
  for (const line of lines) {
    if (line.startsWith('- ')) entries.push(line.slice(2))
    else if (line.startsWith('  ') && entries.length > 0) entries.push(`${entries.pop()} ${line.trim()}`)
  }
  return entries
}

function shortNote(entry: string): string {
  const plain = entry
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`([^`]*)`/g, '$1')
    .replace(/\*\*([^*]*)\*\*/g, '$1')
    .replace(/(^|[^\p{L}\p{N}_])_([^_]+)_(?![\p{L}\p{N}_])/gu, '$1$2')
  const [sentence = ''] = plain.split(/(?<=[.!?]) (?=\p{Lu})/u)
  if (sentence.length <= mostLetters) return sentence
  const cut = sentence.slice(0, mostLetters - 1)
  return `${cut.slice(0, cut.lastIndexOf(' '))}…`
}
