import type { ScanOptions } from '../capture/options.ts'
import type { ScanElement } from './scan-element.ts'

type Settings = Pick<ScanElement, 'camera' | 'countdown' | 'audience' | 'challenge' | 'key'>

/** What a scan is told: only what the page has set, so that everything else keeps its default. */
export function runOptions(settings: Settings, mode: ScanElement['mode']): ScanOptions {
  const { camera, countdown, audience, challenge, key } = settings
  return {
    mode,
    // Practice sees no hand, so nobody is asked for the camera.
    camera: mode === 'pointer' ? false : camera,
    countdownSeconds: countdown,
    ...(challenge && { challenge }),
    ...(key && { key }),
    ...(audience !== '' && { audience }),
  }
}
