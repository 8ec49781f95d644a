import type { OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { type Asker, describeAsker } from '../../ask/ask.ts'
import { Button } from '../../parts/button.tsx'
import { Card, Facts } from '../../parts/card.tsx'
import { Failure, type FailureWords, type ProblemWords } from '../../parts/failure.tsx'
import { Check, Field } from '../../parts/field.tsx'
import { News } from '../../parts/notice.tsx'
import { useAction, useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { service } from '../../service.ts'
import { say } from '../../words/speak.ts'
import type { KeyIntroductionProps } from './introduce.tsx'
import { describeNodeFailure } from './words.ts'

type AllowedAsker = OutputOf<'listAskers'>['askers'][number]

/**
 * Shows who wants to ask this person for approvals, and lets the person allow it. `wanted` is the site key or agent ID in the link that
 * the person followed. If the person shares a key with the asker, offers to introduce it afterwards.
 */
export function AllowCard({ wanted }: { wanted: string }) {
  const { value, error, reload } = useRequest((signal) => service.listAskers({}, { signal }))
  const [news, setNews] = useState('')
  const [introducing, setIntroducing] = useState<AllowedAsker | null>(null)
  const handleAllowed = (one: AllowedAsker) => {
    setNews(say('{asker} may ask you now.', { asker: describeAsker(one.asker, say) }))
    if (one.shares_key) setIntroducing(one)
  }
  return (
    <Card title={say('Someone wants to ask for your approval')}>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={4} />}
      <News text={news} of={news} />
      {value && news === '' ? (
        <AllowForm askers={value.askers} wanted={wanted} onAllowed={handleAllowed} onIntroduce={setIntroducing} />
      ) : null}
      {introducing ? (
        <LazyKeyIntroduction one={introducing} onDone={setNews} onClose={() => setIntroducing(null)} />
      ) : null}
      <p>
        <a href="/node?view=approvals">{say('Who may ask, and what they asked')}</a>
      </p>
    </Card>
  )
}

type AllowFormProps = {
  askers: readonly AllowedAsker[]
  /** The asker that the address names. It is looked up at once. */
  wanted: string | null
  onAllowed: (one: AllowedAsker) => void
  /** Called to introduce a key to an asker that is already allowed. */
  onIntroduce: (one: AllowedAsker) => void
}

/**
 * Looks up a site or an agent by its ID, shows who it is, and allows it to ask for approvals (`onAllowed`). If it is already allowed,
 * offers to introduce a key to it (`onIntroduce`).
 */
export function AllowForm({ askers, wanted, onAllowed, onIntroduce }: AllowFormProps) {
  const [text, setText] = useState(wanted ?? '')
  const [found, setFound] = useState<Asker | null>(null)
  const { run, isBusy, error, forget } = useAction()
  const findAsker = () => text.trim() !== '' && run(() => service.getAsker({ asker: text.trim() }), setFound)
  useEffect(() => {
    if (wanted !== null) findAsker()
  }, [])
  const setInput = (next: string) => {
    setText(next)
    setFound(null)
    forget()
  }
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    findAsker()
  }
  const handleFoundAllowed = (one: AllowedAsker) => {
    setInput('')
    onAllowed(one)
  }
  const allowed = askers.find(({ asker }) => asker.id === found?.id)
  const answer =
    found &&
    (allowed ? (
      <KnownAsker one={allowed} onIntroduce={onIntroduce} />
    ) : (
      <FoundAsker asker={found} onAllowed={handleFoundAllowed} />
    ))
  // A person who followed a link has nothing to fill in.
  if (wanted !== null && answer) return answer
  return (
    <div class="stack">
      <form class="stack" noValidate onSubmit={handleSubmit}>
        <h3>{say('Let someone ask')}</h3>
        <Field
          label={say('Site key or agent ID')}
          hint={say('As the site or the agent gave it to you. We show you who it is before anything is allowed.')}
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          maxLength={400}
          value={text}
          onValue={setInput}
        />
        <Failure error={error} wordsFor={describeAskerFailure} />
        {answer ? null : (
          <p>
            <Button type="submit" kind="quiet" busy={isBusy}>
              {say('Look it up')}
            </Button>
          </p>
        )}
      </form>
      {answer}
    </div>
  )
}

