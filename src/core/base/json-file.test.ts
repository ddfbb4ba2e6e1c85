import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JsonFile } from './json-file.ts'

let folder: string
const broken: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom jsön '))
  broken.length = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function openNumbers(path = join(folder, 'numbers.json')) {
  return JsonFile.open<{ list: number[] }>({
    path,
    initial: { list: [] },
    read: (parsed) => {
      const { list } = parsed as { list: unknown }
      if (!Array.isArray(list)) throw new Error('list is missing')
      return { list: list.map(Number) }
    },
    onBroken: (keptAs) => broken.push(keptAs),
    now: () => 1700000000000,
  })
}

describe('JsonFile', () => {
  it('keeps what was written', async () => {
    const file = await openNumbers()
    await file.set((value) => ({ list: [...value.list, 1] }))
    expect((await openNumbers()).value).toEqual({ list: [1] })
  })

  it('applies changes asked for at once one after the other', async () => {
    const file = await openNumbers()
    await Promise.all([1, 2, 3, 4].map((n) => file.set((value) => ({ list: [...value.list, n] }))))
    expect((await openNumbers()).value).toEqual({ list: [1, 2, 3, 4] })
  })

  it('leaves no temporary file behind', async () => {
    const file = await openNumbers()
    await file.set(() => ({ list: [7] }))
    expect(await readdir(folder)).toEqual(['numbers.json'])
  })

  it('writes nothing where nothing changes', async () => {
    const file = await openNumbers()
    expect(await file.set((value) => value)).toEqual({ list: [] })
    expect(await readdir(folder)).toEqual([])
  })

  it('removes what a killed run left of this very file, and nothing else', async () => {
    for (const name of ['numbers.json', 'numbers.json.part-0a1b2c3d', 'other.json.part-0a1b2c3d']) {
      await writeFile(join(folder, name), '{"list": [3]}')
    }
    expect((await openNumbers()).value).toEqual({ list: [3] })
    expect(await readdir(folder)).toEqual(['numbers.json', 'other.json.part-0a1b2c3d'])
  })

  it.each(['{"list": [1, 2', '{"other": 1}', ''])(
    'keeps an unreadable file aside and starts afresh: %j',
    async (text) => {
      await writeFile(join(folder, 'numbers.json'), text)
      const file = await openNumbers()
      expect(file.value).toEqual({ list: [] })
      expect(broken).toEqual([join(folder, 'numbers.json.broken-1700000000000')])
      expect(await readFile(broken[0]!, 'utf8')).toBe(text)
    },
  )

  it('keeps the old value when the disk refuses the new one, and goes on afterwards', async () => {
    const path = join(folder, 'sub', 'numbers.json')
    const file = await openNumbers(path)
    await writeFile(join(folder, 'sub'), 'a file where the folder should be')
    await expect(file.set(() => ({ list: [1] }))).rejects.toMatchObject({ code: 'disk' })
    expect(file.value).toEqual({ list: [] })
    await rm(join(folder, 'sub'))
    await file.set(() => ({ list: [2] }))
    expect((await openNumbers(path)).value).toEqual({ list: [2] })
  })
})
