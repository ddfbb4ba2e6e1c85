declare module 'pg-cursor' {
  /** Reads the rows of a statement in parts. */
  export default class Cursor<Row> {
    constructor(text: string, values: readonly unknown[])
    read(rows: number): Promise<Row[]>
    close(): Promise<void>
    // The driver calls this when it submits the statement.
    submit: (connection: unknown) => void
  }
}
