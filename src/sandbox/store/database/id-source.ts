import { hash, randomBytes } from 'node:crypto'
import type { Settings } from '../types/account-types.ts'

/**
 * Where ids and secrets come from: chance, or a seed for runs that must all be the same. They are hexadecimal, because a
 * secret that began with a dash would be read as a flag.
 */
export type IdSource = {
  next(bytes: number): string
  /** The same in every run, whatever has been created before. */
  named(name: string, bytes: number): string
}

const setting = 'ids'

export const randomIds: IdSource = {
  next: (bytes) => randomBytes(bytes).toString('hex'),
  named: (_name, bytes) => randomBytes(bytes).toString('hex'),
}

/** How many ids were assigned is stored with the data, so that none is assigned twice and a reset begins again. */
export function seededIds(seed: number, settings: Settings): IdSource {
  const named = (name: string, bytes: number): string => hash('sha256', `${seed}\n${name}`, 'hex').slice(0, bytes * 2)
  return {
    named,
    next(bytes) {
      const count = Number(settings.get(setting) ?? 0) + 1
      settings.set(setting, String(count))
      return named(`id ${count}`, bytes)
    },
  }
}
