// Asks the keychain of this process for its state, with a patience in milliseconds: libsecret finds its bus in the
// environment, once, so that a test cannot do this in its own process.
import { writeSync } from 'node:fs'
import { KeychainProcess } from '#core/keychain/index.ts'
import { forkKeychain } from '#core/node/index.ts'
import { workerCode } from './worker-code.ts'

const keychain = new KeychainProcess({ start: forkKeychain(workerCode('keychain')), timeout: Number(process.argv[2]) })
const state = await keychain.state()
writeSync(1, state)
keychain.close()
