import { basename } from 'node:path'
import type { ScheduleKind } from '#shared/contract/schedules.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'
import type { Ports } from '../base/ports.ts'

export type NoticeNeeds = {
  readonly ports: Pick<Ports, 'clock' | 'notifier' | 'capabilities'>
  readonly accounts: { get(id: string): { readonly name: string } }
  readonly notices: { add(id: string, text: string): void }
}

type Failed = {
  readonly id: string
  readonly kind: ScheduleKind
  readonly accountId: string
  readonly folderPath: string
}

type Words<Schedule> = {
  /** The schedule’s output, as named in the notification. */
  readonly what: (schedule: Schedule) => string
  /** The view that the notification opens. */
  readonly view: string
}

/**
 * Notifies the user of scheduled runs that failed. A schedule that fails every minute for the same reason is announced once
 * a day.
 */
export class FailureNotices<Schedule extends Failed> {
  readonly #needs: NoticeNeeds
  readonly #words: Words<Schedule>
  readonly #last = new Map<string, { readonly reason: string; readonly at: number }>()

  constructor(needs: NoticeNeeds, words: Words<Schedule>) {
    this.#needs = needs
    this.#words = words
  }

  add(schedule: Schedule, reason: string): void {
    const { ports, accounts, notices } = this.#needs
    const { what, view } = this.#words
    const { id, kind, accountId, folderPath } = schedule
    const at = ports.clock.now()
    const last = this.#last.get(id)
    if (last?.reason === reason && at - last.at < msPerDay) return
    this.#last.set(id, { reason, at })
    const title = `${accounts.get(accountId).name}: a scheduled ${kind} failed`
    const place = folderPath === '' ? '' : `, to “${basename(folderPath)}”`
    const body = `${what(schedule)}${place}: ${reason}`
    ports.notifier.notify({ title, body, accountId, view })
    // If the host shows no notifications, the failure is shown in the window.
    if (!ports.capabilities.notify) notices.add(`${kind}-schedule-${id}`, `${title}. ${body}`)
  }

  /** Makes the next failure count as new, even if it has the same reason. */
  clear(id: string): void {
    this.#last.delete(id)
  }
}
