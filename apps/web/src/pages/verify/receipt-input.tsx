import { parseReceiptLink } from '@stillhere/client/kept-receipts'
import { onPasted, takeFiles } from '@stillhere/client/receipt/documents'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, TextArea } from '../../parts/field.tsx'
import { DropAnywhere } from '../../receipts/drop-anywhere.tsx'
import {
  openReceiptLink,
  readDocuments,
  readFileDocuments,
  readFragment,
  readTransferDocuments,
  type ReceiptDocument,
} from './documents.ts'
import type { Verification } from './use-verification.ts'
import { WORDS } from './words.ts'

/**
 * Shows the form that takes receipts: typed, pasted, dropped, chosen as files, or as a QR code. They replace the documents of
 * `verification`, or are added to them if the person chooses so.
 */
export function ReceiptInput({ verification }: { verification: Verification }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isChain, setChain] = useState(false)
  const isAdding = isChain && verification.documents.length > 0
  const take = (documents: readonly ReceiptDocument[]) => {
    if (documents.length === 0) return setError(WORDS.nothing)
    setError(undefined)
    if (isAdding) verification.add(documents)
    else verification.replace(documents)
  }
  const takeText = (given: string) => {
    if (!openReceiptLink(given)) take(readDocuments(given, WORDS.pasted))
  }
  const takeTransfer = (transfer: DataTransfer) => {
    if (transfer.files.length > 0 || !openReceiptLink(transfer.getData('text/plain')))
      void readTransferDocuments(transfer).then(take)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    takeText(text)
  }
  // Pasted text is complete, so it is verified without a press.
  const paste = ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) =>
    setTimeout(() => takeText(currentTarget.value))
  usePaste(takeTransfer)
  return (
    <>
      <DropAnywhere words={WORDS.drop} onDrop={takeTransfer} />
      <Card title={WORDS.handIn}>
        <form class="stack" onSubmit={submit} noValidate>
          <TextArea
            label={WORDS.field}
            hint={WORDS.hint}
            value={text}
            onValue={setText}
            onPaste={paste}
            error={error}
            rows={4}
            spellcheck={false}
            autocomplete="off"
          />
          {verification.documents.length > 0 ? (
            <Check label={WORDS.add} checked={isChain} onChecked={setChain} />
          ) : null}
          <div class="row">
            <Button type="submit">{WORDS.check}</Button>
            <FileButton onFiles={(files) => void readFileDocuments(files).then(take)} />
            <CodeButton onText={takeText} />
          </div>
        </form>
      </Card>
    </>
  )
}

/** Shows a button that reads a receipt's link from a QR code by the camera. Shows nothing in browsers without camera access. */
function CodeButton({ onText }: { onText: (text: string) => void }) {
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

// As often as a hand can hold still; more would only warm the phone.
const LOOK_MS = 150
// Wide enough for a code of ninety signs across half the picture.
const MOST_PIXELS = 720

/** Starts the camera in this video and calls `onCode` with the text of each QR code it sees, until the returned function is called. Rejects if no camera can be used. */
async function watchCodes(video: HTMLVideoElement, onCode: (text: string) => void): Promise<() => void> {
  const [{ decodeQR }, stream] = await Promise.all([
    // Most people paste or drop.
    import('qr/decode.js'),
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
  ])
  video.srcObject = stream
  await video.play()
  const look = () => {
    const text = readCode(video, decodeQR)
    if (text !== null) onCode(text)
  }
  const timer = setInterval(look, LOOK_MS)
  return () => {
    clearInterval(timer)
    for (const track of stream.getTracks()) track.stop()
  }
}

type Decode = (image: { width: number; height: number; data: Uint8ClampedArray }) => string

function readCode(video: HTMLVideoElement, decode: Decode): string | null {
  const scale = Math.min(1, MOST_PIXELS / Math.max(video.videoWidth, video.videoHeight))
  const [width, height] = [Math.floor(video.videoWidth * scale), Math.floor(video.videoHeight * scale)]
  const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height))
  const context = canvas.getContext('2d')
  if (!context || width === 0) return null
  context.drawImage(video, 0, 0, width, height)
  try {
    return decode({ width, height, data: context.getImageData(0, 0, width, height).data })
  } catch {
    // No code in this picture.
    return null
  }
}

/** Returns true if a code contains a link to a receipt, or a link that contains the receipt itself. */
function isReceiptText(text: string): boolean {
  return parseReceiptLink(text) !== null || readFragment(text.slice(Math.max(0, text.indexOf('#')))) !== null
}

/** Takes what is pasted while no field has the focus. */
function usePaste(take: (transfer: DataTransfer) => void): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => onPasted((transfer) => latest.current(transfer)), [])
}

function FileButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const files = takeFiles(currentTarget)
    if (files.length > 0) onFiles(files)
  }
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        accept=".json,.txt,.jsonl,application/json,text/plain"
        onChange={choose}
      />
      <Button kind="quiet" onClick={() => field.current?.click()}>
        {WORDS.files}
      </Button>
    </>
  )
}
