import { KilledApp, type Killed } from '#test/core/support/killed-app.ts'

export type KilledImport = Killed & { readonly file: string }

/** Imports a file until it is killed. Its argument is JSON. */
const { file, ...killed } = JSON.parse(process.argv[2]!) as KilledImport
const { accountId } = killed
const opened = await KilledApp.open(killed)
const { app, ask, steps } = opened
const count = async (): Promise<number> => (await ask('archive.info', { accountId })).messages
let messages = await count()
let isLooking = false
/** Counts one step for each transaction that reached the archive, or for several at once. */
async function look(): Promise<void> {
  if (isLooking) return
  isLooking = true
  const now = await count()
  isLooking = false
  if (now > messages) steps.take('added')
  messages = now
}
opened.watchArchive(() => void look())
const ended = Promise.withResolvers<void>()
app.subscribe(({ name, payload }) => {
  if (name === 'jobs.changed' && payload.kind === 'import' && payload.endedAt !== null) ended.resolve()
})
const { token } = await app.files.register(file)
await ask('imports.start', { accountId, token })
await ended.promise
await opened.end()
