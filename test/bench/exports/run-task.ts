import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const tasks = fileURLToPath(new URL('.', import.meta.url))

/**
 * Runs a program of this folder and returns its output. It uses a compile cache, as every start of Mailroom but the
 * first does: compiling TypeScript takes 50 MB.
 */
export async function runTask<Printed>(task: string, ...given: string[]): Promise<Printed> {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'mailroom-bench-compiled') }
  const { stdout } = await promisify(execFile)(process.execPath, [join(tasks, task), ...given], { env })
  return JSON.parse(stdout) as Printed
}
