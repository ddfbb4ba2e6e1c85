import { expandEvents, isKnownEvent, type WebhookEvent } from '#shared/contract/base/webhooks/webhook-events.ts'
import { json, type Answer } from '../http/answer.ts'
import { invalid, notFound } from '../http/service-error.ts'
import { readPageFields } from '../readers/filter.ts'
import {
  readBodyObject,
  readInteger,
  readLine,
  readTexts,
  requireKnown,
  shown,
  type Reading,
} from '../readers/fields.ts'
import type { StoredWebhook, StoredCall } from '../store/index.ts'
import { readReceiverUrl } from '../webhooks/receiver-url.ts'
import { wireSeconds, wireTimes } from './dates.ts'
import type { Call } from './service.ts'

const fields = ['url', 'description', 'events']

/** The operations on webhooks that real clients use. The service’s documentation mentions none of them. */
export function listWebhooks({ service }: Call): Answer {
  return json(service.store.webhooks.list().map(wireWebhook))
}

export function getWebhook(call: Call): Answer {
  return json(wireWebhook(known(call)))
}

/** The URL is called first, and the webhook is saved only if the call returns 200. */
export async function addWebhook(call: Call): Promise<Answer> {
  const { service } = call
  const input = readInput(call)
  if (input.url === undefined) throw invalid('url is required.')
  const events = input.events ?? []
  if (events.length === 0) throw invalid('events must name at least one event.')
  await checkReceiver(call, input.url, events[0]!)
  const { url, description = '' } = input
  const webhook = service.store.webhooks.add({ url, description, events }, service.clock.now())
  return json({ ...wireWebhook(webhook), ...wireTimes(webhook), status: 'success' })
}

/** Missing fields remain unchanged. */
export async function changeWebhook(call: Call): Promise<Answer> {
  const { service, params } = call
  const before = known(call)
  const change = Object.fromEntries(Object.entries(readInput(call)).filter(([, value]) => value !== undefined))
  if (Object.keys(change).length === 0) throw invalid('The request changes nothing.')
  if (Array.isArray(change.events) && change.events.length === 0) throw invalid('events must name at least one event.')
  if (typeof change.url === 'string') await checkReceiver(call, change.url, before.events[0]!)
  requireKnown(service.store.webhooks.update(params[0]!, change, service.clock.now()), 'webhook', params[0]!)
  service.webhookCaller.wake()
  return json({ status: 'success' })
}

export function removeWebhook({ service, params }: Call): Answer {
  if (!service.store.webhooks.remove(params[0]!)) throw notFound(`There is no webhook ${shown(params[0]!)}.`)
  return json({ status: 'success' })
}

/** Sends an example call, which is counted and logged like any other. */
export async function testWebhook(call: Call): Promise<Answer> {
  const { service, key } = call
  const webhook = known(call)
  const example = { event: webhook.events[0]!, date: service.clock.now(), exampleKey: key.id }
  const { error } = await service.webhookCaller.callNow(webhook, example)
  return json({ status: error === null ? 'success' : 'failure' })
}

export function listWebhookCalls(call: Call): Answer {
  const { service, body } = call
  const { id } = known(call)
  const given = readBodyObject(body, service.settings, ['page', 'pageSize', 'order'])
  const { strict } = service.settings
  const descending = readInteger(given.order, 'order', { min: 0, max: 1, strict }) === 1
  const calls = service.store.webhooks.calls(id, { ...readPageFields(given, service.settings), descending })
  return json(calls.map(wireCall))
}

function known({ service, params }: Call): StoredWebhook {
  return requireKnown(service.store.webhooks.get(params[0]!), 'webhook', params[0]!)
}

function readInput({ service, body }: Call) {
  const { settings } = service
  const given = readBodyObject(body, settings, fields)
  const url = readLine(given.url, 'url')?.trim()
  // Stored as given: a program that looks for its webhook by the URL would otherwise not find it.
  if (url !== undefined) readReceiverUrl(url, settings.webhookHosts)
  return {
    url,
    description: readLine(given.description, 'description'),
    events: readEvents(given.events, settings),
  }
}

function readEvents(value: unknown, reading: Reading): WebhookEvent[] | undefined {
  const names = readTexts(value, 'events', reading)
  if (names === undefined) return undefined
  const chosen = expandEvents(names)
  const unknown = chosen.find((name) => !isKnownEvent(name))
  if (unknown !== undefined) throw invalid(`events contains ${shown(unknown)}, which is not an event.`)
  return chosen.filter(isKnownEvent)
}

async function checkReceiver({ service, key }: Call, url: string, event: WebhookEvent): Promise<void> {
  const example = { event, date: service.clock.now(), exampleKey: key.id }
  const received = await service.webhookCaller.check(url, example)
  if (received.status === 200) return
  const found = received.problem ?? `The URL returned status ${received.status}.`
  throw invalid(`The URL must return status 200 when it is called. ${found}`)
}

/**
 * `createdAt` and `updatedAt` are strings, except in the response to a new webhook, where they are numbers. `lastCall`
 * is a number, and absent before the first call.
 */
function wireWebhook({ id, url, description, events, success, errors, lastCall, createdAt, updatedAt }: StoredWebhook) {
  return {
    id,
    url,
    description,
    events,
    success,
    errors,
    ...(lastCall !== null && { lastCall: wireSeconds(lastCall) }),
    createdAt: String(wireSeconds(createdAt)),
    updatedAt: String(wireSeconds(updatedAt)),
  }
}

function wireCall({ recipient, subject, event, eventDate, calledAt, error }: StoredCall) {
  return {
    recipient,
    subject,
    eventDate: String(wireSeconds(eventDate)),
    statusDate: String(wireSeconds(calledAt)),
    descriptionError: error ?? '',
    eventType: event,
    typeOfStatus: error === null ? 'Success' : 'Failure',
  }
}
