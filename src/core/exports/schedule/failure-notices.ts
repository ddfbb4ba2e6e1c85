import { basename } from 'node:path'
import type { ScheduledWhat } from '#shared/contract/export-schedules.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'
import type { Needs } from '../source/content.ts'
import type { StoredSchedule } from './stored-schedule.ts'

const names: Readonly<Record<ScheduledWhat['source'], string>> = {
  archive: 'Messages of the archive',
  service: 'Messages from the service',
  delta: 'Messages since the last export',
}

/** Notifies of scheduled exports that failed. One that fails every minute for one reason is announced once a day. */
export class FailureNotices {
  readonly #needs: Pick<Needs, 'ports' | 'accounts' | 'notices'>
  /** By the ids of schedules. */
  readonly #last = new Map<string, { readonly reason: string; readonly at: number }>()

  constructor(needs: Pick<Needs, 'ports' | 'accounts' | 'notices'>) {
    this.#needs = needs
  }

  add({ id, accountId, what, folderPath }: StoredSchedule, reason: string): void {
    const { ports, accounts, notices } = this.#needs
    const at = ports.clock.now()
    const last = this.#last.get(id)
    if (last?.reason === reason && at - last.at < msPerDay) return
    this.#last.set(id, { reason, at })
    const title = `${accounts.get(accountId).name}: a scheduled export failed`
    const body = `${names[what.source]}, to “${basename(folderPath)}”: ${reason}`
    ports.notifier.notify({ title, body, action: 'go.exports' })
    // A host without notifications shows it in the window.
    if (!ports.capabilities.notify) notices.add(`export-schedule-${id}`, `${title}. ${body}`)
  }

  /** The next failure is a new one, whatever its reason. */
  clear(id: string): void {
    this.#last.delete(id)
  }
}
