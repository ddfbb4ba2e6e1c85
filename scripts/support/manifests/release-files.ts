export type ReleaseFile = { readonly name: string; readonly sha256: string; readonly url: string }

/** The files that users install from, with their checksums. */
export type Release = {
  readonly version: string
  readonly dmgArm: ReleaseFile
  readonly dmgIntel: ReleaseFile
  readonly exe: ReleaseFile
  readonly deb: ReleaseFile
}

const endings = {
  dmgArm: /-arm64\.dmg$/,
  dmgIntel: /-x64\.dmg$/,
  exe: /\.exe$/,
  deb: /-amd64\.deb$/,
} as const

/** Reads the output of `sha256sum`. `repository` is `owner/name` on GitHub. */
export function releaseOf(sums: string, version: string, repository: string): Release {
  const files = sums
    .trim()
    .split('\n')
    .map((line) => /^(?<sha256>[0-9a-f]{64}) [ *](?<name>[\w.-]+)$/.exec(line.trim())?.groups ?? refuse(line))
    .map(({ sha256 = '', name = '' }) => ({
      name,
      sha256,
      url: `https://github.com/${repository}/releases/download/v${version}/${name}`,
    }))
  const one = (kind: keyof typeof endings): ReleaseFile => {
    const found = files.filter(({ name }) => endings[kind].test(name) && name.includes(`-${version}-`))
    if (found.length !== 1 || !found[0])
      throw new Error(`Expected one file of version ${version} that matches ${endings[kind]}, found ${found.length}.`)
    return found[0]
  }
  return { version, dmgArm: one('dmgArm'), dmgIntel: one('dmgIntel'), exe: one('exe'), deb: one('deb') }
}

function refuse(line: string): never {
  throw new Error(`This is not a line of sha256sum: ${line}`)
}
