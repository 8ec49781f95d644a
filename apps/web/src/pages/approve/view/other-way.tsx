import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { service } from '../../../service.ts'
import { session } from '../../../session/session.ts'
import { readCode } from '../../join/flow/input-text.ts'
import { describeCodePlace } from '../../join/flow/sent-words.ts'
import type { ApprovalFacts } from '../flow/facts.ts'
import { type Phase, readRefusal } from '../flow/phase.ts'
import { OTHER_WAY_WORDS as WORDS } from './other-way-words.ts'

type OtherWayProps = { facts: ApprovalFacts; onPhase: (phase: Phase) => void }

/** Approving without motion, where the site allows it: a code that is mailed to the owner of the node. */
export function OtherWay({ facts, onPhase }: OtherWayProps) {
  const [sent, setSent] = useState<string | null>(null)
  const { run, isBusy, error } = useAction()
  const email = session.value?.email ?? ''
  const mail = async () => {
    const { delivery = 'smtp', mail_folder: mailFolder = '' } = await service.sendOtp({ email })
    setSent(describeCodePlace({ email, delivery, mailFolder }))
  }
  return (
    <details class="approve-other-way">
      <summary>{WORDS.open}</summary>
      <div class="stack">
        <p>{WORDS.text}</p>
        <p>
          <Button kind={sent === null ? 'main' : 'quiet'} busy={isBusy} onClick={() => run(mail)}>
            {sent === null ? WORDS.mail : WORDS.again}
          </Button>
        </p>
        <Failure error={error} />
        {sent === null ? null : <GiveCode hint={sent} facts={facts} onPhase={onPhase} />}
      </div>
    </details>
  )
}

function GiveCode({ hint, facts, onPhase }: OtherWayProps & { hint: string }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const { run, isBusy, error } = useAction()
  const approve = async (otp: string) => {
    try {
      await service.confirmApproval({ id: facts.id, digest: facts.digest, otp })
      onPhase({ at: 'ended', end: { kind: 'granted', assurance: 0 } })
    } catch (refusal) {
      const next = readRefusal(refusal, facts, Date.now())
      if (next === null) throw refusal
      onPhase(next)
    }
  }
  const submit = (event: Event) => {
    event.preventDefault()
    const otp = readCode(text)
    if (otp === null) setProblem(WORDS.sixDigits)
    else run(() => approve(otp))
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Field
        label={WORDS.code}
        hint={hint}
        error={problem}
        autoComplete="one-time-code"
        inputMode="numeric"
        value={text}
        onValue={(value) => {
          setText(readCode(value) ?? value)
          setProblem(undefined)
        }}
      />
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy}>
          {WORDS.approve}
        </Button>
      </p>
    </form>
  )
}
