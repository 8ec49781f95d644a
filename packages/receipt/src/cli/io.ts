import type { Random } from '../keys.ts'

/** Everything a command may touch; tests give their own. */
export type Io = {
  /** The bytes of a file, or a CliProblem when they cannot be had or are too many. */
  readFile: (path: string) => Promise<Uint8Array>
  readStdin: () => Promise<Uint8Array>
  /** The permission bits of an ordinary file; undefined where they mean nothing. */
  modeOf: (path: string) => Promise<number | undefined>
  /** Writes a file that only its owner can read; a CliProblem when there is one already. */
  createSecretFile: (path: string, text: string) => Promise<void>
  write: (text: string) => void
  writeError: (text: string) => void
  colors: boolean
  secretKey: string | undefined
  now: () => number
  random: Random
  version: () => string
}
