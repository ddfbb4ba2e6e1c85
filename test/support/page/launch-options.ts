import { findChromium } from '#server/launch/find-chromium.ts'

/** What Playwright turns off. Chromium reads only the last `--disable-features`, so ours has to name these again. */
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

/** Below its address bar, each window loads two pages for suggestions. They took more processor time than a test's own page. */
const suggestions = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** How tests and the bench start Chromium. */
export const launchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] || findChromium() || undefined,
  args: [
    '--disable-background-networking',
    `--disable-features=${[...offInPlaywright, ...suggestions].join(',')}`,
    // Chromium refuses to run as root with its sandbox. The tests show no page but our own.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
}
