import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLogger } from './file-logger.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-log-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the file logger', () => {
  it('writes one redacted object per line, at its level and above', async () => {
    const logger = openLogger(folder, 'info')
    logger.log('info', 'hello jane@example.com', { apiKey: 'abc' })
    logger.log('debug', 'not written')
    logger.setLevel('debug')
    logger.log('debug', 'written')
    logger.close()
    const lines = (await readFile(join(folder, 'mailroom.log'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      { level: 'info', text: 'hello j…@example.com', details: { apiKey: '[secret]' } },
      { level: 'debug', text: 'written' },
    ])
  })

  it('rotates by size and keeps a bounded number of files', async () => {
    const logger = openLogger(folder, 'info', 2000)
    for (let n = 0; n < 200; n++) logger.log('info', `line ${n} ${'x '.repeat(50)}`)
    logger.close()
    expect((await readdir(folder)).sort()).toEqual(['mailroom.log', 'mailroom.log.1', 'mailroom.log.2'])
  })
})
