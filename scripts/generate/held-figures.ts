import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS, PLATFORMS } from '@stillhere/contract'
import { CHANNELS, MAX_ASKED_WAIT_MS } from '../../apps/server/src/platform/outbox/rules.ts'
import { DEFAULT_LIMITS, type LimitName } from '../../apps/server/src/platform/settings/limits.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** A sentence of a page with `#` for a figure, and the figure. */
export type HeldFigure = readonly [sentence: string, value: () => number]

const SERVER = 'apps/server/src'
const CONTRACT = 'packages/contract/src'
const ENGINE = 'packages/engine/src'
const CLIENT = 'packages/client/src'
const RECEIPT = 'packages/receipt/src'
const SIZES = { client: 'packages/client/test/size.test.ts', pages: 'apps/web/test/size.browser.test.ts' }
const RECEIPT_CASES =
  '{assertions,evidence,freshness,limits,old-payload,old-profile,payload,policy,predecessor,schema,signature,text,time,valid}'

const RECORDINGS = `${SERVER}/scan/research/recording-store.ts`
const REPORT = `${SERVER}/scan/research/recordings.ts`

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000]

/** How often a budget lets something happen, unless LIMITS says otherwise. */
const budget = (name: LimitName) => () => DEFAULT_LIMITS[name].count
/** A constant of a file, in a unit. */
const constant =
  (file: string, name: string, unit = 1) =>
  () =>
    readConstant(file, name) / unit
const strokes = constant(`${ENGINE}/challenge/challenge.ts`, 'STROKES')
const rounds = constant(`${ENGINE}/challenge/challenge.ts`, 'ENROLLMENT_ROUNDS')
const codeMinutes = constant(`${SERVER}/identity/codes/codes.ts`, 'CODE_SECONDS', 60)
const receiptMinutes = constant(`${SERVER}/scan/receipts/issuer.ts`, 'RECEIPT_LIFETIME_MS', MINUTE)
const genesisPlaces = constant(`${SERVER}/operator/network/rules.ts`, 'GENESIS_PLACES')
const foundingPlaces = constant(`${SERVER}/identity/invites/recruitment-store.ts`, 'FOUNDING_TESTERS')
const recordDays = constant(`${SERVER}/scan/receipts/store.ts`, 'RECORDS_KEPT_DAYS')
const firstCodes = constant(`${SERVER}/app/start.ts`, 'FIRST_CODES')

