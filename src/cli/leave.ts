/**
 * Ends the process whatever its threads are at. `process.exit` joins them, and one that asks a keychain which never
 * answers holds it for ever; only another program in its place ends them all, with the exit code that is meant.
 */
export function leave(code: number): never {
  if (process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`])
  process.exit(code)
}
