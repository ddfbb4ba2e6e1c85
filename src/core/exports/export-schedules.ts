import { isDeepStrictEqual } from 'node:util'
import type { ExportSchedule, ScheduledWhat } from '#shared/contract/schedules.ts'
import { withoutAddress } from '#shared/text/without-address.ts'
import type { KindRules } from '../schedules/index.ts'
import type { Exports } from './exports.ts'
import type { ExportContentNeeds } from './source/content.ts'
import { startRun, whatNow } from './scheduled-run.ts'
import {
  shownSchedule,
  storedSchedule,
  type Own,
  type StoredSchedule,
  type WantedSchedule,
} from './schedule/stored-schedule.ts'

const words = {
  notOffered: 'A browser page can’t write to a folder automatically. To schedule exports, use Mailroom’s desktop app.',
  noFolder: 'Choose a folder for the files.',
  isRunning: 'This export is already running. See Jobs.',
  interrupted: 'Mailroom was closed before the export was finished. Run the export again.',
}

/** The names shown in notifications. */
const names: Readonly<Record<ScheduledWhat['source'], string>> = {
  archive: 'Messages from the archive',
  service: 'Messages from the service',
  delta: 'Messages since the last export',
}

export function exportSchedules(
  needs: ExportContentNeeds,
  exports: Exports,
): KindRules<WantedSchedule, Own, ExportSchedule> {
  return {
    kind: 'export',
    stored: storedSchedule,
    earlier: { rhythm: 'timing', place: 'saveAs' },
    own: { files: [], filesUntil: 0 },
    words,
    notice: { what: ({ what }) => names[what.source], view: 'exports' },
    notShared: ({ what }) =>
      what.source === 'delta'
        ? 'This schedule can’t be shared, because it exports everything since the last export on this computer.'
        : null,
    check: (wanted, zone) => {
      const { accountId, layout, saveAs } = wanted
      exports.check({ accountId, layout, what: whatNow(wanted, zone, needs), saveAs: { ...saveAs, folder: null } })
    },
    lastFolder: (accountId) => exports.history.lastOf(accountId)?.folderPath ?? null,
    start: (schedule, tools) => startRun(schedule, { ...tools, needs, exports }),
    shown: shownSchedule,
    erased,
  }
}

function erased(schedule: StoredSchedule, email: string): StoredSchedule {
  const clean = (text: string): string => withoutAddress(text, email)
  const { what, saveAs, last, files } = schedule
  const next = {
    ...schedule,
    what: what.source === 'archive' ? { ...what, text: clean(what.text) } : what,
    saveAs: { ...saveAs, name: clean(saveAs.name) },
    last: last && { ...last, text: clean(last.text) },
    // A file named after the person is no longer listed, and belongs to the user from now on.
    files: files.filter(({ name }) => clean(name) === name),
  }
  return isDeepStrictEqual(next, schedule) ? schedule : next
}
