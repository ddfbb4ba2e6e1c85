import { createApp } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import { watchFiles } from '#test/core/support/failing-files.ts'
import { testPorts } from '#test/support/test-ports.ts'

export type KilledExport = {
  readonly folder: string
  readonly accountId: string
  readonly secret: string
  readonly target: string
  readonly choice: CommandInput<'exports.start'>
  /** It ends itself before this call to the target or to the list of exports; 0 waits to be killed. */
  readonly lastCall: number
}

/** A process that exports until it is killed: the choices as JSON. */
const { folder, accountId, secret, target, choice, lastCall } = JSON.parse(process.argv[2]!) as KilledExport
const secrets = createMemorySecretStore()
await secrets.set(accountId, secret)
const app = await createApp(testPorts(folder, { secrets }))
const { token } = await app.files.register(target)
const ended = new Promise<void>((resolve) => {
  app.subscribe((event) => {
    if (event.name === 'jobs.changed' && event.payload.endedAt !== null) resolve()
  })
})
let calls = 0
watchFiles(({ path }) => {
  const isOurs = path.startsWith(target) || path.includes('exports.json') || path.includes('deltas')
  if (isOurs && ++calls === lastCall) process.kill(process.pid, 'SIGKILL')
  return null
})
process.stdout.write('started\n')
const input = { ...choice, place: { ...choice.place, folder: token } }
await dispatch(app, 'exports.start', input, { signal: new AbortController().signal })
await ended
process.stdout.write(`done after ${calls} calls\n`)
await app.close()
