import type { Configuration } from 'electron-builder'
import { appId } from './src/main/app-id.ts'

/**
 * Switches burnt into the binary: nobody may turn Mailroom into a plain Node, or put other code in its place, by a
 * variable of the environment, a flag of the command line or a changed file.
 */
export const fuses: Required<NonNullable<Configuration['electronFuses']>> = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
  // Changed bytes break the signature that Apple silicon asks for; where no certificate signs anew, this does.
  resetAdHocDarwinSignature: true,
}

const config: Configuration = {
  appId,
  productName: 'Mailroom',
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
  directories: { output: 'dist', buildResources: 'resources' },
  files: [
    // The bundles hold every dependency but keytar, which is native: what npm installed stays out, whatever it was.
    'package.json',
    'out/main/**',
    'out/preload/**',
    'out/renderer/**',
    'resources/**',
    // The browser host's packed copies, and what only the packaging itself reads.
    '!out/renderer/**/*.gz',
    '!resources/entitlements',
    '!resources/icons/*.{icns,ico,svg}',
    '!node_modules/**',
    'node_modules/keytar/package.json',
    'node_modules/keytar/LICENSE*',
    'node_modules/keytar/lib/**',
    'node_modules/keytar/build/Release/keytar.node',
  ],
  asar: true,
  // A library is loaded by the system, which cannot look into the archive.
  asarUnpack: ['**/*.node'],
  electronFuses: fuses,
  // keytar's prebuilt library speaks Node-API: the one npm installed is right for every Electron.
  npmRebuild: false,
  publish: null,
  mac: {
    target: ['dmg'],
    category: 'public.app-category.productivity',
    icon: 'resources/icons/icon.icns',
    hardenedRuntime: true,
    entitlements: 'resources/entitlements/mac.plist',
    entitlementsInherit: 'resources/entitlements/mac.plist',
  },
  win: { target: ['nsis'], icon: 'resources/icons/icon.ico' },
  nsis: {
    oneClick: true,
    perMachine: false,
    // An update or a removal of the program never touches what the user has gathered.
    deleteAppDataOnUninstall: false,
  },
  linux: {
    target: ['AppImage', 'deb'],
    executableName: 'mailroom',
    icon: 'resources/icons/png',
    category: 'Office',
    synopsis: 'The desktop console of a transactional email account',
    maintainer: 'The Mailroom developers <developers@mailroom.example>',
  },
  deb: { packageCategory: 'mail' },
  extraMetadata: { homepage: 'https://mailroom.example' },
}

export default config
