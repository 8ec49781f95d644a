import type { ComponentProps } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Card } from '../../../parts/card.tsx'
import { NoInvite } from '../../../parts/no-invite.tsx'
import { Tabs } from '../../../parts/tabs.tsx'
import { place, replaceAddress } from '../../../router.ts'
import { say } from '../../../words/speak.ts'
import { type Refusal, refusalOfTyped } from '../flow/refusal.ts'
import { sendCode } from '../flow/send-code.ts'
import type { CodeRequest, JoinStep } from '../flow/step.ts'
import { AskForm } from './ask-form.tsx'
import { PasskeyWay } from './passkey-way.tsx'
import { RecoveryWay } from './recovery-way.tsx'
import { OtherWays } from './refusal-notice.tsx'
import { WalletWay } from './wallet-way.tsx'

type StartProps = { step: JoinStep & { name: 'start' }; onGoOn: (next: JoinStep) => void }

/** The two ways in by mail, and the one by wallet. */
export function Start({ step, onGoOn }: StartProps) {
  const [request, setRequest] = useState(step.request)
  const typed = useRef(request)
  typed.current = request
  const [refusal, setRefusal] = useState(step.refusal)
  const [wallet, setWallet] = useState(step.wallet)
  const chosen = place.value.url.searchParams.get('way') ?? 'join'
  const refuse = (next: Refusal | null) => {
    setRefusal(next)
    if (next?.at === 'invite') choose('join')
  }
  const send = async (entered: CodeRequest) => {
    const sent = await sendCode(entered)
    if (sent.outcome === 'sent') onGoOn({ name: 'code', pending: sent.pending, wallet })
    else refuse(refusalOfTyped(sent.refusal, entered, typed.current))
  }
  const onIn = () => onGoOn({ name: 'back' })
  const form = { request, onRequest: setRequest, refusal, onRefusal: refuse, onSend: send }
  const tabs = [
    {
      name: 'join',
      label: say('Join'),
      content: () => (
        <div class="stack">
          <AskForm key="join" {...form} takesInvite />
          <OtherWays refusal={refusal} onIn={onIn} />
          <NoInvite />
        </div>
      ),
    },
    {
      name: 'sign-in',
      label: say('Sign in'),
      content: () => <SignInWays form={form} onIn={onIn} />,
    },
  ]
  return (
    <div class="join-ways">
      <Card>
        <Tabs label={say('Way in')} tabs={tabs} chosen={chosen} onChoose={choose} />
      </Card>
      <WalletWay wallet={wallet} onUnbound={setWallet} onGoOn={onGoOn} />
    </div>
  )
}

type SignInWaysProps = { form: Omit<ComponentProps<typeof AskForm>, 'takesInvite'>; onIn: () => void }

function SignInWays({ form, onIn }: SignInWaysProps) {
  return (
    <div class="stack">
      <PasskeyWay onIn={onIn} />
      <AskForm key="sign-in" {...form} takesInvite={false} />
      <RecoveryWay onIn={onIn} />
    </div>
  )
}

// The invite of a link stays in the address, so that a reload finds it again; an e-mail address never gets there.
function choose(way: string): void {
  const url = new URL(place.peek().url)
  if (way === 'join') url.searchParams.delete('way')
  else url.searchParams.set('way', way)
  replaceAddress(url.href)
}
