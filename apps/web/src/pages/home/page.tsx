import './home.css'
import { ButtonLink } from '../../parts/button.tsx'
import { Card, PageHead, Stat, Stats } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { NoInvite } from '../../parts/no-invite.tsx'
import { useRequest } from '../../parts/request.ts'
import { service } from '../../service.ts'
import { session } from '../../session/session.ts'
import { say } from '../../words/speak.ts'
import { MemberHero } from './member.tsx'
import { Trace } from './trace.tsx'
import { WORDS } from './words.ts'

const REFRESH_MS = 30_000

/** Shows the home page: an introduction for visitors or today's state for members, the figures of the network, and ways to start. */
export function Page() {
  return (
    <div class="stack-wide">
      {session.value ? <MemberHero who={session.value} /> : <Hero />}
      <Figures />
      <Ways isMember={session.value !== null} />
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
      <h2 id="figures-title">{say('The network now')}</h2>
      <Failure error={error} onRetry={reload} />
      <Stats>
        <Stat label={say('Humans')} value={value && value.humans} note={say('activated nodes')} />
        <Stat label={say('Agents')} value={value && value.agents} note={say('declared')} />
        <Stat
          label={say('Scans that counted')}
          value={value && value.scansToday}
          note={say('today, since midnight UTC')}
        />
        <Stat label={say('Genesis places left')} value={value && value.genesisLeft} note={say('of 100')} />
      </Stats>
      <p>
        <a href="/network">{say('See the network and the genesis wall')}</a>
      </p>
    </section>
  )
}

/** The network's figures on the home page. */
export type NetworkFigures = { humans: number; agents: number; scansToday: number; genesisLeft: number }

/** Requests the public figures of the network: humans, agents, today's scans and free genesis places. Throws if one of its two calls fails. */
export async function readFigures(signal: AbortSignal): Promise<NetworkFigures> {
  const [network, status] = await Promise.all([
    service.getPresenceNetwork({ limit: 1 }, { signal }),
    service.getNodeStatus({}, { signal }),
  ])
  return {
    humans: network.activeHumans,
    agents: network.agents,
    scansToday: network.scansToday,
    genesisLeft: status.genesis_remaining,
  }
}

function Ways({ isMember }: { isMember: boolean }) {
  return (
    <div class="columns">
      {isMember ? null : <WayIn />}
      <Card title={say('You run an agent')}>
        <ol class="ways-in">
          <li>{say('Declare its handle, origin and public key.')}</li>
          <li>{say('Prove you hold the key.')}</li>
          <li>{say('Share its card so that others know who they’re talking to.')}</li>
        </ol>
        <p class="small soft">{say('Agents are listed as agents, never as humans.')}</p>
        <p>
          <a href="/developers">{say('Quickstarts for developers')}</a>
        </p>
      </Card>
      <Card title={say('You got a receipt')}>
        <p>
          {say(
            'Check who signed it, when, and whether anything was changed. It happens in your browser; the receipt isn’t sent anywhere.',
          )}
        </p>
        <p>
          <a href="/verify">{say('Verify a receipt')}</a>
        </p>
      </Card>
    </div>
  )
}

function WayIn() {
  return (
    <Card title={say('You’re a human')}>
      <ol class="ways-in">
        {WORDS.wayIn.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <NoInvite />
      <p class="small soft">
        {say('No passport, no photo, no name. Motion is judged and discarded; only a digest stays, without you.')}
      </p>
      <p class="small soft">
        <a href="/developers#levels">{say('What a receipt shows, and what it doesn’t')}</a>
      </p>
      <p>
        <a href="/scan">{say('What a scan looks like')}</a>
      </p>
    </Card>
  )
}
