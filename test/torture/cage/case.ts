/** The result of one case, as its task measured it. */
export type Verdict = {
  readonly held: boolean
  /** What happened, as the line shows it. */
  readonly what: string
  /** CPU of the whole process while the case ran, threads included. */
  readonly cpuSeconds?: number
  /** The most memory that the process ever had. */
  readonly peakMegabytes?: number
}

/** One attack: a task of `tasks/` and its input. It goes to another process, so it is plain data. */
export type Case = {
  readonly name: string
  readonly task: string
  readonly input: unknown
}

export type Limits = {
  /** A case that uses more is ended, and has failed. */
  readonly cpuSeconds: number
  /** Each case in a process of its own, so that its memory is its own. */
  readonly isFresh: boolean
}

export type Group = {
  readonly name: string
  readonly limits: Limits
  /** Prints one line for all cases that held, for groups of thousands. */
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
