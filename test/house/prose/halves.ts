import ts from 'typescript'
import { shownText, type Param } from '../../../scripts/support/texts/text.ts'
import { findTexts } from '../../../scripts/support/texts/translate.ts'

/** The words that a source file inserts into its texts: `is` in `` `${n === 1 ? 'is' : 'are'} left out` ``. */
export function halvesOf(path: string, source: string): string[] {
  return findTexts(path, source).flatMap((text) =>
    text.parts
      .filter((part): part is Param => typeof part === 'object' && part.plural === undefined)
      .flatMap((param) => insertedWords(source.slice(param.start, param.end)))
      .map((words) => `${path}: ${words} in “${shownText(text)}”`),
  )
}

function insertedWords(code: string): string[] {
  const [statement] = ts.createSourceFile('file.ts', `(${code})`, ts.ScriptTarget.Latest, true).statements
  return statement && ts.isExpressionStatement(statement) ? wordsOf(statement.expression) : []
}

/** The strings that the value of an expression can be, without those in the arguments of calls. */
function wordsOf(node: ts.Expression): string[] {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node)) {
    return wordsOf(node.expression)
  }
  if (ts.isConditionalExpression(node)) return [...wordsOf(node.whenTrue), ...wordsOf(node.whenFalse)]
  if (ts.isBinaryExpression(node)) return [...wordsOf(node.left), ...wordsOf(node.right)]
  const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
  if (isText) return /\p{Ll}{2}/u.test(node.text) ? [node.text] : []
  return ts.isTemplateExpression(node) && /\p{Ll}{2}/u.test(textOf(node)) ? [node.getText()] : []
}

function textOf({ head, templateSpans }: ts.TemplateExpression): string {
  return [head.text, ...templateSpans.map(({ literal }) => literal.text)].join(' ')
}
