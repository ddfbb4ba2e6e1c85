import type { SandboxOptions } from '#sandbox/create-sandbox.ts'
import { startTestReceiver } from '#test/support/webhooks/test-receiver.ts'
import { openSandbox } from './open-sandbox.ts'
import { ServiceClient } from './service-client.ts'

export type Payload = Record<string, unknown> & { eventType: string; recipient: string }

/**
 * A sandbox with a webhook for all events and the program that receives its calls. The call made to check the webhook
 * is left out.
 */
export async function openWebhook(options: SandboxOptions = {}) {
  const opened = await openSandbox(options)
  const receiver = await startTestReceiver()
  const id = await addWebhook(opened.client, receiver.url)
  const own = `/settings/webhooks/${id}`
  receiver.calls.length = 0
  const payloads = (): Payload[] => receiver.calls as Payload[]
  const { origin } = new URL(opened.sandbox.url)
  const admin = async (method: string, path: string, body?: unknown) => {
    const client = new ServiceClient(origin, { user: '', key: '' })
    const headers = { 'x-sandbox-token': opened.sandbox.adminToken }
    const answer = await client.call({ method, path: `/admin/webhooks${path}`, body, headers })
    client.close()
    return answer
  }
  return {
    ...opened,
    receiver,
    id,
    payloads,
    admin,
    webhook: async () => (await opened.client.get(own)).json as Record<string, unknown>,
    change: (body: object) => opened.client.call({ method: 'PUT', path: own, body }),
    remove: () => opened.client.call({ method: 'DELETE', path: own, body: {} }),
  }
}

export async function addWebhook(client: ServiceClient, url: string, events = ['all']): Promise<string> {
  const { json } = await client.post('/settings/webhooks', { url, description: '', events })
  return (json as { id: string }).id
}

/** The events by recipient, in the order in which they were received. */
export function eventsByRecipient(payloads: readonly Payload[]): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const { recipient, eventType } of payloads) (found[recipient] ??= []).push(eventType)
  return found
}
