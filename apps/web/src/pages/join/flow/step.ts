import { say } from '../../../words/speak.ts'
import type { Pending } from './pending.ts'
import type { Refusal } from './refusal.ts'

/** Where to send a code, and the invite to join with; empty where the address has a node. */
export type CodeRequest = { email: string; invite: string }

/**
 * How far a person is in joining. `wallet` is an account that signed here and is not bound to a node yet; it can be bound
 * as soon as there is one.
 */
export type JoinStep =
  | { name: 'start'; request: CodeRequest; refusal: Refusal | null; wallet: string | null }
  | { name: 'code'; pending: Pending; wallet: string | null }
  | { name: 'link'; link: string }
  | { name: 'welcome'; isBack: boolean; nodeHandle: string; genesisIndex: number | null; wallet: string | null }
  | { name: 'back' }

/** The beginning, with nothing filled in. */
export const START: JoinStep = { name: 'start', request: { email: '', invite: '' }, refusal: null, wallet: null }

export const STEPS = [say('Email'), say('Code'), say('Node')] as const

/** Returns the index of a step in STEPS. */
export function findStepIndex({ name }: JoinStep): number {
  if (name === 'start') return 0
  return name === 'code' || name === 'link' ? 1 : 2
}
