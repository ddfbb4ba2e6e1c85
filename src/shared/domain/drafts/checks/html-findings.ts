import type { DraftPart } from '../../../contract/base/draft.ts'
import { accessFindings } from './access-rules.ts'
import { cssFindings } from './css-rules.ts'
import type { Finding } from './finding.ts'
import { imageFindings } from './image-rules.ts'
import { linkFindings } from './link-rules.ts'
import type { MailTree } from './mail-tree.ts'
import { placeholderFindings } from './placeholder-rules.ts'
import { bodyFindings } from './spam-rules.ts'
import { structureFindings } from './structure-rules.ts'

/** Returns all findings about the HTML itself, which are the same for every recipient. */
export function htmlFindings(tree: MailTree, parts: readonly DraftPart[]): Finding[] {
  return [
    ...structureFindings(tree),
    ...placeholderFindings(tree),
    ...linkFindings(tree),
    ...imageFindings(tree, parts),
    ...accessFindings(tree),
    ...bodyFindings(tree),
    ...cssFindings(tree),
  ]
}
