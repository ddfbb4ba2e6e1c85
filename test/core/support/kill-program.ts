import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { KillPoint } from './steps.ts'

/** `KILL_ROUNDS=50 npx vitest run …` runs more rounds than the suite has time for, with the full volume in each. */
export const isKilledOften = process.env['KILL_ROUNDS'] !== undefined

/** The points at which a test kills its program: those that matter, or the requested number spread over all steps. */
export async function killPoints(
  aimed: readonly KillPoint[],
  countSteps: () => Promise<number>,
): Promise<readonly KillPoint[]> {
  if (!isKilledOften) return aimed
  const steps = await countSteps()
  const rounds = Math.min(steps, Number(process.env['KILL_ROUNDS']))
  return Array.from({ length: rounds }, (_, round) => ({ step: '', nth: 1 + Math.floor((round * steps) / rounds) }))
}

export type Ran = { readonly printed: string; readonly isKilled: boolean }

/** Runs a program that kills itself at one of its steps, or finishes before it. */
export async function runToPoint(program: string, flags: unknown): Promise<Ran> {
  const child = spawn(process.execPath, [program, JSON.stringify(flags)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`${program} ended with ${code ?? signal}.`)
  return { printed, isKilled: signal === 'SIGKILL' }
}

/** The number of steps that a finished program printed. */
export function stepsIn({ printed }: Ran): number {
  return Number(/^steps (\d+)$/m.exec(printed)![1])
}
