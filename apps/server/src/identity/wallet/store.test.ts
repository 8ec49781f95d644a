import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNode } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { findBestBinding, addProvisionalWallet, listWallets, lockWallet, saveProvedWallet } from './store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

let made = 0
const newAddress = () => Buffer.alloc(20, ++made)
const now = new Date('2026-03-10T12:00:00Z')

// The routes look before they bind; these hold when somebody else was faster.
describe('a proved wallet', () => {
  it('cannot be claimed, neither for another node nor for its own', async () => {
    const [ada, eve] = [await addNode(service), await addNode(service)]
    const address = newAddress()
    expect(await saveProvedWallet(service.db, { address, nodeId: ada.id, now })).toBe(true)
    for (const { id } of [ada, eve])
      expect(await addProvisionalWallet(service.db, { address, nodeId: id, now })).toBe(false)
    expect(await lockWallet(service.db, address)).toMatchObject({ nodeId: ada.id, binding: 'proved' })
  })

  it('cannot be proved for another node, but again for its own', async () => {
    const [ada, eve] = [await addNode(service), await addNode(service)]
    const address = newAddress()
    await saveProvedWallet(service.db, { address, nodeId: ada.id, now })
    expect(await saveProvedWallet(service.db, { address, nodeId: eve.id, now })).toBe(false)
    expect(await saveProvedWallet(service.db, { address, nodeId: ada.id, now })).toBe(true)
    expect(await listWallets(service.db, eve.id)).toEqual([])
  })
})

describe('findBestBinding', () => {
  it('is none, then provisional, then proved', async () => {
    const { id: nodeId } = await addNode(service)
    expect(await findBestBinding(service.db, nodeId)).toBeUndefined()
    await addProvisionalWallet(service.db, { address: newAddress(), nodeId, now })
    expect(await findBestBinding(service.db, nodeId)).toBe('provisional')
    await saveProvedWallet(service.db, { address: newAddress(), nodeId, now })
    expect(await findBestBinding(service.db, nodeId)).toBe('proved')
  })
})
