import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** How often a test kills its program: `KILL_ROUNDS=50 npx vitest run …` asks for more than the suite has time for. */
export function killRounds(inTheSuite: number): number {
  return Number(process.env['KILL_ROUNDS'] ?? inTheSuite)
}

/** Kills a program some milliseconds after it has printed something. Returns all that it printed. */
export async function killAfter(program: string, flags: readonly string[], milliseconds: number): Promise<string> {
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (text: Buffer) => {
    if (printed === '') setTimeout(() => child.kill('SIGKILL'), milliseconds)
    printed += text.toString()
  })
  await once(child, 'close')
  if (printed === '') throw new Error(`${program} ended before it began.`)
  return printed
}
