import { join } from 'node:path'
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/table.ts'
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

/** Updates a template a number of times, or until it is killed. Its argument is JSON. */
const { folder, accountId, secret, id, round, updates, point } = JSON.parse(process.argv[2]!) as KilledUpdate
const secrets = createMemorySecretStore()
await secrets.set(accountId, secret)
const app = await createApp(testPorts(folder, { secrets }))
const steps = new Steps(point)
steps.watchFiles((path) => path.startsWith(join(folder, 'templates')) || path.includes('outcomes.json'))
steps.watchCalls()
const signal = new AbortController().signal
const ask = <Name extends CommandName>(name: Name, input: CommandInput<Name>) =>
  dispatch(app, name, input, { signal }) as Promise<CommandOutput<Name>>
let base = (await ask('templates.get', { accountId, id })).version
for (let at = 1; at <= updates; at++) {
  const change = { ...content, subject: `Round ${round}, update ${at}`, html: `<p>${at}</p>`.repeat(5000) }
  const effect = { effectId: crypto.randomUUID(), base }
  const input = { accountId, id, ...change, ...effect }
  base = (await ask('templates.update', input)).version
}
await app.close()
steps.end()
