import { Card } from '../../../parts/card.tsx'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'
import { AddressMark } from '../view/address-mark.tsx'

const STRONG = { strong: (text: string) => <strong>{text}</strong> }

/** What strokes are made of, what is never taken, and how long they stay. */
export function WhatStrokesAre() {
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
            'Only a rough outline of each round is kept for 90 days, without a pseudonym, so that nobody can reuse your motion as a scan.',
          )}
        </p>
      </Card>
    </div>
  )
}
