import { expect, test } from 'vitest'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { openReplies, startMailReceiver } from '../support/open-replies.ts'
import { openSandbox } from '../support/open-sandbox.ts'
import { aSend } from '../support/service-client.ts'

test('replies that wait go to the receiver named last', async () => {
  const { client, sandbox, receiver } = await openReplies()
  const next = await startMailReceiver()
  await client.post('/messages/send', aSend(['outofoffice@x.org', 'reply@x.org']))
  await sandbox.control.advance(5 * 60_000)
  expect(receiver.received).toHaveLength(1)
  await sandbox.control.replies.setReceiver(next.address)
  await sandbox.control.advance('hour')
  expect(receiver.received).toHaveLength(1)
  expect(next.received.map(({ mail }) => mail.from?.address)).toEqual(['reply@x.org'])
})

test('without a receiver, waiting replies are kept, and no new ones are planned', async () => {
  const { client, sandbox, receiver } = await openReplies()
  const { replies } = sandbox.control
  await client.post('/messages/send', aSend('reply@x.org'))
  await sandbox.control.advance(5 * 60_000)
  await replies.setReceiver(null)
  await client.post('/messages/send', aSend('outofoffice@x.org'))
  await sandbox.control.advance('hour')
  expect(receiver.received).toHaveLength(0)
  expect(replies.shown(10)).toMatchObject({ receiver: null, waiting: 1, replies: [{ kind: 'reply' }] })
  await replies.setReceiver(receiver.address)
  await sandbox.settle()
  expect(receiver.received.map(({ mail }) => mail.from?.address)).toEqual(['reply@x.org'])
})

test('the receiver is kept with the data and after a reset, but not taken over from a snapshot', async () => {
  const folder = await createDataFolder()
  const given = { data: folder.path, smtp: false } as const
  const first = await createSandbox({ ...given, repliesTo: '127.0.0.1:2525' })
  await first.control.snapshots.save('base', { replace: false })
  first.control.reset('empty')
  expect(first.control.replies.shown(1).receiver).toBe('127.0.0.1:2525')
  const snapshot = await first.control.snapshots.pathOf('base')
  const { sandbox: other } = await openSandbox({ snapshot })
  expect(other.control.replies.shown(1).receiver).toBeNull()
  await first.close()

  const second = await createSandbox(given)
  expect(second.control.replies.shown(1).receiver).toBe('127.0.0.1:2525')
  const { sandbox: fork } = await second.forks.create()
  expect(fork.control.replies.shown(1).receiver).toBe('127.0.0.1:2525')
  await second.control.replies.setReceiver(null)
  await second.close()
  const third = await createSandbox(given)
  expect(third.control.replies.shown(1).receiver).toBeNull()
  await third.close()
})

test('a program names the receiver by the controls, and a wrong one changes nothing', async () => {
  const { adminReceiver, sandbox, receiver } = await openReplies()
  const other = await startMailReceiver()
  expect((await adminReceiver({ receiver: other.address })).json).toMatchObject({ receiver: other.address })
  const { status, text } = await adminReceiver({ receiver: 'mail.x.org:25' })
  expect([status, text]).toEqual([400, expect.stringContaining('Replies are sent only to this computer')])
  expect(sandbox.control.replies.shown(1).receiver).toBe(other.address)
  expect((await adminReceiver({ receiver: null })).json).toMatchObject({ receiver: null })
  expect((await adminReceiver({ receiver: receiver.address })).status).toBe(200)
})
