import type { Finding, Range } from '#shared/domain/drafts/checks/finding.ts'
import type { Edit } from '../../markup/index.ts'

/** Returns the position of a range after an edit. A range that overlaps the edit grows or shrinks with it. */
export function movedRange({ from, to }: Range, edit: Edit | null): Range {
  if (!edit || to <= edit.from) return { from, to }
  const shift = edit.insert.length - (edit.to - edit.from)
  if (from >= edit.to) return { from: from + shift, to: to + shift }
  return { from: Math.min(from, edit.from), to: Math.max(to, edit.to) + shift }
}

export function movedFindings(findings: readonly Finding[], edit: Edit | null): readonly Finding[] {
  if (!edit) return findings
  return findings.map((finding) => ({
    ...finding,
    target: finding.target?.kind === 'html' ? { kind: 'html', ...movedRange(finding.target, edit) } : finding.target,
    ranges: finding.ranges.map((range) => movedRange(range, edit)),
  }))
}
