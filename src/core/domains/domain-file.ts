import { join } from 'node:path'
import { z } from 'zod'
import { mostDomainChecks, recordKinds, recordStates } from '#shared/contract/base/domains/domain-kinds.ts'
import type { DomainCheck, PastCheck } from '#shared/contract/domains.ts'
import { JsonFile } from '../base/json-file.ts'
import type { FileGround } from '../base/room.ts'

const stored = z.object({
  /** Domains added from here, with the records that the service required at the time and may never return again. */
  added: z.array(
    z.object({
      name: z.string(),
      tracking: z.string(),
      records: z.array(z.object({ type: z.string(), name: z.string(), value: z.string() })),
    }),
  ),
  watched: z.array(
    z.object({
      name: z.string(),
      /** Epoch milliseconds. */
      since: z.number(),
      /** Whether the user was notified that everything is in DNS. */
      isComplete: z.boolean(),
    }),
  ),
  /** The results of checks, newest first. */
  checks: z.array(
    z.object({
      name: z.string(),
      at: z.number(),
      states: z.array(z.object({ kind: z.enum(recordKinds), state: z.enum(recordStates) })),
    }),
  ),
})
export type StoredDomains = Readonly<z.infer<typeof stored>>
export type Watched = StoredDomains['watched'][number]

/** The file is outside the account’s folder, because that folder is emptied when a sandbox starts over. */
export function domainFile(accountId: string): string {
  return join('domains', `${accountId}.json`)
}

export function openDomainFile(ground: FileGround, accountId: string): Promise<JsonFile<StoredDomains>> {
  return JsonFile.inDataFolder<StoredDomains>(ground, {
    name: domainFile(accountId),
    initial: { added: [], watched: [], checks: [] },
    read: (parsed) => stored.parse(parsed),
  })
}

/**
 * If the previous two checks have the same findings as the new one, the new one replaces the latest of them, because
 * the history is meant to show changes.
 */
export function withCheck(domains: StoredDomains, name: string, { at, records }: DomainCheck): StoredDomains {
  const states = records.map(({ kind, state }) => ({ kind, state }))
  const own = domains.checks.filter((check) => check.name === name)
  const isSame = own.length > 1 && [own[0]!, own[1]!].every((check) => sameStates(check.states, states))
  const kept = [{ name, at, states }, ...own.slice(isSame ? 1 : 0)].slice(0, mostDomainChecks)
  return { ...domains, checks: [...kept, ...domains.checks.filter((check) => check.name !== name)] }
}

export function checksOf({ checks }: StoredDomains, name: string): PastCheck[] {
  return checks.filter((check) => check.name === name).map(({ at, states }) => ({ at, states }))
}

function sameStates(one: PastCheck['states'], other: PastCheck['states']): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
