import { readdirSync } from 'node:fs'
import type { Case, Group, Verdict } from './cage/case.ts'
import { runCaged } from './cage/run-caged.ts'

/**
 * `npm run torture -- NAME…`: runs the named groups of cases, or all of them, and prints the results. The exit code
 * is 0 only if all cases held. Cases run in other processes, with limits.
 */
const groupNames = readdirSync(new URL('groups', import.meta.url))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))

const named = process.argv.slice(2)
const unknown = named.filter((name) => !groupNames.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no group ${unknown.join(', ')}. There are ${groupNames.join(', ')}.\n`)
  process.exit(2)
}

type Count = { group: string; cases: number; failed: number; cpu: number; peak: number; seconds: number }

const counts: Count[] = []
for (const name of named.length > 0 ? named : groupNames) counts.push(await runGroup(name))

console.log()
console.log(
  `${'group'.padEnd(12)}${'cases'.padStart(8)}${'held'.padStart(8)}${'failed'.padStart(8)}${'most CPU'.padStart(12)}${'most memory'.padStart(14)}${'took'.padStart(9)}`,
)
for (const { group, cases, failed, cpu, peak, seconds } of counts) {
  console.log(
    `${group.padEnd(12)}${String(cases).padStart(8)}${String(cases - failed).padStart(8)}${String(failed).padStart(8)}${`${cpu.toFixed(2)} s`.padStart(12)}${`${peak.toFixed(0)} MB`.padStart(14)}${`${seconds.toFixed(0)} s`.padStart(9)}`,
  )
}
const failures = counts.reduce((sum, { failed }) => sum + failed, 0)
const cases = counts.reduce((sum, count) => sum + count.cases, 0)
console.log(`${cases - failures} held, ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1

async function runGroup(name: string): Promise<Count> {
  const { group } = (await import(`./groups/${name}.ts`)) as { group: Group }
  const count: Count = { group: name, cases: 0, failed: 0, cpu: 0, peak: 0, seconds: 0 }
  const begun = performance.now()
  await runCaged(group.cases(), group.limits, (given, verdict) => {
    count.cases += 1
    if (!verdict.held) count.failed += 1
    count.cpu = Math.max(count.cpu, verdict.cpuSeconds ?? 0)
    count.peak = Math.max(count.peak, verdict.peakMegabytes ?? 0)
    if (!verdict.held || !group.isTerse) printCase(name, given, verdict)
  })
  count.seconds = (performance.now() - begun) / 1000
  if (group.isTerse) console.log(`${count.cases - count.failed} of ${count.cases} cases of ${name} held`)
  return count
}

function printCase(group: string, given: Case, { held, what, cpuSeconds, peakMegabytes }: Verdict): void {
  const cpu = cpuSeconds === undefined ? '' : `${cpuSeconds.toFixed(2)} s`
  const memory = peakMegabytes === undefined ? '' : `${peakMegabytes.toFixed(0)} MB`
  const mark = held ? 'ok' : 'NO'
  console.log(`${mark}  ${group.padEnd(10)}${given.name.padEnd(58)}${cpu.padStart(9)}${memory.padStart(9)}  ${what}`)
}
