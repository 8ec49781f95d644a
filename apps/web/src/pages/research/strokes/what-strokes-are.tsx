import { Card } from '../../../parts/card.tsx'
import { AddressMark } from '../view/address-mark.tsx'

/** What strokes are made of, what is never taken, and how long they stay. */
export function WhatStrokesAre() {
  return (
    <div class="columns">
      <Card title="What is taken">
        <ul class="research-list">
          <li>
            <strong>How the phone moves and turns</strong> while you follow its arrows: three rounds of six strokes,
            less than ten seconds each. Only the strokes are kept, not what lies between them.
          </li>
          <li>
            The day, the kind of system and browser, and the size of this window, by which two phones are told apart.
          </li>
          <li>
            A <strong>pseudonym</strong>: random signs that this browser keeps, so that you can come back. The service
            keeps only a scrambled mark of them.
          </li>
        </ul>
      </Card>
      <Card title="What is not">
        <ul class="research-list">
          <li>
            <strong>No camera, no sound, no place.</strong> Only the motion sensors are read, and only during the
            rounds.
          </li>
          <li>No name, no e-mail address, and no link to your node, also where you are signed in.</li>
          <AddressMark />
        </ul>
      </Card>
      <Card title="What becomes of it">
        <p>
          Strokes teach the service how alike one hand is on two days and two phones, and how unlike two hands are. They
          stay until you delete them.
        </p>
        <p>
          <strong>Forget me</strong> deletes all that you gave with this browser. Each session also has a delete code,
          which works from anywhere.
        </p>
        <p>
          Only a rough outline of each round stays for 90 days, without a pseudonym, so that nobody can pass your motion
          off as a scan.
        </p>
      </Card>
    </div>
  )
}
