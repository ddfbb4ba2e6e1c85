import { expect } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { MadeKey } from '#shared/contract/keys.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import { eventually } from '#test/support/eventually.ts'
import type { OpenApp } from '#test/support/open-app.ts'
import { Wire } from '#test/support/wire.ts'

const hoursAgo = (hours: number) => Math.floor(Date.now() / 1000 - hours * 3600) * 1000

/** A service whose clock is behind ours, so that it can be advanced without overtaking it. */
export const earlier = { clock: { start: hoursAgo(5), running: false } }

const anyAddress = { enabled: false, allowedIps: [] }

export type Wish = Partial<CommandInput<'keys.create'>>

export function create({ ask, accountId }: OpenApp, wish: Wish = {}): Promise<MadeKey> {
  const wanted = { accountId, id: crypto.randomUUID(), description: 'Shop', filter: anyAddress, replaces: null }
  return ask('keys.create', { ...wanted, ...wish })
}

export const secrets = (sandbox: Sandbox) => sandbox.control.keys().flatMap(({ key, hash }) => [key, hash])

export const apiCalls = (sandbox: Sandbox) =>
  sandbox.control.requests().filter(({ path }) => path.includes('/settings/apikeys'))

export async function send({ service }: OpenApp<Sandbox>, key: string, count: number): Promise<void> {
  const { url, credentials } = service
  const wire = new Wire({ url, user: credentials.user, key })
  for (let at = 0; at < count; at++) {
    const msg = { from: { address: 'shop@sender.example' }, subject: 'Order', text: 'Thank you' }
    const body = { to: [{ address: `a${at}@example.org` }], msg }
    expect(await wire.call('POST', '/messages/send', { body })).toMatchObject({ status: 200 })
  }
}

/** Syncs the sent messages into the archive. */
export async function read({ ask, accountId, app }: OpenApp): Promise<void> {
  await ask('sync.configure', { accountId, options: { from: hoursAgo(24) / 1000, paused: true } })
  const { jobId } = await ask('sync.now', { accountId })
  await eventually(() => expect(app.isBusy()).toBe(false))
  expect((await ask('jobs.list')).find(({ id }) => id === jobId)).toMatchObject({ state: 'done' })
}
