import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { acceptToken } from '../../identity/access/authorize.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { dayOf } from '../../platform/day.ts'
import { addressKey } from '../../platform/limits/budgets.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { addSalt, holdNode, readSalt } from './store.ts'

/** The pseudonym of the node whose proved token came along; null without one, or when the node is just being erased. */
export async function findPerson(tx: Transaction, service: Service, request: FastifyRequest): Promise<Buffer | null> {
  const token = await acceptToken(tx, service, request)
  if (!token?.proved || !(await holdNode(tx, token.nodeId))) return null
  return personLabel(service.secrets, token.nodeId)
}

/** What stands for a node among research sessions. */
export function personLabel(secrets: Secrets, nodeId: number): Buffer {
  return secrets.hash('research-person', String(nodeId))
}

/** What stands for whoever gives strokes under a pseudonym. */
export function giverLabel(secrets: Secrets, pseudonym: string): Buffer {
  return secrets.hash('research-pseudonym', pseudonym)
}

/**
 * What stands for a network address on one UTC day, so that calibration can see when one source sent much. It hangs on the day's
 * salt; once that is deleted, nobody can tell which address it was.
 */
export async function computeSource(tx: Transaction, { secrets }: Service, request: FastifyRequest): Promise<Buffer> {
  const day = dayOf(tx.now)
  const salt = (await readSalt(tx, day)) ?? (await newSalt(tx, day))
  return secrets.hash('research-source', Buffer.concat([salt, Buffer.from(addressKey(request.ip))]))
}

async function newSalt(tx: Transaction, day: string): Promise<Buffer> {
  await addSalt(tx, day, randomBytes(32))
  const salt = await readSalt(tx, day)
  if (!salt) throw new Error(`the salt of ${day} is gone as soon as it was made`)
  return salt
}