/** Figures that `npm run generate` counts or reads from code, by page. */
export const HELD_FIGURES: Readonly<Record<string, readonly HeldFigure[]>> = {
  'README.md': [
    ['asks a person for # strokes', strokes],
    ['# conformance cases', () => countCases()],
  ],
  'docs/agents.md': [
    ['A statement is good for # minutes', constant(`${SERVER}/requests/agents/statements.ts`, 'GOOD_FOR_MS', MINUTE)],
    ['and may be # seconds ahead', constant(`${SERVER}/requests/agents/statements.ts`, 'CLOCK_SKEW_MS', SECOND)],
    [
      '`created` at most # seconds ahead',
      constant(`${SERVER}/requests/agents/signed-requests.ts`, 'CLOCK_SKEW_SECONDS'),
    ],
    ['# changes a day for each agent', budget('rotate.agent')],
    ['| `declare.address` | # in', budget('declare.address')],
    ['| `declare.origin` | # an hour', budget('declare.origin')],
    ['| `declare.all` | # in', budget('declare.all')],
    ['| `rotate.agent` | # a day', budget('rotate.agent')],
    ['| `agent.address` | # a minute', budget('agent.address')],
  ],
  'docs/another-way.md': [
    ['a wrong code is refused, up to #;', constant(`${SERVER}/identity/codes/codes.ts`, 'MAX_TRIES')],
  ],
  'docs/approvals.md': [
    ['asked for in # days', constant(`${SERVER}/requests/request/store.ts`, 'APPROVAL_KEPT_DAYS')],
    ['on all processes, within # minutes', constant(`${SERVER}/requests/asker-store.ts`, 'REDEEMABLE_MS', MINUTE)],
    ['after it was granted # minutes', constant(`${SERVER}/requests/asker-store.ts`, 'REDEEMABLE_MS', MINUTE)],
    ['| kept | # days', constant(`${SERVER}/requests/request/store.ts`, 'APPROVAL_KEPT_DAYS')],
  ],
  'docs/internals/calibration.md': [
    ['A run needs # usable sessions', constant(`${SERVER}/scan/research/rules.ts`, 'SESSIONS_NEEDED')],
    ['With up to # windows', constant('packages/engine/src/calibration/screening.ts', 'MOST_WINDOWS')],
  ],
  'docs/checks.md': [
    ['At most # kB compressed', readKb(SIZES.pages, /'check\.js'\]\)\)\.toBeLessThanOrEqual\((\d+)\)/)],
    ['in ten minutes # checks of its server', budget('check.site')],
    ['# of its pages', budget('check.page.site')],
    ['and # sign-ins', budget('check.oidc.site')],
    ['# seconds until it is opened', constant(`${SERVER}/requests/request/rules.ts`, 'UNOPENED_SECONDS')],
    ['# calls of pages in ten minutes (`check.address`)', budget('check.address')],
    ['| kept | # days', constant(`${SERVER}/requests/request/store.ts`, 'CHECK_KEPT_DAYS')],
  ],
  'docs/entropy.md': [
    ['# gains per node and UTC day', constant(`${SERVER}/identity/activity-store.ts`, 'MAX_GAINS_PER_DAY')],
  ],
  'docs/glossary.md': [
    ['good for # minutes and once', codeMinutes],
    ['that a cookie shows, for # days', constant(`${CONTRACT}/sessions.ts`, 'SESSION_DAYS')],
    ['| signature (motion) | # numbers', constant(`${ENGINE}/signature/signature.ts`, 'SIGNATURE_LENGTH')],
    ['earned by a scan; # a day', constant(`${SERVER}/identity/activity-store.ts`, 'MAX_GAINS_PER_DAY')],
  ],
  'docs/guides/back-up.md': [['A receipt that is older than # minutes', receiptMinutes]],
  'docs/guides/deploy.md': [
    ['what is under way, for # seconds at most', constant(`${SERVER}/app/listen.ts`, 'STOP_MS', SECOND)],
    ['The first start prints # invite', firstCodes],
    ['# subscriptions and', budget('subscribe.address')],
    ['subscriptions and # applications', budget('recruitment.address')],
  ],
  'docs/http-client.md': [
    ['for each of the # endpoints', () => ENDPOINTS.length],
    ['at most # kB of gzipped code', readKb(SIZES.client, /text: all\('http'\), limitBytes: ([\d_]+)/)],
  ],
  'docs/identity.md': [
    ['At most # bytes', constant(`${SERVER}/platform/email.ts`, 'MAX_BYTES')],
    ['bytes, # before the `@`', constant(`${SERVER}/platform/email.ts`, 'MAX_LOCAL_BYTES')],
    ['# subscriptions a day', budget('subscribe.address')],
    ['# each of uplink and handshake', budget('uplink.address')],
    ['paid from `people.site` instead, # an hour', budget('people.site')],
    ['from `people.site` instead, # an hour', budget('people.site')],
    ['and # characters, like', constant(`${SERVER}/identity/register.ts`, 'SIGN_COUNT')],
  ],
  'docs/invites.md': [
    ['1 to # of them', constant(`${SERVER}/app/cli/operate.ts`, 'MAX_COUNT')],
    ['for its e-mail address for # minutes', constant(`${SERVER}/identity/invites/rules.ts`, 'RESERVED_SECONDS', 60)],
    ['# addresses a UTC day', constant(`${SERVER}/identity/invites/rules.ts`, 'MAX_RESERVATIONS_PER_DAY')],
    ['# calls of `validate` a minute', budget('lookup.address')],
    ['wrong secrets after # of an address', budget('admin.wrong.address')],
    ['or # in all', budget('admin.wrong.all')],
  ],
  'docs/kept-receipts.md': [
    ['at most # KiB each', constant(`${CONTRACT}/kept-receipts.ts`, 'MOST_KEPT_BYTES', 1024)],
    ['# an hour and node (LIMITS `kept.node`)', budget('kept.node')],
    ['followed # arrows', strokes],
    ['A receipt is good for # minutes', receiptMinutes],
  ],
  'docs/mail.md': [
    ['writes # kinds of mail', () => countMatches(`${SERVER}/identity/mail/words.ts`, /^ {2}\| \{ kind: /gm)],
    ['| tries | #:', () => CHANNELS.mail.waitsMs.length + 1],
    ['| # mails in each process', () => CHANNELS.mail.mostInFlight],
    ['in each process, # in all', () => CHANNELS.mail.mostPerLane],
    ['in LIMITS, # codes a day', budget('mail.code.all')],
    ['`mail.other.all`, # other mails', budget('mail.other.all')],
    ['While a claim holds (# minutes)', () => CHANNELS.mail.claimMs / MINUTE],
    ['after its # minutes; it is `dead`', codeMinutes],
    ['it tries to for # seconds', () => CHANNELS.mail.claimMs / 3 / SECOND],
  ],
  'docs/mcp.md': [['an address may call # times a minute', budget('agent.address')]],
  'docs/middleware.md': [
    ['URL-encoded form itself, up to # KiB', constant(`${CLIENT}/middleware/form-field.ts`, 'MAX_FORM_BYTES', 1024)],
    ['the request, URL-encoded, up to # KiB', constant(`${CLIENT}/middleware/form-field.ts`, 'MAX_FORM_BYTES', 1024)],
    [
      'an answer may take # seconds by default',
      constant(`${CLIENT}/middleware/remote-issuer.ts`, 'TIMEOUT_MS', SECOND),
    ],
    ['by a clock that is # seconds late', constant(`${RECEIPT}/time.ts`, 'DEFAULT_CLOCK_SKEW_MS', SECOND)],
  ],
  'docs/motion.md': [
    ['# scans per node and UTC day', constant(`${SERVER}/identity/activity-store.ts`, 'MAX_SCANS_PER_DAY')],
  ],
  'docs/nodes.md': [['# mails a day for each kind (LIMITS `notice.node`)', budget('notice.node')]],
  'docs/notices.md': [
    ['`notice.approval` in LIMITS, # an hour', budget('notice.approval')],
    ['| # messages in each process', () => CHANNELS.push.mostInFlight],
    ['claims a message for # seconds', () => CHANNELS.push.claimMs / SECOND],
    ['409 `PUSH_LIMIT_REACHED` beside #', constant(`${CONTRACT}/push.ts`, 'MOST_PUSH_DEVICES')],
  ],
  'docs/oidc.md': [
    [
      'while the person waits, for # seconds at most',
      constant(`${SERVER}/requests/oidc/provider.ts`, 'TIMEOUT_MS', SECOND),
    ],
    ['up to # times a minute apart', () => CHANNELS.ping.waitsMs.length + 1],
  ],
  'docs/operation.md': [
    ['and # invite codes, once', firstCodes],
    ['After # seconds it ends anyway', constant(`${SERVER}/app/listen.ts`, 'STOP_MS', SECOND)],
    ['`Retry-After: #`', constant(`${SERVER}/platform/problem.ts`, 'RETRY_SECONDS')],
    ['shorter than # seconds', constant(`${SERVER}/app/frame.ts`, 'KEEP_ALIVE_MS', SECOND)],
    ['begins again, for up to # seconds', constant(`${SERVER}/platform/database/pool.ts`, 'PATIENCE_MS', SECOND)],
    [
      'and a statement # seconds to be answered',
      () => readConstant(`${SERVER}/platform/database/connections.ts`, 'STATEMENT_MS') / SECOND + 1,
    ],
    ['takes writes waits up to # seconds', constant(`${SERVER}/app/start.ts`, 'TAKEOVER_MS', SECOND)],
    [
      'A host has # seconds',
      constant(`${SERVER}/platform/database/connections.ts`, 'CONNECT_ONE_OF_SEVERAL_MS', SECOND),
    ],
  ],
  'docs/otp.md': [
    ['lasts # minutes and works once', codeMinutes],
    ['The asker of a code has # tries at it', constant(`${SERVER}/identity/codes/codes.ts`, 'MAX_TRIES')],
    ['After # tries, or when', constant(`${SERVER}/identity/codes/codes.ts`, 'MAX_TRIES')],
    ['for networks, against # wrong ones a day', budget('code.wrong.asker')],
    ["is free** of the network's #, too", budget('code.wrong.asker')],
    ['to an e-mail address for # days', constant(`${SERVER}/identity/access/store.ts`, 'FAMILIAR_DAYS')],
    ['from it; the newest # are', constant(`${SERVER}/identity/access/store.ts`, 'MAX_FAMILIAR')],
    ['keyed hashes of up to # addresses', constant(`${SERVER}/identity/access/sign-in.ts`, 'MAX_ADDRESSES')],
    ['and lasts # days', constant(`${SERVER}/identity/access/sign-in.ts`, 'MAX_AGE_SECONDS', 86_400)],
    [
      'Later times only add a token; # are live at most',
      constant(`${SERVER}/identity/access/store.ts`, 'MAX_LIVE_TOKENS'),
    ],
    ['| a day | # | 10 a code', budget('code.send.email')],
    ['a burst of #, then', budget('code.send.asker.burst')],
    ['one a minute; # in 24 hours', budget('code.send.asker')],
    ['familiar network: # in 24 hours | `code.send.email`', budget('code.send.email')],
    ['and in all, in ten minutes: #,', budget('code.send.address')],
    ['in an hour: #, instead of those per network address', budget('people.site')],
    ['# | `code.send.address`', budget('code.send.all')],
    ['wrong tries per asker: # in 24 hours', budget('code.wrong.asker')],
    [
      'codes of others, of all askers that are neither known nor on a familiar network: # in 24 hours',
      budget('code.wrong.email'),
    ],
    ['# in 30 days (refilled evenly)', budget('code.wrong.email.month')],
    ['wrong tries of known askers: # in 30 days', budget('code.wrong.known.month')],
    ['per network address in ten minutes: # |', budget('code.try.address')],
    ['many networks together the # codes of a day', budget('code.send.email')],
  ],
  'docs/overview.md': [
    ['for each of the last # days', constant(`${SERVER}/operator/overview/routes.ts`, 'DAYS')],
    ['(none for # days)', constant(`${SERVER}/operator/overview/routes.ts`, 'BACKUP_DAYS')],
  ],
  'docs/passkeys.md': [
    ['A node has # at most', constant(`${CONTRACT}/passkeys.ts`, 'MOST_PASSKEYS')],
    [
      'A challenge makes one passkey**, within # minutes',
      constant(`${SERVER}/identity/passkeys/register.ts`, 'LIFETIME_MS', MINUTE),
    ],
    [
      'A challenge signs in once**, within # minutes',
      constant(`${SERVER}/identity/passkeys/register.ts`, 'LIFETIME_MS', MINUTE),
    ],
  ],
  'docs/port-the-verifier.md': [
    ['which has # lines', () => countLines('packages/receipt-python/stillhere_receipt/*.py')],
    ['json`, # files.', () => globSync('packages/receipt/vectors/cases/*.json', { cwd: ROOT }).length],
    ['# cases show whether', () => countCases()],
    ['# of the receipt cases, in old-payload and old-profile', () => countCases('old-{payload,profile}')],
    ['does this in # lines', () => countLines('packages/receipt/conformance/answer_cases.py')],
    ['| canonicalization | # |', () => countCases('canonicalization')],
    ['| ed25519 | # |', () => countCases('ed25519')],
    ['time, valid | # |', () => countCases(RECEIPT_CASES)],
    ['| header-decoding, header-encoding | # |', () => countCases('header-*')],
    ['| chain | # |', () => countCases('chain')],
    ['quorum, introduction | # |', () => countCases('{approval,approver-form,quorum,introduction}')],
  ],
  'docs/publishing.md': [['on one of # platforms', () => PLATFORMS.length]],
  'docs/receipts.md': [
    ['good for # minutes, and', receiptMinutes],
    ['the end of the interval and # minutes', receiptMinutes],
    ['set back by more than # seconds', constant(`${SERVER}/scan/receipts/issue.ts`, 'MAX_SHIFT_MS', SECOND)],
    ['Rows go # days after', recordDays],
    ['published with its times for # days', recordDays],
    ['| # days after it expired, with its record', recordDays],
    ['# a minute and address (`lookup.address`)', budget('lookup.address')],
    ['`max-age=#` and ETag', constant(`${SERVER}/scan/receipts/routes.ts`, 'STATUS_SECONDS')],
    ['the issuer document `max-age=#`', constant(`${SERVER}/scan/receipts/routes.ts`, 'ISSUER_SECONDS')],
  ],
  'docs/recovery.md': [['limited to # an hour', budget('recovery.address')]],
  'docs/recruitment.md': [
    ['while one of the # places', foundingPlaces],
    ['how many of the # are', foundingPlaces],
    ['when all # places are taken', foundingPlaces],
    ['It is good for # hours', constant(`${SERVER}/identity/invites/recruitment-store.ts`, 'LINK_MS', HOUR)],
    ['The first # to confirm', foundingPlaces],
    ['hold places for # hours', constant(`${SERVER}/identity/invites/recruitment-store.ts`, 'LINK_MS', HOUR)],
    ['the first # nodes to activate', genesisPlaces],
    ['# applications a day from one address', budget('recruitment.address')],
  ],
  'docs/research.md': [
    ['and per node | # captures', constant(RECORDINGS, 'MOST_OF_PERSON_A_DAY')],
    ['captures a UTC day, # in all', constant(RECORDINGS, 'MOST_OF_PERSON')],
    ['sealed | # KiB; a larger', constant(RECORDINGS, 'MOST_SEALED_BYTES', 1024)],
    ['| time | # days', constant(RECORDINGS, 'RECORDING_KEPT_DAYS')],
    ['shown from # captures', constant(REPORT, 'LEAST_CAPTURES')],
    ['captures of # people on', constant(REPORT, 'LEAST_PEOPLE')],
    ['at most # frames', constant(`${SERVER}/scan/research/landmarks.ts`, 'MAX_FRAMES')],
    ['a capture is longer than # s', constant(`${SERVER}/scan/challenge/captures.ts`, 'MAX_SPAN_MS', SECOND)],
    ['Towards the # go', constant(`${SERVER}/scan/research/rules.ts`, 'SESSIONS_NEEDED')],
    ['max(0, # − n)', constant(`${SERVER}/scan/research/rules.ts`, 'SESSIONS_NEEDED')],
    ['n ≥ #,', constant(`${SERVER}/scan/research/rules.ts`, 'SESSIONS_NEEDED')],
    ['of both kinds per network address: # in 24 hours', budget('research.upload.address')],
    ['address and process: # of each kind in ten minutes', budget('research.try.address')],
    ['was followed; at least # directions', constant(`${SERVER}/scan/research-strokes/routes.ts`, 'LEAST_DIRECTIONS')],
  ],
  'docs/scan.md': [
    ['to follow # arrows', strokes],
    ['| `countdownSeconds` | #;', constant(`${CLIENT}/capture/capture-strokes.ts`, 'COUNTDOWN_SECONDS')],
    ['a pause of # seconds between rounds', constant(`${CLIENT}/scan/rounds.ts`, 'REST_SECONDS')],
    ['`enroll` asks for # rounds', rounds],
    ['(`captures`: up to #)', constant(`${CLIENT}/scan/rounds.ts`, 'MAX_CAPTURES')],
    ['`restSeconds` (#)', constant(`${CLIENT}/scan/rounds.ts`, 'REST_SECONDS')],
    ['the end of `secondsLeft` (#)', constant(`${CLIENT}/scan/rounds.ts`, 'OFFER_SECONDS')],
  ],
  'docs/scan-element.md': [
    ['asks for one more (# s', constant(`${CLIENT}/scan/rounds.ts`, 'OFFER_SECONDS')],
    ['before the motion; #', constant(`${CLIENT}/capture/capture-strokes.ts`, 'COUNTDOWN_SECONDS')],
  ],
  'docs/sessions.md': [
    ['with that browser for # days', constant(`${CONTRACT}/sessions.ts`, 'SESSION_DAYS')],
    ['**It ends** # days after', constant(`${CONTRACT}/sessions.ts`, 'SESSION_DAYS')],
  ],
  'docs/setup.md': [
    [
      '| the session | # hours',
      readNumber(`${SERVER}/identity/access/admin.ts`, /ADMIN_SESSION_MS = (\d+) \* HOUR_MS/),
    ],
  ],
  'docs/sites.md': [
    ['409 `SITE_SECRET_LIMIT_REACHED` if there are # already', constant(`${CONTRACT}/sites.ts`, 'MOST_SITE_SECRETS')],
    ['"Pay": 2 }`, up to #', constant(`${CONTRACT}/sites.ts`, 'MOST_ACTIONS')],
  ],
  'docs/start.md': [
    ['the mails are, # invite codes', firstCodes],
    ['asks for # rounds', rounds],
    ['rounds of # arrows', strokes],
  ],
  'docs/system.md': [
    ['It has room for # requests under way', readNumber(`${SERVER}/platform/load/load.ts`, /inFlight: ([\d_]+)/)],
    ['An address of more than # characters', constant(`${SERVER}/app/frame.ts`, 'MAX_URL_LENGTH')],
    ['An address that was wrong # times', budget('admin.wrong.address')],
    ['after # guesses in all', budget('admin.wrong.all')],
    ['Bodies: # KiB at most', constant(`${SERVER}/app/frame.ts`, 'MAX_BODY_BYTES', 1024)],
    ['at most # levels deep', constant(`${RECEIPT}/json.ts`, 'MAX_DEPTH')],
    ['When # tasks of a scan wait', constant(`${SERVER}/platform/threads/threads.ts`, 'MAX_WAITING')],
  ],
  'docs/tokens.md': [
    ['It is at most # characters', constant(`${SERVER}/scan/receipts/issuer.ts`, 'MAX_TOKEN_LENGTH')],
    ['would have more than # characters', constant(`${SERVER}/scan/receipts/issuer.ts`, 'MAX_TOKEN_LENGTH')],
    ['make a token longer than #', constant(`${SERVER}/scan/receipts/issuer.ts`, 'MAX_TOKEN_LENGTH')],
    ['when it expires: # minutes after', receiptMinutes],
  ],
  'docs/verification.md': [
    ['# strokes from a CSPRNG', strokes],
    ['# samples or', constant(`${SERVER}/scan/challenge/captures.ts`, 'MAX_SAMPLES')],
    ['or # frames is refused', constant(`${SERVER}/scan/challenge/captures.ts`, 'MAX_FRAMES')],
    ['| # ms of tolerance', constant(`${SERVER}/scan/challenge/live.ts`, 'TOLERANCE_MS')],
    ['`duration_ms` ± # ms', constant(`${SERVER}/scan/challenge/live.ts`, 'AROUND_END_MS')],
    ['pose: 1,000), # ms early', constant(`${SERVER}/scan/challenge/live.ts`, 'EARLY_SAMPLE_MS')],
    [
      'It expires after # days',
      readNumber(`${SERVER}/scan/enrollment/enrollment.ts`, /getTime\(\) \+ (\d+) \* DAY_MS/),
    ],
    ['may be refused # times an hour', budget('verify.refused.user')],
    ['times an hour and # times a day', budget('verify.refused.user.day')],
  ],
  'docs/waitlist.md': [
    ['sealed, and is valid for # days', constant(`${SERVER}/identity/invites/waitlist-store.ts`, 'LINK_MS', DAY)],
    ['and after # days', constant(`${SERVER}/identity/invites/waitlist-store.ts`, 'KEPT_DAYS')],
    ['# links a day to one mailbox', budget('waitlist.mailbox')],
    ['# requests a day from one network address', budget('waitlist.address')],
  ],
  'docs/wallet.md': [
    ['until the owner removes them; # at most', constant(`${SERVER}/identity/wallet/store.ts`, 'MAX_PROVISIONAL')],
    ['| at most # minutes ago', constant(`${SERVER}/identity/wallet/rules.ts`, 'MESSAGE_SECONDS', 60)],
    ['minutes ago, at most # seconds ahead', constant(`${SERVER}/identity/wallet/rules.ts`, 'SKEW_MS', SECOND)],
    ['| # sign-ins | `siwe.address`', budget('siwe.address')],
    ['| # nonces | `siwe.nonce.address`', budget('siwe.nonce.address')],
    ['| # calls of', budget('siwe.contract.address')],
  ],
  'docs/internals/web.md': [
    ['Home is at most # kB', readKb(SIZES.pages, /HOME_BYTES = ([\d_]+)/)],
    ['page at most #;', readKb(SIZES.pages, /PAGE_BYTES = ([\d_]+)/)],
    ['at most # kB for Home and', readKb(SIZES.pages, /home: ([\d_]+)/)],
    ['for Home and # for any other page', readKb(SIZES.pages, /home: [\d_]+, page: ([\d_]+)/)],
    ['a cookie for # days', constant(`${CONTRACT}/sessions.ts`, 'SESSION_DAYS')],
  ],
  'docs/webhooks.md': [
    ['Answer 2xx within # seconds', constant(`${SERVER}/platform/outbox/post.ts`, 'TIMEOUT_MS', SECOND)],
    ['| tries | #:', () => CHANNELS.webhook.waitsMs.length + 1],
    ['waits that long, up to # hours', () => MAX_ASKED_WAIT_MS / HOUR],
    ['no answer within # seconds', constant(`${SERVER}/platform/outbox/post.ts`, 'TIMEOUT_MS', SECOND)],
    ['| # events in each process', () => CHANNELS.webhook.mostInFlight],
    ['about # of one site', () => CHANNELS.webhook.mostPerLane],
    ['claims an event for # minutes', () => CHANNELS.webhook.claimMs / MINUTE],
    ['At most # sign at once', constant(`${SERVER}/requests/sites/store.ts`, 'MOST_SIGNING')],
  ],
  'packages/client/README.md': [
    ['receipts alone, at most # kB gzipped', readKb(SIZES.client, /text: all\('receipt'\), limitBytes: ([\d_]+)/)],
    ['the HTTP client # kB', readKb(SIZES.client, /text: all\('http'\), limitBytes: ([\d_]+)/)],
    ['all of `/receipt` # kB', readKb(SIZES.client, /text: all\('receipt'\), limitBytes: ([\d_]+)/)],
    ['press Scan, follow # arrows', strokes],
    ['# strokes take', strokes],
    ['and the key # kB', readKb(SIZES.client, /of a scan: [^]*?toBeLessThanOrEqual\(([\d_]+)\)/)],
  ],
  'packages/engine/README.md': [
    [
      'version, missing, status, reason }`: # numbers',
      constant(`${ENGINE}/signature/signature.ts`, 'SIGNATURE_LENGTH'),
    ],
    ['numbers, # groups of', constant(`${ENGINE}/signature/signature.ts`, 'VIEW_COUNT')],
    ['| # different strokes', strokes],
    ['Presence and signature need # s', constant(`${ENGINE}/signature/signature.ts`, 'MIN_MS', SECOND)],
  ],
  'packages/receipt-python/README.md': [
    ['Texts of more than # MiB', constant(`${RECEIPT}/json.ts`, 'MAX_LENGTH', 1024 * 1024)],
    ['MiB and more than # levels', constant(`${RECEIPT}/json.ts`, 'MAX_DEPTH')],
  ],
  'packages/receipt/README.md': [
    ['evidence blocks, # levels', constant(`${RECEIPT}/json.ts`, 'MAX_DEPTH')],
    ['end + # minutes', constant(`${RECEIPT}/checks.ts`, 'DEFAULT_LIFETIME_MS', MINUTE)],
    ['`vectors/` holds # cases', () => countCases()],
  ],
}

