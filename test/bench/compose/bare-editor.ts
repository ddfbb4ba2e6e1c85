import { history, historyKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'

/** Plain CodeMirror with highlighting, line wrapping and history, without our extensions. */
export function openBareEditor(parent: HTMLElement, doc: string): EditorView {
  const extensions = [html(), EditorView.lineWrapping, history(), keymap.of(historyKeymap)]
  return new EditorView({ parent, state: EditorState.create({ doc, extensions }) })
}

Object.assign(globalThis, { openBareEditor })
