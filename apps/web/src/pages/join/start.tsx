import type { ComponentProps } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { FIELD_TABLE } from '../../parts/field-table.ts'
import { Field } from '../../parts/field.tsx'
import { useForm } from '../../parts/form.ts'
import { NoInvite } from '../../parts/no-invite.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useRequest } from '../../parts/request.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { useCountdown } from '../../parts/time.tsx'
import { place, replaceAddress } from '../../router.ts'
import { service } from '../../service.ts'
import { formatShortAddress, signInByWallet } from '../../wallet/sign-in.ts'
import { WalletSigner } from '../../wallet/signer.tsx'
import { say } from '../../words/speak.ts'
import { sendCode } from './codes.ts'
import { OtherWays, PasskeyWay, RecoveryWay, RefusalNotice, useDeadline } from './other-ways.tsx'
import {
  EMAIL_WORDS,
  INVITE_WORDS,
  type Refusal,
  selectRefusalAfterEdit,
  selectRefusalForInput,
  toInviteCode,
} from './refusal.ts'
import type { CodeRequest, JoinStep } from './steps.ts'

type StartProps = { step: JoinStep & { name: 'start' }; onGoOn: (next: JoinStep) => void }

/** Shows the first step: request a mailed code to join or to sign in, or use a passkey, recovery code or wallet. Calls `onGoOn` with the next step. */
export function Start({ step, onGoOn }: StartProps) {
  const [request, setRequest] = useState(step.request)
  const typed = useRef(request)
  typed.current = request
  const [refusal, setRefusal] = useState(step.refusal)
  const [wallet, setWallet] = useState(step.wallet)
  const chosen = place.value.url.searchParams.get('way') ?? 'join'
  const refuse = (next: Refusal | null) => {
    setRefusal(next)
    if (next?.at === 'invite') showTab('join')
  }
  const send = async (entered: CodeRequest) => {
    const sent = await sendCode(entered)
    if (sent.outcome === 'sent') onGoOn({ name: 'code', pending: sent.pending, wallet })
    else refuse(selectRefusalForInput(sent.refusal, entered, typed.current))
  }
  const handleSignedIn = () => onGoOn({ name: 'back' })
  const form = { request, onRequest: setRequest, refusal, onRefusal: refuse, onSend: send }
  const tabs = [
    {
      name: 'join',
      label: say('Join'),
      content: () => (
        <div class="stack">
          <CodeRequestForm key="join" {...form} takesInvite />
          <OtherWays refusal={refusal} onIn={handleSignedIn} />
          <NoInvite />
        </div>
      ),
    },
    {
      name: 'sign-in',
      label: say('Sign in'),
      content: () => <SignInWays form={form} onIn={handleSignedIn} />,
    },
  ]
  return (
    <div class="join-ways">
      <Card>
        <Tabs label={say('Way in')} tabs={tabs} chosen={chosen} onChoose={showTab} />
      </Card>
      <WalletWay wallet={wallet} onUnbound={setWallet} onGoOn={onGoOn} />
    </div>
  )
}

type SignInWaysProps = { form: Omit<ComponentProps<typeof CodeRequestForm>, 'takesInvite'>; onIn: () => void }

function SignInWays({ form, onIn }: SignInWaysProps) {
  return (
    <div class="stack">
      <PasskeyWay onIn={onIn} />
      <CodeRequestForm key="sign-in" {...form} takesInvite={false} />
      <RecoveryWay onIn={onIn} />
    </div>
  )
}

// The invite stays in the address, so that a reload keeps it. An email address never goes there.
function showTab(way: string): void {
  const url = new URL(place.peek().url)
  if (way === 'join') url.searchParams.delete('way')
  else url.searchParams.set('way', way)
  replaceAddress(url.href)
}

type CodeRequestFormProps = {
  takesInvite: boolean
  request: CodeRequest
  onRequest: (request: CodeRequest) => void
  refusal: Refusal | null
  onRefusal: (refusal: Refusal | null) => void
  onSend: (request: CodeRequest) => Promise<void>
}

