import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { runStillhereHere } from '../../../test/command.ts'
import { addNode } from '../../../test/nodes.ts'
import { databaseUrl, endProcesses, runStillhere, temporaryFolder } from '../../../test/process.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { post } from '../../../test/sign-in.ts'
import { newWallet } from '../../../test/wallets.ts'
import { parseAddress } from '../../identity/wallet/message.ts'
import { saveProvedWallet } from '../../identity/wallet/store.ts'

// Processes are started; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterEach(endProcesses)
afterAll(() => service.stop())

const envOf = () => ({
  DATA_DIR: temporaryFolder(),
  DATABASE_URL: databaseUrl(service.connection),
  SECRET_KEY: 'a-secret-key-of-tests',
})
const unbind = (...args: string[]) => runStillhere(['unbind-wallet', ...args], envOf()).exited
const unbindHere = (...args: string[]) => runStillhereHere(['unbind-wallet', ...args], envOf())

const sendCode = async (email: string) => (await post(service, '/api/send-otp', { email })).json()

it('0: codes come by mail again, and other wallets stay bound', async () => {
  const nodes = [await addNode(service), await addNode(service)]
  const wallets = nodes.map(newWallet)
  for (const [index, { id: nodeId }] of nodes.entries()) {
    const address = parseAddress(wallets[index]!.address)!
    await saveProvedWallet(service.db, { address, nodeId, now: service.now() })
  }
  expect(await sendCode(nodes[0]!.email)).toMatchObject({ skip_otp: true })
  const { code, stdout } = await unbind(wallets[0]!.address.toLowerCase())
  expect([code, stdout.trim()]).toEqual([0, `${wallets[0]!.address} is no longer bound`])
  expect(await sendCode(nodes[0]!.email)).toMatchObject({ skip_otp: false })
  expect(await sendCode(nodes[1]!.email)).toMatchObject({ skip_otp: true })
})

it('1: nobody has this wallet; 64: this is no address', async () => {
  const { address } = newWallet()
  const answers = [await unbindHere(address), await unbindHere('0x12'), await unbindHere()] as const
  expect(answers.map(({ code }) => code)).toEqual([1, 64, 64])
  expect(answers[0].stdout.trim()).toBe(`${address} is bound to no node`)
  expect(answers[2].stderr).toContain('exactly one ADDRESS is expected here')
})
