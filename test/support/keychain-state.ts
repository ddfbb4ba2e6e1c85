// Prints the state of this process’s keychain, waiting for it no longer than a given number of milliseconds. libsecret
// reads the bus address from the environment only once, so a test needs a separate process for this.
import { writeSync } from 'node:fs'
import { KeychainProcess } from '#core/keychain/index.ts'
import { forkKeychain } from '#core/node/index.ts'
import { workerCode } from './worker-code.ts'

const keychain = new KeychainProcess({ start: forkKeychain(workerCode('keychain')), timeout: Number(process.argv[2]) })
const state = await keychain.state()
writeSync(1, state)
keychain.close()
