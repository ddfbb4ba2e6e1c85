import { AppError } from '#shared/contract/base/error.ts'
import { haveSameContent, isNewer, isOwnUpdate } from '#shared/domain/templates/versions.ts'
import { isKnownToRead, readTemplate, type Client } from './service-copy.ts'
import { aboutOf, contentOf, sealed } from './versions/content.ts'
import type { Version, VersionStore } from './versions/version-store.ts'

type Change = {
  /** The template’s id or name. */
  readonly id: string
  /**
   * The version last seen by the user. Null if there was no version; absent if the version does not matter, as for a
   * removal.
   */
  readonly base?: string | null
  /** The hash of the content about to be sent; null for a removal. */
  readonly wanted: string | null
}

/**
 * Keeps the service’s current version, which an update would overwrite permanently. Returns the template’s id. Throws
 * if that copy cannot be kept or is not the version that the user edited, in which case nothing may be sent.
 */
export async function keepCopy(
  { client, store }: { readonly client: Client; readonly store: VersionStore },
  change: Change,
  signal: AbortSignal,
): Promise<string> {
  const copy = await readTemplate(client, change.id, signal)
  const read = typeof copy === 'string' ? null : { id: copy.id, content: contentOf(copy), about: aboutOf(copy) }
  if (read?.content) {
    checkBase(await store.keepRead(read.id, sealed(read.content), read.about), change)
    return read.id
  }
  const id = read?.id ?? store.idOf(change.id)
  if (store.wasRead(id) || (copy === 'withheld' && isKnownToRead(client))) {
    throw new AppError(
      'template-unread',
      'The service isn’t returning this template right now, so Mailroom could not keep a copy of its current content, and nothing was sent. Try again later. If the problem continues, check the account’s settings.',
    )
  }
  // As far as is known, the service has the content that was last sent.
  const last = store.versions(id).findLast(({ head }) => head.state !== 'refused')
  if (last && change.base && isNewer(last.id, change.base)) checkBase(last, change)
  return id
}

function checkBase({ id, hash, head }: Version, { base, wanted }: Change): void {
  if (base === undefined || hash === wanted) return
  if (base !== null && (haveSameContent(id, base) || isOwnUpdate({ id, ...head }, base))) return
  throw new AppError(
    'template-changed',
    'The template has changed since you opened it, so nothing was sent. Compare the two versions, then decide.',
    { details: { version: id } },
  )
}
