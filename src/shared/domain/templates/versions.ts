import type { TemplateVersion } from '#shared/contract/templates.ts'

type Version = Pick<TemplateVersion, 'id' | 'origin' | 'state' | 'answerLost'>

/**
 * A version’s id consists of a number and the hash of its content. The hashes show whether two versions have the same
 * content, even if it is no longer kept.
 */
export function haveSameContent(one: string, other: string): boolean {
  return hashOf(one) === hashOf(other)
}

export function isNewer(id: string, base: string): boolean {
  return Number.parseInt(id) > Number.parseInt(base)
}

/**
 * Whether a version is this user’s own update that arrived although its response was lost. The user was editing `base`,
 * so the update isn’t somebody else’s change. A rollback counts as one, because it was made after the editing had
 * begun.
 */
export function isOwnUpdate({ id, origin, state, answerLost }: Version, base: string): boolean {
  return origin === 'update' && (state === 'unknown' || (state === 'saved' && answerLost)) && isNewer(id, base)
}

const hashOf = (id: string): string => id.slice(id.indexOf('-') + 1)
