import type { OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field } from '../../parts/field.tsx'
import type { CheckNews } from '../../parts/follow-check.ts'
import { Notice } from '../../parts/notice.tsx'
import { toPhoneAddress, QrCode } from '../../parts/on-phone.tsx'
import { useAction } from '../../parts/request.ts'
import { service } from '../../service.ts'
import { useDevice } from '../scan/device.ts'
import { WORDS } from './words.ts'

type ScreenProps = { id: string; token: string; told: CheckNews | null; onHere: () => void }

/**
 * Shows a QR code and a two-digit number by which a phone joins the check, and later that the phone has joined. `token` proves that this
 * page holds the check; `told` is the latest news of the check, or null. Calls `onHere` if the person prefers to scan on this device.
 */
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
      {toPhoneAddress(location, '/') === null ? <Notice title={WORDS.localOnly}>{WORDS.localAdvice}</Notice> : null}
    </>
  )
}

// A link works for a minute. Replacing it earlier leaves time to a person who is entering its number.
const REDRAW_MS = 50_000

type Pairing = {
  /** The link for a phone and its number; null until the service has issued them, and once a phone has joined. */
  pair: OutputOf<'pairCheck'> | null
  error: unknown
  retry: () => void
  /** Releases the phone that has joined, so that another phone can join. */
  release: () => void
}

/** Requests a link and number for a phone from the service, and replaces them before they expire or after a wrong number. Requests none once a phone has joined. */
function usePair({ id, token, told }: Omit<ScreenProps, 'onHere'>): Pairing {
  const [pair, setPair] = useState<Pairing['pair']>(null)
  const [turn, setTurn] = useState(0)
  const { run, error } = useAction()
  const isWanted = told?.status === 'open' && !told.joined
  const drawNext = () => setTurn((before) => before + 1)
  useEffect(() => {
    // Each link lets go of a phone that has joined: never drawn before that is known.
    if (!isWanted) return setPair(null)
    run(() => service.pairCheck({ id }, { token }), setPair)
    const timer = setTimeout(drawNext, REDRAW_MS)
    return () => clearTimeout(timer)
  }, [isWanted, told?.wrong_numbers, turn])
  // The news that no phone is joined draws the next.
  return { pair, error, retry: drawNext, release: () => run(() => service.pairCheck({ id }, { token })) }
}

type NumberProps = {
  words: { title: string; advice: string; label: string; hint: string }
  isWrong: boolean
  isBusy: boolean
  onNumber: (number: string) => void
}

/**
 * Asks for the two-digit number that another page shows, and warns to continue only if the person opened that page. Calls `onNumber` with
 * the digits; `isWrong` marks the previous number as wrong.
 */
export function NumberStep({ words, isWrong, isBusy, onNumber }: NumberProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const submit = (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    if (/^\d\d$/.test(text.trim())) onNumber(text.trim())
    else setProblem(WORDS.twoDigits)
  }
  return (
    <Card>
      <Notice kind="warn" title={words.title}>
        {words.advice}
      </Notice>
      <form class="stack" noValidate onSubmit={submit}>
        <div class="check-number-field">
          <Field
            label={words.label}
            hint={words.hint}
            error={problem ?? (isWrong ? WORDS.wrongNumber : undefined)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={2}
            value={text}
            onValue={(value) => {
              setText(value)
              setProblem(undefined)
            }}
          />
        </div>
        <p>
          <Button type="submit" busy={isBusy}>
            {WORDS.goOn}
          </Button>
        </p>
      </form>
    </Card>
  )
}
