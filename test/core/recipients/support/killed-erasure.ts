import { watch } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { Steps, type KillPoint } from '#test/core/support/steps.ts'
import { testPorts } from '#test/support/test-ports.ts'

export type KilledErasure = {
  readonly folder: string
  readonly accountId: string
  readonly email: string
  readonly point: KillPoint
}

/** A process that erases a person until it is killed: the choices as JSON. */
const { folder, accountId, email, point } = JSON.parse(process.argv[2]!) as KilledErasure
const app = await createApp(testPorts(folder), { goesOn: false })
await app.handlers
const steps = new Steps(point)
steps.watchFiles((path) => path.startsWith(folder))
// The thread that writes the archive is another one: while it works, the log beside the file grows.
const watched = watch(join(folder, 'accounts', accountId), (_event, name) => {
  if (name?.endsWith('-wal')) steps.take('archive')
})
await dispatch(app, 'recipients.erase', { accountId, email }, { signal: new AbortController().signal })
await app.close()
watched.close()
steps.end()
