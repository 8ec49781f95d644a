import { onPasted, takeFiles } from '@stillhere/client/receipt/documents'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Check, TextArea } from '../../../parts/field.tsx'
import { DropAnywhere } from '../../../receipts/drop-anywhere.tsx'
import { type ReceiptDocument, readDocuments, readFileDocuments, readTransferDocuments } from '../flow/documents.ts'
import { followLink } from '../flow/follow-link.ts'
import type { Verification } from '../flow/use-verification.ts'
import { WORDS } from '../words.ts'
import { CodeButton } from './code-button.tsx'

/** Takes receipts: typed or pasted, dropped, or chosen as files. */
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
    if (!followLink(given)) take(readDocuments(given, WORDS.pasted))
  }
  const takeTransfer = (transfer: DataTransfer) => {
    if (transfer.files.length > 0 || !followLink(transfer.getData('text/plain')))
      void readTransferDocuments(transfer).then(take)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    takeText(text)
  }
  // What is pasted is whole: nobody has to press anything.
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
