import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DraftContent, DraftPart, DraftPeople } from '#shared/contract/base/draft.ts'
import { mostRowsAtOnce } from '#shared/contract/base/draft-limits.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { WholeApp } from '../app/whole-app.ts'
import type { Terminal } from '../framework/terminal.ts'
import type { MailFile } from '#core/base/mail/read-mail.ts'

type Filling = {
  readonly id: string
  readonly content: Partial<DraftContent>
  readonly files: readonly MailFile[]
  readonly terminal: Terminal
}

/** Fills an empty draft with a message, including its files. */
export async function fillDraft(whole: WholeApp, { id, content, files, terminal }: Filling): Promise<void> {
  const parts: DraftPart[] = []
  const folder = files.length === 0 ? null : await mkdtemp(join(tmpdir(), 'mailroom-mail-'))
  try {
    for (const file of files) parts.push(await addFile(whole, { id, file, folder: folder!, terminal }))
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true })
  }
  await whole.ask('drafts.save', { id, content: { ...content, ...(parts.length > 0 && { parts }) } })
}

type Adding = { readonly id: string; readonly file: MailFile; readonly folder: string; readonly terminal: Terminal }

async function addFile({ ask, register }: WholeApp, { id, file, folder, terminal }: Adding): Promise<DraftPart> {
  // `file.name` comes from the email, so it is not safe as a file name on this disk. It is only what the recipients
  // see.
  const path = join(folder, 'file')
  await writeFile(path, file.bytes, { mode: 0o600 })
  const { token } = await register(path, file.name)
  const { parts, problems } = await ask('drafts.addFiles', { id, tokens: [token], kind: file.kind })
  const [part] = parts
  const [problem] = problems
  if (part === undefined) throw new AppError('file-unusable', `${file.name}: ${problem?.problem ?? 'not added.'}`)
  if (problem) terminal.say(`${file.name}: ${problem.problem}`)
  return { ...part, contentType: file.contentType, contentId: file.contentId }
}

/** Replaces the draft’s recipients. */
export async function savePeople({ ask }: WholeApp, id: string, people: DraftPeople, before: number): Promise<void> {
  const { columns, rows } = people
  await ask('drafts.save', {
    id,
    people: { columns, at: 0, remove: before, rows: rows.slice(0, mostRowsAtOnce) },
  })
  for (let at = mostRowsAtOnce; at < rows.length; at += mostRowsAtOnce) {
    const part = rows.slice(at, at + mostRowsAtOnce)
    await ask('drafts.save', { id, people: { columns, at, remove: 0, rows: part } })
  }
}
