import { link, lstat, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { patiently, renamePatiently } from './rename-patiently.ts'

/** The error codes of disks on which a file can’t have a second name, such as camera disks and some network drives. */
const noLinks: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
])

/** Returns the name with this number. Numbers start at 1. */
export type NumberedName = (number: number) => string

/**
 * Finds the first of these names that is free in the folder. A name used by a broken link is not free. Another program
 * may take the name the next moment.
 */
export async function firstFreeName(folder: string, name: NumberedName): Promise<string> {
  for (let number = 1; ; number++) {
    const found = await lstat(join(folder, name(number))).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (found === null) return name(number)
  }
}

/**
 * Gives a file a name that must be free; returns false if the name is taken. Nothing is replaced, unless the disk has
 * no links and another program takes the name at the same moment.
 */
export async function moveIfFree(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (!noLinks.has(code)) throw error
    const isTaken = await lstat(to).then(
      () => true,
      () => false,
    )
    if (isTaken) return false
    await renamePatiently(from, to)
    return true
  }
  // The file has its new name, so removing the old name only tidies up.
  await patiently(() => rm(from, { force: true })).catch(() => undefined)
  return true
}

/** `Report.csv`, `Report (2).csv` … */
export function numbered(stem: string, ending: string): NumberedName {
  return (number) => (number === 1 ? `${stem}${ending}` : `${stem} (${number})${ending}`)
}
