import { html } from '@codemirror/lang-html'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** CodeMirror as it comes: highlighting and wrapped lines, and nothing of ours. */
export function openBareEditor(parent: HTMLElement, doc: string): EditorView {
  return new EditorView({ parent, state: EditorState.create({ doc, extensions: [html(), EditorView.lineWrapping] }) })
}

Object.assign(globalThis, { openBareEditor })
