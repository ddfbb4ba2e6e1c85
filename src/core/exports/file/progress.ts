import { plural } from '#shared/domain/base/plural.ts'
import { Formats } from '#shared/domain/settings/formats.ts'
import type { Clock } from '../../base/ports.ts'
import type { JobProgress } from '../../jobs/index.ts'

let made: Formats | null = null

/** Created when an export first reports progress, because a language’s formats take a while to load. */
export function english(): Formats {
  made ??= new Formats(
    { timeZone: 'UTC', dateFormat: 'iso', language: 'en' },
    { systemTimeZone: 'UTC', systemLanguage: 'en' },
  )
  return made
}

type Options = {
  readonly clock: Clock
  /** The text next to “Paused”. */
  readonly pausedNote: string
}

/**
 * Counts what an export has written and reports it in one line: `12 MB · 40,000 of 1,000,000 rows · 8 MB/s · 3 min left`.
 */
export class ExportProgress {
  bytes = 0
  rows: number | null = null
  /** The total that the fraction is based on. */
  totalRows: number | null = null
  totalBytes: number | null = null
  /**
   * Returns how many bytes were received, if that differs from the bytes written: the data may be compressed or in
   * another form.
   */
  received: (() => number) | null = null
  readonly #options: Options
  readonly #startedAt: number
  #send: (progress: JobProgress) => void = () => undefined
  #pausedAt: number | null = null
  #pausedFor = 0

  constructor(options: Options) {
    this.#options = options
    this.#startedAt = options.clock.now()
  }

  /** Sets the function to which progress is reported from now on. */
  listen(send: (progress: JobProgress) => void): void {
    this.#send = send
  }

  wrote(bytes: number): void {
    this.bytes += bytes
    this.#emit()
  }

  say(note: string): void {
    this.#send({ note })
  }

  pause(): void {
    this.#pausedAt ??= this.#options.clock.now()
    this.#send({ note: `Paused${this.#options.pausedNote}` })
  }

  resume(): void {
    if (this.#pausedAt !== null) this.#pausedFor += this.#options.clock.now() - this.#pausedAt
    this.#pausedAt = null
    this.#emit()
  }

  #emit(): void {
    if (this.#pausedAt !== null) return
    const fraction = this.#fraction()
    const seconds = (this.#options.clock.now() - this.#startedAt - this.#pausedFor) / 1000
    const parts = [english().bytes(this.bytes)]
    if (this.rows !== null) {
      const of = this.totalRows === null ? '' : `${english().number(this.rows)} of `
      parts.push(`${of}${plural(english(), this.totalRows ?? this.rows, 'row')}`)
    }
    if (seconds >= 1) parts.push(`${english().bytes(this.bytes / seconds)}/s`)
    if (seconds >= 2 && fraction !== null && fraction > 0) parts.push(timeLeft((seconds / fraction) * (1 - fraction)))
    this.#send({ fraction, note: parts.join(' · ') })
  }

  #fraction(): number | null {
    const { rows, totalRows, totalBytes, received, bytes } = this
    const [done, total] = totalRows === null ? [received?.() ?? bytes, totalBytes] : [rows ?? 0, totalRows]
    return total === null || total === 0 ? null : Math.min(1, done / total)
  }
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s left`
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min left`
  return `${Math.ceil(seconds / 3600)} h left`
}
