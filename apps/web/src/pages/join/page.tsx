import './join.css'
import { useState } from 'preact/hooks'
import { useFocusAfter } from '../../parts/focus-after.ts'
import { useIsShown } from '../../parts/is-shown.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Steps } from '../../parts/steps.tsx'
import { goTo, place } from '../../router.ts'
import { session } from '../../session/session.ts'
import { tidyInvite } from './flow/invite-text.ts'
import { keepPending, keptPending, type Pending } from './flow/pending.ts'
import { STEPS, type Stage, stepOf } from './flow/step.ts'
import { CodeStage } from './view/code-step.tsx'
import { SignedIn } from './view/signed-in.tsx'
import { Start } from './view/start.tsx'
import { Welcome } from './view/welcome.tsx'

const LEAD = 'A new node takes an invite and an e-mail address. A node of yours takes the address alone.'

/** From an invite to a node, or back to one's own: by a code in a mail, or by a wallet. */
export function Page() {
  const [stage, setStage] = useState<Stage>(firstStage)
  const isShown = useIsShown()
  const goOn = (next: Stage) => {
    keepPending(next.name === 'code' ? next.pending : null)
    // Whoever comes back has nothing to be shown here.
    if (next.name !== 'back') setStage(next)
    else if (isShown.current) goTo('/node')
  }
  const isIdle = stage.name === 'start' && session.value !== null
  useFocusAfter(isIdle ? 'idle' : stage.name)
  return (
    <div class="join stack">
      <PageHead
        title={isIdle ? 'You are in' : 'Join, or come back'}
        lead={stage.name === 'start' && !isIdle ? LEAD : null}
      />
      {isIdle ? <SignedIn /> : <Journey stage={stage} onGoOn={goOn} />}
    </div>
  )
}

function Journey({ stage, onGoOn }: { stage: Stage; onGoOn: (next: Stage) => void }) {
  return (
    <div class="stack">
      <Steps label="Your way in" steps={STEPS} current={stepOf(stage)} />
      <View stage={stage} onGoOn={onGoOn} />
    </div>
  )
}

function View({ stage, onGoOn }: { stage: Stage; onGoOn: (next: Stage) => void }) {
  if (stage.name === 'start') return <Start stage={stage} onGoOn={onGoOn} />
  if (stage.name === 'code') return <CodeStage stage={stage} onGoOn={onGoOn} />
  return stage.name === 'welcome' ? <Welcome {...stage} /> : null
}

function firstStage(): Stage {
  const invite = tidyInvite(place.peek().url.searchParams.get('invite') ?? '')
  const pending = session.peek() ? null : keptPending(Date.now())
  if (pending && belongsTo(pending, invite)) return { name: 'code', pending, wallet: null }
  return { name: 'start', wish: { email: '', invite }, refusal: null, wallet: null }
}

// A link with another invite begins anew.
function belongsTo(pending: Pending, invite: string): boolean {
  return invite === '' || invite === pending.invite
}