function countCases(files = '*'): number {
  const found = globSync(`packages/receipt/vectors/cases/${files}.json`, { cwd: ROOT })
  if (found.length === 0) throw new Error(`no case file is called ${files}`)
  return found.reduce((sum, file) => sum + (JSON.parse(readText(file)) as { cases: unknown[] }).cases.length, 0)
}

/** The lines of these files, without empty ones at the end. */
export function countLines(files: string): number {
  const found = globSync(files, { cwd: ROOT })
  if (found.length === 0) throw new Error(`there is no ${files}`)
  return found.reduce((sum, file) => sum + readText(file).trimEnd().split('\n').length, 0)
}

/** A number that code says. */
function readNumber(file: string, place: RegExp): () => number {
  return () => {
    const found = place.exec(readText(file))?.[1]
    if (found === undefined) throw new Error(`${file} has nothing like ${place.source}`)
    return Number(found.replaceAll('_', ''))
  }
}

/** The bound that a test holds a size to, in kB. */
function readKb(file: string, bound: RegExp): () => number {
  return () => readNumber(file, bound)() / 1000
}

const UNITS: Record<string, number> = { SECOND_MS: SECOND, MINUTE_MS: MINUTE, HOUR_MS: HOUR, DAY_MS: DAY }

/** A constant that is a number, or a product of numbers and units of time. */
function readConstant(file: string, name: string): number {
  const text = new RegExp(`\\bconst ${name}(?:: \\w+)? = ([\\w .*]+)$`, 'm').exec(readText(file))?.[1]
  const product = text?.split('*').reduce((value, one) => {
    const factor = one.trim()
    return value * (UNITS[factor] ?? Number(factor.replaceAll('_', '')))
  }, 1)
  if (product === undefined || Number.isNaN(product)) throw new Error(`${file} has no number ${name}`)
  return product
}

function countMatches(file: string, pattern: RegExp): number {
  return readText(file).match(pattern)?.length ?? 0
}

function readText(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}
