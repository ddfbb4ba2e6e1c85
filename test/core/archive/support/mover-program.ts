import { moveToServer } from '#core/archive/server/move-archive.ts'
import { movedAccount, optionsOf, type Address } from './moving.ts'

export type MoverTask = Address & { readonly folder: string }

/** A Mailroom that moves an archive to a server and prints the note of every step. */
if (process.argv[1] === import.meta.filename) {
  const { folder, ...address } = JSON.parse(process.argv[2]!) as MoverTask
  const progress = ({ note }: { note: string }): void => void process.stdout.write(`${note}\n`)
  await moveToServer(optionsOf(address, 'program'), { folder, ...movedAccount, progress })
}
