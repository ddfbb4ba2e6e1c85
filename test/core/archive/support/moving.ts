import fc from 'fast-check'
import type { Message } from '#shared/domain/messages/record.ts'
import type { Archive } from '#core/archive/engine/archive.ts'
import { moveToServer, type MoveUpOptions } from '#core/archive/server/move-archive.ts'
import type { ServerArchiveOptions } from '#core/archive/server/open-server-thread.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { workerCode } from '#test/support/worker-code.ts'
import { message } from './arbitrary.ts'
import { withOwnIds } from './both-archives.ts'
import { generateMessages } from './generate.ts'
import { openArchive, temporaryFolder } from './open-archive.ts'

export type Address = { readonly server: TeamServer; readonly password: string }

/**
 * The options with which one team member’s Mailroom opens the server. Its lease lasts longer than any test, so that no
 * busy machine loses it.
 */
export function optionsOf({ server, password }: Address, id = 'ada'): ServerArchiveOptions {
  const lessee = { id, name: 'Ada’s Mailroom' }
  return { server, password, lessee, worker: workerCode('team-archive'), clock: systemClock, leaseSeconds: 3600 }
}

export const movedAccount = {
  source: 'account 1',
  account: { service: 'https://api.example.org/v1', user: 'ada@example.org' },
}

export const erased = 'Gone@example.org'

/** Typical messages of several months, unusual ones, and messages to a person who will be erased. */
export function variousMessages(count = 600): Message[] {
  const usual = [...generateMessages({ count, from: Date.UTC(2025, 0, 1), to: Date.UTC(2025, 5, 1) })]
  const person = usual.slice(0, 3).map((each, at) => ({ ...each, id: `of person ${at}`, email: erased }))
  const changed = usual.slice(0, 20).map((each) => ({ ...each, open: each.open + 1, reason: 'a\0b\ud800' }))
  return [...usual, ...person, ...withOwnIds(fc.sample(message, { numRuns: 150, seed: 7 })), ...changed]
}

/** An archive file after a sync, with all the data an archive contains beside its messages. */
export async function openFilled(messages = variousMessages()): Promise<{ archive: Archive; folder: string }> {
  const folder = await temporaryFolder()
  const archive = await openArchive({ folder })
  await archive.import(messages.slice(0, 100))
  await archive.import(messages.slice(100))
  await archive.erase(erased)
  const [from, to] = [Date.UTC(2025, 0, 1) / 1000, Date.UTC(2025, 5, 1) / 1000]
  await archive.moveHorizon({ covered: { from, to }, detailsCovered: { from, to: to - 100 }, lastSync: 77 })
  await archive.setSetting('wantedFrom', from - 1000)
  await archive.setSetting('report', { name: 'a\0b\ud800' })
  return { archive, folder }
}

export function moveUp(address: Address, folder: string, options: Partial<MoveUpOptions> = {}) {
  return moveToServer(optionsOf(address), { folder, ...movedAccount, ...options })
}

/** Moves until a step for which `isWanted` returns true, and aborts there. */
export async function moveUntil(address: Address, folder: string, isWanted: (note: string) => boolean): Promise<void> {
  const abort = new AbortController()
  const progress = ({ note }: { note: string }): void => {
    if (isWanted(note)) abort.abort(new Error('enough'))
  }
  await moveUp(address, folder, { signal: abort.signal, progress }).then(
    () => Promise.reject(new Error('The move was done before it was cancelled.')),
    (error: Error) => (error.message === 'enough' ? undefined : Promise.reject(error)),
  )
}
