import { AppError } from '#shared/contract/base/error.ts'
import type { RowsAnswer } from './store/methods.ts'

/**
 * Yields all pages of a search. Throws if the list changes in between, because rows would then be repeated or missed.
 */
export async function* steadyPages(read: (offset: number) => Promise<RowsAnswer>): AsyncGenerator<RowsAnswer> {
  let edition: string | null = null
  for (let offset = 0, rows = 1; offset < rows;) {
    const page = await read(offset)
    edition ??= page.edition
    if (page.edition !== edition) {
      throw new AppError(
        'conflict',
        'The list changed while Mailroom was exporting it, so addresses could be repeated or missing. Export it again.',
        { retryable: true },
      )
    }
    yield page
    rows = page.rows
    offset += page.items.length
  }
}
