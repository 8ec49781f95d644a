import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { GiveCode, sendCode } from '../codes/give-code.tsx'
import { Button } from '../parts/button.tsx'
import { Card, PageHead } from '../parts/card.tsx'
import { Failure } from '../parts/failure.tsx'
import { Field } from '../parts/field.tsx'
import { Notice } from '../parts/notice.tsx'
import { useAction } from '../parts/request.ts'
import { SavedLine } from '../receipts/saved.tsx'
import { session } from '../session/session.ts'
import { openSignIn } from '../sign-in/sign-in.ts'
import { say } from '../words/speak.ts'
import { describeMissing, type RequestFacts } from './ask.ts'

/** Texts of the notice that shows how a request ended: title and what to do next. */
export type EndWords = { kind: 'good' | 'info' | 'warn'; title: string; advice: string }

/** Reads the check or the approval that the service wrote into this document as JSON. Returns null if the document contains none. */
export function readFacts<Kind extends RequestFacts['kind']>(): Extract<RequestFacts, { kind: Kind }> | null {
  const text = document.getElementById('request')?.textContent ?? 'null'
  return JSON.parse(text) as Extract<RequestFacts, { kind: Kind }> | null
}

/** Shows the heading of the page for a check or an approval that doesn't exist, and below it the text `advice`. */
export function MissingRequest({ kind, advice }: { kind: RequestFacts['kind']; advice: string }) {
  return <PageHead title={describeMissing(kind, say).heading} lead={advice} />
}

type EndedProps = {
  words: Omit<EndWords, 'title'> & { title: ComponentChildren }
  receiptsHref?: string
  children: ComponentChildren
}

/**
 * Shows the result of a check or an approval, a line that the receipt was saved (with a link to `receiptsHref`, if given), and the children as
 * next steps.
 */
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

/** Shows a card that asks the person to sign in, with a button that opens the sign-in page. */
export function SignInCard({ title, text }: { title: string; text: string }) {
  return (
    <Card title={title}>
      <p>{text}</p>
      <p>
        <Button onClick={openSignIn}>{say('Sign in')}</Button>
      </p>
    </Card>
  )
}

type OtherWayProps = {
  words: { text: string; again: string; confirm: string }
  /** True if the person isn't signed in and must enter the address of their node. */
  isAddressAsked: boolean
  onCode: (otp: string, email: string) => Promise<void>
}

/**
 * Shows a form for answering with a mailed code instead of a scan. Mails the code on request, and calls `onCode` with the six digits and the
 * e-mail address when the person submits the code.
 */
export function OtherWay({ words, isAddressAsked, onCode }: OtherWayProps) {
  const [email, setEmail] = useState(session.value?.email ?? '')
  const [sent, setSent] = useState<string | null>(null)
  const { run, isBusy, error } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    run(() => sendCode(email), setSent)
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
