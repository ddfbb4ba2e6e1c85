import { expect, test } from 'vitest'
import { planWidths } from './plan-widths.ts'

const columns = [
  { id: 'date' },
  { id: 'to', minWidth: 150 },
  { id: 'subject', grow: true, minWidth: 160 },
  { id: 'tags' },
  { id: 'badge', width: 90 },
]
const content = { date: 110, to: 250, tags: 200, subject: 900 }

test('columns fit their content while all have room, and the growing one takes the rest', () => {
  expect(planWidths(columns, { layout: {}, content, width: 1072 })).toEqual({ date: 110, to: 250, tags: 200 })
})

test('in a narrow table long columns give way in proportion, and short ones stay whole', () => {
  const planned = planWidths(columns, { layout: {}, content, width: 762 })
  expect(planned).toEqual({ date: 110, to: 200, tags: 170 })
})

test('a column that keeps its width gives way when the others cannot any more', () => {
  const keeping = columns.map((column) => ({ ...column, keeps: column.id === 'to' }))
  expect(planWidths(keeping, { layout: {}, content, width: 802 })).toEqual({ date: 110, to: 250, tags: 160 })
  expect(planWidths(keeping, { layout: {}, content, width: 732 })).toEqual({ date: 110, to: 200, tags: 140 })
})

test('no column becomes narrower than it can be read', () => {
  expect(planWidths(columns, { layout: {}, content, width: 300 })).toEqual({ date: 110, to: 150, tags: 140 })
})

test('a width that the user set stays, and one long value does not push the others out', () => {
  const layout = { widths: { to: 300 } }
  const planned = planWidths(columns, { layout, content: { ...content, tags: 2000 }, width: 2000 })
  expect(planned).toEqual({ date: 110, tags: 360 })
})
