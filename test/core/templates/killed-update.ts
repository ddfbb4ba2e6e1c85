import { join } from 'node:path'
import { createApp } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import { Steps, type KillPoint } from '#test/core/support/steps.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { content } from './support.ts'

export type KilledUpdate = {
  readonly folder: string
  readonly accountId: string
  readonly secret: string
  readonly id: string
  readonly round: number
  readonly updates: number
  readonly point: KillPoint
}

/** A process that updates a template so many times, or until it is killed: the choices as JSON. */
const { folder, accountId, secret, id, round, updates, point } = JSON.parse(process.argv[2]!) as KilledUpdate
const secrets = createMemorySecretStore()
await secrets.set(accountId, secret)
const app = await createApp(testPorts(folder, { secrets }))
const steps = new Steps(point)
steps.watchFiles((path) => path.startsWith(join(folder, 'templates')) || path.includes('outcomes.json'))
steps.watchCalls()
for (let at = 1; at <= updates; at++) {
  const change = { ...content, subject: `Round ${round}, update ${at}`, html: `<p>${at}</p>`.repeat(5000) }
  const effect = { effectId: crypto.randomUUID(), base: null, overwrite: false }
  const input = { accountId, id, ...change, ...effect }
  await dispatch(app, 'templates.update', input, { signal: new AbortController().signal })
}
await app.close()
steps.end()
