import { expect, onTestFinished, test, vi } from 'vitest'
import { Relay } from '#sandbox/delivery/relay.ts'
import { eventually } from '#test/support/eventually.ts'
import { startHalfwayReceiver } from './support/halfway-receiver.ts'

const sender = 'shop@sender.example'

test('messages for which the relay has no room left are reported at once, and counted at the end', async () => {
  const receiver = await startHalfwayReceiver('hangs after MAIL FROM', sender)
  const sentences: string[] = []
  const relay = new Relay({
    url: `smtp://${receiver.address}`,
    allow: ['@x.org'],
    source: () => Buffer.from('Subject: x\r\n\r\nx\r\n'),
    onError: (error) => sentences.push((error as Error).message),
  })
  // One is being passed on, so 10,000 others find room.
  for (let count = 0; count < 10_001; count++) relay.add(`${count}`, sender, 'a@x.org')
  relay.add('not allowed', sender, 'a@elsewhere.example')
  expect(sentences).toEqual([])
  for (const id of ['first', 'second', 'third']) relay.add(id, sender, 'a@x.org')
  expect(sentences).toEqual([
    '10,000 messages are waiting for the relay server. Until some of them have been passed on, further messages stay in the sandbox only. Send more slowly, or use a faster relay server.',
  ])
  await receiver.stopped
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isClosed = false
  void relay.close().then(() => (isClosed = true))
  await eventually(() => {
    vi.advanceTimersByTime(1000)
    expect(isClosed).toBe(true)
  })
  expect(sentences.slice(1)).toEqual([
    'A message may not have been passed on to the relay server, because the server had not responded when the sandbox was closed.',
    '3 messages were not passed on to the relay server because too many others were waiting for it.',
    '10,000 messages were not passed on to the relay server because the sandbox was closed.',
  ])
})
