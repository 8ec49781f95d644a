import type { Page } from 'playwright-core'
import { newWallet } from '../../../scripts/ethereum-key.ts'

/** A wallet in the browser of a test: its key stays in the test, which may also make its owner say no. */
export type VirtualWallet = { address: string; isWilling: boolean }

/** Gives every page that is loaded from now on a wallet as EIP-1193 has it. */
export async function installWallet(page: Page): Promise<VirtualWallet> {
  const account = newWallet()
  const wallet: VirtualWallet = { address: account.address, isWilling: true }
  await page.exposeFunction('askVirtualWallet', async (method: string, params: unknown[]) => {
    if (!wallet.isWilling) return { code: 4001 }
    if (method === 'eth_chainId') return { answer: '0x1' }
    // As many wallets do: without the checksum.
    if (method === 'eth_requestAccounts') return { answer: [account.address.toLowerCase()] }
    return { answer: account.signMessage(Buffer.from(String(params[0]).slice(2), 'hex')) }
  })
  await page.addInitScript(`window.ethereum = {
    request: async ({ method, params }) => {
      const { answer, code } = await window.askVirtualWallet(method, params ?? [])
      if (code !== undefined) throw Object.assign(new Error('no'), { code })
      return answer
    },
  }`)
  return wallet
}
