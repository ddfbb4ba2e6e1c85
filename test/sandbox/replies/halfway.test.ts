import { expect, test } from 'vitest'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { startHalfwayReceiver, type Halfway } from '../support/halfway-receiver.ts'
import { openReplies } from '../support/open-replies.ts'
import { openSandbox } from '../support/open-sandbox.ts'
import { aSend, ServiceClient } from '../support/service-client.ts'

const minute = 60_000
/** The limit also applies to the good replies, so it is short only if something hangs. */
const halfway: readonly (readonly [Halfway, number, RegExp])[] = [
  ['hangs after MAIL FROM', 2000, /^No response within 2 s\.$/],
  ['closes in the middle of DATA', minute, /closed|reset/i],
]

test.each(halfway)(
  'a receiver that %s gets that reply later, and all others now',
  async (how, replyMilliseconds, reason) => {
    const receiver = await startHalfwayReceiver(how, 'bad@x.org')
    const options = { repliesTo: receiver.address, limits: { replyMilliseconds } }
    const { client, sandbox, log, errors } = await openReplies(options)
    sandbox.control.replies.setRules([{ to: '*', kind: 'reply', after: 0 }])
    // The bad recipient comes over a connection that was used before.
    await client.post('/messages/send', aSend(['one@x.org', 'bad@x.org', 'two@x.org', 'three@x.org']))
    await sandbox.control.advance(1000)
    expect(receiver.taken).toEqual(['one@x.org', 'two@x.org', 'three@x.org'])
    expect(receiver.begun).toEqual(['one@x.org', 'bad@x.org', 'two@x.org', 'three@x.org'])
    const [tried] = (await log()).filter(({ state }) => state === 'planned')
    expect(tried).toMatchObject({ tries: 1, reason: expect.stringMatching(reason) as string })

    receiver.badSender = undefined
    await sandbox.control.advance(minute - 1)
    expect(receiver.begun).toHaveLength(4)
    await sandbox.control.advance(1)
    expect(receiver.taken).toEqual(['one@x.org', 'two@x.org', 'three@x.org', 'bad@x.org'])
    expect(errors).toEqual([])
  },
)

test('the sandbox closes while its receiver hangs, and the next run sends the reply', async () => {
  await withDataFolder(async (data) => {
    const receiver = await startHalfwayReceiver('hangs after MAIL FROM', 'reply@x.org')
    const options = { data, smtp: false, clock: { running: false }, repliesTo: receiver.address }
    const sandbox = await createSandbox({ ...options, limits: { replyMilliseconds: 3_600_000 } })
    const client = ServiceClient.of(sandbox)
    await client.post('/messages/send', aSend('reply@x.org'))
    client.close()
    const advanced = sandbox.control.advance('hour')
    await receiver.stopped
    await sandbox.close()
    await advanced

    receiver.badSender = undefined
    const next = await openSandbox(options)
    expect(next.sandbox.control.replies.shown(10)).toMatchObject({ waiting: 1, replies: [{ tries: 0, reason: null }] })
    await next.sandbox.control.advance('hour')
    expect(receiver.taken).toEqual(['reply@x.org'])
  })
})
