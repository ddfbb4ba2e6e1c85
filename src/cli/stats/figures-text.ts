import type { Counters } from '#shared/contract/statistics.ts'
import { english } from '#shared/domain/base/plural.ts'
import { csvText } from '#shared/domain/statistics/csv-text.ts'
import { figures, type Figure } from '#shared/domain/statistics/figures.ts'
import { figureText, formulaText, type Numbers } from '#shared/domain/statistics/figure-text.ts'
import { TextTable } from '../text/text-table.ts'

export type Form = 'text' | 'csv' | 'json'

/** A value of the group, such as a tag, with its counters. */
export type Line = { readonly value: string; readonly counters: Counters }

type Shown = { readonly form: Form; readonly heading: string; readonly width: number }

const numbers: Numbers = { ...english, locale: 'en' }

/** Formats all of the dashboard’s figures, each with its count and, for a rate, the count by which it is divided. */
export function figuresText(counters: Counters, { form, heading, width }: Shown): string {
  if (form === 'json') return jsonLine({ ...counters, figures: partsOf(counters) })
  if (form === 'csv') {
    const rows = figures.map((figure) => {
      const { part, whole } = figure.read(counters)
      return [figure.label, part, whole ?? '']
    })
    return csvText({ head: ['Figure', 'Messages', 'Of'], rows })
  }
  const table = new TextTable(
    [
      { heading: 'Figure', isCut: true },
      { heading: 'Value', isCut: false },
      { heading: heading, isCut: true },
    ],
    width,
  )
  return table.add(
    figures.map((figure) => {
      const value = figure.read(counters)
      return [figure.label, figureText(figure, value, numbers), formulaText(figure, value, numbers)]
    }),
  )
}

/**
 * One line per value. The text form contains rates; the other forms contain the numbers from which the rates are
 * calculated.
 */
export function groupText(lines: readonly Line[], { form, heading, width }: Shown): string {
  if (form === 'json') {
    const json = lines.map(({ value, counters }) => jsonLine({ value, ...counters, figures: partsOf(counters) }))
    return json.join('')
  }
  if (form === 'csv') {
    const head = [heading, ...figures.map(({ label }) => label)]
    const rows = lines.map(({ value, counters }) => [value, ...figures.map((figure) => figure.read(counters).part)])
    return csvText({ head, rows })
  }
  const columns = figures.map(({ label }) => ({ heading: label, isCut: false }))
  const table = new TextTable([{ heading, isCut: true }, ...columns], width)
  const cells = (counters: Counters) => (figure: Figure) => figureText(figure, figure.read(counters), numbers)
  return table.add(lines.map(({ value, counters }) => [value || '(none)', ...figures.map(cells(counters))]))
}

function partsOf(counters: Counters): Record<string, { part: number; whole: number | null }> {
  return Object.fromEntries(figures.map((figure) => [figure.id, figure.read(counters)]))
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}
