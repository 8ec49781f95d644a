import { encodeHeader, type Receipt, verifyReceipt } from '@stillhere/client/receipt'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { saveJson } from '../../../parts/save-file.ts'
import { ExactTime } from '../../../parts/time.tsx'

/** What the receipt says, in full. */
export function ReceiptCard({ receipt, isOfService }: { receipt: Receipt; isOfService: boolean }) {
  const { issuer, interval, expiresAt, receiptId } = receipt
  return (
    <Card title="What your receipt says">
      <Checked receipt={receipt} />
      <Facts
        facts={[
          ['Signed by', isOfService ? 'this service' : 'this browser'],
          ['Covers', `${(interval.coverageMs / 1000).toFixed(1)} s`],
          ...(expiresAt === undefined ? [] : [['Fresh until', <ExactTime key="end" at={expiresAt} />] as const]),
          ['Key', <code key="key">{issuer.publicKey.slice(0, 16)}…</code>],
          ['Number', <code key="number">{receiptId}</code>],
        ]}
      />
      <details class="scan-details">
        <summary>Show it</summary>
        <pre class="scan-receipt" tabIndex={0} role="region" aria-label="The receipt as text">
          {textOf(receipt)}
        </pre>
      </details>
    </Card>
  )
}

function Checked({ receipt }: { receipt: Receipt }) {
  const { status, failures } = verifyReceipt(receipt)
  if (status === 'VALID')
    return <p>Anybody can check it without asking us. Signature, evidence and times were checked here.</p>
  return (
    <Notice kind="warn" title="It does not pass its checks here.">
      {failures.map(({ detail }) => detail).join('; ')}. Look whether date and time of this device are right.
    </Notice>
  )
}

/** The receipt to take along: saved, copied, or carried to the page that verifies it. */
export function TakeReceipt({ receipt }: { receipt: Receipt }) {
  const [answer, setAnswer] = useState('')
  const copy = () => {
    copyText(textOf(receipt)).then(
      () => setAnswer('Copied.'),
      () => setAnswer('This browser does not let pages copy. Save it instead.'),
    )
  }
  return (
    <>
      <p>Your receipt is signed. Save it now: it is kept nowhere else.</p>
      <p class="row">
        <Button onClick={() => saveJson(`stillhere-receipt-${receipt.receiptId}.json`, receipt)}>Save receipt</Button>
        <Button kind="quiet" onClick={copy}>
          Copy receipt
        </Button>
        <ButtonLink kind="quiet" href={`/verify#${encodeHeader(receipt)}`}>
          Verify it
        </ButtonLink>
      </p>
      <p role="status" class="small soft scan-note">
        {answer}
      </p>
    </>
  )
}

// Spaces do not matter to its signature.
function textOf(receipt: Receipt): string {
  return JSON.stringify(receipt, null, 2)
}

// Browsers hide the clipboard from pages that they do not count as secure.
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) throw new Error('the clipboard is out of reach')
  await navigator.clipboard.writeText(text)
}
