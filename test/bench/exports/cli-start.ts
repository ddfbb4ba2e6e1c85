import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { builtCli } from '#test/support/worker-code.ts'
import { useArchive } from '../support/use-archive.ts'
import { figure, median, type Print } from '../support/figure.ts'

const rounds = 9
const mostMilliseconds = 400

/**
 * Measures from the start of the process to the first byte of `mailroom search`, with a compile cache as in every start
 * but the first.
 */
export async function benchCliStart(print: Print, data: string, archive: string): Promise<void> {
  await mkdir(data)
  await useArchive(data, archive, 'messages')
  await firstByte(data)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await firstByte(data))
  const limit = { peer: mostMilliseconds, unit: 'ms', n: rounds, peerName: 'the limit' }
  print(figure({ bench: 'exports.cli-start', ours: median(times), ...limit }))
}

async function firstByte(data: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [builtCli, 'search', '--data', data, 'invoice'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  const milliseconds = performance.now() - startedAt
  child.stdout.destroy()
  await ended
  return milliseconds
}
