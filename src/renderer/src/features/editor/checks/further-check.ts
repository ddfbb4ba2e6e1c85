import type { Finding } from '#shared/domain/drafts/checks/finding.ts'

/** A check that only the draft feature can run, such as whether recipients got the same message in recent hours. */
export type FurtherCheck = {
  readonly isAsking: boolean
  readonly findings: readonly Finding[]
  /** Why the check failed, as a sentence. */
  readonly problem: string
  /** With `again`, the check also runs if the message is unchanged, because it may have been sent in the meantime. */
  ask(hours: number, options?: { readonly again: boolean }): Promise<void>
}
