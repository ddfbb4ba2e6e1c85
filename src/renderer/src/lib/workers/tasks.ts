/** A worker’s tasks: for each, a function with one input. Input and output are plain data. */
export type TaskTable = Readonly<Record<string, (input: never) => unknown>>

export type TaskInput<Tasks extends TaskTable, Name extends keyof Tasks> = Parameters<Tasks[Name]>[0]
export type TaskOutput<Tasks extends TaskTable, Name extends keyof Tasks> = ReturnType<Tasks[Name]>

export type TaskRequest = { readonly id: number; readonly task: string; readonly input: unknown }
export type TaskReply =
  { readonly id: number; readonly output: unknown } | { readonly id: number; readonly failure: string }
