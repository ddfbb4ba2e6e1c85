import { createApp } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import { testPorts } from '#test/support/test-ports.ts'

/** A process that sends a draft until it is killed: FOLDER ACCOUNT SECRET DRAFT. */
const [folder = '', accountId = '', secret = '', draftId = ''] = process.argv.slice(2)
const secrets = createMemorySecretStore()
await secrets.set(accountId, secret)
const app = await createApp(testPorts(folder, { secrets }))
const sent = new Promise<void>((resolve) => {
  app.subscribe((event) => {
    if (event.name === 'compose.sendChanged' && event.payload.state === 'sent') resolve()
  })
})
process.stdout.write('started\n')
await dispatch(app, 'compose.send', { draftId, at: null, undoSeconds: 0 }, { signal: new AbortController().signal })
await sent
process.stdout.write('done\n')
await app.close()
