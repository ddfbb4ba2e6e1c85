import type { TemplateVersion } from '#shared/contract/templates.ts'

type Version = Pick<TemplateVersion, 'id' | 'origin' | 'state' | 'answerLost'>

/**
 * A version’s id consists of a number and the hash of its content, so that it identifies the content even if that is no
 * longer kept.
 */
export function haveSameContent(one: string, other: string): boolean {
  return hashOf(one) === hashOf(other)
}

export function isNewer(id: string, base: string): boolean {
  return Number.parseInt(id) > Number.parseInt(base)
}

/**
 * Whether a version is this user’s update, which arrived although its response was lost. The user who is still editing
 * `base` wrote it, so it is not somebody else’s change. A rollback counts as somebody else’s change, because it was decided
 * on after the editing began.
 */
export function isOwnUpdate({ id, origin, state, answerLost }: Version, base: string): boolean {
  return origin === 'update' && (state === 'unknown' || (state === 'saved' && answerLost)) && isNewer(id, base)
}

const hashOf = (id: string): string => id.slice(id.indexOf('-') + 1)
