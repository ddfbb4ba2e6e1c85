import type {
  Expect,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test'
import type { SandboxOptions } from '../index.d.ts'
import type { matchers, SandboxWithReader } from './matchers.d.ts'

export type SandboxTestFixtures = {
  /** One for each test. */
  sandbox: SandboxWithReader
}

export type SandboxWorkerFixtures = {
  /** Of the sandbox of the worker. Its clock is stopped by default. */
  sandboxOptions: SandboxOptions
  /** One for each worker: tests take forks of it. */
  sandboxServer: SandboxWithReader
  /** The name of the snapshot that forks begin with. Without one, they begin with what the sandbox of the worker has. */
  snapshot: string | undefined
}

export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SandboxTestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & SandboxWorkerFixtures
>

export const expect: Expect<typeof matchers>
