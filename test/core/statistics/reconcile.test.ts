import { describe, expect, it } from 'vitest'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { ComparedBy, ComparedLine } from '#shared/contract/statistics.ts'
import type { SyncOptions } from '#shared/contract/sync.ts'
import { differing, sideBySide } from '#shared/domain/statistics/reconciliation/compared-counts.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAccount, type OpenApp } from '#test/support/open-app.ts'

const day = 86_400_000
/** The number of days read and compared, some of which the sync does not read again. */
const days = 12

/** An account whose last days were read once, and which syncs only when the test asks for it. */
class Compared {
  readonly mailroom: OpenApp<Sandbox>
  readonly now: number

  constructor(mailroom: OpenApp<Sandbox>) {
    this.mailroom = mailroom
    this.now = mailroom.service.clock.now()
  }

  static async open(profile: Partial<AccountProfile> = {}): Promise<Compared> {
    const compared = new Compared(await openAccount(profile, { scenario: 'demo', clock: { running: false } }))
    const from = Date.parse(compared.dayAt(days - 1)) / 1000
    await compared.configure({ from, paused: true, windowDays: 2, details: false })
    await compared.sync()
    return compared
  }

  get accountId(): string {
    return this.mailroom.accountId
  }

  dayAt(ago: number): string {
    return new Date(this.now - ago * day).toISOString().slice(0, 10)
  }

  configure(options: Partial<SyncOptions>) {
    return this.mailroom.ask('sync.configure', { accountId: this.accountId, options })
  }

  async sync(): Promise<void> {
    const { jobId } = await this.mailroom.ask('sync.now', { accountId: this.accountId })
    expect((await this.ended(jobId)).state).toBe('done')
  }

  async repair(wanted: readonly string[]): Promise<Job> {
    const { jobId } = await this.mailroom.ask('statistics.repair', { accountId: this.accountId, days: [...wanted] })
    return this.ended(jobId)
  }

  ended(jobId: string): Promise<Job> {
    return eventually(async () => {
      const job = (await this.mailroom.ask('jobs.list')).find(({ id }) => id === jobId)!
      expect(job.endedAt).not.toBeNull()
      return job
    })
  }

  async compare(by: ComparedBy = 'day', filter: { froms?: string[]; tags?: string[]; apiKeys?: string[] } = {}) {
    const period = { from: this.dayAt(days - 1), to: this.dayAt(0) }
    const question = { accountId: this.accountId, by, ...period, froms: [], tags: [], apiKeys: [], ...filter }
    return this.mailroom.ask('statistics.reconcile', question)
  }

  /** The days that differ, with their reasons. */
  async differences(): Promise<Record<string, readonly string[]>> {
    const { lines } = await this.compare()
    return Object.fromEntries(reported(lines).map(({ value, reasons }) => [value, reasons]))
  }

  recordOpens(ago: number, count: number): void {
    const { store, clock } = this.mailroom.service
    const dateBegin = Date.parse(this.dayAt(ago))
    const { messages } = store.messages.list({ dateBegin, dateEnd: dateBegin + day - 1000 }, { page: 1, pageSize: 500 })
    const delivered = messages.filter(({ lastState }) => lastState === 'delivered').slice(0, count)
    expect(delivered).toHaveLength(count)
    for (const { id } of delivered) store.messages.recordEvent(id, { type: 'open', date: clock.now() })
  }
}

/**
 * Leaves out days whose only difference is people who both unsubscribed and complained: the archive counts them once,
 * the service twice.
 */
function reported(lines: readonly ComparedLine[]): ComparedLine[] {
  return lines.filter(({ reasons }) => reasons.some((reason) => reason !== 'last-state'))
}

