import { cases } from './expected.ts'
import { runMatrix } from './matrix.ts'
import { operations } from './operations.ts'

/**
 * `npm run faults`: prints operation × fault × outcome as a table. The exit code is 0 only if all outcomes are as
 * expected.
 */
const width = Math.max(...operations.map(({ name }) => name.length))
const faultWidth = Math.max(...cases.map(({ title }) => title.length))
let cells = 0
let surprises = 0

console.log(`   ${'operation'.padEnd(width)}  ${'fault'.padEnd(faultWidth)}  ${'calls'}  ${'ms'.padStart(6)}  outcome`)
await runMatrix(({ operation, fault, outcome, expected, calls, milliseconds, isAsExpected }) => {
  cells += 1
  if (!isAsExpected) surprises += 1
  const mark = isAsExpected ? 'ok ' : 'NO '
  const note = isAsExpected ? '' : `  (expected ${expected.join(' or ')}, one call)`
  const took = milliseconds.toFixed(0).padStart(6)
  console.log(
    `${mark}${operation.padEnd(width)}  ${fault.padEnd(faultWidth)}  ${String(calls).padStart(5)}  ${took}  ${outcome}${note}`,
  )
})
console.log(`${cells} cells: ${cells - surprises} as expected, ${surprises} not`)
process.exitCode = surprises === 0 ? 0 : 1
