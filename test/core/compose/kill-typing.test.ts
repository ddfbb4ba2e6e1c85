import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { killAfter, killRounds } from '#test/core/support/kill-program.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { createRandom } from '../archive/support/generate.ts'
import { bytesOf, personOf, recipients, savesIn } from './support/killed-typing.ts'

const program = fileURLToPath(new URL('support/killed-typing.ts', import.meta.url))
const rounds = killRounds(8)

const draftFolder = ({ folder }: OpenApp, id: string) => join(folder, 'compose', 'drafts', id)

/** What each recipient was last written by, when `last` is the last save that is on the disk. */
function peopleAfter(last: number) {
  const saves = Array.from(
    { length: recipients },
    (_, at) => last - ((((last - at) % recipients) + recipients) % recipients),
  )
  return saves.filter((save) => save > 0).map(personOf)
}

/** Every file that the draft names has the bytes that were added, and there is no other file. */
async function expectWholeFiles(mailroom: OpenApp, id: string): Promise<void> {
  const { parts } = (await mailroom.ask('compose.draft', { id })).content
  for (const { id: part, name } of parts) {
    const { token } = await mailroom.ask('compose.partFile', { id, part })
    const bytes = await readFile(mailroom.app.files.find(token).path)
    expect(bytes.equals(bytesOf(Number.parseInt(name)))).toBe(true)
  }
  const found = await readdir(join(draftFolder(mailroom, id), 'files')).catch(() => [])
  expect(found.toSorted()).toEqual(parts.map((part) => part.id).toSorted())
}

test('everything that was saved is there when Mailroom is killed while one writes and adds files', async () => {
  const mailroom = await openApp()
  await mailroom.addAccount({}, 'keychain')
  const { accountId } = mailroom
  const { id } = await mailroom.ask('compose.createDraft', { accountId, start: { from: 'blank' } })
  await mailroom.ask('compose.saveDraft', { id, content: { subject: '0' } })
  const random = createRandom(29)
  let saves = 0
  for (let round = 0; round < rounds; round++) {
    await mailroom.close()
    const printed = await killAfter(program, [mailroom.folder, id], Math.floor(random() * 700))
    const { begun, saved } = savesIn(printed)
    await mailroom.start()
    const drafts = await mailroom.ask('compose.drafts', { accountId })
    expect(drafts.map((draft) => draft.id)).toEqual([id])
    const { content, people } = await mailroom.ask('compose.draft', { id })
    const last = Number(content.subject)
    expect(last).toBeGreaterThanOrEqual(Math.max(saved, saves))
    expect(last).toBeLessThanOrEqual(begun)
    expect(content.html.startsWith(`${last} `)).toBe(true)
    // The content is written before the recipients, so it may be one save ahead.
    expect([peopleAfter(last), peopleAfter(last - 1)]).toContainEqual(people.rows)
    expect(drafts[0]!.recipients).toBe(people.rows.length)
    await expectWholeFiles(mailroom, id)
    const names = await readdir(draftFolder(mailroom, id))
    expect(names.toSorted()).toEqual(expect.arrayContaining(['content.json', 'people.jsonl']))
    expect(names.filter((name) => !['content.json', 'people.jsonl', 'files'].includes(name))).toEqual([])
    saves = last
  }
  expect(saves).toBeGreaterThan(rounds)
}, 600_000)
