import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import { build } from 'vite'

const entry = fileURLToPath(new URL('bare-editor.ts', import.meta.url))

/** A page that contains only the plain editor, focused. */
export async function openBarePage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.setContent('<div id="editor" style="height:600px;overflow:auto"></div>')
  await page.addScriptTag({ content: await bareEditor() })
  return page
}

export async function openBareEditor(page: Page, html: string): Promise<void> {
  await page.evaluate((doc) => {
    const { openBareEditor } = globalThis as unknown as {
      openBareEditor: (parent: HTMLElement, text: string) => { focus(): void }
    }
    const parent = document.querySelector<HTMLElement>('#editor')!
    parent.replaceChildren()
    openBareEditor(parent, doc).focus()
  }, html)
}

async function bareEditor(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'bare' } },
  })
  const [result] = Array.isArray(output) ? output : [output]
  const chunk = result && 'output' in result ? result.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error('The bare editor was not built.')
  return chunk.code
}
