import type { ExpectStatic, TestAPI } from 'vitest'
import type { OutboxEntry, SandboxOptions } from '../index.d.ts'
import type { MailMatchers, SandboxWithReader } from './matchers.d.ts'

export type SandboxFixtures = {
  /** Of the sandbox of the file. Its clock is stopped by default. */
  sandboxOptions: SandboxOptions
  /** One for each file: tests take forks of it. */
  sandboxServer: SandboxWithReader
  /** The name of the snapshot that forks begin with. Without one, they begin with what the sandbox of the file has. */
  snapshot: string | undefined
  /** One for each test. */
  sandbox: SandboxWithReader
}

export const test: TestAPI<SandboxFixtures>

type MailAssertion = ReturnType<ExpectStatic> & MailMatchers & { not: MailMatchers }

export const expect: ((message: OutboxEntry, reason?: string) => MailAssertion) & ExpectStatic
