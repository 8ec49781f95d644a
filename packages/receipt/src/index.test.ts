import { expect, it } from 'vitest'
import * as library from './index.ts'

it('exports the functions of the specification and nothing by accident', () => {
  expect(Object.keys(library).toSorted()).toEqual([
    'MAX_HEADER_LENGTH',
    'NotJsonError',
    'PROTOCOL_VERSION',
    'ReceiptError',
    'VERDICT_ORDER',
    'acceptReceipt',
    'buildReceipt',
    'bytesToHex',
    'canonicalize',
    'computePayloadDigest',
    'computeReceiptHash',
    'createIssuerIdentity',
    'decodeHeader',
    'encodeHeader',
    'engineEvidenceToBlock',
    'generateKeyPair',
    'parseJson',
    'presencePolicyToBlock',
    'readPresencePolicy',
    'readStatusList',
    'readVerdict',
    'secretKeyToPkcs8',
    'signDocument',
    'signReceipt',
    'signStatusList',
    'verifyDocument',
    'verifyEd25519',
    'verifyEvidenceIntegrity',
    'verifyReceipt',
    'verifyReceiptChain',
    'verifySchema',
  ])
})
