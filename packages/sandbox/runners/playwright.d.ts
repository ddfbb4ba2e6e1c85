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
  /** A separate fork for each test. */
  sandbox: SandboxWithReader
}

export type SandboxWorkerFixtures = {
  /** The options of the worker’s sandbox. Its clock is stopped by default. */
  sandboxOptions: SandboxOptions
  /** The worker’s sandbox, which is forked for each test. */
  sandboxServer: SandboxWithReader
  /**
   * The name of the snapshot from which forks start. Without one, they start from the content of the worker’s sandbox.
   */
  snapshot: string | undefined
}

export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SandboxTestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & SandboxWorkerFixtures
>

export const expect: Expect<typeof matchers>
