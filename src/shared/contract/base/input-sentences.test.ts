import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { fieldLabel, inputSentence } from './input-sentences.ts'
import { contract, type CommandName } from '../table.ts'

const commands = Object.keys(contract) as CommandName[]
const schemaWords = /expected|received|Too (?:big|small)|Invalid|Unrecognized|>=|<=|\bNaN\b|undefined|must match/

/** Values that some fields refuse: nothing, blanks, too long, too many, too small, wrong type, unknown names. */
const values: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'no such value',
  'x'.repeat(250_000),
  '\uD800',
  0,
  -1,
  0.5,
  1e15,
  Number.NaN,
  true,
  [],
  [[[]]],
  {},
  { surplus: 1 },
  Array.from({ length: 2000 }, () => 'x'),
  Array.from({ length: 2000 }, () => ({})),
  { ['x'.repeat(300)]: 1 },
]

/** All fields of a schema by path; lists are represented by their first entry. */
function fieldsOf(schema: z.ZodType): readonly (readonly (string | number)[])[] {
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as Readonly<Record<string, z.ZodType>>
    return Object.entries(shape).flatMap(([name, field]) => [[name], ...fieldsOf(field).map((path) => [name, ...path])])
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fieldsOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray) return [[0], ...fieldsOf(schema.element as z.ZodType).map((path) => [0, ...path])]
  return []
}

function inputWith(path: readonly (string | number)[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  return name === 0 ? [inputWith(rest, value)] : { [name]: inputWith(rest, value) }
}

function refusals(name: CommandName, input: unknown): string[] {
  const { error } = contract[name].input.safeParse(input, { error: inputSentence(name) })
  return (error?.issues ?? []).map(({ message }) => message)
}

describe.each(commands)('a wrong input of %s', (name) => {
  test('is a sentence of ours, whatever is wrong', () => {
    for (const path of [[], ...fieldsOf(contract[name].input)]) {
      for (const value of values) {
        for (const sentence of refusals(name, inputWith(path, value))) {
          expect(sentence).not.toMatch(schemaWords)
          expect(sentence).toMatch(/^[A-Z“].{8,400}[.?!]$/)
        }
      }
    }
  })

  test('names every field', () => {
    for (const path of fieldsOf(contract[name].input)) {
      const field = path.filter((part) => part !== 0).at(-1)!
      expect(fieldLabel(name, [field]), path.join('.')).not.toBeNull()
    }
  })
})

describe('the sentence', () => {
  const first = (name: CommandName, input: unknown) => refusals(name, input)[0]
  const period = { from: 0, to: 1, froms: [], apiKeys: [], tags: [], page: 1, pageSize: 1 }

  it('asks for the whole ID or link if part of it is missing', () => {
    expect(first('drafts.get', { id: '6b3b2a52-6b7c' })).toBe(
      'The ID is incomplete or mistyped. Copy the whole ID or link again.',
    )
  })

  it('says the limit and what to do', () => {
    const scope = { accountId: 'a', zone: 'UTC' }
    expect(first('messages.count', { ...scope, text: 'x'.repeat(20_001) })).toBe(
      'The limit for the search is 20,000 characters. Shorten the text.',
    )
    expect(first('recipients.erase', { accountId: 'a', email: 'x'.repeat(321) })).toBe(
      'The limit for the recipient is 320 characters. Shorten the text.',
    )
    expect(first('live.detail', { accountId: 'a', messageId: 'x'.repeat(1001) })).toBe(
      'The limit for the message ID is 1,000 characters. Shorten the text.',
    )
    expect(first('messages.values', { accountId: 'a', field: 'meta', key: 'x'.repeat(201), prefix: '' })).toBe(
      'The limit for the metadata key is 200 characters. Shorten the text.',
    )
    expect(first('live.search', { ...period, accountId: 'a', pageSize: 501 })).toBe(
      'The limit for the rows per page is 500. Enter a smaller number.',
    )
  })

  it('says which entry of a list it is', () => {
    expect(first('live.search', { ...period, accountId: 'a', froms: ['a@b.example', ' '] })).toBe(
      'Entry 2 of the senders is empty. Enter a value.',
    )
  })

  it('leaves the words of a field that has its own', () => {
    expect(refusals('accounts.checkBaseUrl', { baseUrl: 5 })).toEqual(['Mailroom can’t read the base URL. Use text.'])
    expect(refusals('accounts.create', { profile: { name: ' ' } })).toContain('Give the account a name.')
  })

  it('keeps what was entered out of it', () => {
    const secret = 'canary-7fK2mmQ0vWx81LpTzR4n'
    for (const name of commands) {
      for (const path of fieldsOf(contract[name].input)) {
        for (const value of [secret, [secret], { a: secret }]) {
          expect(refusals(name, inputWith(path, value)).join(' ')).not.toContain(secret)
        }
      }
    }
  })
})
