import { finished } from '#shared/domain/base/finished.ts'
import { messageVariables, neededValues } from '#shared/domain/drafts/people/missing-values.ts'
import { scanPeople } from '#shared/domain/drafts/people/scan-people.ts'
import { english } from '#shared/domain/base/plural.ts'
import { peopleFindings } from '#shared/domain/drafts/checks/people-rules.ts'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import { gridColumns } from '#shared/domain/drafts/people/grid-columns.ts'
import { pasteBlock } from '#shared/domain/drafts/people/paste-block.ts'
import { readPastedTable } from '#shared/domain/drafts/people/pasted-table.ts'
import { personAt } from '#shared/domain/drafts/person-values.ts'
import { renderDraft } from '#shared/domain/drafts/render-draft.ts'
import { placeholders } from '#shared/domain/drafts/substitution.ts'
import { figure, median, type Print } from '../support/figure.ts'

const recipients = 10_000
const variables = Array.from({ length: 20 }, (_none, at) => `variable${at}`)
const rounds = 5

/**
 * Ten thousand recipients with twenty variables: pasted from a spreadsheet, checked for missing values and
 * duplicates, checked against the message, and previewed. The peer renders the message for each recipient to find the
 * same problems.
 */
export function merge(print: Print): void {
  const text = spreadsheet()
  const content = {
    ...emptyContent,
    subject: 'Hello {{variable0}}',
    html: `<body>${variables.map((name) => `<p>Your ${name}: {{${name}}}, and once more {{${name}}}.</p>`).join('\n')}</body>`,
    text: variables.map((name) => `{{${name}}}`).join('\n'),
  }
  const names = placeholders(content.subject, content.html, content.text)
  const ours: number[] = []
  const peer: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    const empty = { columns: gridColumns([], names), row: 0, column: 0, shown: null }
    const { people } = finished(pasteBlock({ columns: [], rows: [] }, finished(readPastedTable(text)), empty))
    const needed = neededValues(people.columns, messageVariables(content))
    const scan = finished(scanPeople(people, needed))
    const findings = finished(peopleFindings({ content, people, allowed: [], near: null }, english))
    const rendered = renderDraft(content, personAt(people, 0))
    ours.push(performance.now() - started)
    if (scan.holes === 0 || findings.length === 0 || rendered.html === '') throw new Error('Nothing was checked.')

    const begun = performance.now()
    let unknown = 0
    for (let row = 0; row < people.rows.length; row++)
      unknown += renderDraft(content, personAt(people, row)).unknown.length
    peer.push(performance.now() - begun)
    if (unknown === 0) throw new Error('The peer found nothing.')
  }
  print(
    figure({
      bench: 'compose.merge-10k',
      ours: median(ours),
      peer: median(peer),
      unit: 'ms',
      n: recipients,
      peerName: 'the message rendered for each',
    }),
  )
}

function spreadsheet(): string {
  const rows = Array.from({ length: recipients }, (_none, row) => {
    const values = variables.map((_name, column) => ((row + column) % 97 === 0 ? '' : `value ${row} & ${column}`))
    return [`person${row}@example${row % 50}.org`, `"Person ""${row}"""`, ...values].join('\t')
  })
  return [['email', 'name', ...variables].join('\t'), ...rows].join('\r\n')
}
