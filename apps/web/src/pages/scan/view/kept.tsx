import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { type Enrollment, forgetEnrollment } from '../../../session/enrollment-store.ts'
import { formatMoment } from '../../../words/format.ts'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'

/** The enrollment that lies in this browser, what it is, and how to be rid of it. */
export function Kept({ enrollment, onForgotten }: { enrollment: Enrollment; onForgotten: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const { enrolled_at: at } = enrollment
  const forget = () => {
    forgetEnrollment()
    onForgotten()
  }
  return (
    <Card title={say('Your enrollment')}>
      <p>
        {sayRich(
          'Made <time>{time}</time>. It’s 128 numbers about how you move, sealed by the service and kept only in this browser. Nobody can sign in with it or turn it back into motion.',
          { time: (text) => <time dateTime={at}>{text}</time> },
          { time: formatMoment(at) },
        )}
      </p>
      <p>
        <Button kind="quiet" onClick={() => setAsked(true)}>
          {say('Forget my enrollment')}
        </Button>
      </p>
      <Dialog title={say('Forget your enrollment?')} open={isAsked} onClose={() => setAsked(false)}>
        <p>
          {say(
            'Your node, its particle level and your receipts stay. Before your next scan you enroll again, about a minute.',
          )}
        </p>
        <p class="row">
          <Button kind="danger" onClick={forget}>
            {say('Forget it')}
          </Button>
          <Button kind="quiet" onClick={() => setAsked(false)}>
            {say('Keep it')}
          </Button>
        </p>
      </Dialog>
    </Card>
  )
}
