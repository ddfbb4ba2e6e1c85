import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openImportFile } from '#core/imports/import-file.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { FileType } from '#shared/contract/base/file-type.ts'
import { failed, held, type Verdict } from '../cage/case.ts'
import { cpuSeconds, peakMegabytes } from '../cage/process-usage.ts'
import { mutant, validFile } from '../generators/mutants.ts'

const valid = new Map<FileType, Promise<Buffer>>()
const mostSeconds = 2

/** Reads a damaged file: its records are read or skipped, or the reader returns an error that names the problem. */
export async function task({ kind, seed }: { kind: FileType; seed: number }): Promise<Verdict> {
  const whole = valid.get(kind) ?? validFile(kind)
  valid.set(kind, whole)
  const folder = await mkdtemp(join(tmpdir(), 'torture-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, mutant(await whole, seed))
    const begun = process.cpuUsage()
    const what = await read(path, folder)
    const measured = { cpuSeconds: cpuSeconds(begun), peakMegabytes: peakMegabytes() }
    if (what.startsWith('!')) return failed(what, measured)
    return measured.cpuSeconds > mostSeconds ? failed(`too slow: ${what}`, measured) : held(what, measured)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function read(path: string, folder: string): Promise<string> {
  let places = ''
  try {
    const reader = await openImportFile(path, folder)
    for await (const { setAside } of reader.batches()) places += setAside.map(({ place }) => place).join(' ')
    return /NaN|undefined|null/.test(places) ? `! a record without a place: ${places.slice(0, 80)}` : 'read'
  } catch (error) {
    if (!(error instanceof AppError)) return `! ${error instanceof Error ? error.stack : String(error)}`
    return error.code === 'internal' ? `! ${error.message} ${String(error.cause)}` : error.message
  }
}
