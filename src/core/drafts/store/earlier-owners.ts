import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Person } from '#shared/contract/base/draft.ts'

/**
 * For each file, hashes of the addresses whose rows once contained it. The hashes reveal no names, but let an erasure
 * find out whose file it was.
 */
export const storedOwners = z.record(z.string(), z.array(z.string()))
export type EarlierOwners = z.infer<typeof storedOwners>

type Change = { readonly rows: readonly Person[]; readonly earlierOwners?: EarlierOwners | undefined }

export const noOwners: EarlierOwners = {}

export function isAnyOwner(owners: EarlierOwners): boolean {
  return Object.keys(owners).length > 0
}

const folded = (address: string): string => address.trim().toLowerCase()

/**
 * The hash is salted with the file, so that comparing hashes does not reveal which files belonged to the same person.
 */
export function ownerMark(part: string, address: string): string {
  const hash = createHash('sha256').update(part).update(folded(address))
  return hash.digest('base64url').slice(0, 22)
}

/** Whether a line of recipients must be read to find out who owned the files. Most lines contain no file. */
export function hasOwners(line: string): boolean {
  return line.includes('"parts":["') || line.includes('"earlierOwners"')
}

/** The ids of the files next to a recipients file. Owners of files that no longer exist are not needed. */
export async function filesBeside(path: string): Promise<ReadonlySet<string>> {
  return new Set(await readdir(join(dirname(path), 'files')).catch(() => []))
}

/**
 * Determines from all changes who once owned these files. Leaves out the current owners and a person who is being
 * erased.
 */
export function ownersOnceOf(
  files: ReadonlySet<string>,
  { changes, rows, erased }: { changes: Iterable<Change>; rows: readonly Person[]; erased: string | null },
): EarlierOwners {
  const now = new Map<string, Set<string>>()
  for (const { address, parts } of rows) {
    for (const part of parts) now.set(part, (now.get(part) ?? new Set<string>()).add(folded(address)))
  }
  const once = new Map<string, Set<string>>()
  const add = (part: string, mark: string) => once.set(part, (once.get(part) ?? new Set<string>()).add(mark))
  for (const change of changes) {
    for (const [part, marks] of Object.entries(change.earlierOwners ?? noOwners)) {
      if (files.has(part)) for (const mark of marks) add(part, mark)
    }
    for (const { address, parts } of change.rows) {
      // Nearly all people still have their files, so their addresses need not be hashed.
      for (const part of parts)
        if (files.has(part) && !now.get(part)?.has(folded(address))) add(part, ownerMark(part, address))
    }
  }
  for (const [part, marks] of once) for (const address of now.get(part) ?? []) marks.delete(ownerMark(part, address))
  if (erased !== null) for (const [part, marks] of once) marks.delete(ownerMark(part, erased))
  return Object.fromEntries([...once].filter(([, marks]) => marks.size > 0).map(([part, marks]) => [part, [...marks]]))
}
