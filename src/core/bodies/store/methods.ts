import { existsSync } from 'node:fs'
import type { SentMessage } from '#shared/contract/messages.ts'
import { substitute, substitutionValues } from '#shared/domain/drafts/substitution.ts'
import { EarlierCopies } from './earlier-copies.ts'
import { archivePath, bodiesPath } from './files.ts'
import type { FoundCopy, KeptSend } from './kept-send.ts'
import { openBodiesFile, openBodiesReadOnly } from './open-file.ts'
import { SentBodies } from './sent-bodies.ts'

export type BodiesThreadData = { readonly role: 'writer' | 'reader'; readonly folder: string }

/** The calls that the thread of an account takes. */
export function bodiesWriterMethods(folder: string) {
  const database = openBodiesFile(bodiesPath(folder))
  const bodies = new SentBodies(database)
  let earlier = EarlierCopies.open(archivePath(folder))
  return {
    keep: (sendId: string, kept: KeptSend): boolean => !earlier?.has(sendId) && bodies.keep(sendId, kept),
    remove: (sendId: string): void => bodies.remove(sendId),
    sent: (sendId: string, recipient: string) => sentIn({ bodies, earlier }, sendId, recipient),
    erase(email: string): void {
      const theirs = new Set([...bodies.sendsTo(email), ...(earlier?.sendsTo(email) ?? [])])
      const hasOthers = (id: string) => bodies.hasOthers(id, email) || (earlier?.hasOthers(id, email) ?? false)
      const theirsAlone = [...theirs].filter((id) => !hasOthers(id))
      // The new file last: a send that is killed in between is found there by the person when the erasure is repeated.
      earlier?.erase(email, theirsAlone)
      bodies.erase(email, theirsAlone)
    },
    prune(before: number): void {
      bodies.prune(before)
      earlier?.prune(before)
    },
    /** Does a part of the move. True once there is nothing left to move. */
    moveEarlier(): boolean {
      if (!earlier) return true
      const isMoved = earlier.move(bodies, (work) => database.transaction(work))
      if (earlier.isDone) {
        earlier.close()
        earlier = null
      }
      return isMoved
    },
    emptyLogs: (): boolean => database.emptyLog() && (earlier?.emptyLog() ?? true),
    close(): void {
      earlier?.close()
      database.close()
    },
  }
}

/** The calls that the thread of a program takes that only reads, beside whoever writes. */
export function bodiesReaderMethods(folder: string) {
  const path = bodiesPath(folder)
  const database = existsSync(path) ? openBodiesReadOnly(path) : null
  const bodies = database && new SentBodies(database)
  const earlier = EarlierCopies.open(archivePath(folder), { readOnly: true })
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

type Places = { readonly bodies: SentBodies | null; readonly earlier: EarlierCopies | null }

/** While the move is under way, a send may be here and its recipient there. */
function sentIn({ bodies, earlier }: Places, sendId: string, recipient: string): SentMessage | null {
  // The earlier place first: what is moved between two looks is found by the second one.
  const values = earlier?.valuesOfRecipient(sendId, recipient) ?? null
  const found = earlier?.find(sendId, recipient) ?? null
  const moved = bodies?.find(sendId, recipient) ?? found
  return moved && shown({ ...moved, values: moved.values ?? values })
}

/** Somebody in copy has no values: they see the message as it was written. */
function shown({ at, content: { text, html, columns }, values }: FoundCopy): SentMessage {
  const own = substitutionValues(Object.fromEntries(columns.map((name, index) => [name, values?.[index]])))
  return { at, text: substitute(text, own, 'text'), html: substitute(html, own, 'html') }
}
