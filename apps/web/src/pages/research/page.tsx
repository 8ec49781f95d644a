import './research.css'
import { useEffect, useState } from 'preact/hooks'
import { ButtonLink } from '../../parts/button.tsx'
import { PageHead } from '../../parts/card.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { place } from '../../router.ts'
import { say } from '../../words/speak.ts'
import { parseWay } from './address.ts'
import { DeleteForm } from './delete-form.tsx'
import { removeStrokes } from './strokes/remembered.ts'

const StrokesWay = lazyPart(async () => (await import('./strokes/strokes-way.tsx')).StrokesWay, Place)
const CameraWay = lazyPart(async () => (await import('./camera/camera-way.tsx')).CameraWay, Place)

/** Shows the Research page: give motion to research by phone or camera, or delete a session given before. */
export function Page() {
  // Increases when this page has added or deleted a session, which refreshes the progress.
  const [turn, setTurn] = useState(0)
  const handleChange = () => setTurn((before) => before + 1)
  const { hash } = place.value.url
  const [way, setWay] = useState(() => parseWay(hash, matchMedia('(pointer: coarse)').matches))
  useEffect(() => setWay((before) => parseWay(hash, before === 'strokes')), [hash])
  const tabs = [
    { name: 'strokes', label: say('With a phone'), content: () => <StrokesWay turn={turn} onChanged={handleChange} /> },
    { name: 'camera', label: say('With a camera'), content: () => <CameraWay turn={turn} onGiven={handleChange} /> },
  ]
  return (
    <div class="stack-wide">
      <div class="stack">
        <PageHead
          title={say('Lend us your motion.')}
          lead={say(
            'A minute with your phone, or half a minute in front of a camera, teaches the engine how people move. We store no pictures and no names, and you can delete your data at any time.',
          )}
        />
        <p class="row">
          <ButtonLink kind="quiet" href="#research-session">
            {say('Give a session')}
          </ButtonLink>
          <ButtonLink kind="quiet" href="#research-delete">
            {say('Delete a session')}
          </ButtonLink>
        </p>
      </div>
      <Tabs
        label={say('Two ways to help')}
        tabs={tabs}
        chosen={way}
        onChoose={(name) => setWay(name === 'strokes' ? 'strokes' : 'camera')}
      />
      <div id="research-delete">
        <DeleteForm
          onDeleted={(sessionId) => {
            removeStrokes(sessionId)
            handleChange()
          }}
        />
      </div>
    </div>
  )
}

// A placeholder as tall as the screen, so that the content below doesn't jump while a tab loads.
function Place() {
  return <div class="research-place" aria-busy="true" />
}
