import { beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '#test/support/manual-clock.ts'
import { PageSaves } from './page-saves.ts'

let clock: ManualClock
let saves: PageSaves
let told: string[]
let responds: boolean
let hangs: boolean
/** The questions so far, with the user’s choice: whether to give up. */
let questions: { verb: string; signal: AbortSignal; choose: (givesUp: boolean) => void }[]

beforeEach(() => {
  clock = new ManualClock()
  told = []
  responds = true
  hangs = false
  questions = []
  saves = new PageSaves({
    tell: (channel) => (told.push(channel), responds),
    isHanging: () => hangs,
    askLate: (verb, signal) =>
      new Promise((resolve) => {
        questions.push({ verb, signal, choose: resolve })
        signal.addEventListener('abort', () => resolve(false))
      }),
    clock,
  })
})

/** Lets the pauses of the save begin before the clock moves. */
async function pass(milliseconds: number): Promise<void> {
  await new Promise(setImmediate)
  clock.advance(milliseconds)
  await new Promise(setImmediate)
}

describe('a page that saves before the end', () => {
  it('reports what it could not save, without a question', async () => {
    const saved = saves.saveAll('Quit')
    await pass(1999)
    saves.saved(2)
    expect(await saved).toBe(2)
    expect([questions, clock.waiting]).toEqual([[], 0])
  })

  it('is not waited for if none responds', async () => {
    responds = false
    expect(await saves.saveAll('Quit')).toBe(0)
  })

  it('is waited for as long as the user wants, and its report closes the question', async () => {
    const saved = saves.saveAll('Close')
    await pass(2000)
    expect(questions).toMatchObject([{ verb: 'Close' }])
    questions[0]!.choose(false)
    await pass(9999)
    expect(questions).toHaveLength(1)
    await pass(1)
    expect(questions).toHaveLength(2)
    saves.saved(1)
    expect(await saved).toBe(1)
    expect(questions[1]!.signal.aborted).toBe(true)
  })

  it('is given up if the user wants that, and saves again the next time', async () => {
    const saved = saves.saveAll('Quit')
    await pass(2000)
    questions[0]!.choose(true)
    expect(await saved).toBe(0)
    const again = saves.saveAll('Quit')
    saves.saved(1)
    expect([await again, told.length]).toEqual([1, 2])
  })

  it('is given up without a question if it hangs or is gone', async () => {
    hangs = true
    const hanging = saves.saveAll('Quit')
    await pass(2000)
    expect(await hanging).toBe(0)
    const leaving = saves.saveAll('Quit')
    saves.saved(0)
    expect(await leaving).toBe(0)
    expect(questions).toEqual([])
  })

  it('has only the time that the end of a session leaves, even while the user is asked', async () => {
    void saves.saveAll('Close')
    await pass(2000)
    const inTime = saves.saveInTime()
    await pass(2000)
    await inTime
    expect([questions.length, told.length]).toEqual([1, 1])
  })
})
