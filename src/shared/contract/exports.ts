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
const day = z.iso.date()
const zone = z.string().max(80)
const count = z.number().int()

const what = z.discriminatedUnion('source', [
  /** All messages from these days in the zone, in a file written by the service. */
  z.strictObject({ source: z.literal('service'), from: day, to: day, zone }),
  /**
   * Everything new since the last delta export in this format. The service remembers up to where that export went, and
   * every delta moves this mark, whoever requests it.
   */
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
         * The first and the last row of each range, in turn: the positions may refer to other messages by now. Missing in
         * exports of earlier versions.
         */
        rows: z.array(z.number().int()).max(200).optional(),
        /** How many matches there were when the rows were selected. */
        matches: count.min(0),
      })
      .nullable(),
  }),
])
export type ExportWhat = z.infer<typeof what>

/** The file’s layout. For `service` and `delta`, only the format and gzip apply, because the service writes those files. */
export const exportLayout = z.strictObject({
  format: z.enum(exportFormats),
  gzip: z.boolean(),
  /** Ids from shared/domain/exports/archive-columns.ts, or `meta:KEY`, in this order. */
  columns: z.array(z.string().max(300)).min(1).max(200),
  /** The zone for the dates in the file. */
  zone,
  dates: z.enum(dateForms),
  csv: z.strictObject({
    separator: z.enum(csvSeparators),
    decimal: z.enum(csvDecimals),
    byteOrderMark: z.boolean(),
    /** Whether to put an apostrophe in front of text that a spreadsheet program would convert or run as a formula. */
    guard: z.boolean(),
  }),
})
export type ExportLayout = z.infer<typeof exportLayout>

/** The file’s name, and what to do if it is taken. */
export const saveAs = z.strictObject({
  /** A pattern, without the extension: `{account} {source} {from} {to} {date:yyyy-MM-dd} {index}`. */
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
     * A token from `files.chooseFolder`. If null, the folder that was chosen last is used or, on a host without the
     * `saveToDisk` capability, the file is kept until the user saves it.
     */
    folder: z.string().max(200).nullable(),
  }),
})

/** What is known about a finished file. `exports.verify` compares the file with it. */
export const exportManifest = z.strictObject({
  file: z.string(),
  bytes: count,
  /** The file’s hash, computed by reading the file back; null until then. */
  sha256: z.string().nullable(),
  /** Null if the service wrote the file and its rows were not counted. */
  rows: count.nullable(),
  sheets: count,
  /** Cells with text that was too long for the format, and cells with characters that the format cannot hold. */
  cutCells: count,
  replacedCells: count,
  account: z.string(),
  source: z.enum(exportSources),
  /** Null for every source except the archive. */
  search: z.string().nullable(),
  /** The requested days; null for every source except the service. */
  from: day.nullable(),
  to: day.nullable(),
  zone: z.string(),
  /** The column headings; empty if the service wrote the file. */
  columns: z.array(z.string()),
  horizon: horizon.nullable(),
  /** `cannot-tell`: the response ended without an error, but the service had not announced its length. */
  completeness: z.enum(['whole', 'cannot-tell']),
  /** Notes for everybody who reads the file, for example that rows were removed from the archive during the export. */
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
  /** The schedule that started the export; null if the user started it. */
  scheduleId: z.uuid().nullable(),
  jobId: z.string(),
  what,
  layout: exportLayout,
  saveAs,
  state: z.enum(exportStates),
  /** The file’s name, determined when the export starts. */
  name: z.string(),
  /** The folder’s name; null if the file is waiting to be saved. */
  folder: z.string().nullable(),
  startedAt: count,
  endedAt: count.nullable(),
  bytes: count,
  rows: count.nullable(),
  manifest: exportManifest.nullable(),
  /** Why the export failed, or a remark about the file. */
  text: z.string(),
  /**
   * Whether the service’s response to a delta is kept, so that `exports.runAgain` can deliver it without calling the
   * service.
   */
  keepsDelta: z.boolean(),
  /** The result of the last verification; null before the first. */
  verified: z.strictObject({ at: count, state: z.enum(['same', 'changed', 'missing']) }).nullable(),
  fileToken: z.string().nullable(),
})
export type ExportEntry = z.infer<typeof exportEntry>

const named = z.strictObject({ id: z.uuid() })
const started = z.strictObject({ id: z.uuid(), jobId: z.string() })

export const exports = {
  /** The options of this account’s last export, and its folder. */
  'exports.last': command(
    z.strictObject({ accountId }),
    z.strictObject({
      layout: exportLayout.nullable(),
      saveAs: saveAs.nullable(),
      folder: z.strictObject({ token: z.string(), name: z.string() }).nullable(),
    }),
  ),
  /** Estimates what an export with these options would produce. Called again whenever the form changes. */
  'exports.estimate': command(
    wanted,
    z.strictObject({
      rows: count.nullable(),
      exact: z.boolean(),
      bytes: z.number().nullable(),
      /** The name that the file would get now. */
      name: z.string(),
      /**
       * Notes to read before starting, for example on zeros that CSV loses, rows split across several sheets, or a name
       * that is taken.
       */
      remarks: z.array(z.string()),
    }),
  ),
  'exports.start': command(wanted, started),
  'exports.pause': command(named.extend({ paused: z.boolean() }), z.void()),
  /**
   * Returns the exports, newest first. If `folder` is a token, only exports to that folder are included; if it is null,
   * only files waiting to be saved.
   */
  'exports.list': command(
    z.strictObject({ accountId, folder: z.string().max(200).nullable().optional() }),
    z.array(exportEntry),
  ),
  /**
   * Runs the export again with the same options. If it was complete, this creates a new entry; if not, it starts over.
   * If the response of a delta was kept, only the file is written again.
   */
  'exports.runAgain': command(named, started),
  /** Reads the file again and compares it with its manifest, as a job. */
  'exports.verify': command(named, z.strictObject({ jobId: z.string() })),
  /** Opens the file in the system’s program. Requires the `openFile` capability. */
  'exports.open': command(named, z.void()),
  /** Shows the file in its folder. Requires the `reveal` capability. */
  'exports.reveal': command(named, z.void()),
  /** Puts the file’s path on the clipboard. Requires the `reveal` capability. */
  'exports.copyPath': command(named, z.void()),
  /** Starts dragging the file out of the window. Requires the `dragOut` capability. */
  'exports.drag': command(named, z.void()),
  /** Removes the entry but not the file. */
  'exports.remove': command(named, z.void()),
  /** Brings back an entry that was removed since Mailroom started. */
  'exports.restore': command(named, exportEntry),
}
