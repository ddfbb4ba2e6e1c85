/**
 * What a block keeps of every row as numbers. `row` never changes while the block lives; the others do, when a message
 * is opened, clicked or changes its state, and are written again without touching the dictionary.
 */
export const columnIds = { row: 0, state: 1, size: 2, open: 3, click: 4, lastState: 5 } as const
export type ColumnName = keyof typeof columnIds

export type Columns = {
  row: Float64Array
  state: Uint32Array
  size: Uint32Array
  open: Uint32Array
  click: Uint32Array
  /** Seconds since the epoch. */
  lastState: Uint32Array
}

export function emptyColumns(size: number): Columns {
  return {
    row: new Float64Array(size),
    state: new Uint32Array(size),
    size: new Uint32Array(size),
    open: new Uint32Array(size),
    click: new Uint32Array(size),
    lastState: new Uint32Array(size),
  }
}

export const columnNames = Object.keys(columnIds) as ColumnName[]
/** Every column a changed message can change. */
export const changingColumns = columnNames.filter((name) => name !== 'row')

export function asBytes(column: Columns[ColumnName]): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
}

/** A blob comes at any offset of a larger buffer; numbers want theirs. */
export function readColumn<Name extends ColumnName>(name: Name, blob: Uint8Array): Columns[Name] {
  const aligned = blob.byteOffset % 8 === 0 ? blob : blob.slice()
  const { buffer, byteOffset, byteLength } = aligned
  const read = {
    row: () => new Float64Array(buffer, byteOffset, byteLength / 8),
    state: () => new Uint32Array(buffer, byteOffset, byteLength / 4),
    size: () => new Uint32Array(buffer, byteOffset, byteLength / 4),
    open: () => new Uint32Array(buffer, byteOffset, byteLength / 4),
    click: () => new Uint32Array(buffer, byteOffset, byteLength / 4),
    lastState: () => new Uint32Array(buffer, byteOffset, byteLength / 4),
  }
  return read[name]() as Columns[Name]
}

const largest = 0xffffffff

export function clamp(value: number): number {
  return value > 0 ? Math.min(Math.floor(value), largest) : 0
}
