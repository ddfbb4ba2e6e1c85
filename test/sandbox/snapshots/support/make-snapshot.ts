// Writes the snapshot that later versions must be able to restore. Run it after the version of the sandbox’s tables
// was increased: node scripts/run.mjs test/sandbox/snapshots/support/make-snapshot.ts
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { contentVersion } from '#sandbox/store/content.ts'
import { aSend, ServiceClient } from '../../support/service-client.ts'

const sandbox = await createSandbox({ seed: 7, key: 'fixture-key', snapshots: import.meta.dirname })
const client = ServiceClient.of(sandbox)
await client.post('/messages/send', aSend(['ada@x.org', 'bounce@x.org']))
client.close()
await sandbox.control.advance('hour')
await sandbox.snapshots.save(`version-${contentVersion}`)
await sandbox.close()
