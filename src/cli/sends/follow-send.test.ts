import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { Terminal } from '../framework/terminal.ts'
import { followSend } from './follow-send.ts'

it.each(['host-ended', 'host-hangs'])(
  'a send is not reported as failed if the app may have started it: %s',
  async (code) => {
    const gone = Promise.reject(new AppError(code, 'Mailroom is gone.'))
    const stderr = new PassThrough()
    const surroundings = { stdin: new PassThrough(), stdout: new PassThrough(), stderr, env: {}, cwd: () => '/' }
    const terminal = new Terminal(undefined, { ...surroundings, on: () => undefined })
    const app = { ask: () => gone, subscribe: () => () => undefined, lost: gone }
    const following = { begin: () => gone, isNew: true, terminal, flags: { json: false, refused: undefined } }
    expect(await followSend(app, following)).toBe(exitCodes.unknown)
    expect(String(stderr.read())).toContain('mailroom sends list')
  },
)
