import { describe, expect, test } from 'vitest'
import type { DraftPart, DraftPeople, Person } from '#shared/contract/base/draft.ts'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import { english } from '#shared/domain/base/plural.ts'
import { addressNotes } from './address-notes.ts'
import { withCells, withHolesFilled, withPart, withoutColumn, withoutRows } from './edit-people.ts'
import { columnNameProblem } from './column-name.ts'
import { assignedNote, filesByName, withFiles } from './files-by-name.ts'
import { findRows } from './find-rows.ts'
import { gridColumns } from './grid-columns.ts'
import { valuesOf } from '../person-values.ts'
import { guessRoles, hasHeaders } from './guess-roles.ts'
import { readMailbox } from './mailbox-text.ts'
import { neededValues } from './missing-values.ts'
import { nextUnresolved } from './next-unresolved.ts'
import { finished } from '../../base/finished.ts'
import { nextHole, rowFlags, scanPeople } from './scan-people.ts'

const person = (address: string, ...values: (string | null)[]): Person => ({ address, name: '', values, parts: [] })
const people = (columns: string[], ...rows: Person[]): DraftPeople => ({ columns, rows })

describe('The columns of a table', () => {
  test('are those of the draft, and the variables without one', () => {
    const columns = gridColumns(['FirstName', 'old', 'Subject', 'meta.x', 'old '], ['firstname', 'city'])
    expect(columns.map((column) => ('use' in column ? column.use : column.kind))).toEqual([
      'address',
      'name',
      'variable',
      'twice',
      'subject',
      'meta',
      'unused',
      'missing',
    ])
  })

  test.each([
    [['E-Mail', 'Name'], true],
    [['Name', 'firstName'], true],
    [['ann@x.example', 'Name'], false],
    [['hello', 'there'], false],
  ])('%j being their names is %s', (first, expected) => {
    expect(hasHeaders([first, ['ann@x.example', 'x']], ['firstName'])).toBe(expected)
  })

  test('are guessed from their names and their content', () => {
    const rows = [['1', 'Ann', 'ann@x.example', 'x', '']]
    const guess = (headers: string[], remembered = {}) =>
      guessRoles({ headers, rows, variables: ['firstName', 'City'], remembered })
    expect(guess(['Id', 'First name', 'Courriel', 'city', ''])).toEqual([
      { kind: 'value', name: 'Id' },
      { kind: 'value', name: 'firstName' },
      { kind: 'address' },
      { kind: 'value', name: 'City' },
      { kind: 'skip' },
    ])
    expect(guess(['Id', 'who', 'x', 'y'], { who: { kind: 'name' }, id: { kind: 'skip' } })).toMatchObject([
      { kind: 'skip' },
      { kind: 'name' },
      { kind: 'address' },
      { kind: 'value', name: 'y' },
      { kind: 'skip' },
    ])
  })
})

describe('The column of the addresses', () => {
  const place = (headers: string[], row: string[]) =>
    guessRoles({ headers, rows: [row], variables: [], remembered: {} }).findIndex(({ kind }) => kind === 'address')

  test.each(['Email Address', 'E-Mail', 'mail', 'adresse', 'courriel', 'E-mail 1', 'Empfänger'])(
    'is that of %s',
    (header) => expect(place(['Id', header], ['7', ''])).toBe(1),
  )

  test('is the one with addresses, whatever its name', () => {
    expect(place(['Adresse', 'Kontaktdaten'], ['Hauptstr. 1', 'ann@x.example'])).toBe(1)
    expect(place(['Email', 'Work email'], ['ann@x.example', 'ann@work.example'])).toBe(0)
    expect(place(['Id', 'City'], ['7', 'Rome'])).toBe(-1)
  })
})

test('columns get names that a placeholder can have, and two of one heading stay two', () => {
  const headers = ['{{first}}', 'City', 'city', '', 'Price {EUR}', 'x'.repeat(300)]
  const names = guessRoles({ headers, rows: [], variables: [], remembered: {} }).map((role) =>
    role.kind === 'value' ? role.name : role.kind,
  )
  expect(names).toEqual(['first', 'City', 'city 2', 'column4', 'Price EUR', 'x'.repeat(200)])
  expect(names.map(columnNameProblem)).toEqual(names.map(() => undefined))
})

test('a column may be named like what every object has', () => {
  const headers = ['constructor', '__proto__', 'toString', 'email']
  const roles = guessRoles({ headers, rows: [['a', 'b', 'c', 'ann@x.example']], variables: [], remembered: {} })
  expect(roles).toEqual([...headers.slice(0, 3).map((name) => ({ kind: 'value', name })), { kind: 'address' }])
  const { values } = valuesOf(['constructor', '__proto__'], { values: ['a', 'b'] })
  expect(Object.entries(values)).toEqual([
    ['constructor', 'a'],
    ['__proto__', 'b'],
  ])
})

