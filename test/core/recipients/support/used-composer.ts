import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Fault } from '#shared/contract/base/faults.ts'
import { newDraft, person } from '#test/core/sends/support/sending.ts'
import { eventually } from '#test/support/eventually.ts'
import { email, jobEnded, shouted, userFile, type World } from './named-person.ts'

const other = person('bob@example.org', { values: ['Bob'] })
const theirs = person(shouted, { name: 'Zoë Quartermain', values: [`Dear ${email}`] })
const inCopy = { cc: [{ address: email, name: '' }], bcc: [{ address: shouted, name: '' }] }
const atOnce = { at: null, undoSeconds: 0 }

async function aDraft(world: World, content = {}): Promise<string> {
  return newDraft(world, { rows: [other, theirs], content: { ...inCopy, ...content } })
}

async function withFile(world: World, id: string): Promise<void> {
  const bytes = `An invoice for ${email}`
  const token = await userFile(world, 'invoice.txt', bytes)
  const { parts } = await world.ask('drafts.addFiles', { id, tokens: [token], kind: 'row' })
  await world.ask('drafts.save', {
    id,
    content: { parts },
    people: { at: 1, remove: 1, rows: [{ ...theirs, parts: parts.map((part) => part.id) }] },
  })
}

export async function useDrafts(world: World): Promise<void> {
  const { ask, accountId } = world
  const id = await aDraft(world, { dismissed: [`${email} bounced before.`] })
  await withFile(world, id)
  await ask('drafts.create', { accountId, start: { from: 'draft', id } })
  await ask('drafts.remove', { id: await aDraft(world) })
  await ask('drafts.checkRecipients', { accountId, addresses: [email], blacklist: '' })
  const table = await userFile(world, 'people.csv', `address,name\n${email},Zoë\n`)
  await ask('drafts.openTable', { token: table })
}

async function sendWith(world: World, faults: Fault[], draftId: string): Promise<void> {
  world.service.faults.set(faults)
  await world.ask('sends.start', { draftId, ...atOnce })
  await eventually(async () => {
    const { summary } = await world.ask('sends.get', { id: draftId })
    expect(['sent', 'failed', 'paused']).toContain(summary.state)
  })
  world.service.faults.clear()
}

/** Sends that arrived, are waiting, are scheduled, were refused or lost, and the rest of one of them. */
export async function useSends(world: World): Promise<void> {
  const { ask } = world
  const sent = await aDraft(world)
  await withFile(world, sent)
  await sendWith(world, [], sent)
  await ask('sends.start', { draftId: await aDraft(world), at: null, undoSeconds: 120 })
  await ask('sends.start', { draftId: await aDraft(world), at: Date.now() + 86_400_000, undoSeconds: 0 })
  const refused = await newDraft(world, { rows: [theirs] })
  await sendWith(world, [{ kind: 'status', path: '/messages/send', status: 409 }], refused)
  await ask('sends.startRest', { id: refused, only: null, undoSeconds: 120 })
  await sendWith(world, [{ kind: 'status', path: '/messages/send', status: 502 }], await aDraft(world))
}

/** Test messages, a dry run saved as a file, and the files of a reopened draft. */
export async function useTrials(world: World): Promise<void> {
  const { ask, accountId } = world
  const id = await newDraft(world, { rows: [theirs] })
  await jobEnded(world, await ask('sends.dryRun', { draftId: id, folder: null }))
  await jobEnded(world, await ask('sends.rehearse', { draftId: id }))
  await ask('sends.testDraft', { id: randomUUID(), draftId: id, to: [email], as: 0 })
  const message = { to: [email], from: 'hello@shop.example', subject: 'A test', text: 'Hi.' }
  await ask('sends.test', { accountId, id: randomUUID(), message })
}
