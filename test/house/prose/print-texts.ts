// Run by `npm run texts`: prints all user-visible texts by room, with their locations. `npm run texts --
// features/keys` prints one room. `npm run texts -- --draw 7` prints a sample of comments and texts for a reader to judge,
// always the same one for this seed. `npm run texts -- --language de` writes the file of a language.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  checkedName,
  languageFile,
  readTranslations,
  writeLanguage,
} from '../../../scripts/support/texts/language-file.ts'
import { pseudo } from '../../../scripts/support/texts/pseudo.ts'
import { draw } from './draw.ts'
import { messages } from './messages.ts'
import { readSentences } from './read-sentences.ts'

const { values, positionals } = parseArgs({
  options: {
    language: { type: 'string' },
    pseudo: { type: 'boolean', default: false },
    draw: { type: 'string' },
  },
  allowPositionals: true,
})

const drawnOfEach = 80

/** Keeps the translations of the texts that are still there, and adds the new texts at their places. */
function update(name: string): void {
  const file = languageFile(checkedName(name))
  const before = new Map(existsSync(file) ? readTranslations(file) : [])
  const translations = messages().map(
    (message) => [message, before.get(message) || (values.pseudo ? pseudo(message) : '')] as const,
  )
  writeLanguage(name, translations)
  const open = translations.filter(([, translation]) => translation === '').length
  const kept = new Set(translations.map(([message]) => message))
  const gone = [...before.keys()].filter((message) => !kept.has(message)).length
  process.stdout.write(`${file}: ${translations.length} texts, ${open} not translated yet, ${gone} removed.\n`)
}

function print(part = ''): void {
  const texts = readSentences().filter(({ kind, path }) => kind === 'text' && path.includes(part))
  let shown = ''
  for (const { path, line, text } of texts) {
    if (path !== shown) process.stdout.write(`\n${path}\n`)
    shown = path
    process.stdout.write(`${String(line).padStart(5)}  ${text}\n`)
  }
  process.stdout.write(`\n${texts.length} texts\n`)
}

function printDraw(seed: number): void {
  if (!Number.isSafeInteger(seed)) throw new Error('The seed of --draw must be an integer, such as --draw 7.')
  const all = readSentences()
  for (const kind of ['comment', 'text'] as const) {
    const judged = all.filter((one) => one.kind === kind && one.text.includes(' '))
    process.stdout.write(`\n${drawnOfEach} of ${judged.length} ${kind}s\n`)
    for (const [index, { path, line, text }] of draw(judged, drawnOfEach, seed).entries()) {
      process.stdout.write(`${String(index + 1).padStart(3)}  ${path}:${line}  ${text}\n`)
    }
  }
}

if (values.draw !== undefined) printDraw(Number(values.draw))
else if (values.language === undefined) print(positionals[0])
else update(values.language)
