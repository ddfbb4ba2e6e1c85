import type { TemplateVersion } from '#shared/contract/templates.ts'

type Version = Pick<TemplateVersion, 'id' | 'origin' | 'state' | 'answerLost'>

/**
 * The id of a version has a number and the hash of its content. The hash shows whether two versions have the same
 * content, even if that content is no longer kept.
 */
export function haveSameContent(one: string, other: string): boolean {
  return hashOf(one) === hashOf(other)
}

export function isNewer(id: string, base: string): boolean {
  return Number.parseInt(id) > Number.parseInt(base)
}

/**
 * Whether a version is this user’s own update, whose response was lost although it arrived. The user was editing
 * `base`, so it isn’t a change by somebody else. A rollback counts as such a change, because it was made after the
 * editing had begun.
 */
export function isOwnUpdate({ id, origin, state, answerLost }: Version, base: string): boolean {
  return origin === 'update' && (state === 'unknown' || (state === 'saved' && answerLost)) && isNewer(id, base)
}

const hashOf = (id: string): string => id.slice(id.indexOf('-') + 1)
