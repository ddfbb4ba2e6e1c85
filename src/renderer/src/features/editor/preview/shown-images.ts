import type { DraftPart } from '#shared/contract/base/draft.ts'
import type { Host } from '../../../lib/host/host.ts'
import { type InlineImage, InlineImages } from '../../mail/index.ts'

/** The images of a draft or of a send, read by the given command. */
export function imagesOf(host: Host, command: 'drafts.image' | 'sends.image', id: string): InlineImages {
  return new InlineImages(({ key }) => host.invoke(command, { id, part: key }))
}

/** Other files may still have a content id from the time when they were images. */
export function inlineImagesOf(parts: readonly DraftPart[]): InlineImage[] {
  return parts.filter(({ kind }) => kind === 'image').map(({ id, name, contentId }) => ({ key: id, name, contentId }))
}
