import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { say } from '../../../words/speak.ts'
import { ForgetDialog } from './forget-dialog.tsx'
import { remembered } from './remembered.ts'
import { dayOf, describeReturn } from './welcome-words.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

type WelcomeBackProps = {
  /** Whether they have just given something. */
  isNew?: boolean
  onForgotten: () => void
}

/** What this browser remembers of somebody, and the way to be forgotten; nothing for a stranger. */
export function WelcomeBack({ isNew = false, onForgotten }: WelcomeBackProps) {
  const [isAsked, setAsked] = useState(false)
  const [isWithdrawing, setWithdrawing] = useState(false)
  const words = describeReturn(remembered.value, dayOf(new Date()))
  if (words === null) return null
  return (
    <Card title={isNew ? say('This browser remembers you') : words.title}>
      <p>
        {words.given} {words.next}
      </p>
      <p class="row">
        {remembered.value.given.some(({ isRecorded }) => isRecorded) ? (
          <Button kind="quiet" onClick={() => setWithdrawing(true)}>
            {say('Withdraw recordings')}
          </Button>
        ) : null}
        <Button kind="quiet" onClick={() => setAsked(true)}>
          {say('Forget me')}
        </Button>
      </p>
      <WithdrawDialog open={isWithdrawing} onClose={() => setWithdrawing(false)} />
      <ForgetDialog open={isAsked} onClose={() => setAsked(false)} onForgotten={onForgotten} />
    </Card>
  )
}
