import type { LimitName } from './limits.ts'

/** The settings as docs/settings.md lists them: default and meaning of each. */
export const SETTING_WORDS: Readonly<Record<string, readonly [fallback: string, meaning: string]>> = {
  HOST: [
    '`127.0.0.1`',
    'the address to listen on; `0.0.0.0` or `::` for all. If others can reach it, `PUBLIC_URL` is required (except with `serve --lan`)',
  ],
  PORT: ['`8787`', 'the port to listen on; `0` lets the system choose'],
  SANDBOX: [
    '`no`',
    '`yes` accepts motion from the [testing kit](testing.md) and marks every receipt as a test; the same as `serve --sandbox`',
  ],
  REFUSE_SIMULATION: [
    '`yes`; never in a sandbox',
    '`no` accepts motion that is more like [simulated hands](internals/injections.md) than like people; for tests, and if people are refused by mistake',
  ],
  DATA_DIR: [
    '`./data`; in a sandbox `./data-sandbox`',
    'the folder of the embedded database, generated secrets, and mails as files',
  ],
  WEB_DIR: ['`apps/web/dist`', 'the built [pages](internals/web.md)'],
  DATABASE_URL: [
    'none: an embedded PostgreSQL under `DATA_DIR`',
    'any PostgreSQL from 14 on, `postgresql://…`; several processes may share one. Several hosts are separated by commas: `postgresql://user@a:5432,b:5432/name`; the one that accepts writes is used',
  ],
  DATABASE_POOLER: [
    '`none`',
    '`transaction` behind PgBouncer in transaction mode or a similar pooler: no named statements, no session settings',
  ],
  DATABASE_READ_URL: [
    'none',
    'a replica of the database (one host) for the public figures (`/api/nodes/…`, `/api/presence/network`); they are then as old as the replica. If it is down, the service does without',
  ],
  ADMIN_SECRET: [
    'made once, in `DATA_DIR/admin-secret` (mode 600)',
    'the value of `x-admin-secret` for admin endpoints; at least 16 characters, 8 of them different',
  ],
  SECRET_KEY: [
    'made once, in `DATA_DIR/secret-key` (mode 600)',
    'the key that all other keys derive from; at least 16 characters, the same for every process on one database',
  ],
  SMTP_URL: [
    'none: mails become `.eml` files in `DATA_DIR/outbox`',
    '`smtp://user:password@host:587` or `smtps://…`; `smtp://` to another machine requires STARTTLS',
  ],
  MAIL_FROM: ['`Stillhere <stillhere@localhost>`', 'the sender of mails'],
  PUBLIC_URL: [
    'none',
    "the address that callers use: for links in mails, for checking [`Host`](system.md#host) and origins, and as the audience of [wallet](wallet.md) messages and [agents](agents.md)' signatures",
  ],
  INVITES: [
    '`required`',
    '`required`: an e-mail address that was never activated needs an invite code; `open`: none does',
  ],
  WAITLIST: [
    '`open`',
    '`closed`: people without an invite cannot ask for one ([waitlist](waitlist.md)); not needed where `INVITES` is `open`',
  ],
  INVITE_PREFIX: ['`SERVICE`', 'the first part of invite codes, 1 to 20 capital letters or digits'],
  AUTH_MODE: [
    '`lock`',
    "`open`: an e-mail address is enough to act for its node, as the specification says; `lock`: until the node's token is first used; `strict`: never",
  ],
  TRUST_PROXY: [
    '`loopback`',
    'whose `X-Forwarded-For` is believed: `none`, or a list of `loopback`, `linklocal`, `uniquelocal`, addresses and networks like `10.0.0.0/8`',
  ],
  CONNECTIONS_PER_ADDRESS: [
    '`500`',
    'how many connections one address (of IPv6: one /48 network) may have open; further ones get 429, or are closed if the service speaks HTTPS itself. Proxies in `TRUST_PROXY` are not counted. Raise it if many people share one address',
  ],
  CORS_ORIGINS: [
    'with `PUBLIC_URL` none; without it every origin on this machine, for callers on this machine',
    'origins whose pages may read responses, like `https://app.example.org`, separated by commas; never with credentials, never for admin endpoints',
  ],
  TLS_CERT: ['none', 'a certificate chain as a PEM file: HTTPS without a proxy'],
  TLS_KEY: ['none', 'its private key as a PEM file'],
  ETH_RPC_URL: [
    'none: contract wallets cannot sign in',
    'the JSON-RPC address of an Ethereum node, `https://…`, for contract wallets (EIP-1271) on its chain',
  ],
  DEVICE_ROOTS: [
    'none: no device counts as attested',
    'a folder of PEM certificates of device makers; a passkey whose attestation leads to one of them counts as an [attested device](passkeys.md#attested-devices)',
  ],
  RESEARCH_RECORDINGS: [
    '`20000`',
    'how many whole captures people may give to [research](research.md#recordings) in all, about 20 kB each and 128 KiB at most; `0`: none are accepted, and the page does not ask',
  ],
  WEBHOOK_PRIVATE_ADDRESSES: [
    '`no`',
    '`yes` lets [webhooks](webhooks.md), [logout addresses](oidc.md#signing-out) and [devices](notices.md) lead to this machine and to private networks, and so to every program there',
  ],
  LIMITS: ['none', 'changed budgets, as `name=count/seconds`, separated by commas; the names are below'],
  BLUESKY_HANDLE: ['none', 'the account that posts, like `name.bsky.social`'],
  BLUESKY_APP_PASSWORD: ['none', 'an app password of that account, never its own password'],
  LINKEDIN_ACCESS_TOKEN: [
    'none: a share link is returned instead',
    'a token of a member with `w_member_social` or of an organization with `w_organization_social`',
  ],
  LINKEDIN_AUTHOR: ['none', 'the author: `urn:li:person:ID` or `urn:li:organization:ID`'],
  LINKEDIN_VERSION: ['`202605`', "the version of LinkedIn's API; each lasts about a year"],
  LINKEDIN_CLIENT_ID: [
    'none',
    'of the app the token was issued to; with its secret, responses warn before the token expires',
  ],
  LINKEDIN_CLIENT_SECRET: ['none', 'its secret'],
  FARCASTER_API_KEY: ['none', "a key of Neynar's API"],
  FARCASTER_SIGNER_UUID: ['none', 'the approved signer of the account that posts'],
  FARCASTER_CHANNEL: ["none: the account's own feed", 'the id of a channel'],
  DISCORD_WEBHOOK_URL: ['none', '`https://discord.com/api/webhooks/ID/TOKEN`, optionally with `?thread_id=ID`'],
  TELEGRAM_BOT_TOKEN: ['none', 'the token of a bot that may post in the chat'],
  TELEGRAM_CHAT_ID: ['none', 'the chat: a number or a `@channel`'],
  REDDIT_CLIENT_ID: ['none: a share link is returned instead', 'of a Reddit app'],
  REDDIT_CLIENT_SECRET: ['none', 'its secret'],
  REDDIT_REFRESH_TOKEN: ['none', 'a permanent token of the account that posts, with the scope `submit`'],
  REDDIT_SUBREDDIT: ['none', 'where to post, without `r/`; alone, it makes share links point there'],
  LOG_LEVEL: ['`info`', '`debug`, `info` (a line for every request), `warn`, `error` or `silent`'],
  LOG_FORMAT: ['`auto`', '`json`, `text`, or `auto`: text on a terminal and JSON elsewhere'],
}

