import type { Driver } from './drivers/driver.ts'
import { ofOwnAccount } from './example-accounts.ts'

const noExport = () => ({ id: '6f0c1b7e-8f1d-4f7e-9f39-0d0c3f1b7e8f' })
const isGone = { mayRefuse: ['not-found'] }

/** Exports of an account that has not been synced yet. */
export function exportExamples(ofAccount: (driver: Driver) => Promise<{ accountId: string }>) {
  const what = {
    source: 'archive',
    text: 'invoice',
    zone: 'Europe/Paris',
    sort: { field: 'created', descending: true },
    selection: { ranges: [{ first: 0, last: 3 }], matches: 0 },
  } as const
  const layout = {
    format: 'csv',
    gzip: false,
    columns: ['id', 'email', 'meta:order'],
    zone: 'UTC',
    dates: 'local',
    csv: { separator: ';', decimal: ',', byteOrderMark: true, guard: true },
  } as const
  const saveAs = { name: '{account} {date:yyyy-MM-dd}', folder: null, ifTaken: 'keep-both' } as const
  const wanted = async (driver: Driver, of = ofAccount) => ({
    ...(await of(driver)),
    what: { ...what, selection: { ...what.selection, ranges: [...what.selection.ranges] } },
    layout: { ...layout, columns: [...layout.columns] },
    saveAs,
  })
  return {
    'exports.last': { input: ofAccount },
    'exports.estimate': { input: (driver: Driver) => wanted(driver) },
    'exports.start': { input: (driver: Driver) => wanted(driver, ofOwnAccount), mayRefuse: ['no-folder'] },
    'exports.pause': { input: () => ({ ...noExport(), paused: true }), ...isGone },
    'exports.list': { input: ofAccount },
    'exports.runAgain': { input: noExport, ...isGone },
    'exports.verify': { input: noExport, ...isGone },
    'exports.open': { input: noExport, ...isGone },
    'exports.reveal': { input: noExport, ...isGone },
    'exports.copyPath': { input: noExport, ...isGone },
    'exports.drag': { input: noExport, ...isGone },
    'exports.remove': { input: noExport, ...isGone },
    'exports.restore': { input: noExport, ...isGone },
  }
}
