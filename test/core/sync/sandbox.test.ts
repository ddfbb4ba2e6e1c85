import { expect, it, onTestFinished } from 'vitest'
import type { Message } from '#shared/domain/messages/record.ts'
import type { ServiceClient } from '#core/api/index.ts'
import { serviceSource } from '#core/sync/service-source.ts'
import { Sync } from '#core/sync/sync.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { everyMessage, expectTrueHorizon } from '../archive/support/compare.ts'
import { clientOfSandbox } from '#test/support/api-client.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openSandbox } from '#test/support/sandboxes/open-sandbox.ts'
import { openArchive, silentLogger } from '../archive/support/open-archive.ts'

async function openDemo(): Promise<{ sandbox: Sandbox; client: ServiceClient }> {
  const sandbox = await openSandbox({ scenario: 'demo', smtp: false, clock: { running: false } })
  onTestFinished(() => sandbox.close())
  const client = clientOfSandbox(sandbox)
  onTestFinished(() => client.close())
  return { sandbox, client }
}

/** The service’s list, with only the fields that both sides share. */
function listed(sandbox: Sandbox, from: number): Map<string, unknown> {
  const { messages, total } = sandbox.store.messages.list({ dateBegin: from }, { page: 1, pageSize: 100_000 })
  expect(messages.length).toBe(total)
  return new Map(messages.map((record) => [`${record.id} ${record.email}`, told(record)]))
}

type Told = Pick<
  Message,
  'createdDate' | 'lastStateDate' | 'lastState' | 'open' | 'click' | 'subject' | 'from' | 'size' | 'tags' | 'apiKey'
>

function told(
  record: Told & { meta?: unknown; reason?: unknown; openDetails?: unknown[]; clickDetails?: unknown[] },
): unknown {
  const { createdDate, lastStateDate, lastState, open, click, subject, from, size, tags, apiKey } = record
  const { meta = null, reason = null, openDetails = [], clickDetails = [] } = record
  const details = [openDetails.length, clickDetails.length]
  return {
    createdDate,
    lastStateDate,
    lastState,
    open,
    click,
    subject,
    from,
    size,
    tags: [...tags].sort(),
    apiKey,
    meta,
    reason,
    details,
  }
}

it(
  'the archive holds exactly what the sandbox lists after a sync, despite events and faults',
  { timeout: 120_000 },
  async () => {
    const { sandbox, client } = await openDemo()
    const archive = await openArchive()
    const clock = new ManualClock(sandbox.clock.now())
    const source = serviceSource(client, silentLogger)
    const sync = await Sync.open({
      archive,
      source,
      pruneBodies: () => Promise.resolve(),
      onKey: () => () => undefined,
      turn: null,
      onLease: () => undefined,
      clock,
      logger: silentLogger,
      startJob: () => Promise.resolve(),
    })
    // A few days are enough, with a hundred messages each.
    const from = Math.floor(sandbox.clock.now() / 86_400_000 - 4) * 86_400_000
    expect(listed(sandbox, from).size).toBeGreaterThan(100)
    await sync.setOptions({ from: from / 1000 })
    const run = (): Promise<unknown> => sync.work({ signal: new AbortController().signal, progress: () => undefined })

    await run()
    expect(
      new Map((await everyMessage(archive)).map((record) => [`${record.id} ${record.email}`, told(record)])),
    ).toEqual(listed(sandbox, from))

    // Messages change at the service while its responses break.
    const newest = sandbox.store.messages.newest(20)
    for (const [index, { id }] of newest.entries()) {
      sandbox.store.messages.recordEvent(id, { type: 'open', date: sandbox.clock.now() })
      if (index % 3 === 0) sandbox.store.messages.recordEvent(id, { type: 'complaint', date: sandbox.clock.now() })
    }
    clock.advance(2 * 3_600_000)
    sandbox.faults.set([
      { kind: 'cut', path: '/export/*', afterBytes: 5000, times: 1 },
      { kind: 'malformed', path: '/statistics/*', times: 1 },
    ])
    await run().catch(() => undefined)
    const same = [...listed(sandbox, from).keys()].map((key) => key.split(' ') as [string, string])
    const asMessages = (await everyMessage(archive)).filter((record) =>
      same.some(([id, email]) => id === record.id && email === record.email),
    )
    await expectTrueHorizon(archive, asMessages)
    sandbox.faults.set([])
    clock.advance(3_600_000)
    await run()
    expect(
      new Map((await everyMessage(archive)).map((record) => [`${record.id} ${record.email}`, told(record)])),
    ).toEqual(listed(sandbox, from))
    expect(await archive.horizon()).toMatchObject({ gaps: [], detailGaps: [] })
  },
)

it('a sync stops at once when the key is revoked midway', async () => {
  const { sandbox, client } = await openDemo()
  const archive = await openArchive()
  const clock = new ManualClock(sandbox.clock.now())
  const source = serviceSource(client, silentLogger)
  const sync = await Sync.open({
    archive,
    source,
    pruneBodies: () => Promise.resolve(),
    onKey: () => () => undefined,
    turn: null,
    onLease: () => undefined,
    clock,
    logger: silentLogger,
    startJob: () => Promise.resolve(),
  })
  await sync.setOptions({ from: Math.floor(sandbox.clock.now() / 1000) - 10 * 86_400 })
  const unsubscribe = sandbox.onRequest(() => {
    const [key] = sandbox.store.keys.list()
    if (key?.enabled) sandbox.control.changeKey(key.id, { enabled: false })
  })
  onTestFinished(unsubscribe)
  const work = sync.work({ signal: new AbortController().signal, progress: () => undefined })
  await expect(work).rejects.toMatchObject({ code: 'key-disabled' })
  expect((await archive.horizon()).lastSync).toBeNull()
})
