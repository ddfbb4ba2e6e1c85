import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { fold } from '#shared/domain/query/fold.ts'
import type { TeamCopy, TeamSend } from '../../port/team-sends.ts'
import type { RunSql, ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { cleaned } from '../record/columns.ts'
import { knownSalt, personHash, saltOf } from '../tables/person-hash.ts'
import { hasSecondVersion } from '../tables/second-version.ts'
import { erasedAmong } from '../write/tombstones.ts'

const recipientsAtOnce = 4000

/** Copies of messages that the team sent, visible to all its members. An archive of version 1 has none. */
export class SentCopies {
  readonly #database: ServerDatabase

  constructor(database: ServerDatabase) {
    this.#database = database
  }

  /**
   * Leaves out erased recipients. Returns false if nothing was stored: no recipient is left, the send is already stored
   * and keeps its first content, or the archive lacks the tables for copies.
   */
  async keep(send: string, { at, content, to }: TeamSend): Promise<boolean> {
    const text = JSON.stringify(content)
    const body = { hash: createHash('sha256').update(text).digest(), data: zstdCompressSync(text) }
    const kept = await this.#write(async (run, salt) => {
      const erased = await erasedAmong(
        run,
        to.map(({ address }) => address),
      )
      const recipients = to.filter(({ address }) => !erased.has(address))
      const [known] = await run(sql`SELECT id FROM sent WHERE send = ${send}`)
      if (recipients.length === 0 || known) return false
      const [added] = await run(sql`
        INSERT INTO sent (send, at, body) VALUES (${send}, ${at}::bigint, ${await addBody(run, body)}) RETURNING id`)
      await addRecipients(run, { send: Number(added?.id), salt }, recipients)
      return true
    })
    return kept ?? false
  }

  async remove(send: string): Promise<void> {
    await this.#write((run) => run(sql`SELECT remove_sends(ARRAY(SELECT id FROM sent WHERE send = ${send}))`))
  }

  /** `before` is in epoch milliseconds. */
  async prune(before: number): Promise<void> {
    await this.#write((run) => run(sql`SELECT remove_sends(ARRAY(SELECT id FROM sent WHERE at < ${before}::bigint))`))
  }

  async find(send: string, recipient: string): Promise<TeamCopy | null> {
    const run: RunSql = (statement) => this.#database.query(statement)
    if (!(await hasSecondVersion(run))) return null
    const salt = await knownSalt(run)
    const person = salt === null ? null : personHash(salt, recipient)
    const [found] = await run(sql`
      SELECT sent.at, sent_body.data, sent_to.vals FROM sent
      JOIN sent_body ON sent_body.id = sent.body
      LEFT JOIN sent_to ON sent_to.send = sent.id AND sent_to.person = decode(${person}, 'hex')
      WHERE sent.send = ${send}`)
    if (!found) return null
    const text = zstdDecompressSync(found.data as Uint8Array).toString()
    return {
      at: Number(found.at),
      content: JSON.parse(text) as TeamCopy['content'],
      values: typeof found.vals === 'string' ? (JSON.parse(found.vals) as TeamCopy['values']) : null,
    }
  }

  /** Changes and erasures run one at a time. Null if the archive lacks the tables for copies. */
  #write<T>(work: (run: RunSql, salt: string) => Promise<T>): Promise<T | null> {
    return this.#database.transaction(async ({ run }) => {
      if (!(await hasSecondVersion(run))) return null
      // Afterwards, the sender removes the local copy, and no service can return one, so a server crash must not lose
      // this copy.
      await run(sql`
        SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`)
      // The salt is read or chosen before the lock is taken, as in an erasure, so that the two can’t deadlock.
      const salt = await saltOf(run)
      await run(sql`SELECT one FROM sent_turn FOR UPDATE`)
      return work(run, salt)
    })
  }
}

type Body = { readonly hash: Uint8Array; readonly data: Uint8Array }

async function addBody(run: RunSql, { hash, data }: Body): Promise<number> {
  const [known] = await run(sql`SELECT id FROM sent_body WHERE hash = ${hash}`)
  if (known) return Number(known.id)
  const [added] = await run(sql`INSERT INTO sent_body (hash, data) VALUES (${hash}, ${data}) RETURNING id`)
  return Number(added?.id)
}

type Place = { readonly send: number; readonly salt: string }

async function addRecipients(run: RunSql, { send, salt }: Place, recipients: TeamSend['to']): Promise<void> {
  for (let at = 0; at < recipients.length; at += recipientsAtOnce) {
    const part = recipients.slice(at, at + recipientsAtOnce)
    const people = part.map(({ address }) => personHash(salt, address))
    const addresses = part.map(({ address }) => cleaned(fold(address)))
    const values = part.map((each) => (each.values ? JSON.stringify(each.values) : null))
    await run(sql`
      INSERT INTO sent_to SELECT ${send}::integer, decode(person, 'hex'), recipient, vals
      FROM unnest(${people}::text[], ${addresses}::text[], ${values}::text[]) AS given (person, recipient, vals)
      ON CONFLICT DO NOTHING`)
  }
}