/** Asks for the email address and, to join, for the invite. */
function CodeRequestForm({ takesInvite, request, onRequest, refusal, onRefusal, onSend }: CodeRequestFormProps) {
  const until = useDeadline(refusal)
  const isResting = useCountdown(until) > 0
  const refused = useMemo(() => toFieldErrors(refusal), [refusal])
  const { field, element, isBusy } = useForm(
    {
      fields: {
        email: FIELD_TABLE.sendOtp.email,
        invite: { ...FIELD_TABLE.sendOtp.invite_code, required: takesInvite },
      },
      initial: request,
      tidy: { invite: takesInvite ? toInviteCode : () => '' },
      words: FIELD_WORDS,
      refused,
      onEdit: (name, typed) => {
        onRequest({ ...request, ...typed })
        onRefusal(selectRefusalAfterEdit(refusal, name))
      },
    },
    async (entered) => {
      onRefusal(null)
      await onSend(entered)
    },
  )
  const { error, ...invite } = field('invite')
  return (
    <form class="stack" noValidate {...element}>
      {takesInvite ? <InviteField {...invite} refused={error} /> : null}
      <Field
        label={say('Email address')}
        hint={say('We’ll send it a 6-digit code. Your address stays private.')}
        type="email"
        autoComplete={takesInvite ? 'email' : 'email webauthn'}
        inputMode="email"
        autoCapitalize="none"
        spellcheck={false}
        {...field('email')}
      />
      <RefusalNotice refusal={refusal} until={until} />
      <p>
        <Button type="submit" busy={isBusy} disabled={isResting}>
          {say('Mail me a code')}
        </Button>
      </p>
    </form>
  )
}

const FIELD_WORDS = {
  email: { missing: say('Enter your email address.'), malformed: EMAIL_WORDS },
  invite: {
    missing: say('Enter your invite. Already have a node? Then choose “Sign in”.'),
    malformed: INVITE_WORDS.malformed,
  },
}

function toFieldErrors(refusal: Refusal | null): { email?: string; invite?: string } {
  return refusal?.at === 'email' || refusal?.at === 'invite' ? { [refusal.at]: refusal.words } : {}
}

type InviteFieldProps = {
  value: string
  onValue: (value: string) => void
  /** Why the service rejected the submitted invite. */
  refused: string | undefined
  required: boolean
}

/** The field for the invite. The invite is looked up when the field loses focus, before the form is sent. */
function InviteField({ value, onValue, refused, required }: InviteFieldProps) {
  const [written, setWritten] = useState(value)
  const { value: answer } = useRequest((signal) => findInvite(written, signal), { deps: [written] })
  useEffect(() => setWritten(value), [refused])
  // The field may have changed since the lookup.
  const known = answer?.code === toInviteCode(value) ? answer : null
  return (
    <Field
      label={say('Invite')}
      hint={known?.valid ? say('This invite is good.') : say('Like SERVICE-7F3K-9QXZ. It lets one person in.')}
      error={refused ?? (known?.reason ? INVITE_WORDS[known.reason] : undefined)}
      value={value}
      onValue={onValue}
      onBlur={() => setWritten(value)}
      required={required}
      autoComplete="off"
      autoCapitalize="characters"
      spellcheck={false}
      maxLength={200}
    />
  )
}

/** The service's answer about an invite, with the invite it is about. */
type InviteAnswer = Awaited<ReturnType<typeof service.validateInvite>> & { code: string }

async function findInvite(text: string, signal: AbortSignal): Promise<InviteAnswer | null> {
  const code = toInviteCode(text)
  return code === '' ? null : { ...(await service.validateInvite({ code }, { signal })), code }
}

type WalletWayProps = {
  wallet: string | null
  onUnbound: (address: string | null) => void
  onGoOn: (next: JoinStep) => void
}

/** Signs in by a bound wallet. For an unbound one, explains how to bind it. */
function WalletWay({ wallet, onUnbound, onGoOn }: WalletWayProps) {
  return (
    <Card title={say('Or with your wallet')}>
      <p>
        {say(
          'An Ethereum wallet that’s bound to your node signs you in without an email. It costs nothing and moves nothing.',
        )}
      </p>
      <WalletSigner
        label={say('Sign in with a wallet')}
        statement="Sign in to Stillhere."
        onSigned={async (signed) => {
          const isIn = await signInByWallet(signed)
          if (isIn) onGoOn({ name: 'back' })
          else onUnbound(signed.address)
        }}
      />
      {wallet === null ? null : (
        <Notice title={say('This wallet isn’t bound to a node yet.')} live>
          {say(
            'Join with your invite and your email, or sign in by email. Then bind {address} with one more signature.',
            {
              address: formatShortAddress(wallet),
            },
          )}
        </Notice>
      )}
    </Card>
  )
}
