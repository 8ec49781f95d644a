import { parseReceiptLink } from '@stillhere/client/kept-receipts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { readFragment } from '../flow/documents.ts'
import { watchCodes } from '../flow/watch-codes.ts'
import { WORDS } from '../words.ts'

/** Reads a receipt's link from a QR code by the camera; not there where a browser has none to offer. */
export function CodeButton({ onText }: { onText: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  if (navigator.mediaDevices === undefined) return null
  const take = (text: string) => {
    setOpen(false)
    onText(text)
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {WORDS.scanCode}
      </Button>
      <Dialog title={WORDS.scanTitle} open={isOpen} onClose={() => setOpen(false)}>
        {isOpen ? <Camera onText={take} /> : null}
      </Dialog>
    </>
  )
}

function Camera({ onText }: { onText: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [words, setWords] = useState<string>(WORDS.scanBusy)
  useEffect(() => {
    let stop: (() => void) | null = null
    let isOver = false
    const end = () => {
      isOver = true
      stop?.()
    }
    const see = (text: string) => {
      if (isOver) return
      if (!isReceiptText(text)) return setWords(WORDS.scanOther)
      end()
      onText(text)
    }
    const begin = async (screen: HTMLVideoElement) => {
      try {
        stop = await watchCodes(screen, see)
        if (isOver) stop()
        else setWords(WORDS.scanText)
      } catch {
        setWords(WORDS.scanDenied)
      }
    }
    if (video.current) void begin(video.current)
    return end
  }, [])
  return (
    <div class="stack">
      <video ref={video} class="verify-camera" muted playsInline aria-hidden="true" />
      <p role="status">{words}</p>
    </div>
  )
}

/** Whether a code holds something that this page can show: a link to a receipt, or one that carries it. */
function isReceiptText(text: string): boolean {
  return parseReceiptLink(text) !== null || readFragment(text.slice(Math.max(0, text.indexOf('#')))) !== null
}
