import { baseKeymap, chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { InputRule, inputRules, textblockTypeInputRule, undoInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { MarkType, Node, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { NodeSelection, TextSelection, type Command, type EditorState, type Plugin } from 'prosemirror-state'
import { goToNextCell } from 'prosemirror-tables'
import { cellStyle, schema, tableStyle } from './schema.ts'

export function nodeType(name: string): NodeType {
  return schema.nodes[name]!
}

export function markType(name: string): MarkType {
  return schema.marks[name]!
}

const hardBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodeType('hard_break').create()).scrollIntoView())
  return true
}

export function setHeading(level: number): Command {
  return level === 0 ? setBlockType(nodeType('paragraph')) : setBlockType(nodeType('heading'), { level })
}

/** Wraps the selected paragraphs in a list, or lifts them out of their list. */
export function toggleList(name: 'bullet_list' | 'ordered_list'): Command {
  return (state, dispatch) =>
    isInside(state, name)
      ? liftListItem(nodeType('list_item'))(state, dispatch)
      : wrapInList(nodeType(name))(state, dispatch)
}

export function toggleQuote(): Command {
  return (state, dispatch) =>
    isInside(state, 'blockquote') ? lift(state, dispatch) : wrapIn(nodeType('blockquote'))(state, dispatch)
}

export function isInside({ selection: { $from } }: EditorState, name: string): boolean {
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type.name === name) return true
  return false
}

export function insertBlock(node: Node): Command {
  return (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(node).scrollIntoView())
    return true
  }
}

/** Inserts a table, with the caret in its first cell. */
export function insertTable(rows: number, columns: number): Command {
  return (state, dispatch) => {
    const before = state.selection.from
    const tr = state.tr.replaceSelectionWith(newTable(rows, columns))
    let first = -1
    tr.doc.nodesBetween(Math.max(0, before - 1), tr.doc.content.size, (node, position) => {
      if (first < 0 && node.type.name === 'table' && position >= before - 1) first = position
      return first < 0
    })
    if (first >= 0) tr.setSelection(TextSelection.near(tr.doc.resolve(first + 1), 1))
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

function newTable(rows: number, columns: number): Node {
  const cells = (name: string) =>
    Array.from({ length: columns }, () =>
      nodeType(name).create({ kept: cellStyle }, nodeType('paragraph').create({ tag: 'bare' })),
    )
  const row = (name: string) => nodeType('table_row').create(null, cells(name))
  const body = Array.from({ length: rows - 1 }, () => row('table_cell'))
  return nodeType('table').create({ kept: tableStyle }, [row('table_header'), ...body])
}

/** Rules that convert typed text to formatting, as in other editors. */
const rules = [
  textblockTypeInputRule(/^(#{1,3})\s$/, nodeType('heading'), (match) => ({ level: match[1]!.length })),
  wrappingInputRule(/^\s*[-*]\s$/, nodeType('bullet_list')),
  wrappingInputRule(/^1[.)]\s$/, nodeType('ordered_list')),
  wrappingInputRule(/^>\s$/, nodeType('blockquote')),
  new InputRule(/^---$/, (state, _match, from, to) =>
    state.tr.replaceRangeWith(from, to, nodeType('divider').create()),
  ),
  new InputRule(/\{\{[^{}]{1,200}\}\}$/, (state, match, from, to) =>
    state.tr.replaceWith(
      from,
      to,
      nodeType('variable').create({ text: match[0] }, null, state.selection.$from.marks()),
    ),
  ),
]

/**
 * Plugins for the editor’s keys and for converting typed text. Tab changes a list item’s depth or moves to the next
 * cell; elsewhere, it leaves the editor.
 */
export function inputPlugins(onlink: () => void): Plugin[] {
  const item = nodeType('list_item')
  const link: Command = () => {
    onlink()
    return true
  }
  const editSelected: Command = ({ selection }) => {
    const isDetailed = selection instanceof NodeSelection && /^(?:image|button|island)$/.test(selection.node.type.name)
    if (isDetailed) onlink()
    return isDetailed
  }
  const keys: Record<string, Command> = {
    'Mod-b': toggleMark(markType('strong')),
    'Mod-i': toggleMark(markType('em')),
    'Mod-u': toggleMark(markType('underline')),
    'Mod-Shift-x': toggleMark(markType('strike')),
    'Mod-k': link,
    'Mod-Alt-0': setHeading(0),
    'Mod-Alt-1': setHeading(1),
    'Mod-Alt-2': setHeading(2),
    'Mod-Alt-3': setHeading(3),
    'Mod-Shift-7': toggleList('ordered_list'),
    'Mod-Shift-8': toggleList('bullet_list'),
    'Mod-Shift-9': toggleQuote(),
    'Shift-Enter': chainCommands(exitCode, hardBreak),
    Backspace: undoInputRule,
    Enter: chainCommands(editSelected, splitListItem(item)),
    Tab: chainCommands(sinkListItem(item), goToNextCell(1)),
    'Shift-Tab': chainCommands(liftListItem(item), goToNextCell(-1)),
  }
  return [inputRules({ rules }), keymap(keys), keymap(baseKeymap)]
}
