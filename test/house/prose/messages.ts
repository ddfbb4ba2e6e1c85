import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTranslated } from '../../../scripts/support/texts/is-text.ts'
import { messageOf } from '../../../scripts/support/texts/message.ts'
import { findTexts } from '../../../scripts/support/texts/translate.ts'
import { filesBelow, repository } from '../source-tree.ts'

/** The texts that a language file must have, in the order of the files in which they occur first. */
export function messages(): string[] {
  const found = filesBelow('src')
    .filter(isTranslated)
    .flatMap((path) => findTexts(path, readFileSync(join(repository, path), 'utf8')).map(messageOf))
  return [...new Set(found)]
}
