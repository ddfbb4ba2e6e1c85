import { nodeProblem } from './node-version.js'

const problem = nodeProblem()
if (problem !== null) {
  const error = new Error(problem)
  // A stack trace would show only this file, which does not help the reader.
  error.stack = `Error: ${problem}`
  throw error
}

export async function createSandbox(options) {
  const sandbox = await import('./lib/sandbox.js')
  return sandbox.createPublicSandbox(options)
}
