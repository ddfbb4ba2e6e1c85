import type { DraftContent, DraftPart, DraftPeople, Person } from '../../../contract/base/draft.ts'
import { plural, type NumberFormat } from '../../base/plural.ts'
import { isMailAddress } from '../../../text/mail-address.ts'
import { shortened } from '../../../text/shortened.ts'
import { isAllowed } from '../addresses/address-problem.ts'
import type { NearDomains } from '../addresses/near-domain.ts'
import { inBatches } from '../batches.ts'
import { isNamed, nameVariable } from '../people/fill-names.ts'
import { folded } from '../people/grid-columns.ts'
import { headerLineRule, type HeaderCell } from '../people/header-lines.ts'
import { messageVariables, neededValues, type MessageVariables } from '../people/missing-values.ts'
import { rowFlags, scanPeople } from '../people/scan-people.ts'
import { placeholders } from '../substitution.ts'
import { hasOuterBlanks } from './option-rules.ts'
import {
  fieldFinding,
  personFinding,
  type Finding,
  type PeopleMend,
  type TargetColumn,
  type Severity,
} from './finding.ts'
import { gmailLimit, renderedSize, sizeFormula } from './rendered-size.ts'

type Message = {
  readonly content: Pick<DraftContent, 'subject' | 'preheader' | 'html' | 'text' | 'textMode' | 'cc' | 'bcc'> & {
    readonly parts: readonly Pick<DraftPart, 'id' | 'kind' | 'name'>[]
  }
  readonly people: DraftPeople
  readonly allowed: readonly string[]
  readonly near: NearDomains | null
}

const rowsAtATime = 200

/**
 * Checks the recipients one by one. Each kind of problem is reported once, with the number of recipients that have it
 * and the first of them.
 */
export function* peopleFindings(message: Message, formats: NumberFormat): Generator<void, Finding[]> {
  const { content, people } = message
  const variables = messageVariables(content)
  const scan = yield* scanPeople(people)
  const tally = new Tally()
  const look = rowRules(message, variables, tally)
  for (let row = 0; row < people.rows.length; row++) {
    if (row % rowsAtATime === 0) yield
    look(people.rows[row]!, row)
  }
  scan.flags.forEach((flag, row) => {
    if (flag & rowFlags.noAddress) tally.add('no-address', row)
    if (flag & rowFlags.wrong) tally.add('wrong', row)
    if (flag & rowFlags.duplicate) tally.add('duplicate', row)
  })
  return [...tally.findings(formats, people.columns), ...(yield* copiesFindings(message, variables.all, formats))]
}

/** Every call to the service contains the Cc and Bcc recipients, but only those in To have values and personal files. */
function* copiesFindings(
  { content, people }: Message,
  [variable]: readonly string[],
  formats: NumberFormat,
): Generator<void, Finding[]> {
  const field = (['cc', 'bcc'] as const).find((name) => content[name].some(({ address }) => address.trim() !== ''))
  if (field === undefined) return []
  const findings: Finding[] = []
  const say = (id: string, severity: Severity, sentence: string) =>
    findings.push(fieldFinding(`copies-${id}`, severity, field, sentence))
  const withFiles = people.rows.filter(({ parts }) => parts.length > 0).length
  const calls = (yield* inBatches(people.rows)).length
  if (withFiles > 0) {
    const whose = plural(formats, withFiles, 'recipient')
    say(
      'files',
      'error',
      `Cc and Bcc recipients also get the personal files of ${whose}. Remove these addresses, or send the files in another message.`,
    )
  } else if (calls > 1) {
    const many = formats.number(calls)
    say('calls', 'warning', `Cc and Bcc recipients get ${many} copies, because the message is sent in ${many} calls.`)
  }
  if (variable !== undefined) {
    const name = shortened(variable)
    say('variables', 'warning', `Cc and Bcc recipients see {{${name}}} as it is written, because they have no values.`)
  }
  return findings
}

/** Returns a function that checks one row. Everything that all rows have in common is computed in advance. */
function rowRules(
  { content, people, allowed: entries, near }: Message,
  variables: MessageVariables,
  tally: Tally,
): (person: Person, row: number) => void {
  const columnOf = (name: string) => people.columns.findLastIndex((column) => folded(column) === folded(name))
  const needed = neededValues(people.columns, variables)
  const formula = sizeFormula(content.html, content.preheader)
  const useColumns = formula.uses.map(({ name }) => columnOf(name))
  const files = new Set(content.parts.filter(({ kind }) => kind === 'row').map(({ id }) => id))
  const allowed = new Set(entries.map(folded))
  const brokenCells = headerLineRule(content, people.columns)
  return (person, row) => {
    const { address, values, parts } = person
    for (const { name, place } of needed(person)) {
      const value = values[place] ?? null
      if (value === null) tally.add(holeKey(name, person), row)
      else if (value.includes('{{') && placeholders(value).length > 0) tally.add('nested', row)
    }
    for (const cell of brokenCells(person)) tally.add(`lines ${cell}`, row)
    if (hasOuterBlanks(person.name)) tally.add('blanks', row)
    if (content.html !== '' && renderedSize(formula, values, useColumns) > gmailLimit) tally.add('clipped', row)
    if (address !== '' && !isAllowed(address, allowed)) tally.add('not-allowed', row)
    if (parts.some((part) => !files.has(part))) tally.add('no-file', row)
    const domain = address.slice(address.lastIndexOf('@') + 1)
    const meant = near?.meant(domain.trim()) ?? null
    if (meant !== null && isMailAddress(address.trim())) tally.add(`typo ${domain.toLowerCase()} ${meant}`, row)
  }
}

