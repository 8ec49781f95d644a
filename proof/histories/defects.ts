/** A defect that the histories must find: a change of one file of the service as it is loaded, of the database, or of both. */
export type Defect = {
  name: string
  patch?: { file: string; from: string; to: string }
  sql?: string
  /** Only calls at once can show it. */
  isRace?: true
}

const NO_SCAN_BOUND = 'ALTER TABLE scan_day DROP CONSTRAINT scan_day_scans_check'
const NO_GAIN_BOUND = 'ALTER TABLE gain_day DROP CONSTRAINT gain_day_gains_check'
const NO_TRY_BOUND = 'ALTER TABLE otp_code DROP CONSTRAINT otp_code_tries_check'

/** Each write of a row takes a fifth of a second, so that a missing lock shows on a busy machine, too. */
const lingerOn = (table: string) => `
  CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.2); RETURN NEW; END $$;
  CREATE TRIGGER linger BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION linger()`

/** Each leaves out a condition that is easy to forget, or a lock that seems superfluous. */
export const DEFECTS: readonly Defect[] = [
  {
    name: 'a day has four scans',
    patch: { file: 'identity/activity-store.ts', from: 's.scans < ${MAX_SCANS_PER_DAY}', to: 's.scans < 4' },
    sql: NO_SCAN_BOUND,
  },
  {
    name: 'gains of a day are not bounded',
    patch: {
      file: 'identity/activity-store.ts',
      from: 'WHERE g.gains < ${MAX_GAINS_PER_DAY} RETURNING',
      to: 'RETURNING',
    },
    sql: NO_GAIN_BOUND,
  },
  {
    name: 'a gap of four days keeps the streak',
    patch: {
      file: 'identity/entropy/rules.ts',
      from: 'gap <= STREAK_GRACE_DAYS ?',
      to: 'gap <= STREAK_GRACE_DAYS + 1 ?',
    },
  },
  {
    name: 'a score is read before the node is locked',
    patch: {
      file: 'identity/entropy/routes.ts',
      from: 'const found = await lockNode(tx, toEmailKey(body.email))',
      to: 'const found = await findNode(tx, toEmailKey(body.email))',
    },
    isRace: true,
  },
  {
    name: 'a server that demands the same person takes a first visit',
    patch: {
      file: 'requests/request/store.ts',
      from: "AND (${allowsFirstVisit} OR w.subject_kind IS DISTINCT FROM 'once')",
      to: '',
    },
  },
  {
    name: 'a code has six tries',
    patch: {
      file: 'identity/codes/store.ts',
      from: 'AND tries < 5\n    RETURNING',
      to: 'AND tries < 6\n    RETURNING',
    },
    sql: NO_TRY_BOUND,
  },
  {
    name: 'a link works after its code was used',
    patch: {
      file: 'identity/codes/store.ts',
      from: 'AND code_hash = ${codeHash}\n      AND used_at IS NULL AND',
      to: 'AND code_hash = ${codeHash}\n      AND',
    },
  },
  {
    name: 'a new code has the tries of the one before',
    patch: {
      file: 'identity/codes/store.ts',
      from: 'tries = 0, other_tries = 0, used_at = NULL',
      to: 'used_at = NULL',
    },
  },
  {
    name: 'an invite lets in after it was revoked',
    patch: {
      file: 'identity/invites/store.ts',
      from: 'WHERE id = ${id} AND used_at IS NULL AND revoked_at IS NULL',
      to: 'WHERE id = ${id} AND used_at IS NULL',
    },
  },
  {
    name: 'a used invite is held for somebody else',
    patch: {
      file: 'identity/invites/store.ts',
      from: 'WHERE code_hash = ${hash} AND used_at IS NULL AND revoked_at IS NULL',
      to: 'WHERE code_hash = ${hash} AND revoked_at IS NULL',
    },
  },
  {
    name: 'a challenge can be answered again',
    patch: {
      file: 'scan/challenge/store.ts',
      from: 'ON CONFLICT (id) DO NOTHING RETURNING id`)\n  return used.length > 0',
      to: 'ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING id`)\n  return used.length > 0',
    },
  },
  {
    name: 'a request is given out twice',
    patch: {
      file: 'requests/request/store.ts',
      from: ' AND r.redeemed_at IS NULL AND ${toRedeemableCondition(now)}\n        AND',
      to: ' AND ${toRedeemableCondition(now)}\n        AND',
    },
  },
  {
    name: 'a request is redeemed without a lock',
    patch: { file: 'requests/request/store.ts', from: '      FOR UPDATE OF r),', to: '      ),' },
    sql: lingerOn('request'),
    isRace: true,
  },
  {
    name: 'an approval is given out for another action',
    patch: {
      file: 'requests/request/store.ts',
      from: '(${digest}::text IS NULL OR r.digest = ${digest})',
      to: '(${digest}::text IS NULL OR true)',
    },
  },
  {
    name: 'an approval can be denied after it has expired',
    patch: {
      file: 'requests/request/decision-store.ts',
      from: "WHERE r.id = ${id} AND r.state = 'open' AND r.expires_at > ${now} AND p.request_id = r.id",
      to: "WHERE r.id = ${id} AND r.state = 'open' AND p.request_id = r.id",
    },
  },
  {
    name: 'a press grants what a passkey must sign',
    patch: {
      file: 'requests/request/scan.ts',
      from: 'if (isWanted !== (proofs[name] !== undefined))',
      to: 'if (proofs[name] !== undefined && !isWanted)',
    },
  },
  {
    name: 'an asker has no daily bound',
    patch: {
      file: 'requests/asker-store.ts',
      from: 'AND (day <> ${today} OR asked < per_day) RETURNING',
      to: 'RETURNING',
    },
    sql: `DO $$ DECLARE c text; BEGIN FOR c IN SELECT conname FROM pg_constraint WHERE conrelid = 'asker'::regclass AND contype = 'c'
      LOOP EXECUTE format('ALTER TABLE asker DROP CONSTRAINT %I', c); END LOOP; END $$`,
  },
  {
    name: 'a session never ends',
    patch: {
      file: 'identity/access/store.ts',
      from: 'FROM node_token WHERE token_hash = ${hash} AND expires_at > ${now}`',
      to: 'FROM node_token WHERE token_hash = ${hash} AND expires_at IS NOT NULL`',
    },
  },
  {
    name: 'a recovery code works again',
    patch: {
      file: 'identity/recovery/store.ts',
      from: 'WHERE code_hash = ${hash} AND used_at IS NULL\n',
      to: 'WHERE code_hash = ${hash}\n',
    },
  },
  {
    name: 'a recovery code is looked for before it is used',
    patch: {
      file: 'identity/recovery/store.ts',
      from: 'WHERE code_hash = ${hash} AND used_at IS NULL\n',
      to: 'WHERE (node_id, slot) IN (SELECT node_id, slot FROM recovery_code WHERE code_hash = ${hash} AND used_at IS NULL)\n',
    },
    isRace: true,
  },
  {
    name: 'a limit lets one more through',
    patch: { file: 'platform/limits/store.ts', from: ') < ${limit.count}\n', to: ') <= ${limit.count}\n' },
  },
  {
    name: 'a later revocation changes the time of the first',
    patch: {
      file: 'scan/receipts/store.ts',
      from: 'revoked_at = coalesce(r.revoked_at, ${now})',
      to: 'revoked_at = ${now}',
    },
  },
  {
    name: 'anybody revokes a receipt',
    patch: {
      file: 'scan/receipts/store.ts',
      from: 'revokeAmong(db, sql`owner = ${owner}`',
      to: 'revokeAmong(db, sql`true`',
    },
  },
  {
    name: 'a node keeps one receipt too many',
    patch: {
      file: 'scan/kept-receipts/store.ts',
      from: 'generate_series(1, ${MOST_KEPT_RECEIPTS}::int)',
      to: 'generate_series(1, ${MOST_KEPT_RECEIPTS}::int + 1)',
    },
    sql: `DO $$ DECLARE c text; BEGIN FOR c IN SELECT conname FROM pg_constraint WHERE conrelid = 'kept_receipt'::regclass AND contype = 'c'
      LOOP EXECUTE format('ALTER TABLE kept_receipt DROP CONSTRAINT %I', c); END LOOP; END $$`,
  },
  {
    name: 'an idempotency key takes another body',
    patch: {
      file: 'platform/idempotency/store.ts',
      from: 'SELECT request_hash = ${requestHash} AS',
      to: 'SELECT true AS',
    },
  },
  {
    name: 'two nodes have one handle',
    // Either constraint refuses a handle that is the same letter by letter.
    sql: 'ALTER TABLE node DROP CONSTRAINT node_handle_key_key, DROP CONSTRAINT node_skeleton_key',
  },
  {
    name: 'two secrets of a site are made side by side',
    patch: { file: 'requests/sites/routes.ts', from: '  await lockSite(tx, site.id)\n', to: '' },
    isRace: true,
  },
]
