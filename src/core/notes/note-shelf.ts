import { join } from 'node:path'
import { z } from 'zod'
import { noteKinds } from '#shared/contract/base/notes-limits.ts'
import type { ArchivePort } from '../archive/index.ts'
import { JsonFile } from '../base/json-file.ts'
import type { FileGround } from '../base/room.ts'

const stored = z.object({
  id: z.string(),
  kind: z.enum(noteKinds),
  day: z.string().nullable(),
  moment: z.number().nullable(),
  text: z.string(),
  link: z.string().nullable(),
  /** The team user who shared the note; null for a note on this computer, including notes from earlier versions. */
  sharedBy: z.string().nullable().default(null),
  /** Epoch milliseconds; null while the note is shown. */
  removedAt: z.number().nullable(),
})
export type StoredNote = Readonly<z.infer<typeof stored>>

export type NoteShelf = {
  read(): Promise<readonly StoredNote[]>
  /** Resolves once the change is stored. */
  change(change: (all: readonly StoredNote[]) => readonly StoredNote[]): Promise<void>
  close(): Promise<void>
}

/** The file is outside the account’s folder, because that folder is emptied when a sandbox starts over. */
export function noteFile(accountId: string): string {
  return join('notes', `${accountId}.json`)
}

/** Opens the notes on this computer. */
export async function openNoteFile(ground: FileGround, accountId: string): Promise<NoteShelf> {
  const file = await JsonFile.inDataFolder<readonly StoredNote[]>(ground, {
    name: noteFile(accountId),
    initial: [],
    read: (parsed) => z.array(stored).parse(parsed),
  })
  return {
    read: () => Promise.resolve(file.value),
    async change(change) {
      await file.set(change)
    },
    close: () => file.settled(),
  }
}

type SharedArchive = Pick<ArchivePort, 'setting' | 'changeSetting'>

const shared = z.record(z.string(), stored)
const setting = 'teamNotes'

/**
 * A team’s notes, stored in a setting of its archive. Only changed notes are written, so that two people’s concurrent
 * changes are both kept. An archive that was moved back to this computer keeps its notes.
 */
export function sharedNotes(archive: SharedArchive): NoteShelf {
  const read = async () => Object.values(shared.parse((await archive.setting(setting)) ?? {}))
  return {
    read,
    async change(change) {
      const before = await read()
      const known = new Set(before)
      const entries = new Map<string, StoredNote | null>(before.map(({ id }) => [id, null]))
      for (const note of change(before)) {
        if (known.has(note)) entries.delete(note.id)
        else entries.set(note.id, note)
      }
      if (entries.size > 0) await archive.changeSetting(setting, Object.fromEntries(entries))
    },
    close: () => Promise.resolve(),
  }
}
