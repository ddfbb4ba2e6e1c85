import { fork } from 'node:child_process'
import type { KeychainReply, StartKeychain } from '../keychain/index.ts'

/** Starts the keychain process on plain Node. */
export function forkKeychain(code: URL): StartKeychain {
  return ({ onReply, onExit }) => {
    const child = fork(code, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child.on('message', (reply) => onReply(reply as KeychainReply))
    child.once('exit', onExit)
    child.once('error', onExit)
    return {
      // A failed send needs no handling: the exit event reports a process that has ended.
      send: (call) => void child.send(call, () => undefined),
      kill: () => void child.kill('SIGKILL'),
    }
  }
}
