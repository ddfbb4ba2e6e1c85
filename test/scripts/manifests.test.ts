import { expect, test } from 'vitest'
import { manifestsOf } from '../../scripts/support/manifests/manifests.ts'
import { releaseOf } from '../../scripts/support/manifests/release-files.ts'

const sum = (letter: string): string => letter.repeat(64)
const names = {
  a: 'Mailroom-1.2.3-mac-arm64.dmg',
  b: 'Mailroom-1.2.3-mac-x64.dmg',
  c: 'Mailroom-1.2.3-win-x64.exe',
  d: 'Mailroom-1.2.3-linux-amd64.deb',
  e: 'Mailroom-1.2.3-linux-x86_64.AppImage',
  f: 'Mailroom-maps.tar.gz',
}
const lines = Object.entries(names).map(([letter, name]) => `${sum(letter)}  ${name}`)
const release = releaseOf(`${lines.join('\n')}\n`, '1.2.3', 'mailroom/mailroom')
const manifests = manifestsOf(release, {
  description: 'The desktop console of a transactional email account, with the whole service as a local sandbox.',
  homepage: 'https://mailroom.example',
  license: 'MIT',
  publisher: 'The Mailroom developers',
  appId: 'app.mailroom.desktop',
})
const place = 'https://github.com/mailroom/mailroom/releases/download/v1.2.3'

test('Homebrew gets one cask for both kinds of Mac', () => {
  const cask = manifests.get('homebrew/mailroom.rb')!
  expect(cask).toContain(`sha256 arm:   "${sum('a')}",\n         intel: "${sum('b')}"`)
  expect(cask).toContain(`url "${place.replace('1.2.3', '#{version}')}/Mailroom-#{version}-mac-#{arch}.dmg"`)
  expect(cask).toContain('desc "Desktop console of a transactional email account"')
})

test('winget gets three files for one version, with the checksum in capitals', () => {
  const files = ['', '.installer', '.locale.en-US'].map((part) =>
    manifests.get(`winget/Mailroom.Mailroom${part}.yaml`)!,
  )
  for (const file of files) expect(file).toMatch(/^PackageIdentifier: Mailroom\.Mailroom\nPackageVersion: 1\.2\.3\n/)
  expect(files[1]).toContain(`InstallerUrl: ${place}/${names.c}\n    InstallerSha256: ${sum('C')}\n`)
})

test('Flatpak takes the program out of the deb, under the app’s id', () => {
  const manifest = manifests.get('flatpak/app.mailroom.desktop.yml')!
  expect(manifest).toMatch(/^id: app\.mailroom\.desktop\n/)
  expect(manifest).toContain(`url: ${place}/${names.d}\n        sha256: ${sum('d')}\n`)
  expect(manifest).toContain('/app/share/applications/app.mailroom.desktop.desktop\n')
})

test('the apt repository includes only the released package', () => {
  expect(manifests.get('apt/include.sh')).toContain(
    `curl --fail --location --output '${names.d}' '${place}/${names.d}'\necho '${sum('d')}  ${names.d}' | sha256sum --check`,
  )
  expect(manifests.get('apt/conf/distributions')).toContain('Codename: stable\n')
})

test.each([
  ['without an installer', lines.slice(1), 'Expected one file of version 1.2.3 that matches /-arm64\\.dmg$/, found 0.'],
  ['with one of another version', [...lines.slice(1), `${sum('a')}  Mailroom-1.2.2-mac-arm64.dmg`], 'found 0.'],
  ['with one twice', [...lines, `${sum('f')}  Mailroom-1.2.3-other.exe`], 'found 2.'],
  ['that is none', ['', 'no sum'], 'This is not a line of sha256sum: no sum'],
])('a list of checksums %s makes no drafts', (_, given, reason) => {
  expect(() => releaseOf(given.join('\n'), '1.2.3', 'mailroom/mailroom')).toThrow(reason)
})
