import { AppError } from '#shared/contract/base/error.ts'
import type { KeychainCall, KeychainReply } from './keychain-process.ts'
import { openKeytar } from './keytar-secret-store.ts'

/** The keychain process, started by Node with a channel or by Electron with a port. */
type ParentPort = {
  on(event: 'message', listener: (message: { data: KeychainCall }) => void): void
  postMessage(reply: KeychainReply): void
}

const keychain = openKeytar()

async function replyTo({ number, method, values }: KeychainCall): Promise<KeychainReply> {
  try {
    const run = keychain[method] as (...values: readonly string[]) => Promise<string | null>
    return { number, value: await run(...values) }
  } catch (thrown) {
    return { number, error: AppError.from(thrown).toJSON() }
  }
}

const { parentPort } = process as { parentPort?: ParentPort }
if (parentPort)
  parentPort.on('message', ({ data }) => void replyTo(data).then((reply) => parentPort.postMessage(reply)))
else {
  process.on('message', (call: KeychainCall) => void replyTo(call).then((reply) => process.send?.(reply)))
  // A call that hangs would block an ordinary exit forever.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // Ctrl+C reaches every process in the terminal. This process ends with its parent, which may still need it.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
}
