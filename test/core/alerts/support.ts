import { mkdir } from 'node:fs/promises'
import { onTestFinished } from 'vitest'
import type { AlertCondition, AlertEvent, AlertRule } from '#shared/contract/alerts.ts'
import { english } from '#shared/domain/base/plural.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import type { AccountAlerts } from '#core/alerts/account-alerts.ts'
import { Alerts } from '#core/alerts/alerts.ts'
import type { Archive } from '#core/archive/engine/archive.ts'
import { EventBus } from '#core/base/event-bus.ts'
import { openArchive, silentLogger, temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { testPorts } from '#test/support/test-ports.ts'

type Rate = Extract<AlertCondition, { kind: 'rate' }>

/** The epoch second at which a day of January 2026 starts, counted from 0. */
export const day = (number: number) => Date.UTC(2026, 0, 1 + number) / 1000

const rate: Rate = {
  kind: 'rate',
  measure: 'hard',
  provider: null,
  limit: 0.02,
  end: 0.01,
  minimum: 100,
  window: { unit: 'day', count: 1 },
}
const common = { isOn: true, zone: 'UTC', search: '' }
export const hardRule: AlertRule & { condition: Rate } = {
  ...common,
  id: crypto.randomUUID(),
  name: 'Hard bounces',
  condition: rate,
}
export const complaintRule: AlertRule = {
  ...common,
  id: crypto.randomUUID(),
  name: 'Complaints',
  condition: { kind: 'complaints', limit: 2, end: 1, days: 2 },
}
export const silenceRule: AlertRule = {
  ...common,
  id: crypto.randomUUID(),
  name: 'No messages sent',
  condition: { kind: 'silence', hours: 24 },
}

let made = 0

export function message(second: number, lastState: string): Message {
  const id = `m-${++made}`
  return {
    id,
    email: `${id}@mail.example.org`,
    from: 'shop@example.com',
    subject: 'Your order',
    apiKey: 'key',
    size: 1000,
    createdDate: second * 1000,
    lastStateDate: second * 1000,
    lastState,
    tags: [],
    open: 0,
    click: 0,
    meta: null,
    reason: null,
  }
}

/** The alerts of one account on a real archive, with a clock set to 1 January 2026, 0:00. */
export async function alertApp() {
  const [archive, data] = [await openArchive(), await temporaryFolder()]
  await mkdir(data, { recursive: true })
  await archive.moveHorizon({ covered: { from: day(-1), to: day(0) - 1 } })
  return startAlerts(archive, data, new ManualClock(day(0) * 1000))
}

async function startAlerts(archive: Archive, data: string, clock: ManualClock) {
  const account = { id: 'shop', name: 'Shop', storeHistory: true, teamServer: null, lastTeamServer: null }
  const notifications: string[] = []
  /** The place that a click on each notification opens. */
  const places: unknown[] = []
  const noted: string[] = []
  const alerts = new Alerts({
    ports: {
      ...testPorts(data, { clock, logger: silentLogger }),
      notifier: {
        notify: ({ title, accountId, view }) => {
          notifications.push(title)
          places.push({ accountId, view })
        },
      },
    },
    events: new EventBus(),
    onBroken: () => undefined,
    accounts: { get: () => account, list: () => ({ accounts: [account] }), clockOf: () => clock },
    archives: { of: () => Promise.resolve(archive) },
    judgesForTeam: () => Promise.resolve(true),
    notes: { record: (_, { moment, text }) => void noted.push(`${new Date(moment).toISOString()} ${text}`) },
    notices: { add: () => undefined },
    numbers: () => english,
  })
  onTestFinished(() => alerts.closeAll())
  alerts.start()
  await alerts.settled()
  const of: AccountAlerts = await alerts.of('shop')

  /** Advances the clock, and reports the end of a sync without changes. */
  async function passTo(second: number): Promise<void> {
    clock.set(second * 1000)
    alerts.changed('shop')
    await alerts.settled()
    // The first call may have been the last one of the previous throttle period.
    clock.advance(5000)
    await alerts.settled()
  }

  return {
    alerts,
    of,
    archive,
    data,
    clock,
    notifications,
    places,
    noted,
    passTo,
    events: (): AlertEvent[] => [...of.stored.events],
    async save(rule: AlertRule): Promise<void> {
      await of.save(rule)
      alerts.judge('shop')
      await alerts.settled()
    },
    /** Advances by a day of January, whose messages a sync then reads. */
    async passDay(number: number, states: { delivered?: number; hard?: number; complaint?: number }) {
      const from = day(number - 1)
      const of = (state: string, count = 0) =>
        Array.from({ length: count }, (_, at) => message(from + 3600 + at, state))
      const { delivered, hard, complaint } = states
      const messages = [...of('delivered', delivered), ...of('hardbounced', hard), ...of('complaint', complaint)]
      const now = Math.max(day(number), clock.now() / 1000)
      await archive.import(messages, { covered: { from, to: day(number) - 1 }, lastSync: Math.floor(now) })
      await passTo(now)
    },
    async restart() {
      await alerts.closeAll()
      return startAlerts(archive, data, clock)
    },
  }
}
