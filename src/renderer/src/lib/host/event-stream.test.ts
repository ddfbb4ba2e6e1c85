import { expect, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import { EventStream } from './event-stream.ts'
import type { Link } from './host.ts'

const event = (id: string): AppEvent => ({ name: 'jobs.dismissed', payload: { id } })

/** A host that is asked for its stream as often as there are answers; texts come in these pieces. */
function answering(...answers: (readonly string[] | number | Error)[]) {
  const over = Promise.withResolvers<Response>()
  const asked = Promise.withResolvers<undefined>()
  const connect = async (): Promise<Response> => {
    const answer = answers.shift()
    if (answer === undefined) {
      asked.resolve(undefined)
      return over.promise
    }
    if (answer instanceof Error) throw answer
    if (typeof answer === 'number') return new Response('no', { status: answer })
    return new Response(ReadableStream.from(answer.map((piece) => new TextEncoder().encode(piece))))
  }
  return { connect, allAsked: asked.promise }
}

async function follow(...answers: (readonly string[] | number | Error)[]) {
  const { connect, allAsked } = answering(...answers)
  const stream = new EventStream(connect)
  const heard: AppEvent[] = []
  const links: Link[] = []
  const ended = Promise.withResolvers<undefined>()
  stream.subscribe((event) => heard.push(event))
  stream.onLink((link) => {
    links.push(link)
    if (link === 'ended') ended.resolve(undefined)
  })
  await Promise.race([allAsked, ended.promise])
  return { heard, links }
}

test('events arrive one by one, however the connection splits them', async () => {
  const whole = `retry: 1\n\n:\n\n${['a', 'ü', '🎉'].map((id) => `data: ${JSON.stringify(event(id))}\n\n`).join('')}`
  const { heard, links } = await follow([whole], [...whole], [whole.slice(0, -1), '\n'])
  expect(heard).toEqual([1, 2, 3].flatMap(() => ['a', 'ü', '🎉'].map(event)))
  expect(links).toEqual(['up', 'down', 'up', 'down', 'up', 'down'])
})

test('an event that was cut off is dropped', async () => {
  const { heard } = await follow(['retry: 1\n\n', `data: ${JSON.stringify(event('a'))}\n`])
  expect(heard).toEqual([])
})

test('a host that is not there is tried again, and one that refuses is not', async () => {
  const { links } = await follow(['retry: 1\n\n'], new TypeError('Failed to fetch'), ['x\n\n'], 401)
  expect(links).toEqual(['up', 'down', 'down', 'up', 'down', 'ended'])
})

test('a page without a key sends no request', async () => {
  const { links } = await follow(new AppError('not-signed-in', 'This page is not signed in.'))
  expect(links).toEqual(['ended'])
})
