import type { ScanOptions } from '../scan/options.ts'
import type { ScanAttributes } from './scan-attributes.ts'

type Settings = Pick<ScanAttributes, 'camera' | 'countdown' | 'audience' | 'action' | 'nonce'> &
  Pick<ScanOptions, 'challenge' | 'key'>

/** What a scan is told: only what the page has set, so that everything else keeps its default. */
export function runOptions(settings: Settings, mode: ScanAttributes['mode']): ScanOptions {
  const { camera, countdown, audience, action, nonce, challenge, key } = settings
  const isPractice = mode === 'pointer'
  return {
    mode,
    // Practice sees no hand, so nobody is asked for the camera.
    camera: isPractice ? false : camera,
    countdownSeconds: countdown,
    ...(challenge && { challenge }),
    ...(key && { key }),
    ...(audience !== '' && { audience }),
    // Practice is for nothing.
    ...(action !== '' && !isPractice && { action }),
    ...(nonce !== '' && !isPractice && { nonce }),
  }
}
