import { useEffect, useRef } from 'preact/hooks'
import { ButtonLink } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { PasskeyOffer } from '../../../passkeys/passkey-offer.tsx'
import { BindWallet } from '../../../wallet/bind-wallet.tsx'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'

type WelcomeProps = { isBack: boolean; nodeHandle: string; genesisIndex: number | null; wallet: string | null }

/** The node is there: who it is, its place among the first hundred if it won one, and where to go. */
export function Welcome({ isBack, nodeHandle, genesisIndex, wallet }: WelcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div class="stack">
      <section class="card join-welcome">
        <h2 tabIndex={-1} ref={heading}>
          {isBack ? say('Welcome back.') : say('Welcome. You have a node.')}
        </h2>
        {genesisIndex === null ? null : <GenesisPlate index={genesisIndex} nodeHandle={nodeHandle} />}
        <p>
          {sayRich(
            'Its handle is <strong>{handle}</strong>: the only name others see. You can change it on My node.',
            { strong: (text) => <strong>{text}</strong> },
            { handle: nodeHandle },
          )}
        </p>
        <p class="row">
          <ButtonLink href="/scan">{isBack ? say('Scan') : say('Make your first scan')}</ButtonLink>
          <ButtonLink href="/node" kind="quiet">
            {say('My node')}
          </ButtonLink>
        </p>
      </section>
      <PasskeyOffer />
      {wallet === null ? null : (
        <Card title={say('Bind your wallet')}>
          <BindWallet expected={wallet} />
        </Card>
      )}
    </div>
  )
}

function GenesisPlate({ index, nodeHandle }: { index: number; nodeHandle: string }) {
  return (
    <figure class="join-plate">
      <p class="join-plate-kind">{say('Genesis node')}</p>
      <p class="join-plate-number">
        <span class="unseen">{say('Number')} </span>
        <span aria-hidden="true">№ </span>
        {index}
      </p>
      <p class="join-plate-kind">{say('of one hundred')}</p>
      <figcaption>
        {sayRich(
          '{handle} is among the first hundred. The place is yours for good and stands on the <link>genesis wall</link>.',
          { link: (text) => <a href="/network">{text}</a> },
          { handle: nodeHandle },
        )}
      </figcaption>
    </figure>
  )
}
