import type { HeaderCell } from '../people/header-lines.ts'

/**
 * `error`: the message would not be sent, or not as intended. `warning`: readers would notice the problem. `hint`: the
 * message could be improved.
 */
export const severities = ['error', 'warning', 'hint'] as const
export type Severity = (typeof severities)[number]

/**
 * A column in the table of recipients: the name column, or the column with this heading; null if no single column is meant.
 */
export type TargetColumn = string | { readonly kind: 'name' } | null

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
 * What a finding points to. Offsets refer to the HTML as written, and `rows` are all rows with the problem, in order.
 */
export type FindingTarget =
  | { readonly kind: 'field'; readonly field: FieldName }
  /** One of the account’s domains; null for the list of domains. */
  | { readonly kind: 'domain'; readonly name: string | null }
  | ({ readonly kind: 'html' } & Range)
  | { readonly kind: 'person'; readonly row: number; readonly column: TargetColumn; readonly rows: readonly number[] }

export type Range = { readonly from: number; readonly to: number }

/** A change that one click makes for all recipients of a finding. */
export type PeopleMend =
  /** Puts each cell of the column on one line. */
  | { readonly kind: 'one-line'; readonly cell: HeaderCell }
  /** Fills the variable `{{name}}` from the names next to the addresses. */
  | { readonly kind: 'fill-names' }

export const mendLabels: Readonly<Record<PeopleMend['kind'], string>> = {
  'one-line': 'Replace with a space',
  'fill-names': 'Fill in from the names',
}

export type Finding = {
  /** Combines the rule and its subject: the same finding has the same id in the next run. */
  readonly id: string
  readonly severity: Severity
  /** The problem and how to resolve it. */
  readonly text: string
  readonly target: FindingTarget | null
  /** The finding’s positions in the HTML; only the first positions if there are too many. */
  readonly ranges: readonly Range[]
  readonly mend?: PeopleMend
}

/** The maximum number of positions that are highlighted in the HTML for one finding. */
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

/** Sorts findings, worst first. Related rules stay together. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
}

/** A finding in the form that a code editor highlights. */
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
