import { expect, it } from 'vitest'
import { editMember, ISSUER, NOW, sampleReceipt } from '../../test/sample-receipts.ts'
import { verifyReceipt } from '../verify.ts'
import { describeChecks } from './checks.ts'
import { listFacts, writeFact } from './facts.ts'
import { describeScan } from './scan-words.ts'
import { readVerdict } from './verdict-words.ts'
import { ENGLISH, type Voice } from './voice.ts'

const RECEIPT = sampleReceipt()
const GERMAN: Readonly<Record<string, string>> = {
  'Authentic, signed by {issuer} on {time}{ending}.{outcome}': 'Am {time} von {issuer} signiert{ending}.{outcome}',
  ', and still fresh': ' und gültig',
  Valid: 'Gültig',
  'the signature does not fit this receipt and /issuer/publicKey': 'die Signatur passt nicht',
  Seen: 'Gesehen',
  '{length}, from {start} to {end}': 'bis {end} ab {start}: {length}',
  'On {day} at {time} UTC, {what} for {length}{extras}; signed by {issuer}.': '{day}: {what}, {length}',
  'something was observed': 'etwas',
}
const voice: Voice = { language: 'de', say: (text, values) => ENGLISH.say(GERMAN[text] ?? text, values) }
const verify = (receipt: object) => verifyReceipt(receipt, { now: NOW, trustedIssuers: [ISSUER.publicKey] })

it('says a verdict in the language of its voice, with values where that wants them', () => {
  const verdict = readVerdict(verify(RECEIPT), { receipt: RECEIPT, issuerName: '{time}', voice })
  expect(verdict).toMatchObject({
    stamp: 'Gültig',
    sentence: 'Am 01.03.2026, 12:00 UTC von {time} signiert und gültig.',
  })
})

it('says why a check failed in the language of its voice', () => {
  const changed = editMember(RECEIPT, '/verdict', 'FAIL')
  const row = describeChecks(verify(changed), changed, { voice }).find(({ name }) => name === 'V2')
  expect(row?.reason).toBe('Die Signatur passt nicht.')
})

it('says facts and what happened in the language of its voice', () => {
  const seen = listFacts(RECEIPT, voice).find(({ label }) => label === 'Gesehen')
  const { start, end } = RECEIPT.interval
  expect(seen && writeFact(seen)).toBe(`bis ${end} ab ${start}: 1,5 Sekunden`)
  expect(listFacts(RECEIPT, voice).map(writeFact)).toContain('yes, confidence 0,8125')
  expect(describeScan(RECEIPT, 'Ada', voice)).toBe('01.03.2026: etwas, 2 Sekunden')
})

it('leaves alone what has no value', () => {
  expect(ENGLISH.say('{toString} {name}', { name: '{x}' })).toBe('{toString} {x}')
})
