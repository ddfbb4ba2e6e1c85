import { z } from 'zod'
import { command } from './base/define.ts'
import { longestNote, noteKinds } from './base/notes-limits.ts'

const accountId = z.string().max(80)
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const text = z.string().max(longestNote)
const isShared = z.boolean().default(false)

const note = z.strictObject({
  id: z.string(),
  kind: z.enum(noteKinds),
  /** For example `2026-11-22`, in the request’s zone. */
  day: z.string(),
  /**
   * The last day that the note covers. It differs from `day` only for a gap in the sync, which may last several days.
   */
  lastDay: z.string(),
  /** Epoch milliseconds; null for a note that belongs to an entire day. */
  moment: z.number().nullable(),
  text: z.string(),
  /** A view in Mailroom, as a route’s hash such as `#/alerts`; null if there is none. */
  link: z.string().nullable(),
  /** The team’s user who shared the note; null if only this computer has it. */
  sharedBy: z.string().nullable(),
})
export type Note = z.infer<typeof note>
export type NoteKind = Note['kind']

const place = z.strictObject({ accountId, id: z.string().max(200) })

export const notes = {
  /** The notes in a range of days, both ends included, oldest first. */
  'notes.list': command(
    z.strictObject({ accountId, from: day, to: day, zone: z.string().max(80) }),
    z.strictObject({ notes: z.array(note) }),
  ),
  /** Only an account with a team archive can share a note with the team. */
  'notes.add': command(z.strictObject({ accountId, id: z.uuid(), day, text, isShared }), z.void()),
  /**
   * Only notes written by users can be changed. Everyone with write access to the team archive can change a shared note.
   */
  'notes.change': command(z.strictObject({ accountId, id: z.string().max(200), day, text, isShared }), z.void()),
  'notes.remove': command(place, z.void()),
  'notes.restore': command(place, z.void()),
}
