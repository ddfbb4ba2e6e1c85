import '../../../src/renderer/src/lib/theme/theme.css'
import { afterEach, beforeEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import { browser } from './page-commands.ts'

beforeEach(async () => {
  await page.viewport(1280, 800)
  await browser.emulateMedia({})
  await browser.watchProblems()
  // Without this, key presses would not reach the tests’ frame until something in it was clicked.
  window.focus()
})

// A failed test must not hold files of later ones, which have the same page.
afterEach(() => browser.releaseFiles())
afterEach(async () => expect(await browser.problems()).toEqual([]))
// For a failed action, vitest gives the reason only in the error’s message, and its report for programs contains only stacks.
afterEach(({ task }) => {
  for (const error of task.result?.errors ?? []) error.stack = error.stack?.replace('STACK_TRACE_ERROR', error.message)
})
