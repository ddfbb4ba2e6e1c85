import { onTestFinished } from 'vitest'
import type { SandboxOptions } from '#sandbox/create-sandbox.ts'
import { openMailReceiver, type MailReceiver } from '#test/support/sandboxes/mail-receiver.ts'
import { openSandbox } from './open-sandbox.ts'
import { ServiceClient } from './service-client.ts'

/** A mail server that ends with the test. */
export async function startMailReceiver(...how: Parameters<typeof openMailReceiver>): Promise<MailReceiver> {
  const receiver = await openMailReceiver(...how)
  onTestFinished(() => receiver.close())
  return receiver
}

export type LoggedReply = Record<string, unknown> & { kind: string; state: string; reason: string | null }

/** A sandbox whose replies go to a mail server of the test. */
export async function openReplies(options: SandboxOptions = {}) {
  const receiver = await startMailReceiver()
  const opened = await openSandbox({ repliesTo: receiver.address, ...options })
  const { origin } = new URL(opened.sandbox.url)
  const call = async (method: string, path: string, body?: unknown) => {
    const client = new ServiceClient(origin, { user: '', key: '' })
    const headers = { 'x-sandbox-token': opened.sandbox.adminToken }
    const answer = await client.call({ method, path, body, headers })
    client.close()
    return answer
  }
  const admin = (method: string, body?: unknown) => call(method, '/admin/replies', body)
  const adminReceiver = (body: unknown) => call('PUT', '/admin/replies/receiver', body)
  const log = async (): Promise<LoggedReply[]> => {
    const { replies } = (await admin('GET')).json as { replies: LoggedReply[] }
    return replies
  }
  return { ...opened, receiver, admin, adminReceiver, log }
}
