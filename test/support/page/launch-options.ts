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

/** The options with which tests and benchmarks start Chromium. */
export const launchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] || findChromium() || undefined,
  args: [
    '--disable-background-networking',
    `--disable-features=${[...offInPlaywright, ...suggestions].join(',')}`,
    // As root, Chromium runs only without its sandbox. The tests open only our own pages.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
}
