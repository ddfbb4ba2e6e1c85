import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { startHalfwayReceiver } from './support/halfway-receiver.ts'
import { openSandbox } from './support/open-sandbox.ts'
import { aSend } from './support/service-client.ts'

test.each([
  [['a@x.org'], '1 message was'],
  [['a@x.org', 'b@x.org', 'c@x.org'], '3 messages were'],
])('a relay server that hangs does not hold up the stop, and what it did not get is said: %j', async (to, count) => {
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
  const sentence = `${count} not passed on to the relay server because the sandbox was closed.`
  expect(errors).toEqual([new Error(sentence)])
})
