import { expect, test } from 'vitest'
import { aboutFigures, headOf } from './panel-file.ts'

const counted = { account: 'Shop', period: { from: '2026-03-01', to: '2026-03-07' }, notes: ['From the archive'] }

test('a file of a panel names its account, its days, its source and what they were filtered by', () => {
  const about = aboutFigures({ ...counted, text: 'last:7d tag:=order invoice' })
  expect(about).toEqual({
    account: 'Shop',
    period: '2026-03-01 to 2026-03-07',
    notes: ['From the archive', 'Filter: tag:=order invoice'],
  })
  expect(headOf('Tags', undefined, about).caption).toEqual([
    'Shop · 2026-03-01 to 2026-03-07',
    'From the archive',
    'Filter: tag:=order invoice',
  ])
})

test('a single day is named once, and a search that only names the period is no filter', () => {
  const about = aboutFigures({ ...counted, period: { from: '2026-03-01', to: '2026-03-01' }, text: 'on:2026-03-01' })
  expect(about).toMatchObject({ period: '2026-03-01', notes: ['From the archive'] })
})
