import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { minifyMain } from './scripts/support/bundle/minify-main.ts'
import { appId } from './src/main/app-id.ts'
import { linkScheme } from './src/shared/domain/app/mailroom-link.ts'

/**
 * Switches that are burnt into the binary. They keep an environment variable, a command line flag or a changed file from
 * turning Mailroom into a plain Node or from running other code in its place.
 */
export const fuses: Required<NonNullable<Configuration['electronFuses']>> = {
  runAsNode: false,
  // The page has no cookies to encrypt. On would make a key in the keychain, about which macOS asks the user of a build without a
  // certificate, and could not be turned off again once a release had it.
  enableCookieEncryption: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
  // Changed bytes break the signature that Apple silicon requires. Without a certificate, this signs again.
  resetAdHocDarwinSignature: true,
}

const config: Configuration = {
  appId,
  productName: 'Mailroom',
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
  directories: { output: 'dist', buildResources: 'resources' },
  files: [
    // The bundles hold the scripts of every dependency, so the rest of node_modules stays out. What is no script stands
    // beside them: keytar's native library, and the one that inlines the CSS, which is found by its package.json.
    'package.json',
    { from: 'out/packed/main', to: 'out/main' },
    'out/preload/**',
    'out/renderer/**',
    'resources/**',
    // The compressed copies for the browser host, and files that only the packaging reads.
    '!out/renderer/**/*.gz',
    // The bundles hold these tables.
    '!resources/data',
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
  // The maps stay beside the release, for whoever reads a log.
  beforePack: ({ outDir }) => minifyMain(join(outDir, 'maps')),
  asar: true,
  // The system loads a native library and cannot look into the archive.
  asarUnpack: ['**/*.node'],
  electronFuses: fuses,
  // keytar uses Node-API, so the library that npm installed works with every Electron.
  npmRebuild: false,
  publish: null,
  // macOS and Linux read from the package what Mailroom opens; on Windows it registers itself.
  protocols: [{ name: 'Mailroom', schemes: [linkScheme] }],
  // The older runtime needs FUSE 2, which Ubuntu 24.04, Debian 13 and Fedora no longer install, and its shortcut in the menu
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
    // Names the shortcut as package.json's desktopName, by which Linux connects windows, notifications and portals to the app.
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
