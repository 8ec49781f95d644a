import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { useCountdown } from '../../../parts/countdown.ts'
import { formatClock } from '../../../parts/time-words.ts'
import { say } from '../../../words/speak.ts'
import type { Pending } from '../flow/pending.ts'
import type { Refusal } from '../flow/refusal.ts'
import { sendCode } from '../flow/send-code.ts'
import { describeMissingMail } from '../flow/sent-words.ts'
import { OtherWays, RefusalNotice } from './refusal-notice.tsx'

type ResendProps = { pending: Pending; onSent: (pending: Pending) => void; onIn: () => void }

/** Another code, as soon as one may be asked for. */
export function Resend({ pending, onSent, onIn }: ResendProps) {
  const { run, isBusy } = useAction()
  const [news, setNews] = useState('')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [resendAt, setResendAt] = useState(pending.resendAt)
  const seconds = useCountdown(resendAt)
  const send = async () => {
    setNews('')
    setRefusal(null)
    const sent = await sendCode(pending)
    if (sent.outcome === 'refused') {
      if (sent.refusal.at === 'form' && sent.refusal.waitMs) setResendAt(Date.now() + sent.refusal.waitMs)
      return setRefusal(asForm(sent.refusal))
    }
    setResendAt(sent.pending.resendAt)
    setNews(say('We made a new code. The old one no longer works.'))
    onSent(sent.pending)
  }
  return (
    <div class="stack">
      <p class="row">
        <Button kind="quiet" busy={isBusy} disabled={seconds > 0} onClick={() => run(send)}>
          {seconds > 0 ? say('Send a new code in {time}', { time: formatClock(seconds) }) : say('Send a new code')}
        </Button>
        <span class="small soft">{describeMissingMail(pending)}</span>
      </p>
      <p role="status" class="join-news">
        {news}
      </p>
      <RefusalNotice refusal={refusal} until={0} />
      <OtherWays refusal={refusal} onIn={onIn} />
    </div>
  )
}

function asForm(refusal: Refusal): Refusal {
  return refusal.at === 'form' ? refusal : { at: 'form', title: say('No new code was sent.'), advice: refusal.words }
}
