import { createApp } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { content } from './support.ts'

/** A process that updates a template until it is killed: FOLDER ACCOUNT SECRET TEMPLATE ROUND. */
const [folder = '', accountId = '', secret = '', id = '', round = ''] = process.argv.slice(2)
const secrets = createMemorySecretStore()
await secrets.set(accountId, secret)
const app = await createApp(testPorts(folder, { secrets }))
process.stdout.write('started\n')
for (let at = 1; ; at++) {
  const change = { ...content, subject: `Round ${round}, update ${at}`, html: `<p>${at}</p>`.repeat(5000) }
  const effect = { effectId: crypto.randomUUID(), base: null, overwrite: false }
  const input = { accountId, id, ...change, ...effect }
  await dispatch(app, 'templates.update', input, { signal: new AbortController().signal })
}
