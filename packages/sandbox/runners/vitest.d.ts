import type { ExpectStatic, TestAPI } from 'vitest'
import type { OutboxEntry, OutboxMessage, SandboxOptions } from '../index.d.ts'
import type { MailMatchers, SandboxWithReader } from './matchers.d.ts'

export type SandboxFixtures = {
  /** The options of the file’s sandbox. Its clock is stopped by default. */
  sandboxOptions: SandboxOptions
  /** The file’s sandbox, which is forked for each test. */
  sandboxServer: SandboxWithReader
  /**
   * The name of the snapshot from which forks start. Without one, they start from the content of the file’s sandbox.
   */
  snapshot: string | undefined
  /** A separate fork for each test. */
  sandbox: SandboxWithReader
}

export const test: TestAPI<SandboxFixtures>

type Assertion<Matchers> = ReturnType<ExpectStatic> & Matchers & { not: Matchers }
/** An entry of `outbox.list` has neither codes nor links. */
type EntryMatchers = Pick<MailMatchers, 'toBeDelivered' | 'toHaveBounced'>

export const expect: ((message: OutboxMessage, reason?: string) => Assertion<MailMatchers>) &
  ((message: OutboxEntry, reason?: string) => Assertion<EntryMatchers>) &
  ExpectStatic
