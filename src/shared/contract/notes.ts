import { z } from 'zod'
import { command } from './base/define.ts'
import { longestNote, noteKinds } from './base/notes-limits.ts'

const accountId = z.string().max(80)
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const text = z.string().max(longestNote)

const note = z.strictObject({
  id: z.string(),
  kind: z.enum(noteKinds),
  /** Such as `2026-11-22`, in the zone of the request. */
  day: z.string(),
  /** The same as `day`, except for a gap in the sync, which may last longer. */
  lastDay: z.string(),
  /** Epoch milliseconds; null for a note that belongs to a whole day. */
  moment: z.number().nullable(),
  text: z.string(),
  /** A place in Mailroom: the hash of a route, such as `#/alerts`. */
  link: z.string().nullable(),
})
export type Note = z.infer<typeof note>
export type NoteKind = Note['kind']

const place = z.strictObject({ accountId, id: z.string().max(200) })

export const notes = {
  /** The notes of a period of days, both ends included, oldest first. */
  'notes.list': command(
    z.strictObject({ accountId, from: day, to: day, zone: z.string().max(80) }),
    z.strictObject({ notes: z.array(note) }),
  ),
  'notes.add': command(z.strictObject({ accountId, id: z.uuid(), day, text }), z.void()),
  /** Only a note that the user wrote can be changed. */
  'notes.change': command(z.strictObject({ accountId, id: z.string().max(200), day, text }), z.void()),
  'notes.remove': command(place, z.void()),
  /** Undoes a removal. */
  'notes.restore': command(place, z.void()),
}
