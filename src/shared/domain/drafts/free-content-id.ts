import { fold } from '../query/fold.ts'

/** In characters. A longer name is cut at its beginning, so that the extension stays. */
const longest = 60

/**
 * Makes an id from characters that all mail programs accept in `cid:`. It differs from all ids in `taken`, even if case
 * is ignored.
 */
export function freeContentId(name: string, taken: Iterable<string>): string {
  const plain = name
    .normalize('NFC')
    .replace(/\P{ASCII}/gu, plainLetter)
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(-longest)
  const dot = plain.lastIndexOf('.')
  const [written, ending] = dot > 0 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, '']
  // A name in another script leaves no usable characters.
  const stem = written.replace(/^-+/, '') || 'image'
  const known = new Set([...taken].map((id) => id.toLowerCase()))
  let free = stem + ending
  for (let count = 2; known.has(free.toLowerCase()); count++) free = `${stem}-${count}${ending}`
  return free
}

function plainLetter(letter: string): string {
  const plain = fold(letter)
  return letter === letter.toLowerCase() ? plain : plain.toUpperCase()
}
