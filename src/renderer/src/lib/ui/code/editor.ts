import './short-slices.ts'
import { defaultKeymap, indentWithTab } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { json } from '@codemirror/lang-json'
import {
  HighlightStyle,
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  type Text,
  type TransactionSpec,
} from '@codemirror/state'
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import {
  diagnosticGutter,
  hiddenReturns,
  historyOf,
  marking,
  proposing,
  showDiagnostics,
  writing,
  type Diagnostic,
  type OtherHistory,
  type Propose,
} from './editor-extras.ts'
import { isTyping } from './typing.ts'

/**
 * This module is loaded with the first editor. Importing it statically outside the editors would put it into the first
 * script.
 */
export type CodeLanguage = 'html' | 'json' | 'text'

export type EditorOptions = {
  language: CodeLanguage
  readonly: boolean
  wrap: boolean
  label: string
  describedBy?: string
  invalid?: boolean
  propose?: Propose
  /** A global regex that matches words to highlight. */
  marked?: RegExp
}

/** A paste, a replacement or a command isn’t typing, so it can be undone separately. */
export type EditKind = { readonly isTyping: boolean }

/** Replaces the characters from `from` to `to`. */
export type CodeEdit = { readonly from: number; readonly to: number; readonly insert: string }

// Colours are the theme’s custom properties, so that the editor follows light and dark automatically.
const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--bg-input)', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: '12px', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--bg-sunken)',
    color: 'var(--text-faint)',
    borderRight: '1px solid var(--border)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--bg-active) 35%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--bg-active)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--bg-selected)',
  },
  // The theme’s colour for selected text suits a background that is not drawn here.
  '.cm-line::selection, .cm-line ::selection': { color: 'currentColor' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--bg-active)',
    outline: '1px solid var(--border-strong)',
  },
  '.cm-marked': { color: 'var(--accent-text)', backgroundColor: 'var(--info-bg)', borderRadius: '3px' },
  '.cm-panels': { backgroundColor: 'var(--bg-raised)', color: 'var(--text)', borderColor: 'var(--border)' },
  '.cm-panel.cm-search': { padding: '6px 8px', fontFamily: 'var(--font)' },
  '.cm-textfield': {
    backgroundColor: 'var(--bg-input)',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius-small)',
    fontSize: '12px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--bg)',
    border: '1px solid var(--border-button)',
    borderRadius: 'var(--radius-small)',
    fontSize: '12px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-bg)', outline: '1px solid var(--warn-text)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--bg-selected)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--bg-active)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--bg-raised)',
    color: 'var(--text)',
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius-small)',
    boxShadow: 'var(--shadow-popover)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--bg-selected)',
    color: 'var(--accent-text)',
  },
  '.cm-completionDetail': { color: 'var(--text-muted)', fontStyle: 'normal' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--bg-active)',
    border: 'none',
    color: 'var(--text-muted)',
  },
})

const colors = HighlightStyle.define([
  { tag: [tags.tagName, tags.propertyName], color: 'var(--state-open)' },
  { tag: [tags.attributeName, tags.keyword], color: 'var(--state-scheduled)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--state-delivered)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--state-softbounced)' },
  { tag: tags.comment, color: 'var(--text-faint)', fontStyle: 'italic' },
  { tag: [tags.angleBracket, tags.punctuation, tags.bracket], color: 'var(--text-muted)' },
  { tag: tags.invalid, color: 'var(--danger-text)' },
])

