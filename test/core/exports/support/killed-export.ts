import { createApp } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import { Steps, type KillPoint } from '#test/core/support/steps.ts'
import { testPorts } from '#test/support/test-ports.ts'

export type KilledExport = {
  readonly folder: string
  readonly accountId: string
  readonly secret: string
  readonly target: string
  readonly choice: CommandInput<'exports.start'>
  readonly point: KillPoint
}

/** Exports until it is killed. Its argument is JSON. */
const { folder, accountId, secret, target, choice, point } = JSON.parse(process.argv[2]!) as KilledExport
const secrets = createMemorySecretStore()
await secrets.set(accountId, secret)
const app = await createApp(testPorts(folder, { secrets }))
const { token } = await app.files.register(target)
const ended = new Promise<void>((resolve) => {
  app.subscribe((event) => {
    if (event.name === 'jobs.changed' && event.payload.endedAt !== null) resolve()
  })
})
const steps = new Steps(point)
steps.watchFiles((path) => path.startsWith(target) || path.includes('exports.json') || path.includes('deltas'))
steps.watchCalls()
const input = { ...choice, saveAs: { ...choice.saveAs, folder: token } }
await dispatch(app, 'exports.start', input, { signal: new AbortController().signal })
await ended
await app.close()
steps.end()
