import { onTestFinished } from 'vitest'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import { json, serve, type Seen } from '#test/support/api-client.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'

export type Stored = {
  id: string
  templateName?: string
  name?: string
  description?: string
  from?: { address: string; personalName: string } | null
  subject?: string | null
  htmlContent?: string | null
  textContent?: string | null
}

type Service = {
  templates: Stored[]
  /** Calls that the service lacks: it returns 404 for them. */
  lacks: readonly ('list' | 'get' | 'add')[]
  /** Called when an update has arrived, before the response. */
  onUpdate: (seen: Seen) => void
  /** Every update is carried out, but its response is cut off. */
  cutsUpdates: boolean
}

/** A service whose templates have any form a test needs, and Mailroom with an account there. */
export async function openStandIn(change: Partial<Service> = {}, profile: Partial<AccountProfile> = {}) {
  const service: Service = { templates: [], lacks: [], onUpdate: () => undefined, cutsUpdates: false, ...change }
  const server = await serve((seen, response) => {
    const [, given] = /^\/v1\/settings\/templates(?:\/(.+))?$/.exec(seen.url) ?? []
    const absent = () => json(response, { error: 'There is no such path.' }, 404)
    if (given === 'list' && seen.method === 'GET') {
      return service.lacks.includes('list') ? absent() : json(response, { templates: service.templates })
    }
    const id = decodeURIComponent(given ?? '')
    const found = service.templates.find((one) => one.id === id || one.templateName === id)
    if (seen.method === 'GET' && !service.lacks.includes('get') && found) return json(response, found)
    if (seen.method === 'PUT' && found) {
      service.onUpdate(seen)
      Object.assign(found, JSON.parse(seen.body))
      return service.cutsUpdates ? response.destroy() : json(response, { status: 'success' })
    }
    return absent()
  })
  onTestFinished(() => server.close())
  const mailroom: OpenApp = await openApp()
  await mailroom.addAccount({ baseUrl: server.url, ...profile })
  const updates = () => server.seen.filter(({ method }) => method === 'PUT')
  return { mailroom, service, updates, seen: server.seen }
}

export const stored: Stored = {
  id: '7',
  templateName: 'order-sent',
  description: 'Order sent',
  from: { address: 'shop@sender.example', personalName: 'Shop' },
  subject: 'At the service',
  htmlContent: '<p>At the service</p>',
  textContent: 'At the service',
}
