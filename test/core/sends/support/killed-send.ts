import { join } from 'node:path'
import { createApp } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import { Steps, type KillPoint } from '#test/core/support/steps.ts'
import { testPorts } from '#test/support/test-ports.ts'

export type KilledSend = {
  readonly folder: string
  readonly accountId: string
  readonly secret: string
  readonly draftId: string
  readonly point: KillPoint
}

/** Sends a draft until it is killed. Its argument is JSON. */
const { folder, accountId, secret, draftId, point } = JSON.parse(process.argv[2]!) as KilledSend
const secrets = createMemorySecretStore()
await secrets.set(accountId, secret)
const app = await createApp(testPorts(folder, { secrets }))
const sent = new Promise<void>((resolve) => {
  app.subscribe((event) => {
    if (event.name === 'sends.changed' && event.payload.state === 'sent') resolve()
  })
})
const steps = new Steps(point)
steps.watchFiles((path) => path.startsWith(join(folder, 'compose')) || path.includes('outcomes.json'))
steps.watchCalls()
await dispatch(app, 'sends.start', { draftId, at: null, undoSeconds: 0 }, { signal: new AbortController().signal })
await sent
await app.close()
steps.end()
