import type { DraftPart } from '#shared/contract/base/draft.ts'
import type { Finding } from '#shared/domain/drafts/checks/finding.ts'
import { htmlFindings } from '#shared/domain/drafts/checks/html-findings.ts'
import { readMailTree } from './read-mail.ts'

export type CheckTask = { readonly turn: number; readonly html: string; readonly parts: readonly DraftPart[] }
export type CheckResult = {
  readonly turn: number
  readonly findings: readonly Finding[]
  readonly failure: string | null
}

/** Parses the HTML off the page’s thread: half a megabyte takes a quarter of a second. */
addEventListener('message', ({ data }: MessageEvent<CheckTask>) => {
  const { turn, html, parts } = data
  postMessage(resultOf(turn, html, parts))
})

function resultOf(turn: number, html: string, parts: readonly DraftPart[]): CheckResult {
  try {
    return { turn, findings: html.trim() === '' ? [] : htmlFindings(readMailTree(html), parts), failure: null }
  } catch (thrown) {
    return { turn, findings: [], failure: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}
