import { readFileSync } from 'node:fs'

/**
 * CPU time of a process with all its threads. It is 0 on systems that do not report it; there only the timeout ends a
 * case that hangs.
 */
export function cpuSecondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name may contain anything, and ends at the last bracket. A tick is a hundredth of a second on all current
    // systems.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}

/** The peak memory of this process. `maxRSS` would start at the memory of the parent process. */
export function peakMegabytes(): number {
  try {
    const line = readFileSync('/proc/self/status', 'utf8')
      .split('\n')
      .find((text) => text.startsWith('VmHWM:'))
    if (line !== undefined) return Number(line.replace(/\D/g, '')) / 1024
  } catch {
    // Without /proc, so not Linux.
  }
  return process.resourceUsage().maxRSS / 1024
}

export function cpuSeconds(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000_000
}
