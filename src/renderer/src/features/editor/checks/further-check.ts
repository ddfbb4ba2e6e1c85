import type { Finding } from '#shared/domain/drafts/checks/finding.ts'

/** What only the feature of the draft can check, such as who had the same message in so many hours. */
export type FurtherCheck = {
  readonly isAsking: boolean
  readonly findings: readonly Finding[]
  /** Why it could not be asked, as a sentence. */
  readonly problem: string
  ask(hours: number): Promise<void>
}
