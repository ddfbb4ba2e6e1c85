import { readFile } from 'node:fs/promises'
import { ended, cells, file, imported, second } from '#test/core/imports/support.ts'
import { openApp, type ChangePorts, type OpenApp } from '#test/support/open-app.ts'

export const day = new Date(second * 1000).toISOString().slice(0, 10)

/** An account with four messages on one day: two invoices, one of them opened, a bounce, and a hostile tag. */
export async function openShop(change?: ChangePorts): Promise<OpenApp> {
  const mailroom = await openApp(change)
  await mailroom.addAccount({ name: 'Shop </style><script>alert(1)</script>' })
  await mailroom.ask('settings.change', { timeZone: 'UTC', language: 'en-US', dateFormat: 'iso' })
  const table = [
    cells(0, { tags: 'invoice', open: 1 }),
    cells(1, { tags: 'invoice', open: 0 }),
    cells(2, { tags: 'promotion', open: 0, lastState: 'hardbounced' }),
    cells(3, { tags: '</style><img src=x onerror=alert(1)>\u202Eevil', open: 0 }),
  ]
  await imported(mailroom, await file(mailroom, 'json', table))
  return mailroom
}

export const question = { text: '', comparison: 'period', metaKey: null } as const

/** The file that a job has prepared for saving. */
export async function made(mailroom: OpenApp, jobId: string): Promise<{ name: string; bytes: Buffer }> {
  const { result, error } = await ended(mailroom, jobId)
  if (!result?.fileToken) throw new Error(error?.message ?? 'The job left no file.')
  const { path, name } = mailroom.app.files.find(result.fileToken)
  return { name, bytes: await readFile(path) }
}
