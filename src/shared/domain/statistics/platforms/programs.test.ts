import { expect, it } from 'vitest'
import { monthsOf, programOf, programsOf } from './programs.ts'

const opens = (name: string, type: string, open: number, month = '2026-11') => ({ month, name, type, open })

it('tells the version from the name of a program', () => {
  expect(programOf('Apple Mail 18 (iPad)')).toEqual({ name: 'Apple Mail', version: '18 (iPad)' })
  expect(programOf('Outlook 16 for Mac')).toEqual({ name: 'Outlook', version: '16 for Mac' })
  expect(programOf('CHROME 45.0.2454.85')).toEqual({ name: 'CHROME', version: '45.0.2454.85' })
  expect(programOf('Thunderbird/140.0')).toEqual({ name: 'Thunderbird', version: '140.0' })
  expect(programOf('K-9 Mail 8')).toEqual({ name: 'K-9 Mail', version: '8' })
  expect(programOf('163 Mail')).toEqual({ name: '163 Mail', version: '' })
  expect(programOf('Outlook.com')).toEqual({ name: 'Outlook.com', version: '' })
  for (const name of ['', ' ', 'Unknown', 'null', 'UNKNOWN 7']) expect(programOf(name).name).toBe('')
})

it('joins the versions of a program, in any case of its letters', () => {
  const [mail, other] = programsOf(
    [
      opens('Apple Mail 18', 'application', 5),
      opens('apple mail 16', 'application', 2),
      opens('Apple Mail 18', 'application', 3, '2026-10'),
      opens('Gmail', 'webmail', 4),
    ],
    'all',
  )
  expect(mail).toMatchObject({ name: 'Apple Mail', open: 10, isUnknown: false })
  expect(mail!.versions).toEqual([
    { name: 'Apple Mail 18', open: 8 },
    { name: 'Apple Mail 16', open: 2 },
  ])
  expect([...mail!.months]).toEqual([
    ['2026-11', 7],
    ['2026-10', 3],
  ])
  expect(other).toMatchObject({ name: 'Gmail', open: 4 })
})

it('counts a type alone, and tells programs of one name apart by it', () => {
  const all = [opens('Gmail', 'webmail', 4), opens('Gmail 2026', 'application', 9), opens('Robot', 'other', 1)]
  expect(programsOf(all, 'all').map(({ name }) => name)).toEqual(['Gmail (application)', 'Gmail (webmail)', 'Robot'])
  expect(programsOf(all, 'webmail').map(({ name, open }) => [name, open])).toEqual([['Gmail', 4]])
  expect(programsOf(all, 'application').map(({ name, open }) => [name, open])).toEqual([['Gmail', 9]])
})

it('joins what has no name, and lists it last', () => {
  const programs = programsOf([opens('', '', 50), opens('Unknown', 'webmail', 8), opens('GMX', 'webmail', 1)], 'all')
  expect(programs.map(({ name, open, isUnknown }) => [name, open, isUnknown])).toEqual([
    ['GMX', 1, false],
    ['Unknown', 58, true],
  ])
  expect(programsOf([], 'all')).toEqual([])
})

it('lists the months between the first and the last, with empty ones', () => {
  const months = monthsOf([opens('a', '', 1, '2027-02'), opens('a', '', 1, '2026-11'), opens('a', '', 1, '2026-11')])
  expect(months).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
  expect(monthsOf([])).toEqual([])
  expect(monthsOf([opens('a', '', 1, ''), opens('a', '', 1, 'soon')])).toEqual([])
})

it('lists no empty months up to a wrong one far away', () => {
  const months = monthsOf([opens('a', '', 1, '0001-01'), opens('a', '', 1, '9999-12'), opens('a', '', 1, '2026-11')])
  expect(months).toEqual(['0001-01', '2026-11', '9999-12'])
})
