import { createRequire } from 'node:module'

type Convert = (html: string, options: object) => string

const options = { wordwrap: 78, selectors: [{ selector: 'img', format: 'skip' }] }
const load = createRequire(import.meta.url)
let convert: Convert | undefined

/** The text of a message that has html alone. Loaded with the first one: few ask for it, and every start would wait. */
export function textVersion(html: string): string {
  convert ??= (load('html-to-text') as { convert: Convert }).convert
  return convert(html, options)
}
