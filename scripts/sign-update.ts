// `sign-update.ts LINK` prints the signed notice of this version for src/core/updates: version, date, changelog notes
// and the link. The private key is the PEM text in UPDATE_SIGNING_KEY. It uses no packages.
import { readFileSync } from 'node:fs'
import { builtInUpdateSource } from '../src/core/updates/update-source.ts'
import { notesOfChangelog } from './support/updates/changelog-notes.ts'
import { signNotice } from './support/updates/sign-notice.ts'

const [, , link] = process.argv
const pem = process.env['UPDATE_SIGNING_KEY'] ?? ''
if (link === undefined || pem === '') throw new Error('Give the link, and the key in UPDATE_SIGNING_KEY.')
const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }
const notes = notesOfChangelog(read('CHANGELOG.md'), version)
console.log(signNotice({ version, notes, link }, { pem, builtIn: builtInUpdateSource.publicKey }))
