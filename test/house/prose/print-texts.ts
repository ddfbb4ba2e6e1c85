// Run by `npm run texts`: prints all user-visible texts by room, with their locations. `npm run texts --
// features/keys` prints one room. `npm run texts -- --language de` writes the file of a language.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  checkedName,
  languageFile,
  readTranslations,
  writeLanguage,
} from '../../../scripts/support/texts/language-file.ts'
import { pseudo } from '../../../scripts/support/texts/pseudo.ts'
import { messages } from './messages.ts'
import { readSentences } from './read-sentences.ts'

const { values, positionals } = parseArgs({
  options: { language: { type: 'string' }, pseudo: { type: 'boolean', default: false } },
  allowPositionals: true,
})

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

if (values.language === undefined) print(positionals[0])
else update(values.language)
