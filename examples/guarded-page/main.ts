import { createClient, encodeHeader, enroll, type Receipt, ScanError, serviceChallenge } from '@stillhere/client'
import '@stillhere/client/element'
import { keepEnrollment, keptEnrollment } from './enrollment.ts'
import { say, show } from './words.ts'

const { service, audience } = await (await fetch('/settings')).json()
const client = createClient({ baseUrl: service })
const button = document.querySelector('button')
const scan = document.querySelector('stillhere-scan')

button?.addEventListener('click', () => void enrollOnce())
scan?.addEventListener('stillhere-receipt', ({ detail }) => void enter(detail.receipt))
offerNextStep()

function offerNextStep(): void {
  const enrollment = keptEnrollment()
  if (button) button.hidden = enrollment !== null
  if (!scan || !enrollment) return
  // The service draws the strokes, compares the motion with the enrollment, and signs for this audience alone.
  scan.audience = audience
  scan.challenge = serviceChallenge({ client, enrollment })
  scan.hidden = false
}

async function enrollOnce(): Promise<void> {
  try {
    keepEnrollment(await enroll({ client, onProgress: show }))
    say('You are enrolled. Now scan.')
    offerNextStep()
  } catch (error) {
    if (!(error instanceof ScanError)) throw error
    say(error.advice)
  }
}

async function enter(receipt: Receipt): Promise<void> {
  const headers = { 'Stillhere-Receipt': encodeHeader(receipt) }
  const answer = await fetch('/enter', { method: 'POST', headers })
  say(`${answer.status} ${await answer.text()}`)
}
