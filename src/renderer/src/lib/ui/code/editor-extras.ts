import { autocompletion, closeBrackets, completionKeymap, type CompletionContext } from '@codemirror/autocomplete'
import { history, historyKeymap } from '@codemirror/commands'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, RangeSetBuilder, type Extension } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  keymap,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view'

/** Text to insert, suggested while the user types. */
export type Proposal = { readonly label: string; readonly detail?: string; readonly insert?: string }

/** Suggestions for the end of `before`, which is the line up to the caret; they replace its last `length` characters. */
export type Propose = (before: string) => { readonly length: number; readonly proposals: readonly Proposal[] } | null

/** A finding about a part of the text, shown next to the line and under the words. */
export type Diagnostic = {
  readonly from: number
  readonly to: number
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
}

/** An external history; the editor only passes the keys on. */
export type OtherHistory = { readonly undo: () => void; readonly redo: () => void }

const longestBefore = 200

export function proposing(propose: Propose | undefined): Extension {
  if (!propose) return []
  const source = ({ state, pos }: CompletionContext) => {
    const line = state.doc.lineAt(pos)
    const before = line.text.slice(Math.max(0, pos - line.from - longestBefore), pos - line.from)
    const found = propose(before)
    if (!found) return null
    return {
      from: pos - found.length,
      options: found.proposals.map(({ label, detail, insert }) => ({ label, detail, apply: insert ?? label })),
      filter: true,
    }
  }
  return EditorState.languageData.of(() => [{ autocomplete: source }])
}

/** Highlights words with a special meaning, such as a template’s variables. */
export function marking(pattern: RegExp | undefined): Extension {
  if (!pattern) return []
  const decorator = new MatchDecorator({ regexp: pattern, decoration: Decoration.mark({ class: 'cm-marked' }) })
  return decorations(decorator)
}

/**
 * If a line ends with CRLF, the CR is part of the line, because displaying a text never changes it. The CR has no
 * width, and the caret skips it.
 */
export const hiddenReturns: Extension = [
  ViewPlugin.fromClass(
    class {
      hidden: DecorationSet
      constructor(view: EditorView) {
        this.hidden = returnsOf(view)
      }
      update({ docChanged, viewportChanged, view }: ViewUpdate) {
        if (docChanged || viewportChanged) this.hidden = returnsOf(view)
      }
    },
    {
      decorations: ({ hidden }) => hidden,
      provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.hidden ?? Decoration.none),
    },
  ),
]

function returnsOf(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at)
      if (line.text.endsWith('\r')) builder.add(line.to - 1, line.to, Decoration.replace({}))
      at = line.to + 1
    }
  }
  return builder.finish()
}

function decorations(decorator: MatchDecorator): Extension {
  return ViewPlugin.fromClass(
    class {
      marks: DecorationSet
      constructor(view: EditorView) {
        this.marks = decorator.createDeco(view)
      }
      update(update: ViewUpdate) {
        this.marks = decorator.updateDeco(update, this.marks)
      }
    },
    { decorations: ({ marks }) => marks },
  )
}

export function historyOf(other: OtherHistory | undefined): Extension {
  if (!other) return [history(), keymap.of(historyKeymap)]
  const run = (action: () => void) => () => {
    action()
    return true
  }
  return keymap.of([
    { key: 'Mod-z', run: run(other.undo), preventDefault: true },
    { key: 'Mod-Shift-z', run: run(other.redo), preventDefault: true },
    { key: 'Mod-y', run: run(other.redo), preventDefault: true },
  ])
}

/** Replaces the wording of CodeMirror’s search panel with Mailroom’s. */
const phrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole word',
  replace: 'Replace',
  'replace all': 'Replace all',
  Replace: 'Replace with',
  close: 'Close',
}

/** Find, replace and autocompletion: needed for writing, but not for reading. */
export const writing: Extension = [
  EditorState.phrases.of(phrases),
  search({ top: true }),
  highlightSelectionMatches({ minSelectionLength: 2 }),
  autocompletion({ icons: false }),
  closeBrackets(),
  keymap.of([...searchKeymap, ...completionKeymap]),
]

export function diagnosticGutter(hasDiagnostics: boolean): Extension {
  return hasDiagnostics ? lintGutter() : []
}

export function showDiagnostics(view: EditorView, diagnostics: readonly Diagnostic[]): void {
  const { length } = view.state.doc
  const shown = diagnostics
    .filter(({ from }) => from <= length)
    .map(({ from, to, severity, message }) => ({ from, to: Math.min(Math.max(from, to), length), severity, message }))
  view.dispatch(setDiagnostics(view.state, shown))
}
