import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, inline } from '@css-inline/css-inline-wasm'
import { AppError } from '#shared/contract/base/error.ts'

let loading: Promise<void> | undefined

/**
 * Moves the rules in style elements to the elements they style, because many email programs ignore style elements.
 * Rules that need a style element, such as media queries, stay there. Nothing is fetched.
 */
export async function inlineCss(html: string): Promise<string> {
  // The library takes a third of a megabyte, and few drafts need it.
  loading ??= load()
  await loading
  try {
    return inline(html, { keepStyleTags: false, keepAtRules: true, keepLinkTags: true, loadRemoteStylesheets: false })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError(
      'css-not-inlined',
      `The CSS could not be inlined. Check the style elements in the HTML. (${reason})`,
    )
  }
}

async function load(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('@css-inline/css-inline-wasm/index_bg.wasm')
  // The library’s types require the bare bytes, but at run time the library warns that this form is deprecated.
  await initWasm({ module_or_path: await readFile(path) } as never)
}
