import { createClient } from '@stillhere/client/http'
import { acceptReceipt, computePayloadDigest } from '@stillhere/receipt'

const { STILLHERE_URL = 'http://127.0.0.1:8787', SITE_SECRET, APPROVER = '', TRUSTED_ISSUERS = '' } = process.env
const { COMMIT = 'unknown', VERSION = 'unknown', ORIGIN = 'http://localhost:3000', EVERY_MS = '2000' } = process.env
const stillhere = createClient({ baseUrl: STILLHERE_URL, siteSecret: SITE_SECRET })

const action = { type: 'deploy', summary: `Deploy shop ${VERSION} to production`, details: { commit: COMMIT } }
// Computed here, from what is really about to be deployed: an approval of anything else is of no use.
const digest = computePayloadDigest(action)

const { id, url, binding_message } = await stillhere.createApproval({ approver: APPROVER, action, expires_in: 900 })
console.log(`waiting for ${APPROVER}: ${url}, compare ${binding_message}`)

let status = 'open'
while (status === 'open') {
  await new Promise((wake) => setTimeout(wake, Number(EVERY_MS)))
  status = (await stillhere.getApproval({ id })).status
}
if (status !== 'granted') throw new Error(`not deployed: ${status}`)

const { receipt } = await stillhere.redeemApproval({ id, digest })
const trustedIssuers = TRUSTED_ISSUERS.split(',')
const judged = acceptReceipt(receipt, { trustedIssuers, audience: ORIGIN, minAssurance: 2, actionDigest: digest })
if (!judged.accepted) throw new Error(`not deployed: ${judged.detail}`)
console.log(`approved by ${judged.subject} at level ${judged.assurance}`)
