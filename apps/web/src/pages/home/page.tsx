import './home.css'
import { LEVEL_ONE_WORDS } from '../../parts/assurance-words.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useRequest } from '../../parts/request.ts'
import { Stat, Stats } from '../../parts/stat.tsx'
import { session } from '../../session/session.ts'
import { readFigures } from './figures.ts'
import { MemberHero } from './member.tsx'
import { Trace } from './trace.tsx'
import { WORDS } from './words.ts'

const REFRESH_MS = 30_000

/** For strangers what this is in one screen, for members what is left to do today; and how alive it is. */
export function Page() {
  return (
    <div class="stack-wide">
      {session.value ? <MemberHero who={session.value} /> : <Hero />}
      <Figures />
      <Ways />
    </div>
  )
}

function Hero() {
  return (
    <section class="hero">
      <PageHead title={WORDS.title} lead={WORDS.lead} />
      <p class="row">
        <ButtonLink href="/join">{WORDS.join}</ButtonLink>
        <ButtonLink href="/scan" kind="quiet">
          {WORDS.tryIt}
        </ButtonLink>
        <ButtonLink href="/agents" kind="quiet">
          {WORDS.agent}
        </ButtonLink>
      </p>
      <p class="small soft">{WORDS.tryNote}</p>
      <Trace />
    </section>
  )
}

function Figures() {
  const { value, error, reload } = useRequest(readFigures, { refreshMs: REFRESH_MS })
  return (
    <section class="stack" aria-labelledby="figures-title">
      <h2 id="figures-title">The network now</h2>
      <Failure error={error} onRetry={reload} />
      <Stats>
        <Stat label="Humans" value={value && value.humans} note="activated nodes" />
        <Stat label="Agents" value={value && value.agents} note="declared" />
        <Stat label="Scans today" value={value && value.scansToday} note="since midnight UTC" />
        <Stat label="Genesis places left" value={value && value.genesisLeft} note="of one hundred" />
      </Stats>
      <p>
        <a href="/network">See the network and the genesis wall</a>
      </p>
    </section>
  )
}

function Ways() {
  return (
    <div class="columns">
      <Card title="You are a human">
        <ol class="ways-in">
          {WORDS.wayIn.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p class="small soft">
          No passport, no photograph, no name. Motion is judged and let go; only its digest stays, without you.
        </p>
        <p class="small soft">What a receipt shows: {LEVEL_ONE_WORDS}</p>
        <p>
          <a href="/scan">What a scan looks like</a>
        </p>
      </Card>
      <Card title="You run an agent">
        <ol class="ways-in">
          <li>Declare its handle, its origin and its public key.</li>
          <li>Prove that you hold the key.</li>
          <li>Publish its card, so that others know whom they talk to.</li>
        </ol>
        <p class="small soft">An agent is never taken for a human, and says who answers for it.</p>
        <p>
          <a href="/developers">Quickstarts for developers</a>
        </p>
      </Card>
      <Card title="You were given a receipt">
        <p>
          Check who signed it, when, and whether a byte was changed. It happens in your browser; the receipt goes
          nowhere.
        </p>
        <p>
          <a href="/verify">Verify a receipt</a>
        </p>
      </Card>
    </div>
  )
}
