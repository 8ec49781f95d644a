import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { GiveCode } from '../codes/give-code.tsx'
import { mailCode } from '../codes/mail-code.ts'
import { useAction } from '../parts/action.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Failure } from '../parts/failure.tsx'
import { Field } from '../parts/field.tsx'
import { Notice } from '../parts/notice.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { SavedLine } from '../receipts/saved.tsx'
import { session } from '../session/session.ts'
import { keepWaitingPage } from '../session/waiting-page.ts'
import { signInAgain } from '../sign-in/leave.ts'
import { say } from '../words/speak.ts'
import { describeMissing, type RequestFacts } from './ask.ts'

/** Words of a notice: how a request ended, and what to do now. */
export type EndWords = { kind: 'good' | 'info' | 'warn'; title: string; advice: string }

/** The request of this document; null if there is none. */
export function readFacts<Kind extends RequestFacts['kind']>(): Extract<RequestFacts, { kind: Kind }> | null {
  const text = document.getElementById('request')?.textContent ?? 'null'
  return JSON.parse(text) as Extract<RequestFacts, { kind: Kind }> | null
}

/** The page of a request that does not exist. */
export function MissingRequest({ kind, advice }: { kind: RequestFacts['kind']; advice: string }) {
  return <PageHead title={describeMissing(kind, say).heading} lead={advice} />
}

type EndedProps = {
  words: Omit<EndWords, 'title'> & { title: ComponentChildren }
  receiptsHref?: string
  children: ComponentChildren
}

/** Says how a request ended, that a receipt was saved, and then the way on. */
export function EndedRequest({ words: { kind, title, advice }, receiptsHref, children }: EndedProps) {
  return (
    <>
      <Notice kind={kind} title={title} live>
        {advice}
      </Notice>
      <SavedLine {...(receiptsHref !== undefined && { href: receiptsHref })} />
      {children ? <p>{children}</p> : null}
    </>
  )
}

/** Asks a person who is not signed in to do so first. */
export function SignInCard({ title, text }: { title: string; text: string }) {
  return (
    <Card title={title}>
      <p>{text}</p>
      <p>
        <Button onClick={goSignIn}>{say('Sign in')}</Button>
      </p>
    </Card>
  )
}

/** Leads to a new session, and from there back to this page. */
export function goSignIn(): void {
  keepWaitingPage(location.pathname)
  signInAgain()
}

type OtherWayProps = {
  words: { text: string; again: string; confirm: string }
  /** Strangers give the address of their node; others have it mailed to the one that they are signed in as. */
  isAddressAsked: boolean
  onCode: (otp: string, email: string) => Promise<void>
}

/** Answers without motion, where the site allows it: by a code that is mailed to the owner of a node. */
export function OtherWay({ words, isAddressAsked, onCode }: OtherWayProps) {
  const [email, setEmail] = useState(session.value?.email ?? '')
  const [sent, setSent] = useState<string | null>(null)
  const { run, isBusy, error } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    run(() => mailCode(email), setSent)
  }
  return (
    <details class="check-other-way">
      <summary>{say('I can’t or don’t want to move a phone')}</summary>
      <div class="stack">
        <p>{words.text}</p>
        <form class="stack" noValidate onSubmit={submit}>
          {isAddressAsked ? (
            <Field
              label={say('Email address of your node')}
              type="email"
              autoComplete="email"
              value={email}
              onValue={setEmail}
            />
          ) : null}
          <p>
            <Button type="submit" kind={sent === null ? 'main' : 'quiet'} busy={isBusy}>
              {sent === null ? say('Mail me a code') : words.again}
            </Button>
          </p>
          <Failure error={error} />
        </form>
        {sent === null ? null : <GiveCode hint={sent} button={words.confirm} onCode={(otp) => onCode(otp, email)} />}
      </div>
    </details>
  )
}
