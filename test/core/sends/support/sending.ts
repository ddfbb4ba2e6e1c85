import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { DraftContent, DraftPart, DraftPeople, Person } from '#shared/contract/base/draft.ts'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import { peopleChanges } from '#shared/domain/drafts/people/people-changes.ts'
import { eventually } from '#test/support/eventually.ts'
import type { OpenApp } from '#test/support/open-app.ts'

export type Mailroom = OpenApp<Sandbox>

/** The commands of Mailroom that writing needs, with an account at any service. */
type Writing = Pick<OpenApp, 'ask' | 'accountId' | 'app' | 'folder'>

export const person = (address: string, change: Partial<Person> = {}): Person => ({
  address,
  name: '',
  values: [],
  parts: [],
  ...change,
})

export const letter: Partial<DraftContent> = {
  from: { address: 'hello@shop.example', name: 'Shop' },
  subject: 'Hello {{name}}',
  html: '<p>Hi {{name}}</p>',
  text: 'Hi {{name}}',
  textMode: 'written',
}

export async function newDraft(
  { ask, accountId }: Pick<Writing, 'ask' | 'accountId'>,
  { content = {}, columns = ['name'], rows }: { content?: Partial<DraftContent>; columns?: string[]; rows: Person[] },
): Promise<string> {
  const { id } = await ask('drafts.create', { accountId, start: { from: 'blank' } })
  await ask('drafts.save', { id, content: { ...letter, ...content } })
  for (const people of peopleChanges({ columns: [], rows: [] }, { columns, rows })) {
    await ask('drafts.save', { id, people })
  }
  return id
}

export const many = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => person(`reader${index}@example.org`, { values: [`Reader ${index}`] }))

export const now = { at: null, undoSeconds: 0 }

export async function summaryOf({ ask }: Mailroom, id: string): Promise<SendSummary> {
  return (await ask('sends.get', { id })).summary
}

/** Waits until the send is in this state. */
export function inState(mailroom: Mailroom, id: string, state: SendSummary['state']): Promise<SendSummary> {
  return eventually(async () => {
    const summary = await summaryOf(mailroom, id)
    expect(summary).toMatchObject({ state })
    return summary
  })
}

export const outbox = ({ service }: Mailroom) => service.control.outbox(500)

export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A complete new table of recipients, as one change. */
export const allOf = ({ columns, rows }: DraftPeople) => ({ columns, at: 0, remove: 0, rows })

/** A file of the user, with the token by which the page refers to it. */
export async function dropped(
  { app, folder }: Pick<OpenApp, 'app' | 'folder'>,
  name: string,
  bytes: string | Uint8Array,
): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return (await app.files.register(path)).token
}

/** Adds a file to a draft; the caller adds the part to its content. Without bytes, the file is an image. */
export async function addFile(
  mailroom: Writing,
  id: string,
  { name, kind, bytes = pixel }: Pick<DraftPart, 'name' | 'kind'> & { bytes?: string | Buffer },
): Promise<DraftPart> {
  const token = await dropped(mailroom, name, bytes)
  const { parts } = await mailroom.ask('drafts.addFiles', { id, tokens: [token], kind })
  return parts[0]!
}
