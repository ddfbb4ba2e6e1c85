import type { Fault, ScenarioName } from './index.d.ts'
import type { MessageState } from './outbox.d.ts'

/** Saves the whole content of the sandbox, and restores it. Operations run one at a time. */
export type Snapshots = {
  list(): Promise<ListedSnapshot[]>
  /** Rejects if the name is taken, unless `replace` is set. */
  save(name: string, options?: { replace?: boolean }): Promise<NamedSnapshot>
  /** Replaces everything except credentials, names and token. Nothing changes if the snapshot can’t be read. */
  restore(name: string): Promise<void>
  remove(name: string): Promise<void>
  /** Compares the snapshot with the snapshot `other`, or with the current content of the sandbox. */
  compare(name: string, other?: string): Promise<SnapshotComparison>
}

export type NamedSnapshot = {
  name: string
  /** Epoch milliseconds of the sandbox’s clock, and whether it was running. */
  clock: { now: number; running: boolean }
  scenario: ScenarioName
  messages: number
  faults: Fault[]
  /** The size of the file in bytes. */
  size: number
}

/** `problem` is a sentence that says why the file can’t be read. */
export type ListedSnapshot = NamedSnapshot | { name: string; problem: string }

/** A message that exists on only one side, or whose state differs. */
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

/** `first` contains the first hundred. */
export type SnapshotComparison = {
  isSame: boolean
  messages: { added: number; removed: number; changed: number; first: ComparedMessage[] }
  entries: { count: number; first: ComparedEntry[] }
  clock: { before: number; after: number }
  faults: { before: Fault[]; after: Fault[] }
}

export type ForkOptions = {
  /** The name of the snapshot to start from. By default, the fork starts from the current content. */
  snapshot?: string | undefined
  /** The port of the service; a free one by default. */
  port?: number
  smtp?: boolean | number
  /** The key of the original sandbox by default. */
  key?: string
}