test.each(['', 'meta.', '{{a}}', 'a\nb', 'x'.repeat(201)])('no column is named %j', (name) => {
  expect(columnNameProblem(name)).toMatch(/^[A-Z].*\.$/)
})

describe('A mailbox in a cell', () => {
  test.each([
    ['ann@x.example', 'ann@x.example', ''],
    ['Ann <ann@x.example>', 'ann@x.example', 'Ann'],
    ['"Lee, Ann" <ann@x.example>', 'ann@x.example', 'Lee, Ann'],
    ['Dee; D. <dee@x.example>', 'dee@x.example', 'Dee; D.'],
    ['ann@x.example (Office)', 'ann@x.example', 'Office'],
    ['mailto:ann@x.example', 'ann@x.example', ''],
    ['jürgen@bücher.example', 'jürgen@bücher.example', ''],
    ['a@x.example, b@x.example', 'a@x.example, b@x.example', ''],
  ])('%s', (text, address, name) => {
    expect(readMailbox(text)).toEqual({ address, name })
  })
})

describe('Recipients', () => {
  const variables = ['first', 'city']
  const table = people(
    ['first', 'other'],
    person('ann@x.example', 'Ann', null),
    person('ANN@x.example ', null, 'o'),
    person('nonsense', ''),
    person('', 'Bob'),
  )
  const columns = gridColumns(table.columns, variables)
  const cells = { columns, needed: neededValues(table.columns, { subject: [], others: variables }) }
  const scan = finished(scanPeople(table, cells.needed))

  test('are looked at for addresses, duplicates and holes', () => {
    expect([...scan.flags]).toEqual([
      rowFlags.hole,
      rowFlags.hole | rowFlags.duplicate,
      rowFlags.hole | rowFlags.wrong,
      rowFlags.hole | rowFlags.noAddress,
    ])
    expect(scan).toMatchObject({ wrong: 1, noAddress: 1, duplicates: 1, holes: 5, holeRows: 4 })
    expect(scan.firstOf.get(1)).toBe(0)
    expect(scan.holesOf.get(0)).toBe(1)
  })

  test('are said to have bad addresses and duplicates in one way', () => {
    const textsOf = (counts: Parameters<typeof addressNotes>[0]) =>
      addressNotes(counts, english).map(({ text }) => text)
    expect(textsOf(scan)).toEqual(['2 without a valid address', '1 duplicate'])
    expect(textsOf({ wrong: 0, noAddress: 0, duplicates: 1200 })).toEqual(['1,200 duplicates'])
    expect(textsOf({ wrong: 0, noAddress: 0, duplicates: 0 })).toEqual([])
    expect(textsOf(undefined)).toEqual([])
  })

  test('are found by a filter and by words', () => {
    const find = (filter: 'all' | 'holes' | 'addresses' | 'duplicates', text = '') =>
      finished(findRows(table, scan, { filter, text }))
    expect(find('all')).toBeNull()
    expect(find('addresses')).toEqual([2, 3])
    expect(find('duplicates')).toEqual([0, 1])
    expect(find('all', 'ann O')).toEqual([1])
  })

  test('lead from hole to hole, row by row, and around', () => {
    const places = [[-1, 0]]
    for (let step = 0; step < 6; step++) {
      const [row = 0, column = 0] = places.at(-1)!
      const hole = nextHole(table, cells, { row, column })!
      places.push([hole.row, hole.column])
    }
    // Column 4 is the variable without a column.
    expect(places.slice(1)).toEqual([
      [0, 4],
      [1, 2],
      [1, 4],
      [2, 4],
      [3, 4],
      [0, 4],
    ])
    const filled = withHolesFilled(withHolesFilled(table, columns[2]!, 'x'), columns[4]!, '')
    const full = {
      columns: gridColumns(filled.columns, variables),
      needed: neededValues(filled.columns, { subject: [], others: variables }),
    }
    expect(nextHole(filled, full, { row: 0, column: 0 })).toBeNull()
  })

  test('whose message keeps a placeholder are found, those with a subject of their own too', () => {
    const own = people(
      ['first', 'subject'],
      person('a', 'A', null),
      person('b', 'B', 'To {{nobody}}'),
      person('c', null, null),
      person('d', 'D', 'Plain'),
    )
    const content = { ...emptyContent, subject: '{{first}}' }
    const next = (from: number) => finished(nextUnresolved(content, own, from))
    expect([next(0), next(1), next(2)]).toEqual([1, 2, 1])
    expect(finished(nextUnresolved({ ...content, subject: 'x' }, people([], person('a')), 0))).toBe(-1)
  })
})

