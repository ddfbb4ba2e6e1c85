/** The result of one case, as its task measured it. */
export type Verdict = {
  readonly held: boolean
  /** The result in words, for the output. */
  readonly what: string
  /** CPU of the whole process while the case ran, threads included. */
  readonly cpuSeconds?: number
  /** The peak memory of the process. */
  readonly peakMegabytes?: number
}

/** One attack: a task of `tasks/` and its input. It goes to another process, so it is plain data. */
export type Case = {
  readonly name: string
  readonly task: string
  readonly input: unknown
}

export type Limits = {
  /** A case that uses more is killed and counts as failed. */
  readonly cpuSeconds: number
  /** Runs each case in a separate process, so that its memory can be measured. */
  readonly isFresh: boolean
}

export type Group = {
  readonly name: string
  readonly limits: Limits
  /** Prints one line for all cases that held, for groups with thousands of cases. */
  readonly isTerse?: boolean
  cases(): readonly Case[]
}

/** The signature of every task. One process may run many of its cases, one after the other. */
export type Task = (input: never) => Promise<Verdict> | Verdict

export function held(what: string, measured: Partial<Verdict> = {}): Verdict {
  return { held: true, what, ...measured }
}

export function failed(what: string, measured: Partial<Verdict> = {}): Verdict {
  return { held: false, what, ...measured }
}
