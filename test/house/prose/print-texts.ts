// Run by `npm run texts`: prints all user-visible texts by room, with their locations. `npm run texts --
// features/keys` prints one room.
import { readSentences } from './read-sentences.ts'

const [part = ''] = process.argv.slice(2)
const texts = readSentences().filter(({ kind, path }) => kind === 'text' && path.includes(part))
let shown = ''
for (const { path, line, text } of texts) {
  if (path !== shown) process.stdout.write(`\n${path}\n`)
  shown = path
  process.stdout.write(`${String(line).padStart(5)}  ${text}\n`)
}
process.stdout.write(`\n${texts.length} texts\n`)
