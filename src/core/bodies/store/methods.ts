import { existsSync } from 'node:fs'
import type { SentMessage } from '#shared/contract/messages.ts'
import { EarlierCopies, isDamageOfEarlier } from './earlier-copies.ts'
import { archivePath, bodiesFiles } from './files.ts'
import type { FoundCopy, KeptSend } from './kept-send.ts'
import { openBodiesFile, openBodiesReadOnly } from './open-file.ts'
import { SentBodies } from './sent-bodies.ts'
import { SentChanges, type Telling } from './sent-changes.ts'
import { shownCopy } from './shown-copy.ts'

export type BodiesThreadData = { readonly role: 'writer' | 'reader'; readonly folder: string }

export function bodiesWriterMethods(folder: string) {
  const database = openBodiesFile(bodiesFiles.pathIn(folder))
  const bodies = new SentBodies(database)
  const changes = new SentChanges(database, bodies)
  /** Why the earlier copies can’t be read and nobody can be erased from them; undefined if they can be read. */
  let damage: unknown
  const openEarlier = (): EarlierCopies | null =>
    withoutDamage(
      () => EarlierCopies.open(archivePath(folder)),
      (error) => (damage = error),
    )
  let earlier = openEarlier()
  const leaveEarlier = (): void => {
    earlier?.close()
    earlier = null
  }
  /** Runs the work without the earlier copies if they can no longer be read, so that they do not block the rest. */
  const beside = <T>(work: (earlier: EarlierCopies | null) => T): T => {
    try {
      return work(earlier)
    } catch (error) {
      if (!isDamageOfEarlier(error)) throw error
      damage = error
      leaveEarlier()
      return work(null)
    }
  }
  /** Moved copies remain on disk until the archive’s log is empty, and it can’t be emptied while it is being read. */
  const emptyEarlier = (): boolean => {
    if (!earlier) return true
    const isEmpty = earlier.emptyLog()
    if (isEmpty && earlier.isMoved) leaveEarlier()
    return isEmpty
  }
  return {
    keep(sendId: string, kept: KeptSend, telling: Telling): boolean {
      return beside((old) => !old?.has(sendId)) && changes.keep(sendId, kept, telling)
    },
    remove: (sendId: string, telling: Telling): void => changes.remove(sendId, telling),
    hasForServer: (after: number): boolean => changes.hasForServer(after),
    nextForServer: (after: number) => changes.nextForServer(after),
    arrived: (id: number): void => changes.arrived(id),
    shrink: (): void => changes.shrink(),
    shown: (copy: FoundCopy) => shownCopy(copy),
    sent: (sendId: string, recipient: string) => beside((old) => sentIn({ bodies, earlier: old }, sendId, recipient)),
    erase(email: string): void {
      // The archive may have been replaced since the damage was found, so it is opened again.
      if (damage !== undefined) {
        damage = undefined
        earlier = openEarlier()
      }
      if (damage !== undefined) throw damage
      const theirs = new Set([...bodies.sendsTo(email), ...(earlier?.sendsTo(email) ?? [])])
      const hasOthers = (id: string) => bodies.hasOthers(id, email) || (earlier?.hasOthers(id, email) ?? false)
      const theirsAlone = [...theirs].filter((id) => !hasOthers(id))
      // The new file is changed last: if the process is killed in between, a repeated erasure still finds the person’s
      // sends there.
      earlier?.erase(email, theirsAlone)
      bodies.erase(email, theirsAlone)
    },
    prune(before: number): void {
      changes.prune(before)
      beside((old) => old?.prune(before))
      if (earlier?.isMoved) emptyEarlier()
    },
    /** Performs part of the move. Returns true once there is nothing left to move. */
    moveEarlier(): boolean {
      const isMoved = beside((old) => old === null || old.move(bodies, (work) => database.transaction(work)))
      if (isMoved) emptyEarlier()
      return isMoved
    },
    emptyLogs: (): boolean => database.emptyLog() && emptyEarlier(),
    close(): void {
      earlier?.close()
      database.close()
    },
  }
}

/** The calls accepted by the thread in a program that only reads, while another program may be writing. */
export function bodiesReaderMethods(folder: string) {
  const path = bodiesFiles.pathIn(folder)
  const database = existsSync(path) ? openBodiesReadOnly(path) : null
  const bodies = database && new SentBodies(database)
  const earlier = withoutDamage(() => EarlierCopies.open(archivePath(folder), { readOnly: true }))
  return {
    sent: (sendId: string, recipient: string) => sentIn({ bodies, earlier }, sendId, recipient),
    close(): void {
      earlier?.close()
      database?.close()
    },
  }
}

export type BodiesWriterMethods = ReturnType<typeof bodiesWriterMethods>
export type BodiesReaderMethods = ReturnType<typeof bodiesReaderMethods>

function withoutDamage(open: () => EarlierCopies | null, onDamage?: (error: unknown) => void): EarlierCopies | null {
  try {
    return open()
  } catch (error) {
    if (!isDamageOfEarlier(error)) throw error
    onDamage?.(error)
    return null
  }
}

type Places = { readonly bodies: SentBodies | null; readonly earlier: EarlierCopies | null }

/** During the move, a send may already be in the new file while its recipient is still in the earlier file. */
function sentIn({ bodies, earlier }: Places, sendId: string, recipient: string): SentMessage | null {
  // The earlier file is read first: anything moved between the two look-ups is found by the second.
  const values = earlier?.valuesOfRecipient(sendId, recipient) ?? null
  const found = earlier?.find(sendId, recipient) ?? null
  const moved = bodies?.find(sendId, recipient) ?? found
  return moved && shownCopy({ ...moved, values: moved.values ?? values })
}
