import type { WriteStream } from 'node:tty'

/** Tells how far a long command is: a share from 0 to 1, and what is being done. */
export type ShowProgress = (share: number, doing: string) => void

/** How a long command tells how far it is; `end` leaves the line to what comes next. */
export type Progress = { show: ShowProgress; end: () => void }

type Stream = Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number }

/** A bar on a terminal, which is drawn over itself; elsewhere a line for every tenth, so that a log stays readable. */
export function openProgress(stream: Stream = process.stderr): Progress {
  return stream.isTTY ? openBar(stream) : openLines(stream)
}

const BAR_CELLS = 24
const CLEAR_LINE = '\r\u001B[K'

function openBar(stream: Stream): Progress {
  let isDrawn = false
  const show: ShowProgress = (share, doing) => {
    isDrawn = true
    stream.write(`${CLEAR_LINE}${drawBar(share)} ${formatShare(share)}  ${doing}`.slice(0, widthOf(stream)))
  }
  const end = () => {
    if (isDrawn) stream.write(CLEAR_LINE)
    isDrawn = false
  }
  return { show, end }
}

// A longer line would wrap, and what wraps cannot be drawn over. Escape sequences take no room, so this errs on the long side by little.
function widthOf({ columns = 80 }: Stream): number {
  return columns + CLEAR_LINE.length
}

/** Filled and empty cells for a share from 0 to 1. */
export function drawBar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * BAR_CELLS)
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)}`
}

function openLines(stream: Stream): Progress {
  let shown = -1
  const show: ShowProgress = (share, doing) => {
    const tenths = Math.floor(share * 10)
    if (tenths !== shown) stream.write(`${formatShare(tenths / 10)}  ${doing}\n`)
    shown = tenths
  }
  return { show, end: () => {} }
}

function formatShare(share: number): string {
  return `${String(Math.round(share * 100)).padStart(3)} %`
}