/** An asker that is already allowed, with a button to introduce a key. */
function KnownAsker({ one, onIntroduce }: { one: AllowedAsker; onIntroduce: (one: AllowedAsker) => void }) {
  return (
    <div class="stack">
      <p role="status">{say('{asker} may already ask you.', { asker: describeAsker(one.asker, say) })}</p>
      <p>
        <Button kind="quiet" onClick={() => onIntroduce(one)}>
          {one.known_key ? say('Another key') : say('Introduce a key')}
        </Button>
      </p>
    </div>
  )
}

type FoundAskerProps = { asker: Asker; onAllowed: (one: AllowedAsker) => void }

/** An asker that isn't allowed yet, with a button to allow it. */
function FoundAsker({ asker, onAllowed }: FoundAskerProps) {
  const { run, isBusy, error } = useAction()
  const [sharesKey, setSharesKey] = useState(false)
  const { id, kind, name, origin, operator } = asker
  return (
    <div class="stack node-asker" role="status">
      <Facts
        facts={[
          [say('Name'), <strong key="name">{name}</strong>],
          [kind === 'site' ? say('Site at') : say('Agent of'), origin],
          ...(kind === 'agent' ? [[say('Operated by'), operator ?? say('not stated')] as const] : []),
          [kind === 'site' ? say('Site key') : say('Agent ID'), <code key="id">{id}</code>],
        ]}
      />
      <p>{say('It can then ask for your approval, up to 20 times a day. Nothing happens unless you approve it.')}</p>
      <Check label={SHARE_KEY} checked={sharesKey} onChecked={setSharesKey} />
      <Failure error={error} wordsFor={describeAskerFailure} />
      <p>
        <Button
          busy={isBusy}
          onClick={() => run(() => service.allowAsker({ asker: id, share_key: sharesKey }), onAllowed)}
        >
          {say('Let {name} ask', { name })}
        </Button>
      </p>
    </div>
  )
}

/** Describes to the person why a request about askers failed. */
export function describeAskerFailure(error: unknown): FailureWords {
  return describeNodeFailure(error, ASKER_PROBLEMS)
}

const UNKNOWN: FailureWords = {
  kind: 'warn',
  title: say('There is no such site or agent.'),
  advice: say('Compare every character. An agent must have proved its key before it can ask.'),
}

const TOO_MANY: FailureWords = {
  kind: 'warn',
  title: say('A hundred sites and agents may ask you.'),
  advice: say('Remove one to let another ask.'),
}

/** The problems of looking up, allowing, changing and removing askers. */
const ASKER_PROBLEMS: ProblemWords = { NOT_FOUND: UNKNOWN, ASKER_LIMIT_REACHED: TOO_MANY }

/** Label of the choice whether an asker gets the person's key. */
export const SHARE_KEY = say(
  'Share my key: its receipts then carry the public key of my passkey, and it can check that I approved without trusting this service.',
)

/** Loads KeyIntroduction on demand and shows it, because few visits need it. */
export function LazyKeyIntroduction(props: KeyIntroductionProps) {
  const { value, error, reload } = useRequest(() => import('./introduce.tsx'))
  if (value) return <value.KeyIntroduction {...props} />
  return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={6} />
}

/** Returns the site key or agent ID in an address that invites the person to allow an asker, or null. */
export function readAllow({ searchParams }: URL): string | null {
  return searchParams.get('allow')?.trim() || null
}

/** Returns the address at which a person can allow this asker, a site key or agent ID. */
export function toAllowHref(asker: string): string {
  return `/node?allow=${encodeURIComponent(asker)}`
}
