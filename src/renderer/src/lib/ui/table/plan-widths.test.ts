import { expect, test } from 'vitest'
import { planWidths } from './plan-widths.ts'

const columns = [
  { id: 'date', gives: 'last' as const },
  { id: 'to', minWidth: 150 },
  { id: 'subject', grow: true, minWidth: 160 },
  { id: 'tags', gives: 'first' as const, minWidth: 60 },
  { id: 'badge', width: 90 },
]
const content = { date: 110, to: 250, tags: 200, subject: 300 }
/** The widths of the unmeasured column and of the end. */
const others = 90 + 32
const planned = (width: number) => planWidths(columns, { layout: {}, content, width: width + others })

test('columns fit their content while all have room, in steps that seldom change', () => {
  expect(planned(1000)).toEqual({ date: 120, to: 252, tags: 204, subject: 300 })
})

test('where the steps alone are too much, each column is as wide as its content', () => {
  expect(planned(861)).toEqual({ date: 110, to: 250, tags: 200, subject: 300 })
})

test('in a narrow table columns become narrower group by group, the widest of a group first', () => {
  expect(planned(800)).toEqual({ date: 110, to: 250, tags: 140, subject: 300 })
  expect(planned(700)).toEqual({ date: 110, to: 250, tags: 60, subject: 280 })
  expect(planned(600)).toEqual({ date: 110, to: 215, tags: 60, subject: 215 })
})

test('no column becomes narrower than it can be read, and a short one is never cut', () => {
  expect(planned(100)).toEqual({ date: 110, to: 150, tags: 60, subject: 160 })
})

test('a width that the user set stays', () => {
  const layout = { widths: { to: 300 } }
  const widths = planWidths(columns, { layout, content, width: 600 + 300 + others })
  expect(widths).toEqual({ date: 110, tags: 190, subject: 300 })
})

test('one long value gets what the others leave', () => {
  const widths = planWidths(columns, { layout: {}, content: { ...content, to: 2000 }, width: 1200 + others })
  expect(widths).toEqual({ date: 110, to: 730, tags: 60, subject: 300 })
})
