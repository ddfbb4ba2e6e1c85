/** `extract.ts FOLDER` packages out/ and extracts the files of its archive into FOLDER. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractArchive } from './asar.ts'
import { packageApp } from './package-app.ts'

const [, , target = ''] = process.argv
const folder = await mkdtemp(join(tmpdir(), 'mailroom-package-'))
try {
  await extractArchive(join(await packageApp(folder), 'resources', 'app.asar'), target)
} finally {
  await rm(folder, { recursive: true, force: true })
}