const features: readonly Extension[] = [
  // Only LF ends a line, so that positions in the editor match positions in the text and CRLF is preserved.
  EditorState.lineSeparator.of('\n'),
  hiddenReturns,
  lineNumbers(),
  foldGutter(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  // Tab indents. Keyboard users leave the editor by pressing Escape and then Tab, which CodeMirror itself supports.
  keymap.of([...defaultKeymap, ...foldKeymap, indentWithTab]),
  syntaxHighlighting(colors),
  look,
]

function optionsOf(options: EditorOptions): Extension {
  const language = { html: () => html(), json: () => json(), text: () => [] }[options.language]()
  // Without a tabindex, accessibility tools report that the scrolling part is unreachable by keyboard.
  const attributes: Record<string, string> = { 'aria-label': options.label, tabindex: '0' }
  if (options.describedBy) attributes['aria-describedby'] = options.describedBy
  if (options.invalid) attributes['aria-invalid'] = 'true'
  if (options.readonly) attributes['aria-readonly'] = 'true'
  return [
    language,
    EditorState.readOnly.of(options.readonly),
    options.wrap ? EditorView.lineWrapping : [],
    options.readonly ? [] : writing,
    proposing(options.propose),
    marking(options.marked),
    EditorView.contentAttributes.of(attributes),
  ]
}

/** Returns the extensions for a read-only view, for components that combine several views. */
export function readingExtensions(options: Omit<EditorOptions, 'readonly'>): Extension {
  return [...features, optionsOf({ ...options, readonly: true })]
}

type Start = {
  parent: HTMLElement
  text: string
  options: EditorOptions
  /** Called with the complete text whenever the user changes it. */
  onchange?: (text: string) => void
  /** Called with the user’s edits, for long texts whose complete version the caller keeps. */
  onedits?: (edits: CodeEdit[], kind: EditKind) => void
  history?: OtherHistory
}

/** Flags an external change, which is not reported. */
const fromOutside = Annotation.define<true>()

/** The commands that the plain field in place of the editor has as well. */
export type EditedCode = Pick<Editor, 'focus' | 'insert' | 'apply' | 'reveal'>

/** A single editor in the page. `set` and `configure` follow the component’s props. */
export class Editor {
  readonly #view: EditorView
  readonly #variable = new Compartment()
  readonly #gutter = new Compartment()
  /**
   * The last text passed in either direction. Comparing with it avoids copying the entire document on every key press.
   */
  #known: string
  #hasDiagnostics = false

  constructor({ parent, text, options, onchange, onedits, history }: Start) {
    this.#known = text
    const changed = EditorView.updateListener.of(({ docChanged, transactions, state }) => {
      if (!docChanged) return
      const isOutside = transactions.some((transaction) => transaction.annotation(fromOutside))
      if (onedits && !isOutside)
        for (const transaction of transactions)
          onedits(editsOf(transaction.changes), { isTyping: isTyping(transaction) })
      if (!onchange) return
      const next = state.doc.toString()
      if (next === this.#known) return
      this.#known = next
      onchange(next)
    })
    const extensions = [
      historyOf(history),
      ...features,
      this.#variable.of(optionsOf(options)),
      this.#gutter.of([]),
      changed,
    ]
    this.#view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) })
  }

  set(next: string): void {
    if (next === this.#known) return
    this.#known = next
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: next } })
  }

  /** Applies edits that were made outside the editor. `reveal` scrolls to them, as undo does. */
  apply(edits: readonly CodeEdit[], reveal: boolean): void {
    const spec: TransactionSpec = { changes: [...edits], annotations: fromOutside.of(true) }
    const transaction = this.#view.state.update(spec)
    const last = edits.at(-1)
    const caret = last === undefined ? undefined : transaction.changes.mapPos(last.to, 1)
    if (reveal && caret !== undefined)
      this.#view.dispatch({ ...spec, selection: { anchor: caret }, scrollIntoView: true })
    else this.#view.dispatch(transaction)
  }

  diagnostics(diagnostics: readonly Diagnostic[]): void {
    const hasDiagnostics = diagnostics.length > 0
    if (hasDiagnostics !== this.#hasDiagnostics) {
      this.#hasDiagnostics = hasDiagnostics
      this.#view.dispatch({ effects: this.#gutter.reconfigure(diagnosticGutter(hasDiagnostics)) })
    }
    showDiagnostics(this.#view, diagnostics)
  }

  /** Selects a part of the text and scrolls to it. */
  reveal(from: number, to: number): void {
    const { length } = this.#view.state.doc
    this.#view.dispatch({
      selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
      effects: EditorView.scrollIntoView(Math.min(from, length), { y: 'center' }),
    })
    this.#view.focus()
  }

  insert(snippet: string): void {
    this.#view.dispatch(this.#view.state.replaceSelection(snippet))
    this.#view.focus()
  }

  configure(options: EditorOptions): void {
    this.#view.dispatch({ effects: this.#variable.reconfigure(optionsOf(options)) })
  }

  focus(): void {
    this.#view.focus()
  }

  destroy(): void {
    this.#view.destroy()
  }
}

type Changes = {
  iterChanges(each: (from: number, to: number, newFrom: number, newTo: number, inserted: Text) => void): void
}

function editsOf(changes: Changes): CodeEdit[] {
  const edits: CodeEdit[] = []
  changes.iterChanges((from, to, _newFrom, _newTo, inserted) =>
    edits.push({ from, to, insert: inserted.sliceString(0, inserted.length, '\n') }),
  )
  return edits
}
