import type { ScanResult } from '@stillhere/client/capture'
import { LEVEL_ONE_WORDS } from '../../../parts/assurance-words.ts'
import { Button, ButtonLink } from '../../../parts/button.tsx'
import type { Session } from '../../../session/session.ts'
import type { Purpose } from '../flow/purpose.ts'
import { type Seen, seenIn } from '../flow/seen.ts'
import { Grown } from './grown.tsx'
import { Heading } from './heading.tsx'
import { ReceiptCard, TakeReceipt } from './receipt-card.tsx'
import { Sighting } from './sighting.tsx'

type ScannedProps = {
  purpose: Purpose
  /** Whose scan it was; they may have signed out meanwhile. */
  who: Session | null
  result: ScanResult
  onStart: (purpose: Purpose) => void
  onBack: () => void
}

/** After a scan that ended well: the receipt to save, at the top of a phone's screen, then what was seen and what counted. */
export function Scanned({ purpose, who, result, onStart, onBack }: ScannedProps) {
  const seen = seenIn(result.continuity?.evidence ?? result.receipt.evidence)
  if (purpose === 'practice') return <Practised seen={seen} onStart={onStart} onBack={onBack} />
  const isOfService = result.verification !== undefined
  return (
    <div class="scan-ready">
      <section class="card scan-end">
        <Heading>{isOfService ? 'Scan accepted' : 'Scan complete'}</Heading>
        <TakeReceipt receipt={result.receipt} />
        {isOfService && who ? <Grown who={who} id={result.receipt.receiptId} seen={seen} /> : <SelfSigned />}
        <Sighting seen={seen} />
        <div class="stack">
          <h3>What counted</h3>
          <p>{isOfService ? COUNTED_BY_SERVICE : COUNTED_HERE}</p>
          <p>{LEVEL_ONE_WORDS}</p>
        </div>
        <p class="row">
          <ButtonLink kind="quiet" href={isOfService ? '/node' : '/join'}>
            {isOfService ? 'My node' : 'Join'}
          </ButtonLink>
          <Button kind="quiet" onClick={() => onStart(purpose)}>
            Scan again
          </Button>
          <Button kind="quiet" onClick={onBack}>
            Done
          </Button>
        </p>
      </section>
      <ReceiptCard receipt={result.receipt} isOfService={isOfService} />
    </div>
  )
}

const COUNTED_BY_SERVICE =
  'Presence, the arrows, and that you move as you did when you enrolled. The service judged all three again and signed.'
const COUNTED_HERE = 'Presence and the arrows. Both were judged in this browser, and no motion left it.'

function SelfSigned() {
  return (
    <p>
      This browser has signed the receipt with a key of its own. It shows you that a scan works, and it shows others
      what this page judged of the motion. Whoever controls the page controls that claim, so where something is at stake
      people ask for a receipt of the service.
    </p>
  )
}

function Practised({ seen, onStart, onBack }: { seen: Seen } & Pick<ScannedProps, 'onStart' | 'onBack'>) {
  return (
    <section class="card scan-end">
      <Heading>Practice is over.</Heading>
      <Sighting seen={seen} />
      <div class="stack">
        <h3>What counted</h3>
        <p>Nothing, as promised: a pointer is no evidence of a person. Now you know how a scan goes.</p>
      </div>
      <p class="row">
        <Button onClick={() => onStart('practice')}>Practise again</Button>
        <Button kind="quiet" onClick={onBack}>
          Back
        </Button>
      </p>
    </section>
  )
}
