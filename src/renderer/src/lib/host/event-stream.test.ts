import { expect, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import { EventStream } from './event-stream.ts'
import type { Link } from './host.ts'

const event = (id: string): AppEvent => ({ name: 'jobs.dismissed', payload: { id } })

function streamOf(pieces: readonly string[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
}

/** A host that returns the given replies to requests for its stream: pieces of text, a status or a failure. */
function replying(...replies: (readonly string[] | number | Error)[]) {
  const over = Promise.withResolvers<Response>()
  const asked = Promise.withResolvers<undefined>()
  const connect = async (): Promise<Response> => {
    const reply = replies.shift()
    if (reply === undefined) {
      asked.resolve(undefined)
      return over.promise
    }
    if (reply instanceof Error) throw reply
    if (typeof reply === 'number') return new Response('no', { status: reply })
    return new Response(streamOf(reply))
  }
  return { connect, allAsked: asked.promise }
}

async function follow(...replies: (readonly string[] | number | Error)[]) {
  const { connect, allAsked } = replying(...replies)
  const stream = new EventStream(connect)
  const received: AppEvent[] = []
  const links: Link[] = []
  const ended = Promise.withResolvers<undefined>()
  stream.subscribe((event) => received.push(event))
  stream.onLink((link) => {
    links.push(link)
    if (link === 'ended') ended.resolve(undefined)
  })
  await Promise.race([allAsked, ended.promise])
  return { received, links }
}

test('events arrive one by one, however the connection splits them', async () => {
  const whole = `retry: 1\n\n:\n\n${['a', 'ü', '🎉'].map((id) => `data: ${JSON.stringify(event(id))}\n\n`).join('')}`
  const { received, links } = await follow([whole], [...whole], [whole.slice(0, -1), '\n'])
  expect(received).toEqual([1, 2, 3].flatMap(() => ['a', 'ü', '🎉'].map(event)))
  expect(links).toEqual(['up', 'down', 'up', 'down', 'up', 'down'])
})

test('an event that was cut off is dropped', async () => {
  const { received } = await follow(['retry: 1\n\n', `data: ${JSON.stringify(event('a'))}\n`])
  expect(received).toEqual([])
})

test('a host that is not there is tried again, and one that refuses is not', async () => {
  const { links } = await follow(['retry: 1\n\n'], new TypeError('Failed to fetch'), ['x\n\n'], 401)
  expect(links).toEqual(['up', 'down', 'down', 'up', 'down', 'ended'])
})

test('a page without a key sends no request', async () => {
  const { links } = await follow(new AppError('not-signed-in', 'This page is not signed in.'))
  expect(links).toEqual(['ended'])
})

test('a stranger at the address is asked again when the user says so', async () => {
  const stranger = new AppError('foreign-host', 'This is not the Mailroom of this page.', { retryable: true })
  const { connect, allAsked } = replying(stranger, ['x\n\n'], 401)
  const stream = new EventStream(connect)
  const links: Link[] = []
  const ended = Promise.withResolvers<undefined>()
  stream.onLink((link) => {
    links.push(link)
    if (link === 'ended') ended.resolve(undefined)
    // Runs after the pause has begun.
    else if (link !== 'up') setTimeout(() => stream.reconnect())
  })
  await Promise.race([allAsked, ended.promise])
  expect(links).toEqual(['foreign', 'up', 'down', 'ended'])
})

test('a listener that begins while the host is away learns that it is away', async () => {
  const { connect } = replying(['retry: 60000\n\n'])
  const stream = new EventStream(connect)
  const earlier: Link[] = []
  stream.onLink((link) => earlier.push(link))
  await expect.poll(() => earlier).toEqual(['up', 'down'])
  const later: Link[] = []
  stream.onLink((link) => later.push(link))
  expect(later).toEqual(['down'])
})
