import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AnyCommand } from '../../src/cli/framework/command.ts'
import { shownFlags } from '../../src/cli/framework/help.ts'
import { commands } from '../../src/cli/mailroom.ts'
import { cronLinesOf, labelsOf, mailroomWords, readManual, shellLinesOf, wordsOf } from './manual.ts'
import { readSentences } from './prose/read-sentences.ts'
import { repository } from './source-tree.ts'

const pages = readManual()
const flagsOf = (command: AnyCommand): string[] => shownFlags(command).map(([flag]) => `--${flag}`)

async function commandOf(words: readonly string[]): Promise<AnyCommand> {
  const load = commands[words.slice(0, 2).join(' ')] ?? commands[words[0]!]
  if (!load) throw new Error(`There is no command ${words[0]}.`)
  return load()
}

describe('The manual', () => {
  test('names buttons, views and settings as the app does', () => {
    const texts = new Set(readSentences().flatMap(({ kind, text }) => (kind === 'text' ? [text] : [])))
    const named = pages.flatMap((page) => labelsOf(page).map((label) => `${page.name}: ${label}`))
    expect(named.length).toBeGreaterThan(150)
    expect(named.filter((line) => !texts.has(line.slice(line.indexOf(': ') + 2)))).toEqual([])
  })

  test.each(pages)('$name is read in five minutes', (page) => {
    expect(wordsOf(page)).toBeLessThanOrEqual(1000)
  })

  test('gives the commands flags that they have', async () => {
    const lines = pages.flatMap((page) => [...shellLinesOf(page), ...cronLinesOf(page)])
    const typed = lines.flatMap((line) => mailroomWords(line) ?? [])
    expect(typed.length).toBeGreaterThan(50)
    for (const line of lines) {
      const words = mailroomWords(line)
      if (words === null) continue
      const known = flagsOf(await commandOf(words))
      expect(known, line).toEqual(expect.arrayContaining(words.filter((word) => word.startsWith('--'))))
    }
  })

  test('lists the flags of npm start and of the sandbox as their help does', async () => {
    const listed = (name: string): string[] => {
      const { text = '' } = pages.find((page) => page.name === name) ?? {}
      const rows = [...text.matchAll(/^\| (`--.*?) +\|/gm)].map(([, first = '']) => first)
      return rows.flatMap((row) => [...row.matchAll(/--[a-z-]+/g)].map(([flag]) => flag))
    }
    const sandbox = flagsOf(await commandOf(['sandbox']))
    expect(listed('sandbox').toSorted()).toEqual(sandbox.filter((flag) => flag !== '--help').toSorted())
    const module = new URL('../../scripts/support/start-flags.mjs', import.meta.url).href
    const { startHelp } = (await import(module)) as { startHelp: string }
    const start = [...startHelp.matchAll(/^ +(--[a-z-]+)/gm)].map(([, flag]) => flag)
    expect(listed('start').toSorted()).toEqual(start.filter((flag) => flag !== '--help').toSorted())
  })
})

describe('A decision', () => {
  const decisions = globSync('docs/adr/0*.md', { cwd: repository })

  test.each(decisions)('%s begins with one sentence that can be read alone', (path) => {
    const [title, status, sentence = ''] = readFileSync(join(repository, path), 'utf8').split('\n\n')
    expect(title).toMatch(/^# \d+\. /)
    expect(status).toMatch(/^Date: \d{4}-\d\d-\d\d( · |, )/)
    expect(sentence).toMatch(/^[A-Z][^*]+\.$/)
    expect(sentence.split(/\s+/).length).toBeLessThan(32)
  })
})
