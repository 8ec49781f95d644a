import { EXIT } from './problem.ts'
import { run } from './run.ts'
import { systemIo, watchOutput } from './system-io.ts'

/** Runs this process's command line and sets its exit code, so that pending output is still written. */
export async function main(): Promise<void> {
  watchOutput()
  try {
    process.exitCode = await run(process.argv.slice(2), systemIo())
  } catch (error) {
    // Left uncaught, a bug would end with 1, which means that a receipt is invalid.
    console.error(error)
    process.exitCode = EXIT.BUG
  }
}
