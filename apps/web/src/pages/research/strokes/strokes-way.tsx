import { useLayoutEffect, useState } from 'preact/hooks'
import { News } from '../../../parts/news.tsx'
import { OnPhone } from '../../../parts/on-phone.tsx'
import { place, replaceAddress } from '../../../router.ts'
import { say } from '../../../words/speak.ts'
import { Progress } from '../view/progress.tsx'
import { invitationPath, readInvitation } from './invitation.ts'
import { Invited } from './invited.tsx'
import { adoptPseudonym, remembered } from './remembered.ts'
import { StrokeCard } from './stroke-card.tsx'
import { WelcomeBack } from './welcome-back.tsx'
import { WhatStrokesAre } from './what-strokes-are.tsx'

/** Giving strokes with a phone: who is back, what is taken, the rounds, and the way to another phone. */
export function StrokesWay({ turn, onChanged }: { turn: number; onChanged: () => void }) {
  const [invited, setInvited] = useInvitation()
  // What has just been given is told below it: whoever reads their thanks must not see them move.
  const [givenNow, setGivenNow] = useState(false)
  const [news, setNews] = useState('')
  const [forgotten, setForgotten] = useState(0)
  const [needsPhone, setNeedsPhone] = useState(() => matchMedia('(pointer: fine)').matches)
  const { pseudonym } = remembered.value
  const give = () => {
    setGivenNow(true)
    setNews('')
    onChanged()
  }
  const forget = () => {
    setGivenNow(false)
    setNews(say('This browser has forgotten you.'))
    setForgotten((before) => before + 1)
    onChanged()
  }
  return (
    <div class="stack-wide">
      <News text={news} of={remembered.value} />
      {invited === null ? null : <Invited pseudonym={invited} onChosen={() => setInvited(null)} />}
      {givenNow ? null : <WelcomeBack onForgotten={forget} />}
      <Progress of="strokes" turn={turn} />
      <WhatStrokesAre />
      {/* Whoever is forgotten is a stranger again: thanks and consent go, too. */}
      <StrokeCard key={forgotten} onGiven={give} onLost={() => setNeedsPhone(true)} />
      {givenNow ? <WelcomeBack isNew onForgotten={forget} /> : null}
      {pseudonym !== null || needsPhone ? <OtherPhone pseudonym={pseudonym} /> : null}
    </div>
  )
}

function OtherPhone({ pseudonym }: { pseudonym: string | null }) {
  return (
    <OnPhone
      title={pseudonym === null ? say('Continue on a phone') : say('Another phone')}
      path={invitationPath(pseudonym)}
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

/** The pseudonym of a link that somebody must decide about. Where there is nothing to decide, it is taken over at once. */
function useInvitation(): [string | null, (invited: null) => void] {
  const [invited, setInvited] = useState<string | null>(null)
  const { hash } = place.value.url
  // Before anything is painted, so that nothing moves.
  useLayoutEffect(() => {
    const pseudonym = readInvitation(hash)
    if (pseudonym === null) return
    // It stays neither in the address nor in the history.
    replaceAddress('/research#strokes')
    const known = remembered.peek().pseudonym
    if (known === null) adoptPseudonym(pseudonym)
    else if (known !== pseudonym) setInvited(pseudonym)
  }, [hash])
  return [invited, setInvited]
}
