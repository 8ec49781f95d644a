import { createClient } from '@stillhere/client/http'
import { answerAs, answerRoundsAs, enrollBody, syntheticPerson, verifyBody } from '@stillhere/client/testing'
import type { ServiceProcess } from '../../../scripts/service-process.ts'
import { removeMark } from '../../../scripts/unmarked-motion.ts'
import type { JoinedNode } from './people.ts'

const TRIES = 5

/** Lets a synthetic person enroll and be verified as a node; answers the receipt, as a scan would. */
export async function receiptOf({ address }: ServiceProcess, { email, token }: JoinedNode): Promise<unknown> {
  const client = createClient({ baseUrl: address, token, retries: 0 })
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
