import { fork } from 'node:child_process'
import type { KeychainReply, StartKeychain } from '../keychain/index.ts'

/** The process of the keychain on plain Node. */
export function forkKeychain(code: URL): StartKeychain {
  return ({ onReply, onExit }) => {
    const child = fork(code, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child.on('message', (reply) => onReply(reply as KeychainReply))
    child.once('exit', onExit)
    child.once('error', onExit)
    return {
      // One that has just gone says so by its exit.
      send: (call) => void child.send(call, () => undefined),
      kill: () => void child.kill('SIGKILL'),
    }
  }
}
