import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Service } from '../../platform/service.ts'
import { findClient } from './client.ts'
import { library } from './library.ts'
import {
  consumeItem,
  deleteGrantOf,
  deleteItem,
  deleteItemsOfGrant,
  findItem,
  findItemByUid,
  type ItemKey,
  putItem,
  type StoredItem,
} from './store.ts'

/** What the provider calls to remember things of one kind. */
export function createAdapter(service: Service, kind: string): Adapter {
  return kind === 'Client' ? adaptClients(service) : adaptItems(service, kind)
}

const unsupported = async (): Promise<never> => {
  throw new Error('the provider was not set up for this')
}
const UNSUPPORTED = {
  upsert: unsupported,
  destroy: unsupported,
  consume: unsupported,
  findByUid: unsupported,
  findByUserCode: unsupported,
  revokeByGrantId: unsupported,
}

function adaptClients(service: Service): Adapter {
  return { ...UNSUPPORTED, find: (id) => findClient(service, id) }
}

function adaptItems(service: Service, kind: string): Adapter {
  const { db, secrets, now } = service
  const hash = (of: string, id: string): Buffer => secrets.hash('oidc-id', `${of} ${id}`)
  const keyOf = (id: string): ItemKey => ({ kind, idHash: hash(kind, id) })
  return {
    ...UNSUPPORTED,
    upsert: async (id, payload, seconds = 0) => {
      const key = keyOf(id)
      await putItem(db, {
        ...key,
        uidHash: kind === 'Session' && payload.uid ? hash('uid', payload.uid) : null,
        grantHash: kind !== 'Interaction' && payload.grantId ? hash('Grant', payload.grantId) : null,
        sealed: secrets.seal('oidc-item', `${key.idHash.toString('hex')} ${JSON.stringify(payload)}`),
        expiresAt: new Date(now().getTime() + (seconds + KEPT_SECONDS) * 1000),
      })
    },
    find: async (id) => {
      const item = await findItem(db, keyOf(id))
      return item?.consumedAt && isPolled(kind) ? undefined : openItem(service, item)
    },
    findByUid: async (uid) => openItem(service, await findItemByUid(db, kind, hash('uid', uid))),
    consume: (id) => consumeOnce(service, keyOf(id)),
    destroy: (id) => deleteItem(db, keyOf(id)),
    revokeByGrantId: (grantId) => deleteItemsOfGrant(db, kind, hash('Grant', grantId)),
  }
}

// A site that polls twice at once is no thief. The provider would revoke what the first poll is about to get, so that it never sees that
// such a request was used.
function isPolled(kind: string): boolean {
  return kind === 'BackchannelAuthenticationRequest'
}

// A used code that comes again is to be known as such for a while after it has expired.
const KEPT_SECONDS = 600

// The hash inside the seal binds what is sealed to its row: moved to another, it does not open.
function openItem({ secrets }: Service, item: StoredItem | undefined): AdapterPayload | undefined {
  if (!item) return undefined
  const text = secrets.open('oidc-item', item.sealed)
  const [sealedFor] = text.split(' ', 1)
  if (sealedFor !== item.idHash.toString('hex')) throw new Error('this was sealed for another row')
  const payload = JSON.parse(text.slice(sealedFor.length + 1)) as AdapterPayload
  return item.consumedAt ? { ...payload, consumed: Math.floor(item.consumedAt.getTime() / 1000) } : payload
}

/** The provider has looked before, but of calls at the same moment only this statement knows the first. */
async function consumeOnce({ db, now }: Service, key: ItemKey): Promise<void> {
  if (await consumeItem(db, key, now())) return
  if (key.kind === 'PushedAuthorizationRequest')
    throw new library.errors.InvalidRequestUri('request_uri was already used')
  if (isPolled(key.kind)) throw new library.errors.InvalidGrant('auth_req_id was already used')
  // RFC 6749, section 4.1.2: what came of a code that is used twice is revoked.
  await deleteGrantOf(db, key)
  throw new library.errors.InvalidGrant('authorization code already consumed')
}
