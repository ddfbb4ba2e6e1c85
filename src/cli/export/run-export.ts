import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { ExportEntry } from '#shared/contract/exports.ts'
import { followJob } from '../app/follow-job.ts'
import { withAccount, type WholeApp } from '../app/whole-app.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { withOutput, writeBytes } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import type { exportFlags } from './export-flags.ts'
import { readExport } from './read-export.ts'

/** `mailroom export`. */
export function runExport(given: Given<typeof exportFlags>, terminal: Terminal): Promise<ExitCode> {
  const { flags } = given
  const { what, layout, target } = readExport(given, terminal)
  return withAccount(flags, terminal, async ({ account, ...whole }) => {
    const { app, ask } = whole
    const folder = target === null ? null : await folderToken(whole, target.folder)
    const place = {
      name: target?.name ?? 'export',
      folder,
      ifTaken: flags['keep-both'] ? 'keep-both' : 'replace',
    } as const
    let id = ''
    await followJob(app, terminal, async (signal) => {
      const started = await ask('exports.start', { accountId: account.id, what, layout, place }, signal)
      id = started.id
      return started
    })
    const entries = await ask('exports.list', { accountId: account.id })
    const entry = entries.find((one) => one.id === id)!
    if (target === null) await toStdout(whole, entry)
    const path = target === null ? null : join(target.folder, entry.name)
    if (flags.json) await report(entry, path, terminal)
    else if (hasRemarks(entry)) terminal.say(entry.text)
    const isKept = entries.some((one) => one.keepsDelta && one.id !== id)
    if (isKept)
      terminal.say('An earlier delta was kept and has not reached its file. Run it again under Exports in the app.')
    return exitCodes.done
  })
}

async function folderToken({ app }: WholeApp, path: string): Promise<string> {
  try {
    return (await app.files.register(path)).token
  } catch (error) {
    throw new AppError('no-folder', `The folder ${path} is not there. Make it first, or check --out.`, { cause: error })
  }
}

/** The file waits to be saved: it was whole before its first byte goes on. */
async function toStdout({ app, ask }: WholeApp, { id, fileToken }: ExportEntry): Promise<void> {
  using file = app.files.hold(fileToken!)
  for await (const chunk of createReadStream(file.path)) await writeBytes(chunk as Buffer)
  await ask('files.release', { token: fileToken! })
  await ask('exports.remove', { id })
}

/** What was cut or replaced, and what the manifest notes. */
function hasRemarks({ manifest }: ExportEntry): boolean {
  if (manifest === null) return false
  return manifest.cutCells > 0 || manifest.replacedCells > 0 || manifest.notes.length > 0
}

async function report({ name, bytes, rows, text, manifest }: ExportEntry, path: string | null, { folder }: Terminal) {
  const done = { event: 'done', file: path, name, bytes, rows, text, manifest }
  await withOutput({ out: undefined, folder }, (write) => write(`${JSON.stringify(done)}\n`))
}
