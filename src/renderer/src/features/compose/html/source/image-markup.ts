import type { DraftPart } from '#shared/contract/base/draft.ts'
import { escapeHtml } from '#shared/domain/compose/substitution.ts'

/** The width that most messages are laid out for. */
export const widestImage = 600

/** An image of the draft as HTML: it never is wider than the message. The alternative text is the name without its ending. */
export function imageMarkup(part: Pick<DraftPart, 'contentId' | 'name' | 'width'>): string {
  const width = part.width === null ? '' : ` width="${Math.min(part.width, widestImage)}"`
  return `<img src="cid:${escapeHtml(part.contentId)}" alt="${escapeHtml(altOf(part.name))}"${width}>`
}

export function altOf(name: string): string {
  return name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_-]+/g, ' ')
    .trim()
}
