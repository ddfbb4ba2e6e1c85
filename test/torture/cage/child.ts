import { failed, type Case, type Task, type Verdict } from './case.ts'
import type { FromChild, ToChild } from './messages.ts'

/**
 * Runs the cases it receives one after another. The parent process watches its CPU use and kills it when a case
 * hangs.
 */
process.once('message', (message) => {
  void runAll((message as ToChild).cases)
})
// If the run is aborted, this process ends, too.
process.once('disconnect', () => process.exit(1))

async function runAll(cases: readonly Case[]): Promise<void> {
  for (const [index, given] of cases.entries()) {
    const task = await load(given.task)
    await send({ begun: index })
    await send({ ended: index, verdict: await run(task, given.input) })
  }
  process.exit(0)
}

async function load(name: string): Promise<Task> {
  const { task } = (await import(`../tasks/${name}.ts`)) as { task: Task }
  return task
}

async function run(task: Task, input: unknown): Promise<Verdict> {
  try {
    return await task(input as never)
  } catch (error) {
    return failed(`threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
}

function send(message: FromChild): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send!(message, undefined, {}, (error) => (error ? reject(error) : resolve()))
  })
}
