import type { ScanError } from '@stillhere/client/capture'
import { readSighting, type Sighting } from '@stillhere/client/element'
import { encodeHeader } from '@stillhere/client/receipt'
import { describeAssurance } from '@stillhere/client/receipt/view'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Saved } from '../../receipts/saved.tsx'
import { VOICE } from '../../receipts/voice.ts'
import { session } from '../../session/session.ts'
import { signInAgain } from '../../sign-in/sign-in.ts'
import { say } from '../../words/speak.ts'
import { describeCost, explainFailure } from './explain.ts'
import { Grown } from './grown.tsx'
import { SignInFirst } from './scan-box.tsx'
import type { End, Scan } from './use-scan.ts'
import { ENROLLED_WORDS, SCANNED_WORDS } from './words.ts'

/** Shows, inside the scan element, this site's additions to the end of a run: the first scan after enrolling, the receipt after a scan, or help after a failure. */
export function Outcome({ end, scan }: { end: End; scan: Scan }) {
  return (
    <div slot="outcome" class="stack scan-outcome">
      {end.kind === 'enrolled' ? <Enrolled scan={scan} /> : null}
      {end.kind === 'scanned' ? <Scanned end={end} /> : null}
      {end.kind === 'failed' ? <Failed error={end.error} scan={scan} /> : null}
    </div>
  )
}

function Enrolled({ scan }: { scan: Scan }) {
  return (
    <>
      <p>{ENROLLED_WORDS.kept}</p>
      <p>{ENROLLED_WORDS.next}</p>
      <p>
        <Button onClick={() => scan.start('verify')}>{ENROLLED_WORDS.start}</Button>
      </p>
    </>
  )
}

function Scanned({ end: { result, who } }: { end: Extract<End, { kind: 'scanned' }> }) {
  const { receipt, verification } = result
  const sighting = readSighting(receipt)
  if (sighting.practice) return <Practised sighting={sighting} />
  const isOfService = verification !== undefined
  return (
    <>
      {isOfService && who ? <Grown who={who} id={receipt.receiptId} sighting={sighting} /> : null}
      <p>
        {isOfService ? SCANNED_WORDS.ofService : SCANNED_WORDS.ofBrowser}{' '}
        <a href={`/verify#${encodeHeader(receipt)}`}>{SCANNED_WORDS.verify}</a>
      </p>
      {isOfService ? null : <p>{SCANNED_WORDS.selfSigned}</p>}
      <Saved receipt={receipt} />
      {isOfService ? null : (
        <p>
          <ButtonLink kind="quiet" href="/join">
            {SCANNED_WORDS.join}
          </ButtonLink>
        </p>
      )}
      {isOfService ? null : <p>{describeAssurance(receipt, VOICE)}</p>}
    </>
  )
}

/** Says how practice went and that it proves nothing. Invites people who aren't signed in to join. */
function Practised({ sighting: { strokes } }: { sighting: Sighting }) {
  const followed = strokes.filter((stroke) => stroke.followed).length
  return (
    <>
      <p>{followed * 2 < strokes.length ? SCANNED_WORDS.practisedLittle : SCANNED_WORDS.practised}</p>
      {session.value === null ? (
        <p>
          <ButtonLink kind="quiet" href="/join">
            {SCANNED_WORDS.join}
          </ButtonLink>
        </p>
      ) : null}
    </>
  )
}

function Failed({ error, scan }: { error: ScanError; scan: Scan }) {
  const help = explainFailure(error)?.help
  return (
    <>
      {help === 'sign-in-again' ? <SignInFirst onStart={() => scan.start('enroll')} /> : null}
      {help === 'sign-in' ? (
        <p>
          <Button onClick={signInAgain}>{say('Sign in')}</Button>
        </p>
      ) : null}
      {help === 'enroll' ? (
        <p>
          <Button kind={error.next === 'retry' ? 'quiet' : 'main'} onClick={() => scan.start('enroll')}>
            {say('Enroll again')}
          </Button>
        </p>
      ) : null}
      <p class="small soft">{describeCost(error)}</p>
    </>
  )
}
