import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createApp } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import type { DraftPart, Person } from '#shared/contract/base/draft.ts'
import type { Draft } from '#shared/contract/drafts.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/table.ts'
import { Steps, type KillPoint } from '#test/core/support/steps.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { person } from '../../sends/support/sending.ts'

export const recipients = 5
const mostParts = 4
/** A program that is still alive after this many saves has no such step. */
const mostSaves = 300
export const columns = ['one', 'two', 'three']
const filler = 'x'.repeat(19_000)

/** Each save rewrites one recipient, with enough text that the table is rewritten every seventeen saves. */
export function personOf(save: number): Person {
  return person(`reader${save % recipients}@example.org`, { values: [`${save} ${filler}`, filler, filler] })
}

export const bytesOf = (save: number): Buffer => {
  const seed = createHash('sha256').update(`file ${save}`).digest()
  return Buffer.alloc(50_000 + (save % 7) * 100_000, seed)
}

/** The numbers that the program printed: the last save that began, and the last that completed. */
export function savesIn(printed: string): { begun: number; saved: number } {
  const last = (word: string) =>
    Math.max(0, ...[...printed.matchAll(new RegExp(`${word} (\\d+)\n`, 'g'))].map(numberOf))
  return { begun: last('begun'), saved: last('saved') }
}

const numberOf = ([, number]: RegExpMatchArray) => Number(number)

export type KilledTyping = { readonly folder: string; readonly id: string; readonly point: KillPoint }

/** Writes a draft until it is killed. Its argument is JSON. The subject is the number of the save. */
if (process.argv[1] === import.meta.filename) await type(JSON.parse(process.argv[2]!) as KilledTyping)

async function type({ folder, id, point }: KilledTyping): Promise<void> {
  const app = await createApp(testPorts(folder))
  const ask = <Name extends CommandName>(name: Name, input: CommandInput<Name>) =>
    dispatch(app, name, input, { signal: new AbortController().signal }) as Promise<CommandOutput<Name>>
  const draft: Draft = await ask('drafts.get', { id })
  let parts: DraftPart[] = draft.content.parts
  let rows = draft.people.rows.length
  const steps = new Steps(point)
  steps.watchFiles((path) => path.startsWith(join(folder, 'compose')))
  const saved = Number(draft.content.subject)
  for (let save = saved + 1; save <= saved + mostSaves; save++) {
    process.stdout.write(`begun ${save}\n`)
    if (save % 5 === 0) {
      const path = join(folder, `${save}.bin`)
      await writeFile(path, bytesOf(save))
      const { token } = await app.files.register(path)
      const added = await ask('drafts.addFiles', { id, tokens: [token], kind: 'attachment' })
      parts = [...parts, ...added.parts].slice(-mostParts)
    }
    const at = save % recipients
    const people = { columns, at: Math.min(at, rows), remove: at < rows ? 1 : 0, rows: [personOf(save)] }
    await ask('drafts.save', { id, content: { subject: String(save), html: `${save} ${filler}`, parts }, people })
    rows = Math.max(rows, people.at + 1)
    process.stdout.write(`saved ${save}\n`)
  }
  await app.close()
  steps.end()
}
