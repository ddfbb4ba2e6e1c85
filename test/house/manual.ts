import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './source-tree.ts'

export type ManualPage = { readonly name: string; readonly text: string }

/** The pages of docs/manual, without the table of contents. */
export function readManual(): ManualPage[] {
  const folder = join(repository, 'docs', 'manual')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => ({ name: file.replace('.md', ''), text: readFileSync(join(folder, file), 'utf8') }))
}

const code = /^```[^]*?^```|`[^`\n]*`/gm

/** Counts the words that are read as text, without code blocks and pictures. */
export function wordsOf({ text }: ManualPage): number {
  const read = text.replaceAll(/^```[^]*?^```|^<picture>[^]*?^<\/picture>/gm, '')
  return read.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** Labels of the app, which the manual writes in italics. */
export function labelsOf({ text }: ManualPage): string[] {
  const prose = text.replaceAll(code, ' ').replaceAll(/\]\([^)]*\)/g, ' ')
  return [...prose.matchAll(/(?<!\w)_([^_]+)_(?!\w)/g)].map(([, label = '']) => label.replaceAll(/\s+/g, ' '))
}

/** The lines of shell code that a reader may type, with continued lines joined. */
export function shellLinesOf({ text }: ManualPage): string[] {
  return [...text.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .trim()
      .split('\n'),
  )
}

/** Lines of a crontab, without their times. */
export function cronLinesOf({ text }: ManualPage): string[] {
  const blocks = [...text.matchAll(/^```text\n([^]*?)^```/gm)].map(([, block = '']) => block)
  return blocks.flatMap((block) => [...block.matchAll(/^(?:[\d*/]+ +){5}(.*)$/gm)].map(([, line = '']) => line))
}

/** The arguments after `mailroom`, or null if the line runs another program. */
export function mailroomWords(line: string): string[] | null {
  const typed = line
    // A crontab line may set the key first.
    .replace(/^MAILROOM_KEY="[^"]*" /, '')
    .replace(/^npm run (?:--silent )?mailroom -- /, 'mailroom ')
    .replace(/^npm run sandbox --/, 'mailroom sandbox')
  if (!typed.startsWith('mailroom ')) return null
  const [command = ''] = typed.split(' > ')
  const words = command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)
  return [...words].map(([, single, double, bare]) => single ?? double ?? bare ?? '').slice(1)
}
