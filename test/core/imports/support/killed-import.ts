import { watch } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { Steps, type KillPoint } from '#test/core/support/steps.ts'
import { testPorts } from '#test/support/test-ports.ts'

export type KilledImport = {
  readonly folder: string
  readonly accountId: string
  readonly file: string
  readonly point: KillPoint
}

/** A process that imports a file until it is killed: the choices as JSON. */
const { folder, accountId, file, point } = JSON.parse(process.argv[2]!) as KilledImport
const app = await createApp(testPorts(folder), { goesOn: false })
await app.handlers
const steps = new Steps(point)
steps.watchFiles((path) => path.startsWith(folder))
async function count(): Promise<number> {
  const { signal } = new AbortController()
  return ((await dispatch(app, 'archive.info', { accountId }, { signal })) as { messages: number }).messages
}
let messages = await count()
let isLooking = false
/** Takes a step for each transaction that is in the archive, or for several that came at once. */
async function look(): Promise<void> {
  if (isLooking) return
  isLooking = true
  const now = await count()
  isLooking = false
  if (now > messages) steps.take('added')
  messages = now
}
// The thread that writes the archive is another one: while it works, the log beside the file grows.
const watched = watch(join(folder, 'accounts', accountId), (_event, name) => {
  if (!name?.endsWith('-wal')) return
  steps.take('archive')
  void look()
})
const ended = Promise.withResolvers<void>()
app.subscribe(({ name, payload }) => {
  if (name === 'jobs.changed' && payload.kind === 'import' && payload.endedAt !== null) ended.resolve()
})
const { token } = await app.files.register(file)
await dispatch(app, 'imports.start', { accountId, token }, { signal: new AbortController().signal })
await ended.promise
await app.close()
watched.close()
steps.end()
