export { type Editable, type EditableImage, editablesOf, type EditableText, textOfLines } from './editables.ts'
export { applyEdits, type Edit, editBetween, inverseEdits } from './edits.ts'
export { breakLongLines, formatEdits } from './layout-edits.ts'
export {
  attributeOf,
  bodyOf,
  type Markup,
  type MarkupElement,
  type MarkupNode,
  type MarkupText,
  type MarkupTooLarge,
  textOfMarkup,
} from './markup.ts'
export { parseMarkup } from './parse-markup.ts'
export { lineBreak, runEdit, sourceRange, sourceRanges, textOfRun, textRange } from './run-text.ts'
export { isShownBy } from './shown-by.ts'
