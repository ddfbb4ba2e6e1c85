import { watch } from 'node:fs'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { figure, median, type Print } from '../support/figure.ts'

const rounds = 15
/** The time between two key presses of a fast typist, in milliseconds. */
const delay = 60

type Options = {
  readonly print: Print
  readonly page: Page
  readonly dataFolder: string
  readonly bench: string
}

/**
 * Measures from the last key of a word, typed at the caret, until the word is in the draft’s file. The promise is half
 * a second.
 */
export async function benchSaving({ print, page, dataFolder, bench }: Options): Promise<void> {
  const id = page.url().split('/').at(-1)!
  const file = join(dataFolder, 'compose', 'drafts', id, 'content.json')
  const ours: number[] = []
  const peer: number[] = []
  for (let round = 0; round < rounds; round++) {
    const word = `word${round}`
    await page.keyboard.type(word, { delay })
    const begun = performance.now()
    await page.keyboard.press(';')
    await untilHolding(file, `${word};`)
    ours.push(performance.now() - begun)
    peer.push(await written(join(dataFolder, 'bare', 'content.json'), await readFile(file)))
  }
  const given = { ours: median(ours), peer: median(peer), unit: 'ms', n: rounds }
  print(figure({ bench, ...given, peerName: 'bare write, fsync and rename of the same bytes' }))
}

async function untilHolding(file: string, text: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const look = () =>
    readFile(file, 'utf8').then((content) => {
      if (content.includes(text)) resolve()
    }, reject)
  const watcher = watch(dirname(file), (_kind, name) => {
    if (name === 'content.json') void look()
  })
  await look()
  await promise.finally(() => watcher.close())
}

async function written(path: string, bytes: Buffer): Promise<number> {
  await mkdir(dirname(path), { recursive: true })
  const begun = performance.now()
  {
    await using file = await open(`${path}.part`, 'w')
    await file.writeFile(bytes)
    await file.sync()
  }
  await rename(`${path}.part`, path)
  return performance.now() - begun
}
