import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { lastRun } from '#shared/contract/base/timing.ts'
import { missedRuns, type ScheduleKind } from '#shared/contract/schedules.ts'
import type { ArchivePort } from '../archive/index.ts'
import type { Planned } from './plan.ts'

type SharedArchive = Pick<ArchivePort, 'setting' | 'changeSetting'>
type SettingEntries = Parameters<SharedArchive['changeSetting']>[1]

const entry = z.object({ schedule: z.looseObject({ kind: z.string() }), sharedBy: z.string() })
const run = z.object({ due: z.number().int(), last: lastRun.nullable(), missed: missedRuns })
type Entry = z.infer<typeof entry>
type Run = z.infer<typeof run>
/** A schedule as stored in the archive. */
export type SharedSchedule = {
  readonly id: string
  readonly entry: Entry
  readonly run: Run
  /** The run as stored in the archive, perhaps with fields of a newer version. */
  readonly storedRun: unknown
}

const values = z.record(z.uuid(), z.unknown())
/**
 * Entries and runs are separate settings, so that a colleague who edits a schedule during a run does not undo what the
 * run records.
 */
const settings = { entries: 'teamSchedules', runs: 'teamScheduleRuns' }

type Rules<Stored> = {
  readonly kind: ScheduleKind
  /** The fields added by the kind, which are specific to this computer, with their initial values. */
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
    const known = values.parse(ran ?? {})
    return Object.entries(values.parse(found ?? {})).flatMap(([id, one]) => {
      // A newer Mailroom may have written entries that this version can’t read. The other schedules still run.
      const [shared, last] = [entry.safeParse(one), run.safeParse(known[id])]
      if (!shared.success || !last.success || shared.data.schedule.kind !== this.#rules.kind) return []
      return [{ id, entry: shared.data, run: last.data, storedRun: known[id] }]
    })
  }

  /** `before` is null for a schedule that is not in the archive yet, and `after` is null for one that will be removed. */
  async write(archive: SharedArchive, before: SharedSchedule | null, after: Stored | null): Promise<void> {
    await this.#write(archive, { before, after, expected: {} })
  }

  /** Resolves to false and writes nothing if another computer has begun or ended a run since `before` was read. */
  writeIfSameRun(archive: SharedArchive, before: SharedSchedule, after: Stored): Promise<boolean> {
    return this.#write(archive, { before, after, expected: { [before.id]: before.storedRun } })
  }

  async #write(
    archive: SharedArchive,
    { before, after, expected }: { before: SharedSchedule | null; after: Stored | null; expected: SettingEntries },
  ): Promise<boolean> {
    const id = (after ?? before)!.id
    const next = after && this.#sharedOf(after)
    // Runs are written first, because an entry without a run is not read.
    if (!isDeepStrictEqual(before?.run, next?.run)) {
      if (!(await archive.changeSetting(settings.runs, { [id]: next?.run ?? null }, expected))) return false
    }
    if (!isDeepStrictEqual(before?.entry, next?.entry)) {
      await archive.changeSetting(settings.entries, { [id]: next?.entry ?? null })
    }
    return true
  }

  /**
   * The schedule as this computer runs it: with this computer’s folder and records of runs. Null if only a newer
   * Mailroom can read the schedule. No path comes from the archive: a colleague must not choose where this computer
   * writes.
   */
  copyOf(
    { id, entry: { schedule, sharedBy }, run: last }: SharedSchedule,
    { accountId, copy }: Here<Stored>,
  ): Stored | null {
    const { own, lastFolder, read } = this.#rules
    const local = copy ?? { ...own, folderPath: lastFolder(accountId) ?? '', ranHere: null }
    const ofOwn = Object.fromEntries(Object.keys(own).map((name) => [name, local[name as keyof typeof local]]))
    const { folderPath, ranHere } = local
    const here = { id, accountId, folderPath, ranHere, sharedBy, last: newer(copy, last.last) }
    try {
      return read({ ...schedule, ...last, ...ofOwn, ...here })
    } catch {
      return null
    }
  }

  #sharedOf(stored: Stored): Pick<SharedSchedule, 'entry' | 'run'> {
    const {
      id: _id,
      accountId: _account,
      folderPath: _folder,
      ranHere: _ran,
      sharedBy,
      due,
      last,
      missed,
      ...rest
    } = stored
    const isOwn = (name: string): boolean => name in this.#rules.own
    const schedule = Object.fromEntries(Object.entries(rest).filter(([name]) => !isOwn(name)))
    return { entry: entry.parse({ schedule, sharedBy }), run: { due, last, missed } }
  }
}

/** The last run’s newest known state. The archive may not know yet that a run on this computer has ended. */
function newer(copy: Planned | undefined, shared: Run['last']): Run['last'] {
  const isOurs = copy?.last && copy.ranHere === shared?.at && copy.last.at === shared?.at
  return isOurs && shared.state === 'running' ? copy.last : shared
}

type Here<Stored> = {
  readonly accountId: string
  /** This computer’s copy; undefined if it has none yet. */
  readonly copy: Stored | undefined
}
