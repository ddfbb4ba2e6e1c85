import type { ExportEntry } from '#shared/contract/exports.ts'

const csv = { separator: ',', decimal: '.', byteOrderMark: true, guard: true } as const

export function exampleExport(name: string, change: Partial<ExportEntry> = {}): ExportEntry {
  return {
    id: crypto.randomUUID(),
    accountId: 'shop',
    scheduleId: null,
    jobId: name,
    what: { source: 'delta' },
    layout: { format: 'csv', gzip: false, columns: ['id'], zone: 'UTC', dates: 'local', csv },
    saveAs: { name, ifTaken: 'keep-both' },
    state: 'done',
    name,
    folder: null,
    startedAt: 1,
    endedAt: 2,
    bytes: 1,
    rows: 1,
    manifest: null,
    text: '',
    keepsDelta: false,
    verified: null,
    fileToken: null,
    ...change,
  }
}
