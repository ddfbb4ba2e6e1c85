import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, isSource, repository } from '../source-tree.ts'
import { commentsOf, type Sentence } from './comments.ts'
import { textsOf } from './texts.ts'

export type Placed = Sentence & { readonly kind: 'comment' | 'text'; readonly path: string }

/** All comments and texts below src, in file order. Tests are not checked, because users never read them. */
export function readSentences(): Placed[] {
  return filesBelow('src')
    .filter(isSource)
    .flatMap((path) => {
      const source = readFileSync(join(repository, path), 'utf8')
      const placed = (kind: Placed['kind']) => (sentence: Sentence) => ({ ...sentence, kind, path })
      return [...commentsOf(source).map(placed('comment')), ...textsOf(path, source).map(placed('text'))]
    })
}
