/** Where the service listens. */
export type Settings = { host: string; port: number }

/** A setting that stops the start; the message names it. */
export class SettingProblem extends Error {}

/** Reads the settings from the environment; a blank value counts as absent. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  return { host: env.HOST || '127.0.0.1', port: readPort(env.PORT || '8787') }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new SettingProblem(`PORT must be a whole number from 0 to 65535, not ${JSON.stringify(text)}`)
}
