import { RuleTester } from 'eslint'
import { describe, expect, it } from 'vitest'
import { linearRegex } from '../../eslint-rules/linear-regex.ts'
import { costOf } from '../../eslint-rules/regex-cost.ts'

RuleTester.describe = describe
RuleTester.it = it

/** Expressions that were once found in this project, and the string that the rule reports. */
const quadratic: [RegExp, string][] = [
  [/\s+$/, ' '],
  [/"[^]*"/, '"a'],
  [/<(?:\w+:)?workbookPr[^>]*\sdate1904="(?:1|true)"/, '<workbookPrc'],
  [/<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)</, '<v a'],
  [/\[(?![hms]+\])[^\]]*\]/gi, '[a'],
  [/\{\{\s*([^{}]{1,200}?)\s*\}\}/g, '  '],
  [/^\s*(?:Z|UTC)?\s*$/, ' '],
  [/(<a\b[^>]{0,2000}?\shref)/, '<ab'],
  [/([A-Za-z0-9._%+-])[A-Za-z0-9._%+-]*@/, 'aa'],
  [/\b(?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{24,}\b/, 'a'],
  [/^\s*x|\d+y/, '0'],
  [/^\s+$\n/m, ' '],
  [/(?<=a+)b/, '(?<=a+)'],
]

const exponential: [RegExp, string][] = [
  [/(a+)+$/, 'a'],
  [/^(a*)*b/, 'a'],
  [/^(?:a|aa)*$/, 'aaa'],
  [/^(?:\w+\s?)*$/, 'a'],
]

const linear = [
  /^\s+/,
  /"[^"]*"/g,
  /\s+/g,
  /^(?:,[^,]+)*$/,
  /^[^\s@]*@[^\s@]+$/,
  /^.+@[^\s@]+$/,
  /[^>]{0,200}>/,
  /\{\{([^{}]{1,200})\}\}/g,
  /\.broken-\d+$/,
  /\s+$/y,
  /\?(.*)/s,
  /^([a-z]+)(?:\.(?:([^\s:"().=][^\s:"()=]*)|"((?:[^"\\]|\\.)*)"))?:/i,
  /(?<=^|\s)x/,
]

describe('the cost of a regex', () => {
  it.each(quadratic)('%s is found to be quadratic', ({ source, flags }, pump) => {
    expect(costOf(source, flags)).toMatchObject({ growth: 'quadratic', pump })
  })

  it.each(exponential)('%s is found to be exponential', ({ source, flags }, pump) => {
    expect(costOf(source, flags)).toMatchObject({ growth: 'exponential', pump })
  })

  it.each(linear.map((regex) => [regex]))('%s is linear', ({ source, flags }) => {
    expect(costOf(source, flags)).toBeNull()
  })

  it('reports the text before the part that is repeated', () => {
    expect(costOf('^\\d{4}-\\s*(?:Z)?\\s*$', '')).toMatchObject({ prefix: '0000- ', pump: ' ' })
  })
})

new RuleTester().run('linear-regex', linearRegex, {
  valid: [
    'text.replace(/^\\s+/, "")',
    'new RegExp("^a+$")',
    'RegExp("a+", "g")',
    'new RegExp(/^a/)',
    '// eslint-disable-next-line rule-to-test/linear-regex -- sees ten letters of our own\n/a+$/.test(text)',
  ],
  invalid: [
    { code: 'text.replace(/\\s+$/, "")', errors: [{ messageId: 'costly' }] },
    { code: 'new RegExp("a+$")', errors: [{ messageId: 'costly' }] },
    { code: 'new RegExp(`a${name}`)', errors: [{ messageId: 'unknown' }] },
    { code: 'RegExp("a", flags)', errors: [{ messageId: 'unknown' }] },
    {
      code: '/^b(a+)+$/.test(text)',
      errors: [
        {
          message:
            'This regex takes exponential time on a text such as "ba" and "a" repeated. Bound the repetition, make its neighbours differ, or read the text with indexOf.',
        },
      ],
    },
  ],
})