/** Returns the kind of a missing value. If the name next to the address can fill it, it is a separate kind. */
function holeKey(variable: string, person: Person): string {
  return `${folded(variable) === nameVariable && isNamed(person) ? 'named' : 'hole'} ${variable}`
}

/** Collects the rows by kind of problem. */
class Tally {
  readonly #rows = new Map<string, number[]>()

  add(key: string, row: number): void {
    const known = this.#rows.get(key)
    if (!known) this.#rows.set(key, [row])
    // A row may have the same problem twice: several of its values may contain placeholders.
    else if (known.at(-1) !== row) known.push(row)
  }

  findings(formats: NumberFormat, columns: DraftPeople['columns']): Finding[] {
    return [...this.#rows].map(([key, rows]) => {
      const [kind = '', ...rest] = key.split(' ')
      const who = plural(formats, rows.length, 'recipient')
      if (kind === 'lines') return linesFinding(rest.join(' '), { rows, columns, formats })
      const { severity, text, column = null, mend } = sentenceOf(kind, rest.join(' '), who)
      return personFinding(`people-${key}`, severity, { rows, column, mend }, text)
    })
  }
}

/** The id contains the column but no rows, so that the finding keeps its id when more rows have the problem. */
function linesFinding(
  cell: string,
  {
    rows,
    columns,
    formats,
  }: {
    readonly rows: readonly number[]
    readonly columns: DraftPeople['columns']
    readonly formats: NumberFormat
  },
): Finding {
  const broken: HeaderCell = cell === 'name' ? 'name' : Number(cell)
  const heading = broken === 'name' ? '' : (columns[broken] ?? '')
  const column: TargetColumn = broken === 'name' ? { kind: 'name' } : heading
  const what =
    broken === 'name'
      ? 'The recipient’s name'
      : folded(heading) === 'subject'
        ? 'The recipient’s own subject'
        : `“${shortened(heading.trim())}”, which the subject uses,`
  const row = `row ${formats.number((rows[0] ?? 0) + 1)}`
  const where = rows.length > 1 ? `${plural(formats, rows.length, 'row')}, first in ${row}` : row
  const text = `${what} contains a line break or another control character in ${where}. The service refuses the entire batch because of this. Write the value on one line.`
  return personFinding(
    broken === 'name' ? 'people-lines-name' : `people-lines ${folded(heading)}`,
    'error',
    { rows, column, mend: { kind: 'one-line', cell: broken } },
    text,
  )
}

type Sentence = {
  readonly severity: Severity
  readonly text: string
  readonly column?: string
  readonly mend?: PeopleMend
}

function sentenceOf(kind: string, what: string, who: string): Sentence {
  const shown = shortened(what)
  switch (kind) {
    case 'hole':
      return {
        severity: 'error',
        text: `{{${shown}}} has no value for ${who}. They will see it as written. Fill in the values.`,
        column: what,
      }
    case 'named':
      return {
        severity: 'error',
        text: `{{${shown}}} has no value for ${who} with a name. They will see it as written. Fill it from the names beside the addresses.`,
        column: what,
        mend: { kind: 'fill-names' },
      }
    case 'nested':
      return {
        severity: 'warning',
        text: `A value for ${who} contains {{…}}, which is sent as it is. Placeholders inside values aren’t filled in.`,
      }
    case 'blanks':
      return { severity: 'hint', text: `The name of ${who} is sent without the spaces around it.` }
    case 'clipped':
      return {
        severity: 'warning',
        text: `The HTML is over 102 KB for ${who}, and Gmail hides the rest behind a link. Shorten the HTML.`,
      }
    case 'not-allowed':
      return {
        severity: 'error',
        text: `This account’s allow-list doesn’t allow sending to ${who}. Remove them, or change the allow-list.`,
      }
    case 'no-file':
      return { severity: 'error', text: `A file for ${who} was removed. Choose their files again.` }
    case 'no-address':
      return { severity: 'error', text: `There is no address for ${who}. Enter an address, or remove the row.` }
    case 'wrong':
      return {
        severity: 'error',
        text: `The address of ${who} is not a valid email address. Correct it, or remove the row.`,
      }
    case 'duplicate':
      return {
        severity: 'warning',
        text: `Another row has the same address as ${who}, so the message would be sent to it twice. Remove one of the rows.`,
      }
    default: {
      const [domain = '', meant = ''] = what.split(' ')
      return { severity: 'warning', text: `Did you mean ${meant}? The address of ${who} ends in ${shortened(domain)}.` }
    }
  }
}
