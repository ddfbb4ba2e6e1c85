import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { appendFile, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Only root on Linux may mount, so elsewhere no disk can be really full. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0 && mountsHere()

/** A disk in memory with a limited size, mounted at a path until the test ends. */
export class SmallDisk {
  readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  static async mount(path: string, bytes: number): Promise<SmallDisk> {
    await mkdir(path, { recursive: true })
    if (!mount(path, bytes)) throw new Error(`Nothing could be mounted at ${path}.`)
    // Lazily, because the app under test may still have files open.
    onTestFinished(() => void spawnSync('umount', ['-l', path]))
    return new SmallDisk(path)
  }

  /** Fills the disk completely, apart from free space in the last pages of files. */
  async fill(): Promise<void> {
    try {
      for (;;) await appendFile(this.#filler, Buffer.alloc(4096))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }

  async free(): Promise<void> {
    await rm(this.#filler)
  }

  async forbidWriting(): Promise<void> {
    spawnSync('mount', ['-o', 'remount,ro', this.path])
  }

  get #filler(): string {
    return join(this.path, 'filler')
  }
}

function mount(path: string, bytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path]).status === 0
}

function mountsHere(): boolean {
  const path = mkdtempSync(join(tmpdir(), 'mailroom mount '))
  const isMounted = mount(path, 65_536)
  if (isMounted) spawnSync('umount', [path])
  rmSync(path, { recursive: true, force: true })
  return isMounted
}
