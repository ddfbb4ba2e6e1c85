import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../node/index.ts'
import { ExportPart } from './export-part.ts'
import { PauseGate } from './pause-gate.ts'
import { ExportProgress } from './progress.ts'

async function writtenPart() {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-part-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const stop = new AbortController()
  const gate = new PauseGate()
  const progress = new ExportProgress({ clock: systemClock, pausedNote: '' })
  const options = { gate, progress, signal: stop.signal, mode: 0o600 }
  const part = await ExportPart.open(join(folder, 'Messages.csv.part'), options)
  await part.write([Buffer.from('a row')])
  return { part, gate, stop }
}

test('an export that is paused after its last row is not finished until it goes on', async () => {
  const { part, gate } = await writtenPart()
  gate.pause()
  const finished = part.finish()
  gate.resume()
  expect(await finished).toMatchObject({ bytes: 5 })
})

test('an export that is paused after its last row can still be cancelled', async () => {
  const { part, gate, stop } = await writtenPart()
  gate.pause()
  const finished = part.finish()
  stop.abort(new Error('cancelled'))
  await expect(finished).rejects.toThrow('cancelled')
  await part.close()
})

test('an export that is paused again at once still waits, and cannot be paused after its last passage', async () => {
  const { part, gate } = await writtenPart()
  gate.pause()
  let isFinished = false
  const finished = part.finish().then(() => (isFinished = true))
  gate.resume()
  gate.pause()
  await new Promise(setImmediate)
  expect([isFinished, gate.isOver]).toEqual([false, false])
  gate.resume()
  await finished
  expect(gate.isOver).toBe(true)
})
