import { parentPort, workerData } from 'node:worker_threads'
import { createSandbox } from './create-sandbox.ts'
import type { Control } from './control/control.ts'
import type { FromWorker, RemoteMethod, ToWorker, WorkerOptions } from './worker-messages.ts'

type AnyMethod = (...given: unknown[]) => unknown

/**
 * Milliseconds between two reports of activity. At thousands of calls a second, a message for each call would cost more
 * than the call itself.
 */
const activityInterval = 100

const port = parentPort
if (!port) throw new Error('This file runs in a worker thread.')
const send = (message: FromWorker): void => port.postMessage(message)

try {
  const sandbox = await createSandbox({
    ...(workerData as WorkerOptions),
    keepsChanges: true,
    onError: (error) => send({ type: 'error', message: String(error) }),
  })
  let timer: NodeJS.Timeout | undefined
  sandbox.onActivity(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      send({ type: 'activity' })
    }, activityInterval)
  })
  sandbox.control.onChange((change) => send({ type: 'changed', change }))
  port.on('message', (message: ToWorker) => {
    if (message.type === 'close') {
      clearTimeout(timer)
      void sandbox.close().finally(() => port.close())
      return
    }
    const { id, given } = message
    Promise.resolve()
      .then(() => callMethod(sandbox.control, message, given))
      .then(
        (value) => send({ type: 'result', id, value }),
        (error: unknown) =>
          send({ type: 'refused', id, message: error instanceof Error ? error.message : String(error) }),
      )
  })
  const { url, smtp = null, smtpMovedFrom, dns, credentials, adminUrl, adminToken } = sandbox
  send({ type: 'ready', access: { url, smtp, smtpMovedFrom, dns, credentials, adminUrl, adminToken } })
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException
  send({ type: 'failed', message, ...(code !== undefined && { code }) })
  port.close()
}

function callMethod(control: Control, asked: RemoteMethod, given: unknown[]): unknown {
  if (asked.of === 'control') return (control[asked.method] as AnyMethod).apply(control, given)
  if (asked.of === 'replies') return (control.replies[asked.method] as AnyMethod).apply(control.replies, given)
  if (asked.of === 'webhooks') return (control.webhooks[asked.method] as AnyMethod).apply(control.webhooks, given)
  return (control.snapshots[asked.method] as AnyMethod).apply(control.snapshots, given)
}
