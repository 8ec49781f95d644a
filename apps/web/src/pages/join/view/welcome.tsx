import { useEffect, useRef } from 'preact/hooks'
import { ButtonLink } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { PasskeyOffer } from '../../../passkeys/passkey-offer.tsx'
import { BindWallet } from '../../../wallet/bind-wallet.tsx'

type WelcomeProps = { isBack: boolean; nodeHandle: string; genesisIndex: number | null; wallet: string | null }

/** The node is there: who it is, its place among the first hundred if it won one, and where to go. */
export function Welcome({ isBack, nodeHandle, genesisIndex, wallet }: WelcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div class="stack">
      <section class="card join-welcome">
        <h2 tabIndex={-1} ref={heading}>
          {isBack ? 'Welcome back.' : 'Welcome. You have a node.'}
        </h2>
        {genesisIndex === null ? null : <GenesisPlate index={genesisIndex} nodeHandle={nodeHandle} />}
        <p>
          Its handle is <strong>{nodeHandle}</strong>: the only name others see. You can change it on My node.
        </p>
        <p class="row">
          <ButtonLink href="/scan">{isBack ? 'Scan' : 'Make your first scan'}</ButtonLink>
          <ButtonLink href="/node" kind="quiet">
            My node
          </ButtonLink>
        </p>
      </section>
      <PasskeyOffer />
      {wallet === null ? null : (
        <Card title="Bind your wallet">
          <BindWallet expected={wallet} />
        </Card>
      )}
    </div>
  )
}

function GenesisPlate({ index, nodeHandle }: { index: number; nodeHandle: string }) {
  return (
    <figure class="join-plate">
      <p class="join-plate-kind">Genesis node</p>
      <p class="join-plate-number">
        <span class="unseen">Number </span>
        <span aria-hidden="true">№ </span>
        {index}
      </p>
      <p class="join-plate-kind">of one hundred</p>
      <figcaption>
        {nodeHandle} is among the first hundred. The place is yours for good and stands on the{' '}
        <a href="/network">genesis wall</a>.
      </figcaption>
    </figure>
  )
}
