import { z } from 'zod'
import { horizon } from './archive.ts'
import { command } from './base/define.ts'
import {
  csvDecimals,
  csvSeparators,
  dateForms,
  exportFormats,
  exportSources,
  ifTakenChoices,
} from './base/export-choices.ts'
import { longestSearch } from './base/search-limits.ts'
import { messageSort, rowRanges } from './messages.ts'

const accountId = z.string().max(80)
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const zone = z.string().max(80)
const count = z.number().int()

/** What is exported. */
const what = z.discriminatedUnion('source', [
  /** Everything in these days of the zone, as the service writes it. */
  z.strictObject({ source: z.literal('service'), from: day, to: day, zone }),
  /** Everything new since the last delta export of this format by any client: the mark is the service's, and moves. */
  z.strictObject({ source: z.literal('delta') }),
  /** The matches of a search in Messages. */
  z.strictObject({
    source: z.literal('archive'),
    text: z.string().max(longestSearch),
    zone,
    sort: messageSort,
    /** The selected rows; null for every match. */
    selection: z
      .strictObject({
        ranges: rowRanges,
        /**
         * How many matches there were when the rows were selected: with a different number, the positions may mean other
         * rows.
         */
        matches: count.min(0),
      })
      .nullable(),
  }),
])
export type ExportWhat = z.infer<typeof what>

/** The layout of the file. For `service` and `delta`, only the format and gzip count: the service writes those files. */
export const exportLayout = z.strictObject({
  format: z.enum(exportFormats),
  gzip: z.boolean(),
  /** Ids of shared/domain/exports/archive-columns.ts, or `meta:KEY`, in this order. */
  columns: z.array(z.string().max(300)).min(1).max(200),
  /** The zone of the dates in the file. */
  zone,
  dates: z.enum(dateForms),
  csv: z.strictObject({
    separator: z.enum(csvSeparators),
    decimal: z.enum(csvDecimals),
    byteOrderMark: z.boolean(),
    /** Adds an apostrophe before text that an office program would run as a formula or convert. */
    guard: z.boolean(),
  }),
})
export type ExportLayout = z.infer<typeof exportLayout>

/** The name of the file, and what to do if it is taken. */
export const saveAs = z.strictObject({
  /** A pattern, without the ending: `{account} {source} {from} {to} {date:yyyy-MM-dd} {index}`. */
  name: z.string().max(500),
  ifTaken: z.enum(ifTakenChoices),
})
export type SaveAs = z.infer<typeof saveAs>

const wanted = z.strictObject({
  accountId,
  what,
  layout: exportLayout,
  saveAs: saveAs.extend({
    /**
     * A token of `files.chooseFolder`; null for the folder that was chosen last. Without the capability saveToDisk, null
     * keeps the file until it is saved.
     */
    folder: z.string().max(200).nullable(),
  }),
})

/** What is known about a finished file; `exports.verify` compares the file with it. */
export const exportManifest = z.strictObject({
  file: z.string(),
  bytes: count,
  /** The hash of the file as read back; null until then. */
  sha256: z.string().nullable(),
  /** Null if the service wrote the file and its rows were not counted. */
  rows: count.nullable(),
  sheets: count,
  /** Cells whose text was longer than the format allows, and cells with characters that it cannot hold. */
  cutCells: count,
  replacedCells: count,
  account: z.string(),
  source: z.enum(exportSources),
  /** Null for everything except the archive. */
  search: z.string().nullable(),
  /** The requested days; null if the search decides. */
  from: day.nullable(),
  to: day.nullable(),
  zone: z.string(),
  /** Headings. Empty if the service decided. */
  columns: z.array(z.string()),
  /** How complete the archive was. */
  horizon: horizon.nullable(),
  /** `cannot-tell`: the connection ended without a length being announced. */
  completeness: z.enum(['whole', 'cannot-tell']),
  /** Remarks that a reader must know, such as rows that were removed from the archive meanwhile. */
  notes: z.array(z.string()),
  madeAt: count,
  appVersion: z.string(),
})
export type ExportManifest = z.infer<typeof exportManifest>

/** `paused` waits for the user; `interrupted` was running when Mailroom stopped. */
const exportStates = ['running', 'paused', 'done', 'failed', 'cancelled', 'interrupted'] as const

export const exportEntry = z.strictObject({
  id: z.uuid(),
  accountId,
  /** The schedule that started the export; null if the user did. */
  scheduleId: z.uuid().nullable(),
  jobId: z.string(),
  what,
  layout: exportLayout,
  saveAs,
  state: z.enum(exportStates),
  /** The file's name, which is determined when the export starts. */
  name: z.string(),
  /** The name of its folder; null if the file waits to be saved. */
  folder: z.string().nullable(),
  startedAt: count,
  endedAt: count.nullable(),
  bytes: count,
  rows: count.nullable(),
  manifest: exportManifest.nullable(),
  /** Why the export failed, or a remark about the file. */
  text: z.string(),
  /**
   * The service's response to a delta is kept in a safe place: `exports.runAgain` delivers it without asking the service.
   */
  keepsDelta: z.boolean(),
  /** The result of the last verification; null before the first. */
  verified: z.strictObject({ at: count, state: z.enum(['same', 'changed', 'missing']) }).nullable(),
  /** A file that waits to be saved. */
  fileToken: z.string().nullable(),
})
export type ExportEntry = z.infer<typeof exportEntry>

const named = z.strictObject({ id: z.uuid() })
const started = z.strictObject({ id: z.uuid(), jobId: z.string() })

export const exports = {
  /** The choices of the last export of this account, and the name of its folder. */
  'exports.last': command(
    z.strictObject({ accountId }),
    z.strictObject({ layout: exportLayout.nullable(), saveAs: saveAs.nullable(), folder: z.string().nullable() }),
  ),
  /** What an export would contain; requested again at each change of the form. */
  'exports.estimate': command(
    wanted,
    z.strictObject({
      rows: count.nullable(),
      exact: z.boolean(),
      bytes: z.number().nullable(),
      /** The name that the file would get now. */
      name: z.string(),
      /** Sentences to read first: zeros that csv loses, rows over several sheets, a name that is taken … */
      remarks: z.array(z.string()),
    }),
  ),
  'exports.start': command(wanted, started),
  'exports.pause': command(named.extend({ paused: z.boolean() }), z.void()),
  /** Newest first. */
  'exports.list': command(z.strictObject({ accountId }), z.array(exportEntry)),
  /**
   * Makes the export again with the same choices. A completed export gets a new entry; one that did not complete starts
   * over, and a kept delta is delivered.
   */
  'exports.runAgain': command(named, started),
  /** Reads the file again and compares it with its manifest: a job. */
  'exports.verify': command(named, z.strictObject({ jobId: z.string() })),
  /** Opens the file with the system's program. Needs the capability openFile. */
  'exports.open': command(named, z.void()),
  /** Shows the file in its folder. Needs the capability reveal. */
  'exports.reveal': command(named, z.void()),
  /** Puts the file's path on the clipboard. Needs the capability reveal. */
  'exports.copyPath': command(named, z.void()),
  /** Begins to drag the file out of the window. Needs the capability dragOut. */
  'exports.drag': command(named, z.void()),
  /** Removes the entry; the file stays. */
  'exports.remove': command(named, z.void()),
  /** Brings back an entry that was removed since Mailroom started. */
  'exports.restore': command(named, exportEntry),
}
