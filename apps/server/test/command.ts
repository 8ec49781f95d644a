import { vi } from 'vitest'
import { runCli } from '../src/app/cli/main.ts'

/**
 * Runs `stillhere …` in the process of the test, for what does not depend on a process of its own: to start one takes a second of CPU.
 * One at a time, because what it prints is caught where everybody prints.
 */
export async function runStillhereHere(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const codeBefore = process.exitCode
  const [stdout, restoreLog] = catchLines('log')
  const [stderr, restoreError] = catchLines('error')
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  process.exitCode = 0
  try {
    await runCli(args)
    return { code: process.exitCode, stdout: stdout.join('\n'), stderr: stderr.join('\n') }
  } finally {
    process.exitCode = codeBefore
    vi.unstubAllEnvs()
    restoreLog()
    restoreError()
  }
}

function catchLines(method: 'log' | 'error'): [string[], () => void] {
  const lines: string[] = []
  const spy = vi.spyOn(console, method).mockImplementation((line) => void lines.push(String(line)))
  return [lines, () => spy.mockRestore()]
}
