// `make-manifests.ts SHA256SUMS OWNER/NAME FOLDER` writes drafts for Homebrew, winget, Flathub and an apt repository
// into FOLDER, from the checksums of a release. It uses no packages. A maintainer reviews, tests and submits the
// drafts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { appId } from '../src/main/app-id.ts'
import { manifestsOf } from './support/manifests/manifests.ts'
import { releaseOf } from './support/manifests/release-files.ts'

const [, , sums, repository, folder] = process.argv
if (sums === undefined || repository === undefined || folder === undefined)
  throw new Error('Give the file of sums, the repository and the folder.')
const { version, description, homepage, license, author } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as Record<'version' | 'description' | 'homepage' | 'license' | 'author', string>
const publisher = author.replace(/ <.*>$/, '')
const release = releaseOf(readFileSync(sums, 'utf8'), version, repository)
for (const [path, text] of manifestsOf(release, { description, homepage, license, publisher, appId })) {
  const target = join(folder, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text, { mode: path.endsWith('.sh') ? 0o755 : 0o644 })
}
