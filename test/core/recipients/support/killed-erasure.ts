import { KilledApp, type Killed } from '#test/core/support/killed-app.ts'

export type KilledErasure = Killed & { readonly email: string }

/** Erases a person until it is killed. Its argument is JSON. */
const { email, ...killed } = JSON.parse(process.argv[2]!) as KilledErasure
const opened = await KilledApp.open(killed)
opened.watchArchive()
await opened.ask('recipients.erase', { accountId: killed.accountId, email })
await opened.end()
