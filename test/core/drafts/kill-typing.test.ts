import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { killPoints, runToPoint } from '#test/core/support/kill-program.ts'
import type { KillPoint } from '#test/core/support/steps.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { bytesOf, columns, personOf, recipients, savesIn, type KilledTyping } from './support/killed-typing.ts'

const program = fileURLToPath(new URL('support/killed-typing.ts', import.meta.url))
/** Saves by the test itself, so that all recipients exist before the first kill. */
const before = 2 * recipients - 1

/** Typing never ends: this many steps are about a hundred saves, which rewrite each file twice. */
const steps = 1000

const aimed: readonly KillPoint[] = [
  { step: 'rename content.json', nth: 3 },
  // The recipients are on the disk, but their content is not.
  { step: 'open content.json', nth: 2 },
  { step: 'sync content.json', nth: 5 },
  // While a file is being copied, and just after it, before the draft refers to the copy.
  { step: 'writev ID.part', nth: 2 },
  { step: 'sync files', nth: 1 },
  { step: 'datasync people.jsonl', nth: 2 },
  // The recipients are rewritten only when the changes outgrow the table.
  { step: 'rename people.jsonl', nth: 1 },
]

const draftFolder = ({ folder }: OpenApp, id: string) => join(folder, 'compose', 'drafts', id)

/** The save that last wrote each recipient, if `last` is the last save on the disk. */
function peopleAfter(last: number) {
  const saves = Array.from(
    { length: recipients },
    (_, at) => last - ((((last - at) % recipients) + recipients) % recipients),
  )
  return saves.filter((save) => save > 0).map(personOf)
}

/** Every file of the draft has the bytes that were added, and there is no other file. */
async function expectWholeFiles(mailroom: OpenApp, id: string): Promise<void> {
  const { parts } = (await mailroom.ask('drafts.get', { id })).content
  for (const { id: part, name } of parts) {
    const { token } = await mailroom.ask('drafts.partFile', { id, part })
    const bytes = await readFile(mailroom.app.files.find(token).path)
    expect(bytes.equals(bytesOf(Number.parseInt(name)))).toBe(true)
  }
  const found = await readdir(join(draftFolder(mailroom, id), 'files')).catch(() => [])
  expect(found.toSorted()).toEqual(parts.map((part) => part.id).toSorted())
}

test('everything that was saved is still there when Mailroom is killed during typing and adding files', async () => {
  const mailroom = await openApp()
  await mailroom.addAccount({}, 'keychain')
  const { accountId } = mailroom
  const { id } = await mailroom.ask('drafts.create', { accountId, start: { from: 'blank' } })
  await mailroom.ask('drafts.save', { id, content: { subject: String(before), html: `${before} ` } })
  const people = { columns, at: 0, remove: 0, rows: peopleAfter(before) }
  await mailroom.ask('drafts.save', { id, people })
  let saves = before
  const points = await killPoints(aimed, () => Promise.resolve(steps))
  for (const point of points) {
    await mailroom.close()
    const flags: KilledTyping = { folder: mailroom.folder, id, point }
    const { printed, isKilled } = await runToPoint(program, flags)
    expect(isKilled).toBe(true)
    const { begun, saved } = savesIn(printed)
    await mailroom.start()
    const drafts = await mailroom.ask('drafts.list', { accountId })
    expect(drafts.map((draft) => draft.id)).toEqual([id])
    const { content, people } = await mailroom.ask('drafts.get', { id })
    const last = Number(content.subject)
    expect(last).toBeGreaterThanOrEqual(Math.max(saved, saves))
    expect(last).toBeLessThanOrEqual(begun)
    expect(content.html.startsWith(`${last} `)).toBe(true)
    // A save covers both files: after a kill between them, neither change remains.
    expect(people.rows).toEqual(peopleAfter(last))
    expect(drafts[0]!.recipients).toBe(people.rows.length)
    await expectWholeFiles(mailroom, id)
    const names = await readdir(draftFolder(mailroom, id))
    expect(names.toSorted()).toEqual(expect.arrayContaining(['content.json', 'people.jsonl']))
    expect(names.filter((name) => !['content.json', 'people.jsonl', 'files'].includes(name))).toEqual([])
    saves = last
  }
  expect(saves).toBeGreaterThan(before + points.length)
}, 600_000)
