import { expect, test } from 'vitest'
import { AppError, type AppErrorShape } from '#shared/contract/base/error.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { AppErrorState } from './index.ts'

type Anchor = Parameters<typeof AppErrorState>[0]

test('what was thrown can be shown; a problem of the contract becomes an error first, or svelte-check fails', () => {
  const shows = (anchor: Anchor, thrown: unknown, error: AppError, app: AppState) => {
    AppErrorState(anchor, { error: AppError.from(thrown) })
    AppErrorState(anchor, { error })
    app.fail(thrown)
  }
  const refuses = (
    anchor: Anchor,
    problem: AppErrorShape,
    thrown: unknown,
    error: AppError | undefined,
    app: AppState,
  ) => {
    // @ts-expect-error A problem of the contract is no error.
    AppErrorState(anchor, { error: problem })
    // @ts-expect-error Something unknown may be one.
    AppErrorState(anchor, { error: thrown })
    // @ts-expect-error Nor is it one beside an error.
    AppErrorState(anchor, { error: error ?? problem })
    // @ts-expect-error A toast is of an error, too.
    app.fail(problem)
    // @ts-expect-error It would become an unknown failure, without its sentence.
    AppError.from(problem)
    AppErrorState(anchor, { error: AppError.fromJSON(problem) })
  }
  expect([shows, refuses]).toHaveLength(2)
  const problem = { code: 'offline', message: 'There is no connection.', retryable: true, details: {} }
  expect(AppError.fromJSON(problem)).toMatchObject(problem)
})
