import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { watchFiles } from '#test/core/support/failing-files.ts'
import { json } from '#test/support/api-client.ts'
import { eventually } from '#test/support/eventually.ts'
import { answering } from '#test/support/failing-service.ts'
import { openAccount, openAppAtSandbox } from '#test/support/open-app.ts'
import { inState, many, newDraft, now, outbox } from '#test/core/sends/support/sending.ts'

type Call = { to: { address: string }[] }

/** A service that holds back its responses to sends until the test releases them. */
async function holding() {
  const got: string[] = []
  const held: (() => void)[] = []
  let isOpen = false
  const baseUrl = await answering(({ url, body }, response) => {
    if (!url.endsWith('/messages/send')) return json(response, { items: [], total: 0 })
    got.push(...(JSON.parse(body) as Call).to.map(({ address }) => address))
    const respond = () => json(response, { status: 'success' })
    if (isOpen) respond()
    else held.push(respond)
  })
  const mailroom = await openAppAtSandbox()
  await mailroom.addAccount({ baseUrl, acceptPlainHttp: true })
  return {
    mailroom,
    got,
    held: (count: number) => eventually(() => expect(held).toHaveLength(count)),
    release: () => {
      isOpen = true
      for (const respond of held) respond()
    },
  }
}

test.each(['sends.pause', 'sends.cancel'] as const)('a send ends as sent after %s in its last call', async (halt) => {
  const { mailroom, held, release } = await holding()
  const { ask } = mailroom
  const id = await newDraft(mailroom, { rows: many(2) })
  await ask('sends.start', { draftId: id, ...now })
  await held(1)
  const shown = () => ask('sends.list', { accountId: mailroom.accountId })
  expect(await shown()).toMatchObject([{ underWay: 2 }])
  await ask(halt, { id })
  const state = halt === 'sends.pause' ? 'paused' : 'stopped'
  expect(await shown()).toMatchObject([{ state, sent: 0, underWay: 2 }])
  const settled = ask('sends.settled', { id })
  release()
  expect(await settled).toMatchObject({ state: 'sent', sent: 2, underWay: 0, note: '' })
  await eventually(async () => expect(await ask('jobs.list')).toMatchObject([{ kind: 'sends', state: 'done' }]))
})

test('a send that is removed at the moment it ends does not return', async () => {
  const { mailroom, held, release } = await holding()
  const { ask, accountId, app, folder } = mailroom
  const emitted: string[] = []
  app.subscribe(({ name }) => void emitted.push(name))
  const id = await newDraft(mailroom, { rows: many(2) })
  await ask('sends.start', { draftId: id, ...now })
  await held(1)
  await ask('sends.cancel', { id })
  const removed = () =>
    ask('sends.remove', { id }).then(
      () => true,
      (thrown: unknown) => {
        // The last call is still in progress.
        expect(AppError.from(thrown).code).toBe('conflict')
        return false
      },
    )
  expect(await removed()).toBe(false)
  const settled = ask('sends.settled', { id })
  release()
  // Removes the send at the first moment at which that is allowed.
  while (!(await removed())) await setImmediate()
  await settled
  expect(emitted.filter((name) => name.startsWith('sends.')).at(-1)).toBe('sends.removed')
  expect(await ask('sends.list', { accountId })).toEqual([])
  expect(await readdir(join(folder, 'compose', 'sends'))).toEqual([])
  await mailroom.restart()
  expect(await ask('sends.list', { accountId })).toEqual([])
})

test('a send that is repeatedly paused and resumed sends no batch twice', async () => {
  const { mailroom, got, release } = await holding()
  const { ask } = mailroom
  const id = await newDraft(mailroom, { rows: many(6000) })
  await ask('sends.start', { draftId: id, ...now })
  await inState(mailroom, id, 'sending')
  for (let turn = 0; turn < 12; turn++) {
    // The batches in progress have not been recorded yet.
    await Promise.all([ask('sends.pause', { id }), ask('sends.resume', { id })])
  }
  release()
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 6000, unknown: 0, note: '' })
  expect(got).toHaveLength(6000)
  expect(new Set(got).size).toBe(6000)
})

test.each([
  ['outcomes', 1],
  // The first is that of the new time.
  ['send.json', 1],
  ['send.json', 2],
])(
  'a send undone twice while it begins to write %s (%i) sends nothing, and is not reported afterwards',
  async (at, nth) => {
    const mailroom = await openAccount()
    const { ask } = mailroom
    const id = await newDraft(mailroom, { rows: many(3) })
    let undone: Promise<unknown> | null = null
    let opened = -Infinity
    const stopWatching = watchFiles(({ name, path }) => {
      if (name === 'open' && path.includes(at)) opened += 1
      if (opened === nth) undone ??= Promise.all([1, 2].map(() => ask('sends.cancel', { id })))
      return null
    })
    onTestFinished(stopWatching)
    const heard: string[] = []
    mailroom.app.subscribe(({ name, payload }) => {
      if (name === 'sends.removed' || (name === 'sends.changed' && payload.id === id)) heard.push(name)
    })
    await ask('sends.start', { draftId: id, at: null, undoSeconds: 120 })
    opened = 0
    await ask('sends.move', { id, at: null })
    await eventually(() => expect(undone).not.toBeNull())
    const cancelled = { draftId: id, hasLeft: false }
    expect(await undone).toEqual([cancelled, cancelled])
    expect(await ask('drafts.get', { id })).toMatchObject({ recipients: 3 })
    const job = await eventually(async () => {
      const [found] = await ask('jobs.list')
      expect(found).not.toMatchObject({ state: 'running' })
      return found
    })
    // There is none if the send was undone before it began.
    expect(['cancelled', undefined]).toContain(job?.state)
    expect(heard.at(-1)).toBe('sends.removed')
    expect(outbox(mailroom)).toEqual([])
  },
)
