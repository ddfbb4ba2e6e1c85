import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { startHalfwayReceiver } from './support/halfway-receiver.ts'
import { openSandbox } from './support/open-sandbox.ts'
import { aSend } from './support/service-client.ts'

const unfinished =
  'A message may not have been passed on to the relay server, because the server had not responded when the sandbox was closed.'
const waiting = '2 messages were not passed on to the relay server because the sandbox was closed.'

test.each([
  [['a@x.org'], [unfinished]],
  [
    ['a@x.org', 'b@x.org', 'c@x.org'],
    [unfinished, waiting],
  ],
])(
  'a relay server that hangs does not hold up the stop, and what it did not get is said: %j',
  async (to, sentences) => {
    const receiver = await startHalfwayReceiver('hangs after MAIL FROM', 'shop@sender.example')
    const relay = { url: `smtp://${receiver.address}`, allow: ['@x.org'] }
    const { client, sandbox, errors } = await openSandbox({ relay })
    await client.post('/messages/send', aSend(to))
    await receiver.stopped
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let isClosed = false
    void sandbox.close().then(() => (isClosed = true))
    await eventually(() => {
      vi.advanceTimersByTime(1000)
      expect(isClosed).toBe(true)
    })
    expect(errors).toEqual(sentences.map((sentence) => new Error(sentence)))
  },
)
