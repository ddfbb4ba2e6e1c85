import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { undoOf } from '../document/undo-of.ts'
import type { Edit } from '../../markup/index.ts'
import type { MarkupWorker } from './source/markup-worker.ts'
import type { HtmlSource } from './source/html-source.svelte.ts'

const tooLarge = 'The message has too many elements for this action. Edit the message as code.'

type Needs = { readonly app: AppState; readonly source: HtmlSource; readonly worker: MarkupWorker }

/** Actions that change the entire HTML. Each is one step of the history. */
export class HtmlActions {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  inlineCss(): Promise<void> {
    return this.#run('The CSS was inlined.', async (html) => {
      const { html: next } = await this.#needs.app.host.invoke('drafts.inlineCss', { html })
      return next
    })
  }

  format(): Promise<void> {
    return this.#run('The HTML was formatted.', (html) => this.#needs.worker.run('format', html))
  }

  breakLines(): Promise<void> {
    return this.#run('Long lines were broken.', (html) => this.#needs.worker.run('breakLines', html))
  }

  import(file: File): Promise<void> {
    return this.#run(`${file.name} was imported.`, async () => textOfFile(await file.arrayBuffer()))
  }

  paste(html: string): Promise<void> {
    return this.#run('The message was replaced with the pasted HTML.', () => Promise.resolve(html))
  }

  async #run(done: string, change: (html: string) => Promise<string | readonly Edit[] | null>): Promise<void> {
    const { app, source } = this.#needs
    await source.settled()
    const html = source.text
    try {
      const next = await change(html)
      if (source.text !== html) {
        app.toasts.warn('The message changed in the meantime, so this action was cancelled. Try again.')
        return
      }
      if (next === null) app.toasts.warn(tooLarge)
      else if (typeof next === 'string') source.replace(next, 'action')
      else source.edit(next, 'action')
      if (next === null) return
      const isSame = source.text === html
      if (isSame) app.toasts.info('There was nothing to change.')
      else app.toasts.ok(done, { action: undoOf(app, { undo: () => source.undoNow(), content: () => source.text }) })
    } catch (thrown) {
      app.fail(thrown)
    }
  }
}

/**
 * Decodes a file: as UTF-16 if it starts with that encoding’s byte order mark. Otherwise, tries UTF-8, the declared
 * encoding and Windows-1252, in this order.
 */
export function textOfFile(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  const head = new TextDecoder('windows-1252').decode(bytes.slice(0, 2048))
  const declared = /<meta[^<>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i.exec(head)?.[1]
  for (const label of ['utf-8', declared, 'windows-1252']) {
    try {
      if (label) return new TextDecoder(label, { fatal: true }).decode(bytes)
    } catch {
      // The bytes are not valid in this encoding, so the next one is tried.
    }
  }
  return new TextDecoder().decode(bytes)
}
