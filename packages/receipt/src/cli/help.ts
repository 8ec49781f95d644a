const OVERVIEW = `Usage: stillhere-receipt COMMAND ...

Continuity receipts (CPS-0001): judge, read, sign. Works offline.

Commands:
  verify FILE    judge a receipt, or a list of receipts as a chain
  inspect FILE   print what a receipt says, without judging it
  digest FILE    print the digest of an action, by which a receipt names it
  keygen         make a key pair
  sign FILE      sign an unsigned receipt

"stillhere-receipt COMMAND --help" tells more; --version prints the version.
FILE may be - for standard input. Files of more than 64 MiB are refused.

Exit codes:
  0   valid, or done
  1   invalid, or refused
  2   authentic, but the issuer is unknown: not among the trusted ones, or none were named
  3   unreadable: no such file, not JSON, a member twice, ...
  64  wrong usage
  70  a bug in this tool
  74  the output could not be written
`

const VERIFY = `Usage: stillhere-receipt verify FILE [options]

Judges a receipt with the checks V1 to V8. FILE holds JSON text or a header word
(base64url); - is standard input. A JSON list of receipts is judged as one chain.

Options:
  --predecessor FILE  the receipt before this one, or before the whole chain
  --trusted KEYS      public keys you trust: 64 hex digits each, separated by commas;
                      or a file with one key a line and # comments
  --status FILE       the issuer's signed list of revoked receipts; a stale or forged one is refused
  --at TIME           judge at this time, such as 2026-01-31T12:00:00Z, instead of now
  --audience TEXT     whom the receipt must be meant for
  --max-age SECONDS   how long ago its interval may have ended
  --action-digest HEX the digest of the action that it must be for; see "digest"
  --approver-key KEY  a key of the person, by its thumbprint (RFC 7638); it must have signed
                      the receipt. Repeat it for each key of that person
  --legacy            also accept receipts of release candidate 1, which leave members unsigned
  --allow-test        also accept receipts that were made for tests, and prove nothing
  --json              print the result as JSON and nothing else

Without --trusted the issuer is unknown, and the exit code is 2: anyone can make a key.

Exit codes: 0 valid, 1 invalid, 2 authentic but the issuer is unknown, 3 unreadable, 64 wrong usage.
`

const INSPECT = `Usage: stillhere-receipt inspect FILE

Prints what a receipt says of itself: subject, interval, verdict, engines, issuer, expiry,
predecessor, audience, profile, size and hash. Nothing is judged; use verify for that.
FILE holds JSON text or a header word; - is standard input.

Exit codes: 0 printed, 3 unreadable, 64 wrong usage.
`

const DIGEST = `Usage: stillhere-receipt digest FILE

Prints the digest of an action: SHA-256 of its RFC 8785 text, as 64 hex digits. FILE holds the
action as JSON, exactly as an approval was asked for: { "type", "summary", "details" }, without
"details" where there were none. The order of members and white space do not matter.

Exit codes: 0 printed, 3 unreadable, 64 wrong usage.
`

const KEYGEN = `Usage: stillhere-receipt keygen [--out FILE]

Prints a new key pair as JSON: publicKey, secretKey, issuerId.

Options:
  --out FILE  write the pair to a new file that only you can read, and print only the
              public part; a file that is there already is not overwritten

Exit codes: 0 done, 1 the file could not be written, 64 wrong usage.
`

const SIGN = `Usage: stillhere-receipt sign FILE --key FILE [--at TIME]

Signs an unsigned receipt (JSON; - is standard input) and prints the signed one.
What would not verify afterwards is refused.

Options:
  --key FILE  a file with the secret key: what keygen wrote, or 64 hex digits
  --at TIME   the time of signing, such as 2026-01-31T12:00:00Z, instead of now

Without --key the secret key is taken from the environment: STILLHERE_SECRET_KEY.
It is never taken from the command line, which every process on the machine can read.

Exit codes: 0 signed, 1 refused, 3 unreadable, 64 wrong usage.
`

/** The help texts by command. The empty name is the overview. */
export const HELP: ReadonlyMap<string, string> = new Map([
  ['', OVERVIEW],
  ['verify', VERIFY],
  ['inspect', INSPECT],
  ['digest', DIGEST],
  ['keygen', KEYGEN],
  ['sign', SIGN],
])
