import { Card } from '../../../parts/card.tsx'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'
import { AddressMark } from './address-mark.tsx'

const STRONG = { strong: (text: string) => <strong>{text}</strong> }

/** What a session is made of, what never is, and how long it stays. */
export function WhatIsTaken() {
  return (
    <div class="columns">
      <Card title={say('What we collect')}>
        <ul class="research-list">
          <li>
            {sayRich(
              '<strong>18 points on your body</strong>, about 30 times a second for 30 seconds: the positions of your head, shoulders, elbows, wrists, hips, knees and ankles.',
              STRONG,
            )}
          </li>
          <li>{say('How lively the motion is: one score and its four parts, calculated on this device.')}</li>
          <li>{say('Your operating system, browser, window size and the lighting you chose.')}</li>
        </ul>
      </Card>
      <Card title={say('What we don’t collect')}>
        <ul class="research-list">
          <li>
            {sayRich(
              '<strong>No pictures.</strong> The camera’s pictures are processed on this device and dropped. None are stored or sent.',
              STRONG,
            )}
          </li>
          <li>{say('No sound, no name, no email address.')}</li>
          <AddressMark />
        </ul>
      </Card>
      <Card title={say('How it’s used')}>
        <p>
          {say(
            'Sessions teach the engine how people move, so that it turns fewer of them away. They’re kept until you delete them.',
          )}
        </p>
        <p>
          {sayRich(
            'After sending you get a <strong>delete code</strong>. Anyone with this code can delete the session at any time. Nobody else can tell which one is yours, so keep it.',
            STRONG,
          )}
        </p>
      </Card>
    </div>
  )
}
