import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { say } from '../../../words/speak.ts'
import { ForgetDialog } from './forget-dialog.tsx'
import { remembered } from './remembered.ts'
import { dayOf, describeReturn } from './welcome-words.ts'

type WelcomeBackProps = {
  /** Whether they have just given something. */
  isNew?: boolean
  onForgotten: () => void
}

/** What this browser remembers of somebody, and the way to be forgotten; nothing for a stranger. */
export function WelcomeBack({ isNew = false, onForgotten }: WelcomeBackProps) {
  const [isAsked, setAsked] = useState(false)
  const words = describeReturn(remembered.value, dayOf(new Date()))
  if (words === null) return null
  return (
    <Card title={isNew ? say('This browser remembers you') : words.title}>
      <p>
        {words.given} {words.next}
      </p>
      <p>
        <Button kind="quiet" onClick={() => setAsked(true)}>
          {say('Forget me')}
        </Button>
      </p>
      <ForgetDialog open={isAsked} onClose={() => setAsked(false)} onForgotten={onForgotten} />
    </Card>
  )
}
