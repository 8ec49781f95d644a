import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Check, TextArea } from '../../../parts/field.tsx'
import { type ReceiptDocument, readDocuments } from '../flow/documents.ts'
import { readFiles, readTransfer } from '../flow/read-transfer.ts'
import type { Verification } from '../flow/use-verification.ts'

/** Takes receipts: typed or pasted, dropped, or chosen as files. */
export function ReceiptInput({ verification }: { verification: Verification }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isChain, setChain] = useState(false)
  const isAdding = isChain && verification.documents.length > 0
  const take = (documents: readonly ReceiptDocument[]) => {
    if (documents.length === 0) return setError('There is nothing here yet. Paste a receipt first.')
    setError(undefined)
    if (isAdding) verification.add(documents)
    else verification.replace(documents)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    take(readDocuments(text, 'Pasted text'))
  }
  usePaste(take)
  return (
    <DropZone onDocuments={take}>
      <Card title="Hand it in">
        <form class="stack" onSubmit={submit} noValidate>
          <TextArea
            label="Receipt"
            hint="JSON, header text or a link. Several make a chain. You can also drop files here."
            value={text}
            onValue={setText}
            error={error}
            rows={6}
            spellcheck={false}
            autocomplete="off"
          />
          {verification.documents.length > 0 ? (
            <Check label="Add to what is shown, as a chain" checked={isChain} onChecked={setChain} />
          ) : null}
          <div class="row">
            <Button type="submit">Check</Button>
            <FileButton onFiles={(files) => void readFiles(files).then(take)} />
          </div>
        </form>
      </Card>
    </DropZone>
  )
}

type Take = (documents: readonly ReceiptDocument[]) => void

/** Takes what is pasted while no field has the focus. */
function usePaste(take: Take): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLElement && event.target.matches('input, textarea')) return
      if (event.clipboardData) void readTransfer(event.clipboardData).then((documents) => latest.current(documents))
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

function DropZone({ onDocuments, children }: { onDocuments: Take; children: ComponentChildren }) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (event.dataTransfer) void readTransfer(event.dataTransfer).then(onDocuments)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      class={isOver ? 'verify-drop verify-over' : 'verify-drop'}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}

function FileButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const files = [...(currentTarget.files ?? [])]
    // Without this, choosing the same file again would be no change.
    currentTarget.value = ''
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
        Choose files
      </Button>
    </>
  )
}
