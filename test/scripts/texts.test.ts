import { describe, expect, test } from 'vitest'
import { messageOf, readMessage } from '../../scripts/support/texts/message.ts'
import { pseudo } from '../../scripts/support/texts/pseudo.ts'
import { findTexts, translate } from '../../scripts/support/texts/translate.ts'

const messages = (path: string, source: string) => findTexts(path, source).map(messageOf)
const german = (path: string, source: string, pairs: Record<string, string>) =>
  translate(path, source, new Map(Object.entries(pairs)))

describe('texts in TypeScript', () => {
  test('a text and a text with values are replaced, and the values may change places', () => {
    const source = "const a = 'Remove link'\nconst b = `${account.name} has ${formats.number(limit)} messages.`\n"
    expect(messages('a.ts', source)).toEqual(['Remove link', '{name} has {limit} messages.'])
    const pairs = {
      'Remove link': 'Link „entfernen“',
      '{name} has {limit} messages.': '{limit} Nachrichten hat `{name}`.',
    }
    expect(german('a.ts', source, pairs)).toBe(
      'const a = "Link „entfernen“"\nconst b = `${formats.number(limit)} Nachrichten hat \\`${account.name}\\`.`\n',
    )
  })

  test('a count with its noun has all forms of the language', () => {
    const source = "say(plural(formats, rows.length, 'entry', 'entries'), `Copied ${plural(formats, n, 'row')}.`)"
    const [alone, within] = messages('a.ts', source)
    expect(alone).toBe('{count, plural, one {# entry} other {# entries}}')
    expect(within).toBe('Copied {n, plural, one {# row} other {# rows}}.')
    const pairs = {
      [alone!]: '{count, plural, one {# wpis} few {# wpisy} other {# wpisów}}',
      [within!]: 'Skopiowano {n, plural, one {# wiersz} few {# wiersze} other {# wierszy}}.',
    }
    expect(german('a.ts', source, pairs)).toBe(
      'say(plural(formats, rows.length, {"one":"# wpis","few":"# wpisy","other":"# wpisów"}), `Skopiowano ${plural(formats, n, {"one":"# wiersz","few":"# wiersze","other":"# wierszy"})}.`)',
    )
  })

  test('texts within the values of a text that is not translated are translated', () => {
    const source = "`Sync ${isPaused ? 'Not now' : name} has ended.`"
    expect(german('a.ts', source, { 'Not now': 'Jetzt nicht' })).toBe(
      '`Sync ${isPaused ? "Jetzt nicht" : name} has ended.`',
    )
  })

  test.each([
    "if (state === 'Not now') return",
    "import x from 'Some Place'",
    "const map = { 'Not now': 1 }",
    "response.setHeader('Vary', 'Accept-Encoding')",
    "db.prepare('SELECT name FROM message WHERE row = ?')",
    "press('Mod+Enter')",
    '`${url}/?token=${token}`',
    "type State = 'Not now'",
  ])('%s has no text', (source) => {
    expect(messages('a.ts', source)).toEqual([])
  })
})

describe('texts in a component', () => {
  const source = `<script lang="ts">
  const label = 'Save draft'
</script>
<p title="From the account {account.name}">Your draft has {plural(formats, n, 'error')}. <b>Look twice</b></p>
{#if count > 0}<Button {label} name={busy ? 'Still saving' : label}>Send to {count}</Button>{/if}
`

  test('are found in the script, in attributes, between tags and in expressions', () => {
    expect(messages('a.svelte', source).toSorted()).toEqual([
      'From the account {name}',
      'Look twice',
      'Save draft',
      'Send to {count}',
      'Still saving',
      'Your draft has {n, plural, one {# error} other {# errors}}.',
    ])
  })

  test('are replaced with their values in the order of the language', () => {
    const written = german('a.svelte', source, {
      'From the account {name}': '{name}: von diesem Konto',
      'Send to {count}': 'An {count} senden',
      'Your draft has {n, plural, one {# error} other {# errors}}.':
        '{n, plural, one {# Fehler steht} other {# Fehler stehen}} im Entwurf.',
      'Look twice': 'Sehen Sie „{"zweimal"}“ hin'.replace('{"zweimal"}', "'{'zweimal'}'"),
    })
    expect(written).toContain("title={`${(account.name) ?? ''}: von diesem Konto`}")
    expect(written).toContain('>{"An "}{count}{" senden"}</Button>')
    expect(written).toContain(
      '{plural(formats, n, {"one":"# Fehler steht","other":"# Fehler stehen"})}{" im Entwurf."} <b>',
    )
    expect(written).toContain('<b>{"Sehen Sie „{zweimal}“ hin"}</b>')
    expect(written).toContain("'Save draft'")
  })
})

test.each([
  ['{nam} bleibt', 'must have the same values in braces'],
  ['bleibt', 'must have the same values in braces'],
  ['{name bleibt', 'has a { without a }'],
  ['name} bleibt', 'has a } without a {'],
  ['{name, plural, one {# x}}', 'and always other'],
])('the translation %s is refused', (translation, sentence) => {
  expect(() => german('a.ts', '`${name} stays`', { '{name} stays': translation })).toThrow(sentence)
})

test('the made-up language has the same values and plural forms', () => {
  const made = pseudo("Copied {n, plural, one {# row} other {# rows}} of '{'it'}' to {name}.")
  expect(readMessage(made)).toEqual([
    'Cópíéd ',
    { name: 'n', forms: { one: '# rów', other: '# róws' } },
    ' óf {ít} tó ',
    { name: 'name' },
    expect.stringMatching(/^\.( ~)+$/),
  ])
})
