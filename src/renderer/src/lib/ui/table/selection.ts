/** Rows from `first` to `last`, both included. */
export type RowRange = {
  first: number
  last: number
}

/**
 * The selected rows as sorted ranges, so that selecting all of a million rows takes a single pair of numbers.
 * Immutable, so that it can be compared and kept.
 */
export class Selection {
  static readonly none = new Selection([], -1, -1)

  readonly ranges: readonly RowRange[]
  /** The row with the keyboard focus; -1 before the first key or click. */
  readonly active: number
  readonly #anchor: number

  constructor(ranges: readonly RowRange[], active: number, anchor: number) {
    this.ranges = ranges
    this.active = active
    this.#anchor = anchor
  }

  get size(): number {
    return this.ranges.reduce((sum, range) => sum + range.last - range.first + 1, 0)
  }

  /** Whether all rows are selected. A single row never counts as all, because the user may mean that row. */
  isAllOf(count: number): boolean {
    return this.size > 1 && this.size === count
  }

  has(index: number): boolean {
    return this.ranges.some((range) => range.first <= index && index <= range.last)
  }

  only(index: number): Selection {
    return new Selection([{ first: index, last: index }], index, index)
  }

  /** Selects all rows from the last individually selected one to this one. */
  extend(index: number): Selection {
    const anchor = this.#anchor < 0 ? index : this.#anchor
    return new Selection([{ first: Math.min(anchor, index), last: Math.max(anchor, index) }], index, anchor)
  }

  toggle(index: number): Selection {
    const ranges = this.has(index)
      ? this.ranges.flatMap((range) => without(range, index))
      : merge([...this.ranges, { first: index, last: index }])
    return new Selection(ranges, index, index)
  }

  all(count: number): Selection {
    if (count === 0) return Selection.none
    return new Selection([{ first: 0, last: count - 1 }], Math.max(0, this.active), Math.max(0, this.#anchor))
  }

  /** Moves the keyboard focus to a row without changing the selection. */
  moveTo(index: number): Selection {
    return new Selection(this.ranges, index, this.#anchor)
  }

  clear(): Selection {
    return new Selection([], this.active, this.active)
  }

  /** Returns the same rows after they moved down by the given number of positions. */
  movedBy(rows: number): Selection {
    const ranges = this.ranges
      .filter((range) => range.last + rows >= 0)
      .map((range) => ({ first: Math.max(0, range.first + rows), last: range.last + rows }))
    return new Selection(ranges, Math.max(-1, this.active + rows), Math.max(-1, this.#anchor + rows))
  }

  *indexes(): Generator<number> {
    for (const { first, last } of this.ranges) for (let index = first; index <= last; index++) yield index
  }
}

function without({ first, last }: RowRange, index: number): RowRange[] {
  if (index < first || index > last) return [{ first, last }]
  const parts = [
    { first, last: index - 1 },
    { first: index + 1, last },
  ]
  return parts.filter((part) => part.first <= part.last)
}

function merge(ranges: readonly RowRange[]): RowRange[] {
  const merged: RowRange[] = []
  for (const range of [...ranges].sort((a, b) => a.first - b.first)) {
    const before = merged.at(-1)
    if (before && range.first <= before.last + 1) before.last = Math.max(before.last, range.last)
    else merged.push({ ...range })
  }
  return merged
}

type Rows = {
  count: number
  /** The number of rows that Page Up and Page Down move by. */
  page: number
}

/** Returns undefined for a key that does not move. */
export function rowAfterKey(key: string, active: number, { count, page }: Rows): number | undefined {
  if (count === 0) return undefined
  const targets: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active < 0 ? count - 1 : active - 1,
    PageDown: Math.max(active, 0) + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  }
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined
  return target === undefined ? undefined : Math.min(count - 1, Math.max(0, target))
}

type Keys = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>
type Modifiers = Omit<Keys, 'key'>
type Extent = Rows & { multiple: boolean }

/** Returns undefined for a key that selects nothing. */
export function selectionAfterKey(selection: Selection, event: Keys, { count, page, multiple }: Extent) {
  const control = event.ctrlKey || event.metaKey
  const { active } = selection
  const target = rowAfterKey(event.key, active, { count, page })
  if (target !== undefined) {
    if (event.shiftKey && multiple) return selection.extend(target)
    return control && event.key.startsWith('Arrow') ? selection.moveTo(target) : selection.only(target)
  }
  if (event.key === ' ' && active >= 0) return control && multiple ? selection.toggle(active) : selection.only(active)
  return undefined
}

/** Returns the selection after a click on a row. The modifiers count only if multiple rows can be selected. */
export function selectionAfterClick(selection: Selection, index: number, modifiers: Modifiers | null): Selection {
  if (modifiers?.shiftKey) return selection.extend(index)
  return modifiers?.ctrlKey || modifiers?.metaKey ? selection.toggle(index) : selection.only(index)
}
