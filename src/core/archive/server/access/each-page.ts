import type { AccessLine } from '#shared/contract/team.ts'

/** The lines before the line whose `id` is `before`, or the newest lines if `before` is undefined. */
export type AccessPage = { readonly before?: number | undefined; readonly limit: number }

export type PagesOptions = {
  /** `Infinity` reads all lines. */
  readonly limit: number
  readonly signal?: AbortSignal
  readonly atOnce?: number
}

const linesAtOnce = 2000

/**
 * Yields at most `limit` lines, newest first, and reads them page by page. Lines added in the meantime are left out.
 */
export async function* eachPage(
  read: (page: AccessPage) => Promise<AccessLine[]>,
  { limit, signal, atOnce = linesAtOnce }: PagesOptions,
): AsyncGenerator<AccessLine[]> {
  let [left, before]: [number, number | undefined] = [limit, undefined]
  while (left > 0) {
    signal?.throwIfAborted()
    const wanted = Math.min(left, atOnce)
    const lines = await read({ before, limit: wanted })
    if (lines.length > 0) yield lines
    if (lines.length < wanted) return
    left -= lines.length
    before = lines.at(-1)!.id
  }
}
