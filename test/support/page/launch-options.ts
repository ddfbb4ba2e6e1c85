import { existsSync } from 'node:fs'
import { findChromium } from '#server/launch/find-chromium.ts'

/** Features that Playwright disables. Chromium reads only the last `--disable-features`, so ours has to repeat them. */
const offInPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * Each window loads two pages for suggestions below the address bar, which took more processor time than a test’s
 * page.
 */
const suggestions = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

const args = [
  '--disable-background-networking',
  `--disable-features=${[...offInPlaywright, ...suggestions].join(',')}`,
  // As root, Chromium runs only without its sandbox. The tests open only our own pages.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
const named = process.env['CHROMIUM_PATH'] || undefined

/** The options with which benchmarks start Chromium: the one that is installed, as users have it. */
export const chromiumOptions = { executablePath: named ?? findChromium() ?? undefined, args }

/** Debian’s Chromium without windows, which is also what Playwright starts if it brings the browser. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/** The options with which tests start Chromium. Without its windows, they take a fifth less of the processor’s time. */
export const headlessOptions =
  named === undefined && existsSync(headlessShell) ? { executablePath: headlessShell, args } : chromiumOptions
