import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withoutAddress } from '#shared/text/without-address.ts'
import { fileError } from '../../base/json-file.ts'
import { writeWhole } from '../../base/whole-files/part-file.ts'
import { DraftOnDisk } from '../../drafts/index.ts'
import { nobody } from './erase.ts'

type Unopened = {
  readonly path: string
  readonly id: string
  readonly onBroken: (keptAs: string, reason: string) => void
  readonly now: () => number
}
type Person = { readonly accountId: string; readonly email: string }

/**
 * Erases a person from a send that could not be opened, for example because `send.json` or `batches.jsonl` is damaged.
 * Both files are changed as text. Throws if a file cannot be read from the disk.
 */
export async function eraseUnopened({ path, id, ...ground }: Unopened, { accountId, email }: Person): Promise<void> {
  const draft = await DraftOnDisk.open({ ...ground, folder: path, fresh: { id, accountId: '' } })
  try {
    // A draft whose content is missing may belong to any account, so it is not skipped.
    if (draft.stored.accountId !== accountId && !draft.hasNoContent) return
    await draft.erase(email, nobody)
  } finally {
    await draft.settled()
  }
  for (const name of ['send.json', 'batches.jsonl']) await eraseFromText(join(path, name), email)
}

async function eraseFromText(path: string, email: string): Promise<void> {
  try {
    // The letter of an escape sequence right before an address would look like part of the address.
    const text = (await readFile(path, 'utf8')).replace(/\\[nrt]/g, ' ')
    const rest = withoutAddress(text, email.trim())
    if (rest !== text) await writeWhole(path, (part) => part.write([Buffer.from(rest)]), { durable: true, mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw fileError(path, error)
  }
}
