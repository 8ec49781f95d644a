import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { ButtonLink } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useFocusAfter } from '../../parts/focus-after.ts'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useRequest } from '../../parts/request.ts'
import { place } from '../../router.ts'
import { service } from '../../service.ts'
import { AskForm } from './ask-form.tsx'
import { LinkForm } from './link-form.tsx'
import { NOT_OPEN, OUTCOMES, WORDS } from './words.ts'

type Step = 'ask' | 'sent' | 'link' | 'left' | OutputOf<'joinWaitlist'>['state']

/** For people without an invite: they leave an address, and the link in a mail puts it on the list, or takes it off again. */
export function Page() {
  const link = place.value.url.hash.slice(1)
  const [step, setStep] = useState<Step>(link === '' ? 'ask' : 'link')
  const { value, error, reload } = useRequest((signal) => service.getWaitlist({}, { signal }))
  useFocusAfter(step)
  const closed = value && value.state !== 'open' && step === 'ask' ? value.state : null
  return (
    <div class="stack">
      <PageHead title={WORDS.title} lead={step === 'link' ? WORDS.confirmLead : WORDS.lead} />
      <Failure error={error} onRetry={reload} />
      <Card>
        {closed ? <Closed state={closed} /> : null}
        {step === 'ask' && !closed ? <AskForm onSent={() => setStep('sent')} /> : null}
        {step === 'link' ? <LinkForm link={link} onDone={setStep} onAnew={() => setStep('ask')} /> : null}
        {step === 'ask' || step === 'link' ? null : <Outcome step={step} />}
      </Card>
    </div>
  )
}

function Closed({ state }: { state: keyof typeof NOT_OPEN }) {
  const { title, advice } = NOT_OPEN[state]
  return (
    <div class="stack">
      <Notice title={title}>
        <p>{advice}</p>
      </Notice>
      <p>
        {state === 'closed' ? (
          <ButtonLink href="/scan">{WORDS.practice}</ButtonLink>
        ) : (
          <ButtonLink href="/join">{WORDS.openJoin}</ButtonLink>
        )}
      </p>
    </div>
  )
}

function Outcome({ step }: { step: Exclude<Step, 'ask' | 'link'> }) {
  const { title, advice } = describeOutcome(step)
  return (
    <div class="stack">
      <Notice kind={step === 'waiting' ? 'good' : 'info'} title={title} live>
        <p>{advice}</p>
      </Notice>
      {step === 'waiting' ? <p class="small soft">{WORDS.kept}</p> : null}
      <p>
        {step === 'member' ? (
          <ButtonLink href="/join?way=sign-in">{WORDS.signIn}</ButtonLink>
        ) : (
          <ButtonLink href="/scan" kind="quiet">
            {WORDS.practice}
          </ButtonLink>
        )}
      </p>
    </div>
  )
}

function describeOutcome(step: Exclude<Step, 'ask' | 'link'>): { title: string; advice: string } {
  if (step === 'sent') return { title: WORDS.sent, advice: WORDS.sentAdvice }
  if (step === 'left') return { title: WORDS.left, advice: WORDS.leftAdvice }
  return OUTCOMES[step]
}
