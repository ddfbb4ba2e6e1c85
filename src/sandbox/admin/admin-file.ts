import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The address and token of a running sandbox’s controls. */
export type AdminAccess = { adminUrl: string; adminToken: string }

const pathIn = (data: string): string => join(data, 'admin.json')

/**
 * Writes a file to the data folder, in which the user’s other programs find the address and token of the sandbox that
 * runs there.
 */
export function writeAdminFile(data: string, { adminUrl, adminToken }: AdminAccess): void {
  rmSync(pathIn(data), { force: true })
  writeFileSync(pathIn(data), JSON.stringify({ adminUrl, adminToken }), { mode: 0o600 })
}

export function removeAdminFile(data: string): void {
  rmSync(pathIn(data), { force: true })
}

/**
 * Undefined if the file is missing or damaged. It doesn’t prove that a sandbox is running, because one that was killed
 * leaves it behind.
 */
export function readAdminFile(data: string): AdminAccess | undefined {
  if (!existsSync(pathIn(data))) return undefined
  try {
    const { adminUrl, adminToken } = JSON.parse(readFileSync(pathIn(data), 'utf8')) as Partial<AdminAccess>
    return typeof adminUrl === 'string' && typeof adminToken === 'string' ? { adminUrl, adminToken } : undefined
  } catch {
    return undefined
  }
}
