import type { DraftPart } from '#shared/contract/base/draft.ts'
import type { Host } from '../../../lib/host/host.ts'
import { type InlineImage, InlineImages } from '../../mail/index.ts'

export function imagesOf(host: Host, command: 'drafts.image' | 'sends.image', id: string): InlineImages {
  return new InlineImages(({ key }) => host.invoke(command, { id, part: key }))
}

/** Returns the images inside the message. Other files may still have a content id from when they were inline images. */
export function inlineImagesOf(parts: readonly DraftPart[]): InlineImage[] {
  return parts.filter(({ kind }) => kind === 'image').map(({ id, name, contentId }) => ({ key: id, name, contentId }))
}
