import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { ExactTime } from '../../../parts/time.tsx'
import { type Enrollment, forgetEnrollment } from '../../../session/enrollment-store.ts'

/** The enrollment that lies in this browser, what it is, and how to be rid of it. */
export function Kept({ enrollment, onForgotten }: { enrollment: Enrollment; onForgotten: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const forget = () => {
    forgetEnrollment()
    onForgotten()
  }
  return (
    <Card title="Your enrollment">
      <p>
        Made <ExactTime at={enrollment.enrolled_at} />. It’s 128 numbers about how you move, sealed by the service and
        kept only in this browser. Nobody can sign in with it or turn it back into motion.
      </p>
      <p>
        <Button kind="quiet" onClick={() => setAsked(true)}>
          Forget my enrollment
        </Button>
      </p>
      <Dialog title="Forget your enrollment?" open={isAsked} onClose={() => setAsked(false)}>
        <p>
          Your node, its particle level and your receipts stay. Before your next scan you enroll again, about a minute.
        </p>
        <p class="row">
          <Button kind="danger" onClick={forget}>
            Forget it
          </Button>
          <Button kind="quiet" onClick={() => setAsked(false)}>
            Keep it
          </Button>
        </p>
      </Dialog>
    </Card>
  )
}
