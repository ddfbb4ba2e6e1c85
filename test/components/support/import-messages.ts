import { expect } from 'vitest'
import { browser } from './page-commands.ts'

const { invoke, upload } = browser

const msPerDay = 86_400_000

type Sent = { daysAgo: number; lastState: string; kind: string; count: number }

/** Imports messages into the archive of the current account. */
export async function importMessages(sent: readonly Sent[]): Promise<void> {
  const all = sent.flatMap(({ count, ...one }) => Array.from({ length: count }, () => one))
  const messages = all.map(({ daysAgo, lastState, kind }, at) => {
    const date = new Date(Date.now() - daysAgo * msPerDay).toISOString()
    const common = {
      id: `m-${at}`,
      createdDate: date,
      lastStateDate: date,
      subject: 'Hello',
      size: 900,
      open: 0,
      click: 0,
    }
    return {
      ...common,
      apiKey: `key-${kind}`,
      from: `${kind}@shop.example`,
      email: `p${at}@${kind}.example`,
      tags: kind,
      lastState,
    }
  })
  const accounts = await invoke('accounts.list', undefined)
  const accountId = accounts.ok ? (accounts.output as { currentId: string }).currentId : ''
  const [file] = await upload([{ name: 'export.json', base64: btoa(JSON.stringify(messages)) }])
  expect(await invoke('imports.start', { accountId, token: file!.token })).toMatchObject({ ok: true })
  // The sandbox account syncs at the same time, so the output has more jobs than this one.
  const done = expect.objectContaining({ kind: 'import', state: 'done' }) as object
  const jobs = { output: expect.arrayContaining([done]) as object[] }
  await expect.poll(() => invoke('jobs.list', undefined)).toMatchObject(jobs)
}
