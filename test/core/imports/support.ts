import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type CsvOptions, type Row, writeTable } from '#formats/index.ts'
import type { FileType } from '#shared/contract/base/file-type.ts'
import type { ImportReport } from '#shared/contract/imports.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { exportColumns, exportFields } from '#shared/domain/exports/export-columns.ts'
import { eventually } from '#test/support/eventually.ts'
import type { OpenApp } from '#test/support/open-app.ts'
import { bytesOf } from '#test/support/table-files.ts'

/** The app, and an account of it. */
export type OneAccount = Pick<OpenApp, 'ask' | 'accountId'>

/** A token for a file with this content. */
export async function fileOf({ app, folder }: OpenApp, content: string | Uint8Array, name = 'export'): Promise<string> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, content)
  return (await app.files.register(path, { name })).token
}

export async function jobOf({ ask }: Pick<OpenApp, 'ask'>, jobId: string): Promise<Job> {
  return (await ask('jobs.list')).find(({ id }) => id === jobId)!
}

/** The job, once it has ended. */
export async function ended(mailroom: Pick<OpenApp, 'ask'>, jobId: string): Promise<Job> {
  return eventually(async () => {
    const job = await jobOf(mailroom, jobId)
    expect(job.endedAt).not.toBeNull()
    return job
  })
}

export async function imported(
  mailroom: OpenApp,
  content: string | Uint8Array,
): Promise<{ job: Job; report: ImportReport }> {
  const { accountId } = mailroom
  const { jobId } = await mailroom.ask('imports.start', { accountId, token: await fileOf(mailroom, content) })
  const job = await ended(mailroom, jobId)
  const report = await mailroom.ask('imports.report', { accountId, jobId })
  return { job, report }
}

export async function found({ ask, accountId }: OneAccount, text = '') {
  return (await ask('messages.search', { accountId, text, zone: 'UTC', offset: 0, limit: 500 })).rows
}

export const second = 1_700_000_000

export function cells(index: number, change: Partial<Record<(typeof exportFields)[number], unknown>> = {}): Row {
  const values = {
    id: `m-${index}`,
    apiKey: 'key-1',
    createdDate: new Date((second + index) * 1000),
    lastStateDate: new Date((second + index + 5) * 1000),
    from: 'shop@example.com',
    email: `jane${index}@example.org`,
    subject: `Invoice ${index}, "paid"\nthank you`,
    size: 1200 + index,
    tags: 'invoice,paid',
    lastState: 'delivered',
    open: index % 3,
    click: 0,
    ...change,
  }
  return exportFields.map((field) => values[field]) as Row
}

export const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => cells(index))

export function file(
  { folder }: OpenApp,
  fileType: FileType,
  table: readonly Row[],
  options: Partial<CsvOptions> = {},
): Promise<Buffer> {
  const columns = fileType === 'json' ? exportFields : exportColumns
  return bytesOf(writeTable(fileType, columns, [table], { for: 'machines', tempFolder: folder, ...options }))
}

/** The sentence that says why this is not an export. */
export async function inspectionError(mailroom: OpenApp, content: string | Uint8Array): Promise<string> {
  const token = await fileOf(mailroom, content)
  const { ask, accountId } = mailroom
  const error: unknown = await ask('imports.inspect', { accountId, token }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'not-an-export' })
  return (error as Error).message
}
