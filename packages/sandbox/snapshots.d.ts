import type { Fault, ScenarioName } from './index.d.ts'
import type { MessageState } from './outbox.d.ts'

/** Saves everything that the sandbox has, and returns to it. One at a time. */
export type Snapshots = {
  list(): Promise<ListedSnapshot[]>
  /** Rejects if the name is taken, unless it is to be replaced. */
  save(name: string, options?: { replace?: boolean }): Promise<NamedSnapshot>
  /** Replaces everything but credentials, names and token. Nothing changes if the snapshot can’t be read. */
  restore(name: string): Promise<void>
  remove(name: string): Promise<void>
  /** How the snapshot `other`, or the sandbox as it is now, differs from the snapshot. */
  compare(name: string, other?: string): Promise<SnapshotComparison>
}

export type NamedSnapshot = {
  name: string
  /** Epoch milliseconds of the sandbox’s clock, and whether it ran. */
  clock: { now: number; running: boolean }
  scenario: ScenarioName
  messages: number
  faults: Fault[]
  /** Bytes of the file. */
  size: number
}

/** `problem` is a sentence about a file that can’t be read. */
export type ListedSnapshot = NamedSnapshot | { name: string; problem: string }

/** A message that is only in one of the two, or whose state differs. */
export type ComparedMessage = {
  id: string
  email: string
  subject: string
  before: MessageState | null
  after: MessageState | null
}

export type ComparedEntry = {
  kind: 'key' | 'domain' | 'template' | 'user' | 'dedicated IP' | 'webhook' | 'blacklist entry' | 'account'
  name: string
  change: 'added' | 'removed' | 'changed'
}

/** `first` has the first hundred. */
export type SnapshotComparison = {
  isSame: boolean
  messages: { added: number; removed: number; changed: number; first: ComparedMessage[] }
  entries: { count: number; first: ComparedEntry[] }
  clock: { before: number; after: number }
  faults: { before: Fault[]; after: Fault[] }
}

export type ForkOptions = {
  /** The name of a snapshot. */
  snapshot?: string | undefined
  /** Port of the service: a free one by default. */
  port?: number
  smtp?: boolean | number
  /** By default, the key of the sandbox. */
  key?: string
}
