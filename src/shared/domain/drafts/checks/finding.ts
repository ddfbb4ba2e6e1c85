import type { HeaderCell } from '../people/header-lines.ts'

/** `error`: the message would not be sent, or not as intended. `warning`: readers notice. `hint`: it could be better. */
export const severities = ['error', 'warning', 'hint'] as const
export type Severity = (typeof severities)[number]

/**
 * A column of the table of recipients: that of their names, or the one with this heading; null if no single one is meant.
 */
export type TargetColumn = string | { readonly kind: 'name' } | null

/** A field of the editor. */
export type FieldName =
  | 'description'
  | 'from'
  | 'replyTo'
  | 'to'
  | 'cc'
  | 'bcc'
  | 'subject'
  | 'preheader'
  | 'body'
  | 'text'
  | 'files'
  | 'options'
  | 'people'

/**
 * The target of a finding. Offsets count in the HTML as written; `rows` are all the rows that a finding concerns, in order.
 */
export type FindingTarget =
  | { readonly kind: 'field'; readonly field: FieldName }
  /** A domain of the account; null for the list of them. */
  | { readonly kind: 'domain'; readonly name: string | null }
  | ({ readonly kind: 'html' } & Range)
  | { readonly kind: 'person'; readonly row: number; readonly column: TargetColumn; readonly rows: readonly number[] }

export type Range = { readonly from: number; readonly to: number }

/** The change that one click makes to the recipients of a finding. */
export type PeopleMend =
  /** Writes these cells on one line, in all rows. */
  | { readonly kind: 'one-line'; readonly cell: HeaderCell }
  /** Fills the variable `{{name}}` from the names beside the addresses. */
  | { readonly kind: 'fill-names' }

export const mendLabels: Readonly<Record<PeopleMend['kind'], string>> = {
  'one-line': 'Replace with a space',
  'fill-names': 'Fill in from the names',
}

export type Finding = {
  /** Combines the rule and its subject: the same finding has the same id in the next run. */
  readonly id: string
  readonly severity: Severity
  /** The problem, and what to do about it. */
  readonly text: string
  readonly target: FindingTarget | null
  /** All positions in the HTML if there are several; the first ones if there are too many. */
  readonly ranges: readonly Range[]
  readonly mend?: PeopleMend
}

/** Positions of one finding that are marked in the HTML. */
const mostRanges = 200

export function fieldFinding(id: string, severity: Severity, field: FieldName, text: string): Finding {
  return { id, severity, text, target: { kind: 'field', field }, ranges: [] }
}

export function htmlFinding(id: string, severity: Severity, ranges: readonly Range[], text: string): Finding {
  const [first] = ranges
  const target: FindingTarget = first ? { kind: 'html', ...first } : { kind: 'field', field: 'body' }
  return { id, severity, text, target, ranges: ranges.slice(0, mostRanges) }
}

export function domainFinding(id: string, severity: Severity, name: string | null, text: string): Finding {
  return { id, severity, text, target: { kind: 'domain', name }, ranges: [] }
}

export function personFinding(
  id: string,
  severity: Severity,
  {
    rows,
    column = null,
    mend,
  }: { readonly rows: readonly number[]; readonly column?: TargetColumn; readonly mend?: PeopleMend | undefined },
  text: string,
): Finding {
  const target: FindingTarget = { kind: 'person', row: rows[0] ?? 0, column, rows }
  return { id, severity, text, target, ranges: [], ...(mend !== undefined && { mend }) }
}

/** Worst first; rules that belong together stay together. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
}

/** A finding in the form that a code editor marks. */
type Diagnostic = Range & { readonly severity: 'error' | 'warning' | 'info'; readonly message: string }

export function diagnosticsOf(findings: readonly Finding[]): Diagnostic[] {
  return findings
    .flatMap(({ severity, text, ranges }) =>
      ranges.map(({ from, to }) => ({
        from,
        to,
        severity: severity === 'hint' ? ('info' as const) : severity,
        message: text,
      })),
    )
    .toSorted((one, other) => one.from - other.from)
}
