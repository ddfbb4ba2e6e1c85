import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
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
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Loaded by CodeEditor when the first one is shown; nothing else may import it, or it lands in the first script. */
export type CodeLanguage = 'html' | 'json' | 'text'

export type EditorOptions = {
  language: CodeLanguage
  readonly: boolean
  wrap: boolean
  label: string
  describedBy?: string
  invalid?: boolean
}

// Colours are the theme's custom properties, so that the editor follows light and dark by itself.
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
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--bg-active)',
    outline: '1px solid var(--border-strong)',
  },
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
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  // Tab indents; Escape, then Tab leaves the editor: CodeMirror's own way out for keyboard users.
  keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, indentWithTab]),
  syntaxHighlighting(colors),
  look,
]

function optionsOf(options: EditorOptions): Extension {
  const language = { html: () => html(), json: () => json(), text: () => [] }[options.language]()
  const attributes: Record<string, string> = { 'aria-label': options.label }
  if (options.describedBy) attributes['aria-describedby'] = options.describedBy
  if (options.invalid) attributes['aria-invalid'] = 'true'
  if (options.readonly) attributes['aria-readonly'] = 'true'
  return [
    language,
    EditorState.readOnly.of(options.readonly),
    options.wrap ? EditorView.lineWrapping : [],
    EditorView.contentAttributes.of(attributes),
  ]
}

type Start = {
  parent: HTMLElement
  text: string
  options: EditorOptions
  /** Called with the whole text whenever the user changes it. */
  onchange: (text: string) => void
}

/** One editor in the page. `set` and `configure` follow the component's props. */
export class Editor {
  readonly #view: EditorView
  readonly #variable = new Compartment()
  /** The text last seen on either side: comparing with it avoids a copy of the whole document on every key. */
  #known: string

  constructor({ parent, text, options, onchange }: Start) {
    this.#known = text
    const changed = EditorView.updateListener.of((update) => {
      const next = update.docChanged ? update.state.doc.toString() : this.#known
      if (next === this.#known) return
      this.#known = next
      onchange(next)
    })
    const extensions = [...features, this.#variable.of(optionsOf(options)), changed]
    this.#view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) })
  }

  set(next: string): void {
    if (next === this.#known) return
    this.#known = next
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: next } })
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
