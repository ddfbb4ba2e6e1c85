// Imported first: it removes a property before CodeMirror checks for it.
import './short-slices.ts'
import { Change, MergeView, getChunks, unifiedMergeView, type MergeConfig } from '@codemirror/merge'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { readingExtensions, type CodeLanguage } from './editor.ts'

/** The range from `fromA` to `toA` in the old text became the range from `fromB` to `toB` in the new text. */
export type CodeChange = { readonly fromA: number; readonly toA: number; readonly fromB: number; readonly toB: number }

export type DifferenceLayout = 'side' | 'unified'

type Labels = { readonly before: string; readonly after: string }

type Start = {
  parent: HTMLElement
  before: string
  after: string
  /** Computed by the caller, because CodeMirror’s own comparison treats two long texts as one change. */
  changes: readonly CodeChange[]
  layout: DifferenceLayout
  language: CodeLanguage
  wrap: boolean
  labels: Labels
}

const look = EditorView.theme({
  // Deleted lines are nested editors, coloured as removed text.
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': {
    backgroundColor: 'color-mix(in srgb, var(--danger-bg) 60%, transparent)',
  },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': {
    backgroundColor: 'color-mix(in srgb, var(--ok-bg) 60%, transparent)',
  },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'var(--danger-bg) !important',
    boxShadow: 'inset 0 -2px var(--danger-text)',
    borderRadius: '2px',
  },
  '&.cm-merge-b .cm-changedText': {
    background: 'var(--ok-bg) !important',
    boxShadow: 'inset 0 -2px var(--ok-text)',
    borderRadius: '2px',
  },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { background: 'var(--danger-text) !important' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--ok-text) !important' },
  '.cm-collapsedLines': {
    background: 'var(--bg-sunken) !important',
    color: 'var(--text-muted) !important',
    padding: '3px 10px',
    fontFamily: 'var(--font)',
    fontSize: '12px',
  },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯" !important' },
  '.cm-mergeSpacer': { background: 'var(--bg-sunken)' },
})

/** Shows two texts read-only, with differences highlighted and identical parts folded. */
export class DifferenceEditor {
  readonly #merge: MergeView | null
  readonly #view: EditorView
  readonly #name = new Compartment()

  constructor(start: Start) {
    const { parent, before, after, changes, layout, labels } = start
    const found = changes.map(({ fromA, toA, fromB, toB }) => new Change(fromA, toA, fromB, toB))
    const config = {
      gutter: true,
      highlightChanges: true,
      ...(changes.length > 0 ? { collapseUnchanged: { margin: 3, minSize: 6 } } : {}),
      diffConfig: { override: () => found },
    } satisfies MergeConfig
    if (layout === 'side') {
      const a = { doc: before, extensions: this.#extensions(start, labels.before) }
      const b = { doc: after, extensions: this.#extensions(start, labels.after) }
      this.#merge = new MergeView({ parent, a, b, ...config })
      this.#view = this.#merge.b
      return
    }
    this.#merge = null
    const unified = unifiedMergeView({ original: before, mergeControls: false, allowInlineDiffs: true, ...config })
    const state = EditorState.create({ doc: after, extensions: [this.#extensions(start, labels.after), unified] })
    this.#view = new EditorView({ parent, state })
  }

  /** The number of positions to scroll to. Changes in the same lines count as one. */
  get count(): number {
    return getChunks(this.#view.state)?.chunks.length ?? 0
  }

  /** Scrolls to a position and puts the caret there, so that keyboard navigation continues from it. */
  show(index: number): void {
    const chunk = getChunks(this.#view.state)?.chunks[index]
    if (!chunk) return
    const { a, b } = this.#merge ?? { a: null, b: this.#view }
    const scroll = (view: EditorView, at: number) => {
      const place = Math.min(at, view.state.doc.length)
      view.dispatch({ selection: { anchor: place }, effects: EditorView.scrollIntoView(place, { y: 'center' }) })
    }
    if (a) scroll(a, chunk.fromA)
    scroll(b, chunk.fromB)
  }

  /** The texts’ names may become known later than the texts. */
  label(labels: Labels): void {
    const rename = (view: EditorView, label: string) => view.dispatch({ effects: this.#name.reconfigure(named(label)) })
    if (this.#merge) rename(this.#merge.a, labels.before)
    rename(this.#view, labels.after)
  }

  destroy(): void {
    if (this.#merge) this.#merge.destroy()
    else this.#view.destroy()
  }

  #extensions({ language, wrap }: Start, label: string): Extension {
    return [this.#name.of(named(label)), readingExtensions({ language, wrap, label }), look]
  }
}

function named(label: string): Extension {
  return EditorView.contentAttributes.of({ 'aria-label': label })
}
