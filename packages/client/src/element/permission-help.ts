import type { Voice } from '../voice/voice.ts'

/** The browsers whose way back to a denied permission is known. */
type BrowserName = 'safari' | 'chrome' | 'samsung' | 'firefox'

/** How to allow motion sensors again in one browser, step by step. */
export type PermissionHelp = { browser: BrowserName; title: string; steps: readonly string[] }

/** What finds the way back for the browser in use, and those for the others; `own` is null where the browser is not known. */
export function sayPermissionHelp(voice: Voice) {
  const ways = listWays(voice)
  return (userAgent: string): { own: PermissionHelp | null; others: readonly PermissionHelp[] } => {
    const name = browserIn(userAgent)
    return {
      own: ways.find(({ browser }) => browser === name) ?? null,
      others: ways.filter(({ browser }) => browser !== name),
    }
  }
}

// iOS has no switch for motion per site: a refusal lasts until the browser is started again or its data of the site is removed.
function listWays({ say }: Voice): PermissionHelp[] {
  return [
    {
      browser: 'safari',
      title: say('iPhone and iPad: Safari and other browsers'),
      steps: [
        say('Close this browser completely: swipe up from the bottom edge, then swipe the browser away.'),
        say('Open this page again, start the scan, and tap Allow when it asks for motion and orientation.'),
        say(
          'If it doesn’t ask: open Settings, Apps, Safari, Advanced, Website Data, remove this site, and try once more.',
        ),
      ],
    },
    {
      browser: 'chrome',
      title: say('Chrome on Android'),
      steps: [
        say('Tap the icon to the left of the address, then Permissions.'),
        say(
          'Allow Motion sensors. If they’re not listed: open the menu ⋮, Settings, Site settings, Motion sensors, and turn them on.',
        ),
        say('Come back here, reload, and start the scan.'),
      ],
    },
    {
      browser: 'samsung',
      title: say('Samsung Internet'),
      steps: [
        say('Tap the lock to the left of the address and look for Permissions.'),
        say(
          'Allow Motion sensors. If they’re not listed: open the menu ☰, Settings, Sites and downloads, Site permissions.',
        ),
        say(
          'Come back here, reload, and start the scan. If your version has no such switch, open this page in Chrome.',
        ),
      ],
    },
    {
      browser: 'firefox',
      title: say('Firefox on Android'),
      steps: [
        say(
          'Firefox asks for no permission. Tap the shield beside the address and turn Enhanced Tracking Protection off for this site.',
        ),
        say(
          'Leave private browsing. Where a privacy setting turns the sensors off for every site, Firefox can’t scan.',
        ),
        say('Reload and start the scan, or open this page in Chrome.'),
      ],
    },
  ]
}

// In this order: Samsung Internet calls itself Chrome, too, and on iOS every browser is Safari inside.
function browserIn(userAgent: string): BrowserName | null {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'safari'
  if (/SamsungBrowser\//.test(userAgent)) return 'samsung'
  if (/Firefox\//.test(userAgent)) return 'firefox'
  return /Chrome\//.test(userAgent) ? 'chrome' : null
}
