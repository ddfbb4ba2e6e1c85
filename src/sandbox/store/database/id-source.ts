import { hash, randomBytes } from 'node:crypto'
import type { Settings } from '../types/account-types.ts'

/**
 * Creates ids and secrets, either at random or from a seed that makes runs reproducible. They are hexadecimal, because
 * a secret that begins with a dash would be mistaken for a flag.
 */
export type IdSource = {
  next(bytes: number): string
  /** Returns the same id for a name in every run, regardless of what has been created before. */
  named(name: string, bytes: number): string
}

const setting = 'ids'

export const randomIds: IdSource = {
  next: (bytes) => randomBytes(bytes).toString('hex'),
  named: (_name, bytes) => randomBytes(bytes).toString('hex'),
}

/** The number of assigned ids is stored with the data, so that no id is assigned twice and a reset starts over. */
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
