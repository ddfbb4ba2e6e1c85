import type { DraftPart } from '#shared/contract/base/draft.ts'
import { escapeHtml } from '#shared/domain/drafts/substitution.ts'
import { voidEnd } from './void-tags.ts'

/** The width in pixels that most messages are designed for. */
export const widestImage = 600

type Image = Pick<DraftPart, 'contentId' | 'name' | 'width' | 'height'>

/**
 * HTML for an image of the draft, in the style of the document and never wider than the message. The alternative text is
 * the file name without its extension.
 */
export function imageMarkup(image: Image, html: string): string {
  const { width, height } = shownSize(image)
  const size = (width === null ? '' : ` width="${width}"`) + (height === null ? '' : ` height="${height}"`)
  return `<img src="cid:${escapeHtml(image.contentId)}" alt="${escapeHtml(altOf(image.name))}"${size}${voidEnd(html)}`
}

function shownSize({ width, height }: Image): { width: number | null; height: number | null } {
  if (width === null || width <= widestImage) return { width, height }
  return {
    width: widestImage,
    height: height === null ? null : Math.max(1, Math.round((height * widestImage) / width)),
  }
}

export function altOf(name: string): string {
  return name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_-]+/g, ' ')
    .trim()
}
