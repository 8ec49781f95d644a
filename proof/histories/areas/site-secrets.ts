import { ADMIN_SECRET, type AddedSite } from '../../world/service.ts'
import { type Area, say, subject } from '../area.ts'

/** Secrets of one site: two at most, and one that was removed opens nothing. */
export const siteSecrets: Area = {
  name: 'site secrets',
  groups: [['add'], ['remove', 'use'], ['use']],
  open: async ({ addSite }, { name }) => {
    const made = await addSite(name)
    const admin = { 'x-admin-secret': ADMIN_SECRET }
    const path = `/api/admin/sites/${made.site.site_key}/secrets`
    const secrets: { id: string; secret: string }[] = []
    const note = ({ site, secret }: AddedSite) => {
      const { id = '' } = site.secrets.find(({ hint }) => secret.endsWith(hint)) ?? {}
      secrets.push({ id, secret })
    }
    note(made)
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
        if (answer.status === 201) note(answer.body as AddedSite)
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
