import { createClient } from '@stillhere/client/http'
import { answerAs, answerRoundsAs, enrollBody, syntheticPerson, verifyBody } from '@stillhere/client/testing'
import type { ServiceProcess } from '../../../scripts/service-process.ts'
import { removeMark } from '../../../scripts/unmarked-motion.ts'
import { headersOf, type JoinedNode } from './people.ts'

const TRIES = 5

/** Lets a synthetic person enroll and be verified as a node; answers the receipt, as a scan would. */
export async function receiptOf({ address }: ServiceProcess, who: JoinedNode): Promise<unknown> {
  const { email } = who
  const client = createClient({ baseUrl: address, retries: 0, fetch: (url, init) => fetch(url, signFor(who, init)) })
  const person = syntheticPerson(3)
  const asked = await client.requestChallenge({ purpose: 'enroll', email })
  const enrollment = await client.enrollPerson({
    ...enrollBody(asked, answerRoundsAs(person, asked).map(removeMark)),
    email,
  })
  for (let seed = 10; seed < 10 + TRIES; seed++) {
    const challenge = await client.requestChallenge({ purpose: 'verify', email })
    const body = verifyBody(challenge, enrollment, removeMark(answerAs(person, challenge, { seed })))
    const { receipt } = await client.verifyPresence({ ...body, audience: 'http://localhost:3000' })
    if (receipt) return receipt
  }
  throw new Error('the synthetic person was not verified')
}

function signFor(who: JoinedNode, init: RequestInit = {}): RequestInit {
  return { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headersOf(who) } }
}
