import { cpSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ownedFolder, owner, runFolder } from './data-folder.mjs'

/** Copies of PostgreSQL’s programs by their folder. */
const copies = new Map()

/**
 * Root starts servers as another user, who may not enter the folder of the packages, for example below /root. The programs
 * then run from a copy, which is removed with the test run or with this process. Returns their folder.
 */
export function runnable(bin) {
  if (!owner.uid || isOpen(bin)) return bin
  let copy = copies.get(bin)
  if (!copy) {
    const folder = ownedFolder(runFolder(), 'mailroom-postgres-programs-')
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    // The programs find their libraries and data beside their own folder.
    cpSync(dirname(bin), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
    copy = join(folder, 'native', basename(bin))
    copies.set(bin, copy)
  }
  return copy
}

/** Whether everybody may enter the folder. */
function isOpen(folder) {
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}
