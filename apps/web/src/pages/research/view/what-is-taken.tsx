import { Card } from '../../../parts/card.tsx'
import { AddressMark } from './address-mark.tsx'

/** What a session is made of, what never is, and how long it stays. */
export function WhatIsTaken() {
  return (
    <div class="columns">
      <Card title="What is taken">
        <ul class="research-list">
          <li>
            <strong>18 points of your body</strong>, about 30 times a second for 30 seconds: where head, shoulders,
            elbows, wrists, hips, knees and ankles are.
          </li>
          <li>How lively the motion is: one score and its four parts, reckoned on this device.</li>
          <li>The kind of system and browser, the size of this window, and the light that you name.</li>
        </ul>
      </Card>
      <Card title="What is not">
        <ul class="research-list">
          <li>
            <strong>No picture.</strong> The camera’s pictures are looked at on this device and let go. None is kept or
            sent.
          </li>
          <li>No sound, no name, no e-mail address.</li>
          <AddressMark />
        </ul>
      </Card>
      <Card title="What becomes of it">
        <p>
          Sessions teach the engine how people move, so that it turns fewer of them away. They stay until you delete
          them.
        </p>
        <p>
          After sending you get a <strong>delete code</strong>. Who has the code can delete the session at any time;
          nobody else can tell which one is yours, so keep it.
        </p>
      </Card>
    </div>
  )
}
