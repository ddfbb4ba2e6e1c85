import type { TemplateContent } from '#shared/contract/templates.ts'
import { longestLine } from '#shared/text/longest-line.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'
import type { DifferenceLayout } from '../../../lib/ui/code/difference-editor.ts'
import { type PreviewMode, previewModes } from '../../mail/index.ts'
import type { SourceLines } from './compare-sources.ts'
import type { WordPiece } from './compare-texts.ts'
import { DifferenceWorker } from './difference-worker.ts'

const shapes = ['mail', 'html', 'text'] as const
/** The rendered message, its HTML source, or its text part. */
type Shape = (typeof shapes)[number]

type Choices = { shape: Shape; layout: DifferenceLayout; lines: SourceLines; mode: PreviewMode }
const choicesKey = 'templates.difference'
/** In a longer line, a change is hard to find. */
const longLine = 400

/** Single-line fields; the others have separate views. */
const fieldNames = { description: 'Description', from: 'From', subject: 'Subject' } as const satisfies Record<
  Exclude<keyof TemplateContent, 'html' | 'text'>,
  string
>
type FieldName = keyof typeof fieldNames

/** Two versions of a template. Only the parts that the user views are compared, in a worker. */
export class VersionsDifference {
  readonly before: TemplateContent
  readonly after: TemplateContent
  /** Part of the markers in the messages, so that no message can forge them. */
  readonly secret = crypto.randomUUID().replaceAll('-', '')
  readonly fields: Loader<readonly { readonly label: string; readonly pieces: readonly WordPiece[] }[]>
  readonly mails: Loader<Awaited<ReturnType<VersionsDifference['compareMails']>>>
  readonly html: Loader<Awaited<ReturnType<VersionsDifference['compareHtml']>>>
  readonly text: Loader<Awaited<ReturnType<VersionsDifference['compareText']>>>
  readonly isLong: boolean
  shape = $state.raw<Shape>('mail')
  readonly #app: AppState
  readonly #worker = new DifferenceWorker()

  constructor(app: AppState, before: TemplateContent, after: TemplateContent) {
    this.#app = app
    this.before = before
    this.after = after
    this.isLong = longestLine(before.html) > longLine || longestLine(after.html) > longLine
    this.shape = this.#firstShape()
    this.fields = new Loader(() => this.#compareFields())
    this.mails = new Loader(() => this.compareMails())
    this.html = new Loader(() => this.compareHtml())
    this.text = new Loader(() => this.compareText())
  }

  close(): void {
    this.#worker.close()
  }

  get #saved(): Partial<Choices> {
    return (this.#app.settings.viewState[choicesKey] ?? {}) as Partial<Choices>
  }

  get layout(): DifferenceLayout {
    return this.#saved.layout === 'unified' ? 'unified' : 'side'
  }

  get lines(): SourceLines {
    return this.#saved.lines ?? (this.isLong ? 'broken' : 'stored')
  }

  get mode(): PreviewMode {
    return previewModes.find((mode) => mode === this.#saved.mode) ?? 'desktop'
  }

  /** Starts with a shape that differs, so that the user does not first see a part that is the same in both versions. */
  #firstShape(): Shape {
    const saved = shapes.find((shape) => shape === this.#saved.shape) ?? 'mail'
    const isHtmlSame = this.before.html === this.after.html
    const isTextSame = this.before.text === this.after.text
    if (saved === 'text') return isTextSame && !isHtmlSame ? 'mail' : 'text'
    return isHtmlSame && !isTextSame ? 'text' : saved
  }

  showAs(shape: Shape): void {
    this.shape = shape
    this.remember({ shape })
  }

  remember(change: Partial<Choices>): void {
    this.#app.change({ viewState: { [choicesKey]: { ...this.#saved, ...change } } })
  }

  compareMails() {
    const { secret } = this
    return this.#worker.run('mails', { before: this.before.html, after: this.after.html, secret })
  }

  compareHtml() {
    return this.#worker.run('html', { before: this.before.html, after: this.after.html, lines: this.lines })
  }

  compareText() {
    return this.#worker.run('text', { before: this.before.text, after: this.after.text })
  }

  async #compareFields() {
    const names = Object.keys(fieldNames) as FieldName[]
    const changed = names.filter((name) => fieldText(this.before, name) !== fieldText(this.after, name))
    return Promise.all(
      changed.map(async (name) => {
        const pair = { before: fieldText(this.before, name), after: fieldText(this.after, name) }
        return { label: fieldNames[name], pieces: await this.#worker.run('words', pair) }
      }),
    )
  }
}

function fieldText({ description, from, subject }: TemplateContent, name: FieldName): string {
  return { description, from: from.name === '' ? from.address : `${from.name} <${from.address}>`, subject }[name]
}
