import type { Channel } from '../../base/threads/channel.ts'
import type { AccessFilter, AccessLine } from '#shared/contract/team.ts'
import type { AccessChoice, AccessEntry } from '#shared/contract/base/team/access-log.ts'
import { eachPage, type AccessPage, type PagesOptions } from './access/each-page.ts'
import type { TeamCopy, TeamSend, TeamSends } from '../port/team-sends.ts'
import type { ServerReaderMethods, ServerWriterMethods } from './server-methods.ts'

type Threads = {
  readonly reader: Channel<ServerReaderMethods>
  readonly openWriter: () => Promise<Channel<ServerWriterMethods>>
}

/**
 * Features that only a team archive has: the access log and copies of the messages that the team sent. An archive of
 * schema version 1 has neither, so nothing is stored or found there.
 */
export class ServerTeam implements TeamSends {
  readonly #threads: Threads

  constructor(threads: Threads) {
    this.#threads = threads
  }

  /** A sentence about the features that are missing until the owner migrates the archive; null if none is missing. */
  missing(): Promise<string | null> {
    return this.#threads.reader.call('missing')
  }

  /**
   * Adds a line to the access log, unless the owner doesn’t want accesses of this kind logged or the archive has no
   * log. Resolves to whether a line was added. An erasure adds its line itself.
   */
  logAccess(entry: AccessEntry): Promise<boolean> {
    return this.#threads.reader.call('logAccess', entry)
  }

  loggedAccess(): Promise<AccessChoice> {
    return this.#threads.reader.call('loggedAccess')
  }

  /** Only the owner may read the log, choose which accesses are logged, and set how long messages are kept. */
  isOwner(): Promise<boolean> {
    return this.#threads.reader.call('isOwner')
  }

  /** Lists accesses, newest first. To get the next page, pass the `id` of the last line. */
  accessPage(filter: AccessFilter, page: AccessPage): Promise<AccessLine[]> {
    return this.#threads.reader.call('accessPage', filter, page)
  }

  accessPages(filter: AccessFilter, options: PagesOptions): AsyncGenerator<AccessLine[]> {
    return eachPage((page) => this.accessPage(filter, page), options)
  }

  chooseLogged(choice: AccessChoice): Promise<void> {
    return this.#threads.reader.call('chooseLogged', choice)
  }

  /** Must be called before the message is sent. Resolves to false if nothing was stored. */
  async keepSent(send: string, kept: TeamSend): Promise<boolean> {
    return (await this.#threads.openWriter()).call('keepSent', send, kept)
  }

  /** Removes the copy of a message that was not sent after all. */
  async removeSent(send: string): Promise<void> {
    return (await this.#threads.openWriter()).call('removeSent', send)
  }

  /** Removes copies of messages sent before this moment, in epoch milliseconds. */
  async pruneSent(before: number): Promise<void> {
    return (await this.#threads.openWriter()).call('pruneSent', before)
  }

  sentCopy(send: string, recipient: string): Promise<TeamCopy | null> {
    return this.#threads.reader.call('sentCopy', send, recipient)
  }
}
