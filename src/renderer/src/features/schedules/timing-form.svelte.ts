import { AppError } from '#shared/contract/base/error.ts'
import type { Timing } from '#shared/contract/base/timing.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Host } from '../../lib/host/host.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'

type TimingField = 'monthDay' | 'minute' | 'time' | 'cron'
type TimingProblem = { readonly field: TimingField; readonly text: string }

export class TimingForm {
  every = $state<Timing['every']>('day')
  weekday = $state('1')
  /** The day of the month; undefined while the field is empty. */
  monthDay = $state<number | undefined>(1)
  minute = $state<number | undefined>(0)
  time = $state('07:00')
  cron = $state('')
  /** The pattern that the core has parsed last. */
  #checked = $state.raw('')
  readonly next: Loader<CommandOutput<'schedules.nextRuns'>>

  constructor(host: Pick<Host, 'invoke'>, start?: Timing) {
    if (start) this.put(start)
    this.next = new Loader(async () => {
      const { timing } = this
      try {
        return await host.invoke('schedules.nextRuns', { timing })
      } finally {
        // A pattern that was changed in the meantime is parsed next.
        if (timing.cron === this.timing.cron) this.#checked = timing.cron
      }
    })
  }

  put({ every, weekday, monthDay, time, cron }: Timing): void {
    this.every = every
    this.weekday = String(weekday)
    this.monthDay = monthDay
    this.minute = Number(time.slice(3))
    this.time = time
    this.cron = cron
  }

  /** Uses the default for an empty field, so that the values of the other fields are kept. */
  get timing(): Timing {
    const { every, monthDay, minute, cron } = this
    const time = this.time || '07:00'
    return {
      every,
      weekday: Number(this.weekday),
      monthDay: monthDay ?? 1,
      time: every === 'hour' ? `${time.slice(0, 2)}:${String(minute ?? 0).padStart(2, '0')}` : time,
      cron: every === 'cron' ? cron.trim() : '',
    }
  }

  /** A value that is missing or invalid, determined before the core is called. */
  get missing(): TimingProblem | undefined {
    const { every, monthDay, minute, time, cron } = this
    if (every === 'hour') {
      return isWithin(minute, 0, 59) ? undefined : { field: 'minute', text: 'Enter a minute from 0 to 59.' }
    }
    if (every === 'cron') {
      return cron.trim() === '' ? { field: 'cron', text: 'Enter a cron pattern, such as 0 6 * * 1-5.' } : undefined
    }
    if (every === 'month' && !isWithin(monthDay, 1, 31)) return { field: 'monthDay', text: 'Enter a day from 1 to 31.' }
    return time === '' ? { field: 'time', text: 'Enter a time.' } : undefined
  }

  /** Why the core can’t parse the pattern. */
  get refusal(): TimingProblem | undefined {
    if (this.every !== 'cron' || this.cron.trim() === '' || this.next.error === undefined) return undefined
    // A pattern that was changed since is parsed after a pause in typing, and by the core when it is saved.
    if (this.timing.cron !== this.#checked) return undefined
    return { field: 'cron', text: AppError.from(this.next.error).message }
  }

  get problem(): TimingProblem | undefined {
    return this.missing ?? this.refusal
  }
}

function isWithin(value: number | undefined, least: number, most: number): boolean {
  return value !== undefined && Number.isInteger(value) && value >= least && value <= most
}
