import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { say } from '../platform/speakers.ts'

/** Asks on a terminal with a display whether to open a page; Enter opens it. Whoever ignores the question loses nothing. */
export function offerToOpen(url: string, print: (line: string) => void): void {
  const command = findOpener(process.platform, process.env)
  if (command === undefined || !process.stdin.isTTY || !process.stdout.isTTY) return
  print(say('Press Enter to open the set-up page in your browser.'))
  const lines = createInterface({ input: process.stdin })
  lines.once('line', () => {
    lines.close()
    openPage(command, url)
  })
  // Ctrl+C reaches the terminal's reader first, and a waiting question must not keep the process.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  process.stdin.unref()
}

/** The program that opens a page in the browser of the person at this machine; undefined where nobody sits in front of it. */
export function findOpener(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (env['SSH_CONNECTION'] || env['CI']) return undefined
  if (platform === 'darwin') return 'open'
  const hasDisplay = env['DISPLAY'] !== undefined || env['WAYLAND_DISPLAY'] !== undefined
  return platform === 'linux' && hasDisplay ? 'xdg-open' : undefined
}

// What cannot be opened was printed.
function openPage(command: string, url: string): void {
  spawn(command, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
