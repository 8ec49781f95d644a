import type { InputOf } from '@stillhere/client/http'

export type Device = InputOf<'uploadResearch'>['device']

// The first that fits: Edge also calls itself Chrome, and Chrome calls itself Safari.
const BROWSERS = [
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\/(\d+)/, 'Chrome'],
  [/(?:Version\/(\d+).* )?Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|CrOS/, 'Linux'],
] as const

/** The kind of device, as roughly as the service takes it; a window outside of its bounds is put at their edge. */
export function readDevice(userAgent: string, { width, height }: { width: number; height: number }): Device {
  return {
    os: SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1] ?? 'Unknown',
    browser: BROWSERS.find(([mark]) => mark.test(userAgent))?.[1] ?? 'Unknown',
    viewportWidth: within(width, 320, 7680),
    viewportHeight: within(height, 240, 4320),
  }
}

/** The major version of the browser that readDevice names; undefined where it does not say. */
export function readBrowserVersion(userAgent: string): number | undefined {
  const [mark] = BROWSERS.find(([one]) => one.test(userAgent)) ?? []
  const version = Number(mark?.exec(userAgent)?.[1])
  return version >= 1 && version <= MOST_VERSION ? version : undefined
}

const MOST_VERSION = 9999

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(value) || least))
}
