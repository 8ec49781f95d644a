import type { ScanError } from '@stillhere/client/capture'
import { readSighting } from '@stillhere/client/element'
import { encodeHeader } from '@stillhere/client/receipt'
import { LEVEL_ONE_WORDS } from '../../../parts/assurance-words.ts'
import { Button, ButtonLink } from '../../../parts/button.tsx'
import { signInAgain } from '../../../session/leave.ts'
import { describeCost, explainFailure } from '../flow/explain.ts'
import type { End, Scan } from '../flow/use-scan.ts'
import { EnrollAgain } from './enroll-again.tsx'
import { Grown } from './grown.tsx'

/** What this site adds to the end of a scan. */
export function Outcome({ end, scan }: { end: End; scan: Scan }) {
  return (
    <div slot="outcome" class="stack scan-outcome">
      {end.kind === 'enrolled' ? <Enrolled scan={scan} /> : null}
      {end.kind === 'scanned' ? <Scanned end={end} scan={scan} /> : null}
      {end.kind === 'failed' ? <Failed error={end.error} scan={scan} /> : null}
    </div>
  )
}

function Enrolled({ scan }: { scan: Scan }) {
  return (
    <>
      <p>The seal is kept in this browser. The captures themselves were let go.</p>
      <p>Take a breath. Then make your first scan: one round of six new arrows, and it counts for your node.</p>
      <p>
        <Button onClick={() => scan.start('verify')}>Scan now</Button>
      </p>
    </>
  )
}

function Scanned({ end: { result, who }, scan }: { end: Extract<End, { kind: 'scanned' }>; scan: Scan }) {
  const { receipt, verification } = result
  const sighting = readSighting(receipt)
  if (sighting.practice) return <p>Now you know how a scan goes.</p>
  const isOfService = verification !== undefined
  return (
    <>
      <p>
        Signed by {isOfService ? 'this service' : 'this browser'}. Save it now: it is kept nowhere else. Anybody can
        check it without asking us.
      </p>
      <p class="row">
        <ButtonLink kind="quiet" href={`/verify#${encodeHeader(receipt)}`}>
          Verify it
        </ButtonLink>
        <ButtonLink kind="quiet" href={isOfService ? '/node' : '/join'}>
          {isOfService ? 'My node' : 'Join'}
        </ButtonLink>
        <Button kind="quiet" onClick={() => scan.element.current?.reset()}>
          Done
        </Button>
      </p>
      {isOfService && who ? <Grown who={who} id={receipt.receiptId} sighting={sighting} /> : <SelfSigned />}
      {isOfService ? null : <p>{LEVEL_ONE_WORDS}</p>}
    </>
  )
}

function SelfSigned() {
  return (
    <p>
      This browser has signed the receipt with a key of its own. It shows you that a scan works, and it shows others
      what this page judged of the motion. Whoever controls the page controls that claim, so where something is at stake
      people ask for a receipt of the service.
    </p>
  )
}

function Failed({ error, scan }: { error: ScanError; scan: Scan }) {
  const help = explainFailure(error)?.help
  return (
    <>
      {help === 'code' ? <EnrollAgain onCode={(otp) => scan.start('enroll', otp)} /> : null}
      {help === 'sign-in' ? (
        <p>
          <Button onClick={signInAgain}>Sign in</Button>
        </p>
      ) : null}
      {help === 'enroll' ? (
        <p>
          <Button kind={error.next === 'retry' ? 'quiet' : 'main'} onClick={() => scan.start('enroll')}>
            Enroll again
          </Button>
        </p>
      ) : null}
      <p class="small soft">{describeCost(error)}</p>
    </>
  )
}