describe('service and archive', { timeout: 60_000 }, () => {
  it('count the same after a sync, by day, tag and domain, with every filter', async () => {
    const compared = await Compared.open()
    for (const by of ['day', 'tag', 'domain'] as const) {
      const { lines, total, unreadable } = await compared.compare(by)
      expect(lines.length).toBeGreaterThan(3)
      expect(reported(lines)).toEqual([])
      expect([total >= lines.length, unreadable]).toEqual([true, 0])
      // Lines without a reason have equal numbers.
      const equal = lines.filter(({ reasons }) => reasons.length === 0)
      for (const { archive, service } of equal) expect(differing(sideBySide(archive, service))).toEqual([])
    }
    const whole = (await compared.compare()).lines.reduce((sum, { archive }) => sum + archive.messages, 0)
    const tag = (await compared.compare('tag')).lines[0]!.value
    const tagged = (await compared.compare('day', { tags: [tag] })).lines
    expect(reported(tagged)).toEqual([])
    const counted = tagged.reduce((sum, { archive }) => sum + archive.messages, 0)
    expect(counted).toBeGreaterThan(0)
    expect(counted).toBeLessThan(whole)
    expect((await compared.compare('day', { froms: ['nobody@example.org'] })).lines).toEqual([])
  })

  it('differ where days were removed from the archive, and are equal after these were read again', async () => {
    const compared = await Compared.open()
    await compared.configure({ keepDays: 8 })
    await compared.sync()
    await compared.configure({ keepDays: null })
    const before = await compared.differences()
    // The last removed messages are from this day. If they include none from its first minutes, the day does not
    // differ.
    const missing = [...new Set([...Object.keys(before), compared.dayAt(8)])]
    expect(missing).toContain(compared.dayAt(days - 2))
    expect(new Set(Object.values(before).flat())).toEqual(new Set(['unread']))
    const job = await compared.repair(missing)
    expect(job).toMatchObject({ state: 'done', kind: 'statistics', title: `Reread ${missing.length} days of Shop` })
    expect(job.result!.text).toMatch(/^[\d,]+ new messages, \d+ updates?\.$/)
    expect(await compared.differences()).toEqual({})
    expect((await compared.compare()).horizon.gaps).toEqual([])
  })

  it('differ by opens after the sync, and are equal after their day was read again', async () => {
    const compared = await Compared.open()
    compared.recordOpens(9, 2)
    await compared.sync()
    expect(await compared.differences()).toEqual({ [compared.dayAt(9)]: ['late'] })
    expect((await compared.repair([compared.dayAt(9)])).result!.text).toBe('0 new messages, 2 updates.')
    expect(await compared.differences()).toEqual({})
  })

  it('differ where a person was erased, even after reading again', async () => {
    const compared = await Compared.open()
    const dateBegin = Date.parse(compared.dayAt(5))
    const { store } = compared.mailroom.service
    const [message] = store.messages.list(
      { dateBegin, dateEnd: dateBegin + day - 1000 },
      { page: 1, pageSize: 1 },
    ).messages
    const { email } = message!
    await compared.mailroom.ask('recipients.erase', { accountId: compared.accountId, email })
    const before = await compared.differences()
    expect(before[compared.dayAt(5)]).toEqual(['erased'])
    const { result } = await compared.repair([compared.dayAt(5)])
    expect(result!.text).toMatch(/^0 new messages, 0 updates\. \d+ records? left out because the person was erased\.$/)
    expect(await compared.differences()).toEqual(before)
  })
})

describe('a repair', { timeout: 60_000 }, () => {
  it('reads details if the account’s sync does, even for a read-only account', async () => {
    const compared = await Compared.open({ readOnly: true })
    await compared.configure({ details: true })
    const wanted = compared.dayAt(6)
    const metadata = () =>
      compared.mailroom.ask('messages.search', {
        accountId: compared.accountId,
        text: `on:${wanted} meta.order:*`,
        zone: 'UTC',
        sort: { field: 'created', descending: true },
        offset: 0,
        limit: 1,
      })
    expect((await metadata()).rows).toEqual([])
    expect((await compared.repair([wanted])).state).toBe('done')
    expect((await metadata()).rows).toHaveLength(1)
  })

  it('can be cancelled, and leaves the earlier comparison unchanged', async () => {
    const compared = await Compared.open()
    compared.recordOpens(9, 1)
    compared.mailroom.service.faults.add({ path: '/export/*', kind: 'delay', delayMs: 60_000 })
    const { ask, accountId } = compared.mailroom
    const { jobId } = await ask('statistics.repair', { accountId, days: [compared.dayAt(9)] })
    await ask('jobs.cancel', { id: jobId })
    expect((await compared.ended(jobId)).state).toBe('cancelled')
    compared.mailroom.service.faults.clear()
    expect(await compared.differences()).toEqual({ [compared.dayAt(9)]: ['late'] })
    await compared.sync()
  })

  it('waits for a running sync, and a sync waits for it', async () => {
    const compared = await Compared.open()
    compared.recordOpens(9, 1)
    const { ask, accountId } = compared.mailroom
    const first = await ask('sync.now', { accountId })
    const repair = await ask('statistics.repair', { accountId, days: [compared.dayAt(9)] })
    const other = await ask('statistics.repair', { accountId, days: [compared.dayAt(8)] })
    const second = await ask('sync.now', { accountId })
    for (const { jobId } of [first, repair, other, second]) expect((await compared.ended(jobId)).state).toBe('done')
    expect(await compared.differences()).toEqual({})
  })

  it('is refused if the user has not chosen yet how far back to read', async () => {
    const mailroom = await openAccount()
    const { ask, accountId } = mailroom
    await expect(ask('statistics.repair', { accountId, days: ['2026-01-01'] })).rejects.toMatchObject({
      code: 'sync-not-chosen',
    })
    const question = {
      accountId,
      by: 'day',
      from: '2026-01-02',
      to: '2026-01-01',
      froms: [],
      tags: [],
      apiKeys: [],
    } as const
    await expect(ask('statistics.reconcile', { ...question, froms: [], tags: [], apiKeys: [] })).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })
})
