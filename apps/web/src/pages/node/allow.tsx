import type { OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { type Asker, describeAsker } from '../../ask/ask.ts'
import { useAction } from '../../parts/action.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Check, Field } from '../../parts/field.tsx'
import { News } from '../../parts/news.tsx'
import type { FailureWords, ProblemWords } from '../../parts/problem-words.ts'
import { useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { service } from '../../service.ts'
import { say } from '../../words/speak.ts'
import type { KeyIntroductionProps } from './introduce.tsx'
import { describeNodeFailure } from './words.ts'

type AllowedAsker = OutputOf<'listAskers'>['askers'][number]

/** For a person who came by the link of an asker: who that is, one press to let it ask, and the way to introduce a key. */
export function AllowCard({ wanted }: { wanted: string }) {
  const { value, error, reload } = useRequest((signal) => service.listAskers({}, { signal }))
  const [news, setNews] = useState('')
  const [introducing, setIntroducing] = useState<AllowedAsker | null>(null)
  const handleAllowed = (one: AllowedAsker) => {
    setNews(say('{asker} may ask you now.', { asker: describeAsker(one.asker, say) }))
    if (one.shares_key) setIntroducing(one)
  }
  return (
    <Card title={say('Someone wants to ask you for approvals')}>
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
  /** Named by the address; it is looked up at once. */
  wanted: string | null
  onAllowed: (one: AllowedAsker) => void
  /** Introduces a key to one that may already ask. */
  onIntroduce: (one: AllowedAsker) => void
}

/** Looks a site or an agent up, says who it is, and lets it ask by one more press. */
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
  // Whoever came by a link has nothing to fill in.
  if (wanted !== null && answer) return answer
  return (
    <div class="stack">
      <form class="stack" noValidate onSubmit={handleSubmit}>
        <h3>{say('Let someone ask')}</h3>
        <Field
          label={say('Site key or agent id')}
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

/** One that may already ask, and the way to introduce a key to it. */
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

/** Who wants to ask, and what that would allow. */
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
          [kind === 'site' ? say('Site key') : say('Agent id'), <code key="id">{id}</code>],
        ]}
      />
      <p>{say('It may then ask you for approvals, up to 20 times a day. Nothing happens unless you approve it.')}</p>
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

/** Words for a failed call about who may ask. */
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

/** What it means that an asker could not be found, allowed, changed or removed. */
const ASKER_PROBLEMS: ProblemWords = { NOT_FOUND: UNKNOWN, ASKER_LIMIT_REACHED: TOO_MANY }

/** Of the choice whether an asker gets the key of the person. */
export const SHARE_KEY = say(
  'Share my key: its receipts then carry the public key of my passkey, and it can check that I approved without trusting this service.',
)

/** Loads the way to introduce a key, which few visits need, and shows it. */
export function LazyKeyIntroduction(props: KeyIntroductionProps) {
  const { value, error, reload } = useRequest(() => import('./introduce.tsx'))
  if (value) return <value.KeyIntroduction {...props} />
  return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={6} />
}

/** The site key or agent id that an address asks to allow, as a refused asker is told to name it; null where it names none. */
export function readAllow({ searchParams }: URL): string | null {
  return searchParams.get('allow')?.trim() || null
}

/** Where a person reads who wants to ask, and lets it. */
export function toAllowHref(asker: string): string {
  return `/node?allow=${encodeURIComponent(asker)}`
}
