import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportEntry, ExportLayout, ExportWhat } from '#shared/contract/exports.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import { defaultColumns } from '#shared/domain/exports/archive-columns.ts'
import type { ExportFormat } from '#shared/contract/base/export-choices.ts'
import { file, imported, rows } from '#test/core/imports/support.ts'
import { openApp, type ChangePorts, type OpenApp } from '#test/support/open-app.ts'

/** A host that can save to folders. */
export const withFolders: ChangePorts = (ports) => ({
  capabilities: { ...ports.capabilities, saveToDisk: true, reveal: true, openFile: true, dragOut: true },
})

/** Mailroom with this many messages in its archive. */
export async function openArchived(count: number, change: ChangePorts = withFolders): Promise<OpenApp> {
  const mailroom = await openApp(change)
  await mailroom.addAccount()
  await imported(mailroom, await file(mailroom, 'json', rows(count)))
  return mailroom
}

/** An empty folder that the user has chosen. */
export async function newFolder({ app, folder }: OpenApp): Promise<{ path: string; token: string }> {
  const path = await mkdtemp(join(folder, 'exports of é '))
  return { path, token: (await app.files.register(path)).token }
}

export async function tokenOf({ app }: OpenApp, path: string): Promise<string> {
  await mkdir(path, { recursive: true })
  return (await app.files.register(path)).token
}

export const everything: Extract<ExportWhat, { source: 'archive' }> = {
  source: 'archive',
  text: '',
  zone: 'UTC',
  sort: { field: 'created', descending: true },
  selection: null,
}
export const november: Extract<ExportWhat, { source: 'service' }> = {
  source: 'service',
  from: '2023-11-01',
  to: '2023-11-30',
  zone: 'UTC',
}

export function layoutOf(format: ExportFormat, change: Partial<ExportLayout> = {}): ExportLayout {
  return {
    format,
    gzip: false,
    columns: [...defaultColumns(format)],
    zone: 'UTC',
    dates: 'iso',
    csv: { separator: ',', decimal: '.', byteOrderMark: false, guard: false },
    ...change,
  }
}

type Wanted = CommandInput<'exports.start'>

export function wanted(
  { accountId }: OpenApp,
  folder: string | null,
  {
    what = everything,
    layout = layoutOf('csv'),
    name = 'Messages',
    ifTaken = 'keep-both' as const,
  }: {
    what?: ExportWhat
    layout?: ExportLayout
    name?: string
    ifTaken?: Wanted['saveAs']['ifTaken']
  } = {},
): Wanted {
  return { accountId, what, layout, saveAs: { name, folder, ifTaken } }
}

/** The export, once it has ended, without a timeout: each of its writes waits for a disk that may be busy. */
export async function endedExport({ app, ask, accountId }: OpenApp, id: string): Promise<ExportEntry> {
  const { promise, resolve, reject } = Promise.withResolvers<ExportEntry>()
  const look = async (): Promise<void> => {
    const entry = (await ask('exports.list', { accountId })).find((one) => one.id === id)
    if (entry === undefined) throw new Error('The export is no longer in the list.')
    if (entry.endedAt !== null) resolve(entry)
  }
  const stop = app.subscribe((event) => event.name === 'exports.changed' && void look().catch(reject))
  try {
    await look()
    return await promise
  } finally {
    stop()
  }
}

export async function exported(mailroom: OpenApp, choice: Wanted): Promise<ExportEntry> {
  const { id } = await mailroom.ask('exports.start', choice)
  return endedExport(mailroom, id)
}

/** The files of a folder with their contents. */
export async function filesIn(path: string): Promise<Record<string, Buffer>> {
  const names = (await readdir(path)).sort()
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(path, name))])))
}
