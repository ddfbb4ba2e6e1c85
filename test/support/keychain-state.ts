// Asks the keychain of this process for its state, with a patience in milliseconds: libsecret finds its bus in the
// environment, once, so that a test cannot do this in its own process.
import { writeSync } from 'node:fs'
import { openKeytarSecretStore } from '#core/accounts/keytar-secret-store.ts'

const state = await openKeytarSecretStore({ timeout: Number(process.argv[2]) }).state()
writeSync(1, state)
// The library's own thread may wait for ever: an ordinary exit would wait for it.
process.kill(process.pid, 'SIGKILL')
