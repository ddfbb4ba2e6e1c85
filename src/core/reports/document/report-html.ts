import { escaped } from '#shared/domain/statistics/charts/svg-text.ts'
import type { ReportData, ReportFigure, ReportSection } from './report-data.ts'
import { reportStyle } from './report-style.ts'

// The policy is part of the file, so that it applies wherever the file is opened: nothing is fetched, and no script
// runs.
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** A self-contained page without scripts, external fonts or external images. */
export function reportHtml({ title, account, facts, figures, sections }: ReportData): string {
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light">',
    `<title>${escaped(`${title}: ${account}`)}</title>`,
    `<style>${reportStyle}</style>`,
  ]
  const body = [
    `<header><h1>${escaped(title)}</h1><p class="account">${escaped(account)}</p></header>`,
    `<main><dl>${facts.map(({ label, value }) => `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`,
    `<ul class="figures">${figures.map(figureHtml).join('')}</ul>`,
    ...sections.map(sectionHtml),
    '</main>',
  ]
  return `<!DOCTYPE html>\n<html lang="en"><head>${head.join('')}</head><body>${body.join('\n')}</body></html>\n`
}

function figureHtml({ label, text, formula, change, warning, spark }: ReportFigure): string {
  const notes = [
    change === null ? '' : `<span class="${change.tone}">${escaped(change.text)}</span>`,
    warning === null ? '' : `<span class="warning">${escaped(warning)}</span>`,
  ]
  const number = `<strong>${escaped(text)}</strong>`
  return `<li><span>${escaped(label)}</span>${number}${spark}<small>${notes.join(' ')}</small><small>${escaped(formula)}</small></li>`
}

/** The maximum number of characters that are kept on one line, such as `2026-02-27 – 2026-03-02`. */
const longestUnbroken = 24

function sectionHtml({ title, note, chart, table, csv, more }: ReportSection): string {
  const isNumber = table.head.map((_, at) => csv.rows.some((row) => typeof row[at] === 'number'))
  // Days and weekdays never wrap, however many columns the table has. Tags and addresses may, because they can be wider
  // than the page.
  const isShort = table.rows.every(([first = '']) => first.length <= longestUnbroken)
  const classOf = (at: number) => (isNumber[at] ? ' class="number"' : at === 0 && isShort ? ' class="name"' : '')
  const cell = (tag: string) => (text: string, at: number) => `<${tag}${classOf(at)}>${escaped(text)}</${tag}>`
  const rows = table.rows.map((row) => `<tr>${row.map(cell('td')).join('')}</tr>`)
  const head = `<thead><tr>${table.head.map(cell('th')).join('')}</tr></thead>`
  const body = rows.length === 0 ? '<p>No messages.</p>' : `<table>${head}<tbody>${rows.join('')}</tbody></table>`
  const heading = `<h2>${escaped(title)}${note === '' ? '' : ` <small>${escaped(note)}</small>`}</h2>`
  const drawn = chart === null || rows.length === 0 ? '' : `<figure>${chart}</figure>`
  return `<section>${heading}${drawn}${body}${more === '' ? '' : `<p>${escaped(more)}</p>`}</section>`
}
