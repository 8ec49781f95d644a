import type { Verification } from '@stillhere/contract'
import type { ScanErrorKind } from '../capture/scan-error.ts'
import type { Voice } from '../voice/voice.ts'

type RejectionReason = NonNullable<Verification['rejection_reason']>

/** Returns the element's texts about failures, translated by `voice`: by kind of error, by rejection reason of the service, tips and advice. */
export function createFailureWords(voice: Voice) {
  return {
    failures: formatFailures(voice),
    refusals: formatRefusals(voice),
    tips: listTips(voice),
    advice: listAdvice(voice),
  }
}

function formatFailures({ say }: Voice): Record<ScanErrorKind, string> {
  return {
    unsupported: say('This device has no motion sensor'),
    insecure_page: say('This page isn’t secure enough for motion sensors'),
    permission_denied: say('Your browser blocks the motion sensor'),
    permission_revoked: say('Permission was withdrawn during the scan'),
    sensor_silent: say('The motion sensor isn’t responding'),
    page_hidden: say('You left the page during the scan'),
    busy: say('Another scan is running'),
    aborted: say('The scan was stopped'),
    insufficient_signal: say('There wasn’t enough motion to check'),
    not_alive: say('We couldn’t tell that a hand was moving the phone'),
    challenge_missed: say('Some arrows were missed'),
    vetoed: say('The motion looked artificial'),
    service_unreachable: say('We couldn’t reach the service'),
    service_refused: say('The service didn’t accept this scan'),
    key_unavailable: say('This browser can’t keep a signing key'),
    camera_failed: say('The camera couldn’t be used'),
  }
}

/** Titles for rejections of a service whose reason says more than the kind of failure. */
function formatRefusals({ say }: Voice): Partial<Record<RejectionReason, string>> {
  return {
    test_motion: say('This motion was made for tests'),
    replay_detected: say('This motion was used before'),
    coupling_failed: say('Camera and sensors disagree'),
    device_attestation_failed: say('The passkey wasn’t accepted'),
    motion_signature_mismatch: say('That didn’t match how you enrolled'),
    below_threshold: say('That match wasn’t strong enough'),
    assurance_not_reached: say('The level this needs wasn’t reached'),
  }
}

/** Tips for each weak part of presence and each kind of slip. */
function listTips({ say }: Voice) {
  return {
    microTiming: say('Move naturally: no counting, no swinging back and forth.'),
    noiseResidual: say('Hold the phone freely in one hand, with your elbow off the table.'),
    freqEntropy: say('Make each move quick, then rest for a moment.'),
    bioPerturb: say('Move your hand and forearm together. Don’t slide the phone along something.'),
    late: say('Start as soon as the arrow lights up. Within a second is fine.'),
    missing: say('Make each move brisk and about a hand’s width long.'),
    crooked: say('Rest first, make one straight move, then stop and stay there.'),
    depth: say('Move sideways or up and down, not toward you or away.'),
    wrongWay: say('Follow the arrow as it lies on the screen: up is toward the top edge.'),
  }
}

function listAdvice({ say }: Voice): Partial<Record<ScanErrorKind, string>> {
  return {
    permission_denied: say('Allow motion for this site as shown below, then reload.'),
    service_unreachable: say('Check your connection and try again.'),
  }
}

/** A browser with known steps to allow a denied permission. */
type BrowserName = 'safari' | 'chrome' | 'samsung' | 'firefox'

/** The steps that allow motion sensors again in one browser. */
export type PermissionHelp = { browser: BrowserName; title: string; steps: readonly string[] }

/**
 * Returns a function that takes a user agent and returns the steps to allow the motion sensors: in that browser (`own`, null if the browser is
 * unknown) and in all other known browsers (`others`). The texts are translated by `voice`.
 */
export function createPermissionHelp(voice: Voice) {
  const ways = listWays(voice)
  return (userAgent: string): { own: PermissionHelp | null; others: readonly PermissionHelp[] } => {
    const name = findBrowser(userAgent)
    return {
      own: ways.find(({ browser }) => browser === name) ?? null,
      others: ways.filter(({ browser }) => browser !== name),
    }
  }
}

// iOS has no setting for motion per site: a refusal lasts until the browser restarts or the site's data is removed.
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

// The order matters: Samsung Internet also names Chrome, and on iOS every browser is based on Safari.
function findBrowser(userAgent: string): BrowserName | null {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'safari'
  if (/SamsungBrowser\//.test(userAgent)) return 'samsung'
  if (/Firefox\//.test(userAgent)) return 'firefox'
  return /Chrome\//.test(userAgent) ? 'chrome' : null
}
