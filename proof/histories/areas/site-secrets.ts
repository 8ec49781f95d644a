import { sql } from '../../../apps/server/src/database/sql.ts'
import { registerSite } from '../../../apps/server/src/sites/sites.ts'
import { type Area, say, subject } from '../area.ts'
import { ADMIN_SECRET } from '../settings.ts'

/** Secrets of one site: two at most, and one that was removed opens nothing. */
export const siteSecrets: Area = {
  name: 'site secrets',
  groups: [['add'], ['remove', 'use'], ['use']],
  open: async ({ service }, { name }) => {
    const wanted = { name, origins: [`https://${name}.example`] }
    const made = await service.db.transaction((tx) => registerSite(tx, service, wanted))
    const admin = { 'x-admin-secret': ADMIN_SECRET }
    const path = `/api/admin/sites/${made.site.site_key}/secrets`
    const secrets: { id: string; secret: string }[] = []
    const note = async (secret: string) => {
      const hash = service.secrets.hash('site-secret', secret)
      const { id } = await service.db.one<{ id: string }>(sql`SELECT id FROM site_secret WHERE secret_hash = ${hash}`)
      secrets.push({ id, secret })
    }
    await note(made.secret)
    return subject({
      state: { live: [true] },
      run: async ({ kind, n }, call) => {
        const picked = secrets[n % secrets.length]
        if (kind === 'remove') return say(await call('DELETE', `${path}/${picked?.id}`, { headers: admin }))
        if (kind === 'use')
          return say(
            await call('POST', '/api/checks', {
              body: { action: 'Pay' },
              headers: { authorization: `Bearer ${picked?.secret}` },
            }),
          )
        const answer = await call('POST', path, { headers: admin })
        if (answer.status === 201) await note(String(answer.body['secret']))
        return say(answer)
      },
      step: ({ live }, { kind, n }) => {
        if (kind === 'add') {
          if (live.filter(Boolean).length === 2) return '409 SITE_SECRET_LIMIT_REACHED'
          live.push(true)
          return '201'
        }
        const at = n % live.length
        if (kind === 'use') return live[at] ? '201' : '401 UNAUTHORIZED'
        const wasLive = live[at]
        live[at] = false
        return wasLive ? '200' : '404 NOT_FOUND'
      },
    })
  },
}
