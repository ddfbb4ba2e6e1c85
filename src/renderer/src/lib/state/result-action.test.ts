import { expect, test } from 'vitest'
import type { Job } from '#shared/contract/jobs.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Host } from '../host/host.ts'
import { resultAction } from './result-action.ts'

const job = (result: Job['result']): Job => ({
  id: 'j1',
  kind: 'sends',
  title: 'Write the mails',
  accountId: null,
  state: 'done',
  fraction: 1,
  note: '',
  startedAt: 0,
  endedAt: 1,
  cancellable: true,
  result,
  error: null,
})

function needs(reveals: boolean, { refusal, isSaved = true }: { refusal?: AppError; isSaved?: boolean } = {}) {
  const ended: string[] = []
  const asked: unknown[] = []
  const failures: unknown[] = []
  const ask = (...call: unknown[]) => {
    asked.push(call)
    return refusal ? Promise.reject(refusal) : Promise.resolve(isSaved)
  }
  const done = () => ended.push('done')
  const host = { invoke: ask, save: ask } as unknown as Host
  return { asked, ended, failures, host, reveals, done, fail: (thrown: unknown) => failures.push(thrown) }
}

test('what a job wrote where the user chose is shown there', () => {
  const desktop = needs(true)
  const action = resultAction(job({ text: 'Written.', fileToken: null, savedToken: 't1' }), desktop)
  expect(action?.label).toBe('Show in folder')
  action?.run()
  expect(desktop.asked).toEqual([['files.reveal', { token: 't1' }]])
})

test('a file that waits is saved; a result without either offers nothing', () => {
  const browser = needs(false)
  const action = resultAction(job({ text: 'Ready.', fileToken: 't2' }), browser)
  expect(action?.label).toBe('Save…')
  action?.run()
  expect(browser.asked).toEqual([['t2', 'Write the mails']])
  expect(resultAction(job({ text: 'Done.', fileToken: null }), browser)).toBeUndefined()
  expect(resultAction(job({ text: 'Done.', fileToken: null, savedToken: 't3' }), browser)).toBeUndefined()
  expect(resultAction(job(null), browser)).toBeUndefined()
})

test('a folder that is gone is reported', async () => {
  const refusal = new AppError('file-gone', 'This file or folder no longer exists.')
  const desktop = needs(true, { refusal })
  resultAction(job({ text: 'Written.', fileToken: null, savedToken: 't1' }), desktop)?.run()
  await expect.poll(() => desktop.failures).toEqual([refusal])
})

test('the toast with the action has nothing left to say once the file was saved, and stays where it was not', async () => {
  const saved = needs(false)
  resultAction(job({ text: 'Ready.', fileToken: 't2' }), saved)?.run()
  await expect.poll(() => saved.ended).toEqual(['done'])
  const closed = needs(false, { isSaved: false })
  await resultAction(job({ text: 'Ready.', fileToken: 't2' }), closed)?.run()
  expect(closed.ended).toEqual([])
})
