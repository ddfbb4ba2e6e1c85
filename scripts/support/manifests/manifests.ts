import { flatpakManifest } from './flatpak.ts'
import type { Release } from './release-files.ts'

/** Product data for the manifests, most of it from package.json. */
export type Product = {
  readonly description: string
  readonly homepage: string
  readonly license: string
  readonly publisher: string
  readonly appId: string
}

/** The drafts by path. A maintainer reviews, tests and submits them. */
export function manifestsOf(release: Release, product: Product): ReadonlyMap<string, string> {
  const windows = 'winget/Mailroom.Mailroom'
  return new Map([
    ['homebrew/mailroom.rb', homebrewCask(release, product)],
    [`${windows}.yaml`, wingetVersion(release)],
    [`${windows}.installer.yaml`, wingetInstaller(release)],
    [`${windows}.locale.en-US.yaml`, wingetLocale(release, product)],
    [`flatpak/${product.appId}.yml`, flatpakManifest(release.deb, product.appId)],
    ['apt/conf/distributions', aptDistribution(product)],
    ['apt/include.sh', aptInclude(release)],
  ])
}

function homebrewCask({ version, dmgArm, dmgIntel }: Release, { description, homepage }: Product): string {
  return `cask "mailroom" do
  arch arm: "arm64", intel: "x64"

  version "${version}"
  sha256 arm:   "${dmgArm.sha256}",
         intel: "${dmgIntel.sha256}"

  url "${dmgArm.url.replaceAll(version, '#{version}').replace('-arm64.dmg', '-#{arch}.dmg')}"
  name "Mailroom"
  desc "${withoutArticle(description)}"
  homepage "${homepage}"

  app "Mailroom.app"
end
`
}

/** Homebrew refuses descriptions that begin with an article or end with a full stop. */
function withoutArticle(description: string): string {
  const [first = '', ...rest] = description
    .split('.')[0]!
    .split(',')[0]!
    .replace(/^(?:The|An?) /, '')
  return first.toUpperCase() + rest.join('')
}

const schema = (kind: string) => `ManifestType: ${kind}\nManifestVersion: 1.6.0\n`
const identity = (version: string) => `PackageIdentifier: Mailroom.Mailroom\nPackageVersion: ${version}\n`

function wingetVersion({ version }: Release): string {
  return `${identity(version)}DefaultLocale: en-US\n${schema('version')}`
}

function wingetInstaller({ version, exe }: Release): string {
  return `${identity(version)}InstallerType: nullsoft
Scope: user
UpgradeBehavior: install
Installers:
  - Architecture: x64
    InstallerUrl: ${exe.url}
    InstallerSha256: ${exe.sha256.toUpperCase()}
${schema('installer')}`
}

function wingetLocale({ version }: Release, { description, homepage, license, publisher }: Product): string {
  return `${identity(version)}PackageLocale: en-US
Publisher: ${publisher}
PackageName: Mailroom
PackageUrl: ${homepage}
License: ${license}
ShortDescription: ${JSON.stringify(description)}
${schema('defaultLocale')}`
}

/** The configuration of reprepro, which generates and signs the repository’s index from the packages. */
function aptDistribution({ publisher }: Product): string {
  return `Origin: ${publisher}
Label: Mailroom
Suite: stable
Codename: stable
Architectures: amd64
Components: main
Description: Mailroom for Debian and Ubuntu
SignWith: default
`
}

function aptInclude({ deb }: Release): string {
  return `#!/bin/sh
# Adds the package of this release to the repository in this folder, if it is the one that was released.
set -eu
cd "$(dirname "$0")"
curl --fail --location --output '${deb.name}' '${deb.url}'
echo '${deb.sha256}  ${deb.name}' | sha256sum --check --strict
reprepro includedeb stable '${deb.name}'
`
}
