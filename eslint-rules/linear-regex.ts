import type { Rule } from 'eslint'
import { costOf } from './regex-cost.ts'

/**
 * Refuses a regex whose cost can grow faster than the text it reads. If a regex reads only short text of our own, the
 * comment that disables the rule says so; a comment that disables nothing is an error too.
 *
 * We do not use eslint-plugin-regexp. Its no-super-linear-backtracking and no-super-linear-move (3.3.3) were compared
 * with this rule on the whole tree and on the seventeen costly regexes of test/security/linear-regex.test.ts: they find
 * ten of those, and nothing that this rule misses. Most of the other seven are really slow: on 100,000 characters
 * `\b(?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{24,}\b` takes 4.6 s, `<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)<` 0.8 s and the one for
 * `workbookPr` 0.3 s; `^(?:a|aa)*$` takes 1 s on forty characters. They also report nothing where a regex is built at
 * run time and cannot be read.
 */
export const linearRegex: Rule.RuleModule = {
  meta: {
    type: 'problem',
    docs: { description: 'A regex must not cost more than in proportion to the text it reads.' },
    messages: {
      costly:
        'This regex takes {{growth}} time on a text such as {{text}}. Bound the repetition, make its neighbours differ, or read the text with indexOf.',
      unknown:
        'The rule cannot read the source of this regex. Write it as a literal, or say in a comment here why it takes linear time.',
    },
    schema: [],
  },
  create(context) {
    function judge(node: Rule.Node, source: string, flags: string): void {
      const cost = costOf(source, flags)
      if (cost === null) return
      const text = `${cost.prefix === '' ? '' : `${JSON.stringify(cost.prefix)} and `}${JSON.stringify(cost.pump)} repeated`
      context.report({ node, messageId: 'costly', data: { growth: cost.growth, text } })
    }

    function judgeCall(node: Rule.Node & { callee: unknown; arguments: readonly unknown[] }): void {
      if ((node.callee as { name?: string }).name !== 'RegExp') return
      const [source, flags] = node.arguments.map((given) => (given as { value?: unknown }).value)
      // A regex literal in the argument is checked separately.
      if (source instanceof RegExp) return
      if (typeof source !== 'string' || (node.arguments.length > 1 && typeof flags !== 'string')) {
        context.report({ node, messageId: 'unknown' })
      } else {
        judge(node, source, typeof flags === 'string' ? flags : '')
      }
    }

    return {
      Literal(node) {
        if ('regex' in node && node.regex) judge(node, node.regex.pattern, node.regex.flags)
      },
      NewExpression: (node) => judgeCall(node),
      CallExpression: (node) => judgeCall(node),
    }
  },
}
