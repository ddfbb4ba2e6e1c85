import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { minifyMain } from './scripts/support/bundle/minify-main.ts'
import { appId } from './src/main/app-id.ts'
import { linkScheme } from './src/shared/domain/app/mailroom-link.ts'

/**
 * Switches that are burnt into the binary. They prevent an environment variable, a command-line flag or a changed file
 * from turning Mailroom into plain Node or from running other code in its place.
 */
export const fuses: Required<NonNullable<Configuration['electronFuses']>> = {
  runAsNode: false,
  // The page has no cookies to encrypt. This switch would create a key in the keychain, and in a build without a
  // certificate, macOS would ask the user for permission. After a release, it could not be turned off again.
  enableCookieEncryption: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
  // Changed bytes break the signature that Apple silicon requires. Without a certificate, this signs the program again.
  resetAdHocDarwinSignature: true,
}

const config: Configuration = {
  appId,
  productName: 'Mailroom',
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
  directories: { output: 'dist', buildResources: 'resources' },
  files: [
    // The bundles contain the scripts of every dependency, so the rest of node_modules is left out. Files other than
    // scripts are packaged beside them: keytar's native library, and the library that inlines CSS, which is found by
    // its package.json.
    'package.json',
    { from: 'out/packed/main', to: 'out/main' },
    'out/preload/**',
    'out/renderer/**',
    'resources/**',
    // The compressed copies for the browser host, and files that only the packaging reads.
    '!out/renderer/**/*.gz',
    // These tables are already in the bundles.
    '!resources/data',
    '!resources/languages',
    '!resources/entitlements',
    '!resources/launchers',
    '!resources/icons/*.{icns,ico,svg}',
    '!node_modules/**',
    'node_modules/keytar/package.json',
    'node_modules/keytar/LICENSE*',
    'node_modules/keytar/lib/**',
    'node_modules/keytar/build/Release/keytar.node',
    'node_modules/@css-inline/css-inline-wasm/package.json',
    'node_modules/@css-inline/css-inline-wasm/index_bg.wasm',
  ],
  // The source maps are published beside the release, for reading logs.
  beforePack: ({ outDir }) => minifyMain(join(outDir, 'maps')),
  asar: true,
  // The system cannot load a native library from inside the archive.
  asarUnpack: ['**/*.node'],
  electronFuses: fuses,
  // keytar uses Node-API, so the library that npm installed works with every Electron.
  npmRebuild: false,
  publish: null,
  // macOS and Linux read from the package which links Mailroom opens; on Windows, Mailroom registers itself.
  protocols: [{ name: 'Mailroom', schemes: [linkScheme] }],
  // The older runtime needs FUSE 2, which Ubuntu 24.04, Debian 13 and Fedora no longer install, and its menu shortcut
  // turns Chromium's sandbox off.
  toolsets: { appimage: '1.0.3' },
  mac: {
    target: ['dmg'],
    extraResources: [{ from: 'resources/launchers/mailroom', to: 'bin/mailroom' }],
    category: 'public.app-category.productivity',
    icon: 'resources/icons/icon.icns',
    hardenedRuntime: true,
    entitlements: 'resources/entitlements/mac.plist',
    entitlementsInherit: 'resources/entitlements/mac.plist',
  },
  win: {
    target: ['nsis'],
    icon: 'resources/icons/icon.ico',
    extraResources: [{ from: 'resources/launchers/mailroom.cmd', to: 'bin/mailroom.cmd' }],
  },
  nsis: {
    oneClick: true,
    perMachine: false,
    // Updating or uninstalling the program never touches the user's data.
    deleteAppDataOnUninstall: false,
  },
  linux: {
    target: ['AppImage', 'deb'],
    extraResources: [{ from: 'resources/launchers/mailroom', to: 'bin/mailroom' }],
    executableName: 'mailroom',
    // Names the shortcut after package.json's desktopName, by which Linux connects windows, notifications and portals
    // to the app.
    syncDesktopName: true,
    icon: 'resources/icons/png',
    category: 'Office',
    synopsis: 'The desktop console of a transactional email account',
    maintainer: 'The Mailroom developers <developers@mailroom.example>',
  },
  deb: { packageCategory: 'mail' },
  extraMetadata: { homepage: 'https://mailroom.example' },
}

export default config