/** What each budget counts, for docs/settings.md. */
export const LIMIT_WORDS: Readonly<Record<LimitName, string>> = {
  'code.send.asker.burst': 'codes for one e-mail address that its known browsers, or one network, ask for, in a burst',
  'code.send.asker': 'codes for one e-mail address that its known browsers, or one network, ask for',
  'code.send.email': 'codes that others request for one e-mail address, in all',
  'code.send.address': 'codes requested by one address',
  'code.send.all': 'codes sent in all',
  'code.wrong.asker': 'wrong codes for one e-mail address from its known browsers, or from one network',
  'code.wrong.known.month': 'the same from known browsers, over 30 days',
  'code.wrong.email': 'wrong codes of others for one e-mail address in all',
  'code.wrong.email.month': 'the same, over 30 days; refills evenly',
  'code.try.address': 'tries of codes by one address',
  'siwe.address': 'POST /api/auth/siwe',
  'siwe.nonce.address': 'GET /api/auth/siwe/nonce',
  'siwe.contract.address': 'calls of contract wallets, for sign-ins from one address',
  'subscribe.address': 'POST /api/subscribe',
  'subscribe.mailbox':
    'confirmations of the waiting list to one mailbox, regardless of +tags (at Google also dots) in the addresses',
  'waitlist.address': 'POST /api/waitlist',
  'waitlist.mailbox':
    'links of the waitlist mailed to one mailbox, regardless of +tags (at Google also dots) in the addresses',
  'uplink.address': 'POST /api/uplink',
  'handshake.address': 'POST /api/nodes/handshake',
  'recruitment.address': 'POST /api/recruitment/apply',
  'declare.address': 'POST /api/agent/declare',
  'declare.origin': 'new agents of one origin',
  'declare.all': 'new agents of all origins together',
  'rotate.agent': 'new keys of one agent',
  'agent.address': 'signed requests and statements of agents, in each process',
  'lookup.address': 'lookups of nodes, in each process',
  'admin.wrong.address': 'wrong admin secrets by one address, in each process',
  'admin.wrong.all': 'wrong admin secrets of all callers together, in each process',
  'research.upload.address': 'research sessions accepted from one address, of landmarks and of strokes together',
  'research.try.address': 'research uploads of each kind tried by one address, in each process',
  'challenge.address': 'POST /api/challenge',
  'challenge.next.address': 'POST /api/challenge/:id/next, six for each live challenge',
  'enroll.address': 'POST /api/enroll',
  'verify.address': 'POST /api/verify',
  'verify.cpu.address':
    'milliseconds of processor time that threads work for one address: scans, receipts, wallets, research and posts',
  'verify.refused.user': 'answers of one user that were judged and refused',
  'verify.refused.user.day': 'the same, over a day',
  'verify.refused.address': 'answers without an enrollment, from one address, that were judged and refused',
  'passkey.address': 'making and adding passkeys, and signing in with one',
  'recovery.address': 'tries of recovery codes by one address',
  'people.site':
    'people that one site’s server, or the operator, brings: subscribe, apply, send-otp and uplink together',
  'check.site': 'checks that the server of one site creates',
  'check.page.site': 'checks that the pages of one site start; any program can do what a page does',
  'check.oidc.site': 'sign-ins to one site by OpenID Connect',
  'check.address': 'calls of pages about checks',
  'approval.asker': 'approvals that one site or agent asks for',
  'approval.address': 'approvals that are requested',
  'kept.node': 'receipts that a node stores at the service',
  'publish.address': 'POST /api/matrix/publish',
  'notice.approval': 'notices to the owner of a node about requests for approval',
  'notice.node': 'mails to the owner of a node about one kind of event',
  'mail.code.all': 'codes mailed by the whole service',
  'mail.other.all': 'all other mails of the whole service except notices',
}
