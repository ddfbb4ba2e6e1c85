import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from './find-chromium.ts'
import { chromiumPrinter } from './print-with-chromium.ts'

const chromium = findChromium()
const never = new AbortController().signal
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-printer-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe.skipIf(chromium === null)('An installed browser as printer', () => {
  it('makes a PDF of a document, and leaves nothing behind', async () => {
    const pdf = await chromiumPrinter(chromium!, folder).print('<!DOCTYPE html><p>Invoices of March</p>', never)
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await readdir(folder)).toEqual([])
  })

  it('stops when nobody waits for it any more', async () => {
    const abort = new AbortController()
    const printing = chromiumPrinter(chromium!, folder).print('<p>x</p>', abort.signal)
    abort.abort(new Error('enough'))
    await expect(printing).rejects.toThrow('enough')
    expect(await readdir(folder)).toEqual([])
  })
})

it('a program that fails is reported with a way out', async () => {
  await expect(chromiumPrinter(process.execPath, folder).print('<p>x</p>', never)).rejects.toMatchObject({
    code: 'print-failed',
    message: expect.stringContaining('Choose HTML') as string,
  })
})
