import { stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { lastRun } from '#shared/contract/base/timing.ts'
import { missedRuns, type ScheduleKind } from '#shared/contract/schedules.ts'
import type { ArchivePort } from '../archive/index.ts'
import type { Planned } from './plan.ts'

type SharedArchive = Pick<ArchivePort, 'setting' | 'changeSetting'>

/** `folderPath` is the folder of the computer that shared the schedule. */
const entry = z.object({
  schedule: z.looseObject({ kind: z.string() }),
  folderPath: z.string(),
  sharedBy: z.string(),
})
const run = z.object({ due: z.number().int(), last: lastRun.nullable(), missed: missedRuns })
type Entry = z.infer<typeof entry>
type Run = z.infer<typeof run>
/** A schedule as stored in the archive. */
export type SharedSchedule = { readonly id: string; readonly entry: Entry; readonly run: Run }

const entries = z.record(z.uuid(), entry)
const runs = z.record(z.uuid(), run)
/** Apart, so that a colleague who edits a schedule while it runs does not undo what the run notes. */
const settings = { entries: 'teamSchedules', runs: 'teamScheduleRuns' }

type Rules<Stored> = {
  readonly kind: ScheduleKind
  /** The fields that the kind adds, which belong to this computer. */
  readonly own: object
  readonly read: (parsed: unknown) => Stored
  readonly lastFolder: (accountId: string) => string | null
}

/** A team’s schedules of one kind, stored in settings of its archive. Only the entries that changed are written. */
export class TeamShelf<Stored extends Planned> {
  readonly #rules: Rules<Stored>

  constructor(rules: Rules<Stored>) {
    this.#rules = rules
  }

  async read(archive: SharedArchive): Promise<SharedSchedule[]> {
    const [found, ran] = await Promise.all([archive.setting(settings.entries), archive.setting(settings.runs)])
    const known = runs.parse(ran ?? {})
    return Object.entries(entries.parse(found ?? {})).flatMap(([id, one]) => {
      const last = known[id]
      return one.schedule.kind === this.#rules.kind && last ? [{ id, entry: one, run: last }] : []
    })
  }

  /** `before` is null for a schedule that is new there, and `after` for one that is removed. */
  async write(archive: SharedArchive, before: SharedSchedule | null, after: Stored | null): Promise<void> {
    const id = (after ?? before)!.id
    const next = after && this.#sharedOf(after, before)
    // Runs first: an entry without a run is not read.
    if (!isDeepStrictEqual(before?.run, next?.run)) {
      await archive.changeSetting(settings.runs, { [id]: next?.run ?? null })
    }
    if (isDeepStrictEqual(before?.entry, next?.entry)) return
    await archive.changeSetting(settings.entries, { [id]: next?.entry ?? null })
  }

  /**
   * The schedule as this computer runs it: in its own folder, with what it has noted itself about its files. Null if it is
   * in a form that only a newer Mailroom can read.
   */
  copyOf(
    { id, entry: { schedule, sharedBy, folderPath }, run: last }: SharedSchedule,
    here: Here<Stored>,
  ): Stored | null {
    const local = here.copy ?? { ...this.#rules.own, folderPath: here.folderPath ?? folderPath }
    const ofOwn = Object.fromEntries(
      Object.keys(this.#rules.own).map((name) => [name, local[name as keyof typeof local]]),
    )
    const read = {
      ...schedule,
      ...last,
      last: newer(here.copy?.last, last.last),
      ...ofOwn,
      id,
      accountId: here.accountId,
      folderPath: local.folderPath,
      sharedBy,
    }
    try {
      return this.#rules.read(read)
    } catch {
      return null
    }
  }

  /** The folder for a schedule that is new on this computer: a network drive may be at the same place on all of them. */
  async folderFor({ entry: { folderPath } }: SharedSchedule, accountId: string): Promise<string> {
    const isHere = await stat(folderPath).then(
      (found) => found.isDirectory(),
      () => false,
    )
    return isHere ? folderPath : (this.#rules.lastFolder(accountId) ?? folderPath)
  }

  #sharedOf(stored: Stored, before: SharedSchedule | null): Pick<SharedSchedule, 'entry' | 'run'> {
    const { id: _id, accountId: _account, folderPath, sharedBy, due, last, missed, ...rest } = stored
    const isOwn = (name: string): boolean => name in this.#rules.own
    const schedule = Object.fromEntries(Object.entries(rest).filter(([name]) => !isOwn(name)))
    const place = before?.entry.folderPath ?? folderPath
    return { entry: entry.parse({ schedule, folderPath: place, sharedBy }), run: { due, last, missed } }
  }
}

/** A run from here may have ended while its end could not be written to the archive. */
function newer(here: Run['last'] | undefined, shared: Run['last']): Run['last'] {
  return here && here.at === shared?.at && shared.state === 'running' ? here : shared
}

type Here<Stored> = {
  readonly accountId: string
  /** What this computer has of the schedule. */
  readonly copy: Stored | undefined
  /** For a schedule of which it has nothing yet. */
  readonly folderPath: string | undefined
}
