import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { type CameraWords, cameraWords } from './camera-words.ts'
import type { Watcher } from './code-reader.ts'
import { type Paper, papersIn } from './papers.ts'

type CodeScannerProps = { open: boolean; onClose: () => void; onPapers: (papers: Paper[]) => void }

/** Reads a receipt from a QR code that is held before the camera. The picture stays in the browser. */
export function CodeScanner({ open, onClose, onPapers }: CodeScannerProps) {
  const take = (papers: Paper[]) => {
    onClose()
    onPapers(papers)
  }
  return (
    <Dialog title="Scan a code" open={open} onClose={onClose}>
      <Viewfinder onPapers={take} />
    </Dialog>
  )
}

function Viewfinder({ onPapers }: { onPapers: (papers: Paper[]) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [trouble, setTrouble] = useState<CameraWords>()
  const [hint, setHint] = useState('Hold the code into the picture.')
  useEffect(() => {
    if (!video.current) return undefined
    const onText = (text: string) => {
      const papers = papersIn(text, 'Scanned code')
      if (papers.some((paper) => 'value' in paper)) onPapers(papers)
      else setHint('This code holds something else. Hold the code of a receipt into the picture.')
    }
    return watch(video.current, { onText, onTrouble: (error) => setTrouble(cameraWords(error)) })
  }, [])
  if (trouble)
    return (
      <Notice kind="warn" title={trouble.title} live>
        {trouble.advice}
      </Notice>
    )
  return (
    <div class="stack">
      <video ref={video} class="verify-camera" muted playsInline aria-label="What the camera sees" />
      <p role="status">{hint}</p>
      <p class="small soft">The picture stays in this browser.</p>
    </div>
  )
}

/** Watches until the answer is called; the camera may come only after that, and is then let go at once. */
function watch(video: HTMLVideoElement, { onText, onTrouble }: Watcher): () => void {
  let isOver = false
  let stop = () => {}
  const watcher: Watcher = {
    onText: (text) => isOver || onText(text),
    // What comes after the first trouble is only its echo.
    onTrouble: (error) => {
      if (isOver) return
      isOver = true
      onTrouble(error)
    },
  }
  const start = async () => {
    const { watchCodes } = await import('./code-reader.ts').catch(() => {
      throw new DOMException('the reader of codes is missing', 'ScannerMissing')
    })
    stop = await watchCodes(video, watcher)
    if (isOver) stop()
  }
  start().catch(watcher.onTrouble)
  return () => {
    isOver = true
    stop()
  }
}
