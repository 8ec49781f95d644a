/** What the shell is told. 64, 70 and 74 are those of sysexits.h. */
export const EXIT = {
  VALID: 0,
  INVALID: 1,
  /** Authentic, but the issuer is not a trusted one, or no trusted one was named. */
  UNTRUSTED: 2,
  UNREADABLE: 3,
  WRONG_USAGE: 64,
  BUG: 70,
  OUTPUT_LOST: 74,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends a command early with one line that says what was wrong. */
export class CliProblem extends Error {
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string) {
    super(message)
    this.name = 'CliProblem'
    this.exitCode = exitCode
  }
}

export function unreadable(source: string, detail: string): CliProblem {
  return new CliProblem(EXIT.UNREADABLE, `${source}: ${detail}`)
}

export function wrongUsage(detail: string): CliProblem {
  return new CliProblem(EXIT.WRONG_USAGE, detail)
}

export function refusal(detail: string): CliProblem {
  return new CliProblem(EXIT.INVALID, detail)
}
