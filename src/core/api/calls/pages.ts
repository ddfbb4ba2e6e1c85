import { AppError } from '#shared/contract/base/error.ts'
import type { Context } from './context.ts'
import type { CallOptions } from '../options/options.ts'
import type { Listed } from '../read/list.ts'

export type Page = { fingerprint: string; isEmpty: boolean }

export function sampleOf<T>({ items, problems }: Listed<T>, nameOf: (item: T) => string): Page {
  const [first] = items
  const name = first === undefined ? (problems[0]?.raw ?? null) : nameOf(first)
  return { isEmpty: items.length + problems.length === 0, fingerprint: JSON.stringify(name) }
}

/**
 * Converts a page number to the account’s numbering. Most accounts count from 1. Whether an account counts from 0 is
 * determined once, by comparing its pages 0 and 1, and then remembered.
 */
export async function servicePage(
  page: number | undefined,
  context: Context,
  fetchPage: (page: number, options: CallOptions | undefined) => Promise<Page>,
  options: CallOptions | undefined,
): Promise<number | undefined> {
  if (page === undefined) return undefined
  const known = context.learned().firstPage
  if (known !== undefined) return page - 1 + known
  const found = await findOnce(context, () => findFirstPage(fetchPage, options))
  if (found !== null) context.learn({ firstPage: found })
  return page - 1 + (found ?? 1)
}

type FirstPage = 0 | 1 | null

const finding = new WeakMap<Context, Promise<FirstPage>>()

/** Calls that begin at the same time share one request; its failure fails only the call that made it. */
async function findOnce(context: Context, find: () => Promise<FirstPage>): Promise<FirstPage> {
  for (let underway = finding.get(context); underway; underway = finding.get(context)) {
    const answer = await underway.catch(() => undefined)
    if (answer !== undefined) return answer
  }
  const own = find()
  finding.set(context, own)
  return own.finally(() => finding.get(context) === own && finding.delete(context))
}

/** Null if the account has too few entries to decide, or if page 0 changed in the meantime. */
async function findFirstPage(
  fetchPage: (page: number, options: CallOptions | undefined) => Promise<Page>,
  options: CallOptions | undefined,
): Promise<FirstPage> {
  const zero = await pageZero(fetchPage, options)
  if (zero === null) return 1
  const one = await fetchPage(1, options)
  if (zero.isEmpty) return one.isEmpty ? null : 1
  if (zero.fingerprint === one.fingerprint) return 1
  // A message that arrived in between would make equal pages differ, so page 0 must be unchanged.
  const again = await pageZero(fetchPage, options)
  return again !== null && again.fingerprint === zero.fingerprint ? 0 : null
}

/** The errors that a service which counts from 1 returns for page 0. */
export const refusedZero: readonly string[] = ['invalid-request', 'not-found']

export function isRefusedZero(thrown: unknown): boolean {
  return thrown instanceof AppError && refusedZero.includes(thrown.code)
}

async function pageZero(
  fetchPage: (page: number, options: CallOptions | undefined) => Promise<Page>,
  options: CallOptions | undefined,
): Promise<Page | null> {
  try {
    return await fetchPage(0, { ...options, expected: refusedZero })
  } catch (thrown) {
    if (isRefusedZero(thrown)) return null
    throw thrown
  }
}
