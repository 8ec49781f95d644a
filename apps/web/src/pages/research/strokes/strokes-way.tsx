import { useLayoutEffect, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { News, Notice } from '../../../parts/notice.tsx'
import { OnPhone } from '../../../parts/on-phone.tsx'
import { place, replaceAddress } from '../../../router.ts'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'
import { toInvitationPath, readInvitation } from '../address.ts'
import { AddressMark } from '../giving.tsx'
import { Progress } from '../progress.tsx'
import { setPseudonym, strokeMemory } from './remembered.ts'
import { StrokeCard } from './stroke-card.tsx'
import { WelcomeBack } from './welcome-back.tsx'

/**
 * Shows the tab for phones: earlier sessions, progress, collected data, the rounds, and a link for another phone. A new `turn` reloads
 * the progress. Calls `onChanged` after each upload or deletion.
 */
export function StrokesWay({ turn, onChanged }: { turn: number; onChanged: () => void }) {
  const [invited, setInvited] = useInvitation()
  // After a session, the summary appears below the thanks, so that the thanks don't move.
  const [givenNow, setGivenNow] = useState(false)
  const [news, setNews] = useState('')
  const [forgotten, setForgotten] = useState(0)
  const [needsPhone, setNeedsPhone] = useState(() => matchMedia('(pointer: fine)').matches)
  const { pseudonym } = strokeMemory.value
  const handleGiven = () => {
    setGivenNow(true)
    setNews('')
    onChanged()
  }
  const handleForgotten = () => {
    setGivenNow(false)
    setNews(say('This browser has forgotten you.'))
    setForgotten((before) => before + 1)
    onChanged()
  }
  return (
    <div class="stack-wide">
      <News text={news} of={strokeMemory.value} />
      {invited === null ? null : <InvitationNotice pseudonym={invited} onChosen={() => setInvited(null)} />}
      {givenNow ? null : <WelcomeBack onForgotten={handleForgotten} />}
      <Progress of="strokes" turn={turn} />
      <CollectedData />
      {/* A new key resets thanks and consent after everything was deleted. */}
      <StrokeCard key={forgotten} onGiven={handleGiven} onLost={() => setNeedsPhone(true)} />
      {givenNow ? <WelcomeBack isNew onForgotten={handleForgotten} /> : null}
      {pseudonym !== null || needsPhone ? <OtherPhone pseudonym={pseudonym} /> : null}
    </div>
  )
}

function OtherPhone({ pseudonym }: { pseudonym: string | null }) {
  return (
    <OnPhone
      title={pseudonym === null ? say('Continue on a phone') : say('Another phone')}
      path={toInvitationPath(pseudonym)}
    >
      {pseudonym === null ? (
        <p>{say('This needs a phone’s motion sensors. Point your phone’s camera at the code.')}</p>
      ) : (
        <p>
          {say(
            'The same hand with another phone shows us what comes from the hand and what from the phone. Point its camera at the code; what you give there is stored under your pseudonym. Anyone with the link can do the same, so keep it to yourself.',
          )}
        </p>
      )}
    </OnPhone>
  )
}

/**
 * Returns the pseudonym of a link if it differs from this browser's, so that the person can choose. Without one of its own, the
 * browser takes it over at once.
 */
function useInvitation(): [string | null, (invited: null) => void] {
  const [invited, setInvited] = useState<string | null>(null)
  const { hash } = place.value.url
  // Before the first paint, so that nothing moves.
  useLayoutEffect(() => {
    const pseudonym = readInvitation(hash)
    if (pseudonym === null) return
    // Removes the pseudonym from the address and the history.
    replaceAddress('/research#strokes')
    const known = strokeMemory.peek().pseudonym
    if (known === null) setPseudonym(pseudonym)
    else if (known !== pseudonym) setInvited(pseudonym)
  }, [hash])
  return [invited, setInvited]
}

/** Asks which pseudonym to use if the link and this browser have different ones. */
function InvitationNotice({ pseudonym, onChosen }: { pseudonym: string; onChosen: () => void }) {
  const handleAdopt = () => {
    setPseudonym(pseudonym)
    onChosen()
  }
  return (
    <Notice kind="warn" title={say('This browser already has a pseudonym, and your link has a different one.')} live>
      <div class="stack">
        <p>{say('Switch to the one in the link if it’s yours. What you gave here before stays under the old one.')}</p>
        <p class="row">
          <Button onClick={handleAdopt}>{say('Use the one in the link')}</Button>
          <Button kind="quiet" onClick={onChosen}>
            {say('Keep this one')}
          </Button>
        </p>
      </div>
    </Notice>
  )
}

const STRONG = { strong: (text: string) => <strong>{text}</strong> }

/** Explains what a session of strokes collects, what it doesn't, and how the data is used. */
export function CollectedData() {
  return (
    <div class="columns">
      <Card title={say('What we collect')}>
        <ul class="research-list">
          <li>
            {sayRich(
              '<strong>How the phone moves and turns</strong> while you follow its arrows: three rounds of six arrows, less than ten seconds each. Only the moves are kept, not what happens between them, unless you also agree to whole recordings below.',
              STRONG,
            )}
          </li>
          <li>{say('The date, your operating system, browser and window size, to tell two phones apart.')}</li>
          <li>
            {sayRich(
              'A <strong>pseudonym</strong>: random characters that this browser keeps so that you can come back. The service keeps only a scrambled version.',
              STRONG,
            )}
          </li>
        </ul>
      </Card>
      <Card title={say('What we don’t collect')}>
        <ul class="research-list">
          <li>
            {sayRich(
              '<strong>No camera, no sound, no location.</strong> Only the motion sensors are read, and only during the rounds.',
              STRONG,
            )}
          </li>
          <li>
            {say(
              'No name and no email address. There’s no link to your node, unless you agree to whole recordings while signed in.',
            )}
          </li>
          <AddressMark />
        </ul>
      </Card>
      <Card title={say('How it’s used')}>
        <p>
          {say(
            'This teaches the service how similar one hand is on different days and phones, and how different two hands are. It’s kept until you delete it.',
          )}
        </p>
        <p>
          {sayRich(
            '<strong>Forget me</strong> deletes everything you gave with this browser. Each session also has a delete code that works anywhere.',
            STRONG,
          )}
        </p>
        <p>
          {say(
            'Only a rough outline of each round is kept for 90 days, without a pseudonym, so that no one can reuse your motion as a scan.',
          )}
        </p>
      </Card>
    </div>
  )
}
