import type { ExportSource } from '#shared/contract/base/export-choices.ts'
import type { Timing } from '#shared/contract/base/timing.ts'
import type { ExportSchedule, ScheduledWhat } from '#shared/contract/schedules.ts'
import type { ExportWhat } from '#shared/contract/exports.ts'
import type { ReportSpan } from '#shared/contract/base/report-choices.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import { newestFirst } from '#shared/domain/messages/search.ts'
import { spanDays } from '#shared/domain/base/span-days.ts'
import { and } from '#shared/domain/query/ast.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { print } from '#shared/domain/query/print.ts'
import { periodText } from '#shared/domain/statistics/compared-period.ts'
import { TimingForm } from '../../schedules/index.ts'
import { ExportForm, type Choices, type ExportNeeds } from '../form/export-form.svelte.ts'
import type { ScheduleStart } from '../form/schedule-address.ts'

/** Everything the user has entered in the form, so that Back can restore it. */
export type ScheduleChoices = {
  readonly start: ScheduleStart
  readonly timing: Timing
  readonly keep: number | null
  readonly isShared: boolean
  /** Whether the schedule was shared when the form was opened. */
  readonly wasShared: boolean
  readonly file: Choices
}

const mostKept = 999

export class ScheduleForm {
  /** The format of each file, and where it is written. */
  readonly file: ExportForm
  readonly timing: TimingForm
  source = $state<ExportSource>('archive')
  text = $state('')
  span = $state<ReportSpan | null>('yesterday')
  isPruned = $state(false)
  /** The number of files to keep; undefined while the field is empty. */
  kept = $state<number | undefined>(10)
  /** Whether the team sees the schedule. */
  isShared = $state(false)
  wasShared = $state(false)
  readonly #needs: ExportNeeds

  constructor(needs: ExportNeeds) {
    this.#needs = needs
    this.file = new ExportForm(needs)
    this.timing = new TimingForm(needs.host)
  }

  get choices(): ScheduleChoices {
    const { source, text, span, keep, isShared, wasShared } = this
    return {
      start: { source, text, span },
      timing: this.timing.timing,
      keep,
      isShared,
      wasShared,
      file: this.file.choices,
    }
  }

  remember({ start, timing, keep, isShared, wasShared, file }: ScheduleChoices): void {
    Object.assign(this, start)
    this.isShared = isShared
    this.wasShared = wasShared
    this.timing.put(timing)
    this.isPruned = keep !== null
    this.kept = keep ?? this.kept
    this.file.remember(file)
  }

  get keep(): number | null {
    return this.isPruned ? (this.kept ?? 1) : null
  }

  /** The service requires a range of days; only the archive can be exported without one. */
  get serviceSpan(): ReportSpan {
    return this.span ?? 'yesterday'
  }

  /** Why the schedule can’t be shared with the team; null if it can. */
  get notShared(): string | null {
    if (this.source !== 'delta') return null
    return 'This schedule can’t be shared, because it exports everything since the last export on this computer.'
  }

  /** The first option that is missing or invalid, and its field. The timing is checked separately. */
  get problem(): { readonly field: string; readonly text: string } | undefined {
    const { isPruned, kept } = this
    if (isPruned && (kept === undefined || !Number.isInteger(kept) || kept < 1 || kept > mostKept)) {
      return { field: 'keep', text: `Enter a number from 1 to ${mostKept}.` }
    }
    return this.file.problem(this)
  }

  get what(): ScheduledWhat {
    const { source, text, span } = this
    if (source === 'delta') return { source }
    if (source === 'service') return { source, span: this.serviceSpan }
    return { source, text, span }
  }

  wanted(id: string | null): Extract<CommandInput<'schedules.save'>, { kind: 'export' }> {
    const { name, folder, ifTaken } = this.file
    return {
      kind: 'export',
      id,
      accountId: this.#needs.accountId,
      what: this.what,
      layout: this.file.layoutFor(this),
      saveAs: { name, ifTaken },
      timing: this.timing.timing,
      keep: this.keep,
      folder: folder?.token ?? null,
      isShared: this.isShared,
    }
  }

  /** Returns the export that a run today would perform. */
  runOn(today: string): CommandInput<'exports.estimate'> {
    const { name, folder, ifTaken } = this.file
    const saveAs = { name, folder: folder?.token ?? null, ifTaken }
    const layout = this.file.layoutFor(this)
    return { accountId: this.#needs.accountId, what: this.#whatOn(today), layout, saveAs }
  }

  #whatOn(today: string): ExportWhat {
    const { source, text, span } = this
    const { zone } = this.#needs
    if (source === 'delta') return { source }
    if (source === 'service') return { source, ...spanDays(this.serviceSpan, today), zone }
    const dated = span === null ? text : within(text, periodText(spanDays(span, today)))
    return { source, text: dated, zone, sort: newestFirst, selection: null }
  }
}

/**
 * Returns the search that a run executes: the period is applied to each side of an OR, and the last word may be a
 * prefix.
 */
function within(text: string, period: string): string {
  return print(and([parse(text).query, parse(period).query])).trim()
}

/** Returns the initial values for editing an existing schedule. */
export function choicesOf({ what, timing, keep, layout, saveAs, folder, sharedBy }: ExportSchedule): ScheduleChoices {
  const start: ScheduleStart = {
    source: what.source,
    text: what.source === 'archive' ? what.text : '',
    span: what.source === 'delta' ? 'yesterday' : what.span,
  }
  const isShared = sharedBy !== null
  // A shared schedule has no folder on a computer until one is chosen there.
  const chosen = folder === '' ? null : { token: null, name: folder }
  return { start, timing, keep, isShared, wasShared: isShared, file: { layout, saveAs, folder: chosen } }
}
