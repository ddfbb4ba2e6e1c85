import { fileURLToPath } from 'node:url'
import { utilityProcess } from 'electron'
import type { KeychainReply, StartKeychain } from '#core/keychain/index.ts'

/** Starts the keychain process through Electron, whose binary cannot be run as Node. */
export function forkKeychain(code: URL): StartKeychain {
  return ({ onReply, onExit }) => {
    const child = utilityProcess.fork(fileURLToPath(code), [], { serviceName: 'Mailroom keychain', stdio: 'ignore' })
    child.on('message', (reply: KeychainReply) => onReply(reply))
    child.once('exit', onExit)
    return {
      send: (call) => child.postMessage(call),
      kill: () => void child.kill(),
    }
  }
}
