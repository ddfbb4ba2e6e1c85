import type { ExpectStatic, TestAPI } from 'vitest'
import type { OutboxEntry, SandboxOptions } from '../index.d.ts'
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

type MailAssertion = ReturnType<ExpectStatic> & MailMatchers & { not: MailMatchers }

export const expect: ((message: OutboxEntry, reason?: string) => MailAssertion) & ExpectStatic
