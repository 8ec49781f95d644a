import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { ForgetDialog } from './forget-dialog.tsx'
import { remembered } from './remembered.ts'
import { dayOf, describeReturn } from './welcome-words.ts'

/** What this browser remembers of somebody, and the way to be forgotten; nothing for a stranger. */
export function WelcomeBack({ onForgotten }: { onForgotten: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const words = describeReturn(remembered.value, dayOf(new Date()))
  if (words === null) return null
  return (
    <Card title={words.title}>
      <p>
        {words.given} {words.next}
      </p>
      <p>
        <Button kind="quiet" onClick={() => setAsked(true)}>
          Forget me
        </Button>
      </p>
      <ForgetDialog open={isAsked} onClose={() => setAsked(false)} onForgotten={onForgotten} />
    </Card>
  )
}
