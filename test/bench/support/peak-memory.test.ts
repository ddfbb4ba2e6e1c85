import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const program = `import { peakMemory } from './peak-memory.ts'
process.stdout.write(String(peakMemory()))`

test('The peak memory of a process does not include that of its parent', () => {
  const held = Buffer.alloc(256 * 1024 ** 2, 1)
  const flags = ['--input-type=module', '--eval', program]
  const peak = Number(execFileSync(process.execPath, flags, { cwd: import.meta.dirname }))
  expect(peak).toBeGreaterThan(10 * 1024 ** 2)
  expect(peak).toBeLessThan(held.length / 2)
})
