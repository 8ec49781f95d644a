import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import type { Told } from '../../../parts/follow-check.ts'
import { Notice } from '../../../parts/notice.tsx'
import { phoneAddress } from '../../../parts/phone-address.ts'
import { QrCode } from '../../../parts/qr-code.tsx'
import { useDevice } from '../../scan/flow/use-device.ts'
import { type Pairing, usePair } from '../flow/use-pair.ts'
import { WORDS } from '../words.ts'

type ScreenProps = { id: string; token: string; told: Told | null; onHere: () => void }

/** A page without sensors: shows a phone the way, and waits for it. */
export function Screen({ id, token, told, onHere }: ScreenProps) {
  const pairing = usePair({ id, token, told })
  const { sensors } = useDevice()
  // Browsers of desktops ask for sensors that are not there; only what is held in a hand is believed.
  const canScan = sensors === 'speaking' || (sensors === 'asks' && matchMedia('(pointer: coarse)').matches)
  const isJoined = told?.joined === true
  return (
    <Card title={WORDS.phoneTitle}>
      {isJoined ? <Joined onRelease={pairing.release} /> : <Pair {...pairing} />}
      <Failure error={pairing.error} onRetry={pairing.retry} />
      {canScan && !isJoined ? (
        <p>
          <Button kind="quiet" onClick={onHere}>
            {WORDS.here}
          </Button>
        </p>
      ) : null}
    </Card>
  )
}

function Joined({ onRelease }: { onRelease: () => void }) {
  return (
    <>
      <Notice kind="good" title={WORDS.joined} live>
        {WORDS.joinedAdvice}
      </Notice>
      <p>
        <Button kind="quiet" onClick={onRelease}>
          {WORDS.otherPhone}
        </Button>
      </p>
    </>
  )
}

function Pair({ pair }: Pairing) {
  return (
    <>
      <p>{WORDS.phoneSteps}</p>
      <div class="check-pair">
        {pair ? <QrCode text={new URL(pair.url, location.href).href} label={WORDS.qr} /> : <div class="qr-code" />}
        <p class="check-number">
          <span class="unseen">{WORDS.number}: </span>
          {pair?.number ?? '··'}
        </p>
      </div>
      <p class="small soft">{WORDS.phoneWarning}</p>
      {phoneAddress(location, '/') === null ? <Notice title={WORDS.localOnly}>{WORDS.localAdvice}</Notice> : null}
    </>
  )
}