describe('An edit', () => {
  const table = people(['a', 'b'], person('x@x.example', '1', '2'), person('y@x.example'))
  const columns = gridColumns(table.columns, ['a', 'b', 'c'])

  test('replaces the rows it touches, and no others', () => {
    const next = withCells(table, [{ row: 1, column: columns[3]!, text: 'new' }])
    expect(next.rows[0]).toBe(table.rows[0])
    expect(next.rows[1]!.values).toEqual([null, 'new'])
    expect(table.rows[1]!.values).toEqual([])
  })

  test('creates the column of a variable, once', () => {
    const missing = columns[4]!
    const next = withCells(table, [
      { row: 0, column: missing, text: 'x' },
      { row: 3, column: missing, text: 'y' },
    ])
    expect(next.columns).toEqual(['a', 'b', 'c'])
    expect(next.rows.map(({ values }) => values[2] ?? null)).toEqual(['x', null, null, 'y'])
  })

  test('takes the name from a named address, and keeps it with a bare one', () => {
    const [address] = columns
    const named = withCells(table, [{ row: 0, column: address!, text: 'Ann <ann@x.example>' }])
    expect(named.rows[0]).toMatchObject({ address: 'ann@x.example', name: 'Ann' })
    const bare = withCells(named, [{ row: 0, column: address!, text: 'bob@x.example' }])
    expect(bare.rows[0]).toMatchObject({ address: 'bob@x.example', name: 'Ann' })
  })

  test('cuts what could not be saved', () => {
    const next = withCells(table, [{ row: 0, column: columns[2]!, text: 'x'.repeat(30_000) }])
    expect(next.rows[0]!.values[0]).toHaveLength(20_000)
  })

  test('removes rows and columns with their values', () => {
    expect(withoutColumn(table, 0)).toEqual(people(['b'], person('x@x.example', '2'), person('y@x.example')))
    expect(withoutRows(table, [0]).rows).toEqual([table.rows[1]])
  })
})

describe('Files of single recipients', () => {
  const part = (id: string, name: string) => ({ id, name }) as DraftPart
  const table = people(['invoice'], person('ann@x.example', '4711'), person('bob@x.example', '4712'))

  test('are given out by the words of their names', () => {
    const parts = [part('1', 'invoice-4711.pdf'), part('2', 'bob@x.example.pdf'), part('3', 'terms.pdf')]
    const { people: next, counts } = filesByName(table, parts)
    expect(assignedNote(counts, english)).toBe(
      '2 files were assigned to recipients by file name. 1 file matches no recipient.',
    )
    expect(next.rows.map(({ parts: own }) => own)).toEqual([['1'], ['2']])
    expect(filesByName(next, parts).counts.assigned).toBe(0)
  })

  test('are not given out by a value that several recipients share', () => {
    const shared = people(
      ['invoice', 'year', 'manager'],
      person('ann@x.example', '4711', '2026', 'bob@x.example'),
      person('Ann@x.example', '4711', '2026', null),
      person('bob@x.example', '4712', '2026', null),
    )
    const names = ['invoice-4711-2026.pdf', 'terms-2026.pdf', '4711-4712.pdf', 'bob@x.example 2026.pdf']
    const { people: next, counts } = filesByName(
      shared,
      names.map((name) => part(name, name)),
    )
    expect(next.rows.map(({ parts: own }) => own)).toEqual([[names[0]], [names[0]], [names[3]]])
    expect(assignedNote(counts, english)).toBe(
      '2 files were assigned to recipients by file name. 2 files match several recipients.',
    )
  })

  test('are given out up to the limit, and the others are counted', () => {
    const parts = Array.from({ length: 22 }, (_, at) => part(`${at}`, `4711 ${at}.pdf`))
    const { people: next, counts } = filesByName(table, parts)
    expect(next.rows[0]!.parts).toHaveLength(20)
    expect(assignedNote(counts, english)).toBe(
      '20 files were assigned to recipients by file name. 2 files exceed the limit of 20 per recipient.',
    )
  })

  test('are given to a recipient up to the limit, and the others are named', () => {
    const ids = Array.from({ length: 20 }, (_, at) => `${at}`)
    const full = people([], { ...person('ann@x.example'), parts: ids }, person('bob@x.example'))
    const { people: next, problems } = withFiles(full, { rows: [0, 1], parts: [part('p', 'terms.pdf')] }, english)
    expect(next.rows.map(({ parts: own }) => own)).toEqual([ids, ['p']])
    expect(problems).toEqual([
      'terms.pdf: not assigned to 1 recipient, because each recipient can have at most 20 files.',
    ])
  })

  test('are given and taken', () => {
    const given = withPart(table, [0, 1], 'p', true)
    expect(given.rows.map(({ parts: own }) => own)).toEqual([['p'], ['p']])
    expect(withPart(given, [0], 'p', false).rows.map(({ parts: own }) => own)).toEqual([[], ['p']])
  })
})
