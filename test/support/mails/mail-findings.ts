import type { DraftPart } from '#shared/contract/base/draft.ts'
import type { Finding } from '#shared/domain/drafts/checks/finding.ts'
import { htmlFindings } from '#shared/domain/drafts/checks/html-findings.ts'
import { readMailTree } from '../../../src/renderer/src/features/editor/checks/read-mail.ts'

/** Enough text that the mail is not mostly images. */
export const words = 'Some words that make a message of more than thirty letters. '

export function imagePart(contentId: string, change: Partial<DraftPart> = {}): DraftPart {
  return {
    id: contentId,
    kind: 'image',
    name: `${contentId}.png`,
    contentType: 'image/png',
    contentId,
    size: 1,
    sha256: '',
    width: 100,
    height: 100,
    ...change,
  }
}

export function findingsOf(html: string, parts: readonly DraftPart[] = []): Finding[] {
  return htmlFindings(readMailTree(html), parts)
}

/** The rules with a finding, without their details: `link-dead`. */
export function rulesOf(html: string, parts: readonly DraftPart[] = []): string[] {
  return findingsOf(html, parts).map(({ id }) => /^[a-z-]+/.exec(id)?.[0] ?? '')
}

/** The part of the HTML that a rule’s finding marks. */
export function markedBy(html: string, id: string, parts: readonly DraftPart[] = []): string[] {
  const found = findingsOf(html, parts).find((finding) => finding.id.startsWith(id))
  return (found?.ranges ?? []).map(({ from, to }) => html.slice(from, to))
}
