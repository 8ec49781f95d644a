import { createSecrets, type Secrets } from '../../apps/server/src/secrets.ts'
import { readSettings, type Settings } from '../../apps/server/src/settings/settings.ts'
import { TAKES_SYNTHETIC_PEOPLE } from '../../apps/server/test/synthetic-people.ts'

export const ADMIN_SECRET = 'the admin secret of all histories'

// What everybody shares, or what no model looks at, must not run out.
const LIMITS = ['code.send.all', 'mail.code.all', 'mail.other.all', 'declare.all', 'declare.origin', 'kept.node']
  .map((name) => `${name}=100000000/600`)
  .concat('code.wrong.email.address=100/1', 'code.wrong.email=100/1', 'code.wrong.email.month=100000/1')
  .join()

/** The settings of every process of a world; limits are those of the histories unless others are given. */
export function readWorldSettings(limits = LIMITS): Settings {
  return readSettings({
    ADMIN_SECRET,
    LIMITS: limits,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'silent',
    ...TAKES_SYNTHETIC_PEOPLE,
  })
}

export function worldSecrets(): Secrets {
  return createSecrets(Buffer.alloc(32, 7))
}
