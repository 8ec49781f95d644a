/** The browsers whose way back to a denied permission is known. */
type BrowserName = 'safari' | 'chrome' | 'samsung' | 'firefox'

/** How to allow motion sensors again in one browser, step by step. */
export type PermissionHelp = { browser: BrowserName; title: string; steps: readonly string[] }

// iOS has no switch for motion per site: a refusal lasts until the browser is started again or its data of the site is removed.
const HELP: readonly PermissionHelp[] = [
  {
    browser: 'safari',
    title: 'iPhone and iPad: Safari and other browsers',
    steps: [
      'Close this browser completely: swipe up from the bottom edge, then swipe the browser away.',
      'Open this page again, start the scan, and tap Allow when it asks for motion and orientation.',
      'If it does not ask: open Settings, Apps, Safari, Advanced, Website Data, remove this site, and try once more.',
    ],
  },
  {
    browser: 'chrome',
    title: 'Chrome on Android',
    steps: [
      'Tap the icon to the left of the address, then Permissions.',
      'Allow Motion sensors. If they are not listed: open the menu ⋮, Settings, Site settings, Motion sensors, and turn them on.',
      'Come back here, reload, and start the scan.',
    ],
  },
  {
    browser: 'samsung',
    title: 'Samsung Internet',
    steps: [
      'Tap the lock to the left of the address and look for Permissions.',
      'Allow Motion sensors. If they are not listed: open the menu ☰, Settings, Sites and downloads, Site permissions.',
      'Come back here, reload, and start the scan. If your version has no such switch, open this page in Chrome.',
    ],
  },
  {
    browser: 'firefox',
    title: 'Firefox on Android',
    steps: [
      'Firefox asks for no permission. Tap the shield beside the address and turn Enhanced Tracking Protection off for this site.',
      'Leave private browsing. Where a privacy setting turns the sensors off for every site, Firefox cannot scan.',
      'Reload and start the scan, or open this page in Chrome.',
    ],
  },
]

/** The way back for the browser in use, and those for the others; `own` is null where the browser is not known. */
export function permissionHelp(userAgent: string): { own: PermissionHelp | null; others: readonly PermissionHelp[] } {
  const name = browserIn(userAgent)
  return {
    own: HELP.find(({ browser }) => browser === name) ?? null,
    others: HELP.filter(({ browser }) => browser !== name),
  }
}

// In this order: Samsung Internet calls itself Chrome, too, and on iOS every browser is Safari inside.
function browserIn(userAgent: string): BrowserName | null {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'safari'
  if (/SamsungBrowser\//.test(userAgent)) return 'samsung'
  if (/Firefox\//.test(userAgent)) return 'firefox'
  return /Chrome\//.test(userAgent) ? 'chrome' : null
}
