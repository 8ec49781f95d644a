import type { Client } from '@stillhere/client/http'
import { type Draft, postOf } from './draft.ts'
import { canBeSent, type Target } from './outcome.ts'
import type { Platform } from './platforms.ts'

/** Asks for the exact preview of every chosen platform; a refusal belongs to its platform. */
export function previewAll(admin: Client, draft: Draft): Promise<Target[]> {
  return Promise.all(
    draft.platforms.map((platform) => answered(platform, admin.publish({ ...postOf(draft, platform), dry_run: true }))),
  )
}

type Sending = { draft: Draft; targets: readonly Target[]; onTargets: (targets: readonly Target[]) => void }

/** Sends what was previewed, one platform after the other, and tells after each. */
export async function publishAll(admin: Client, { draft, targets, onTargets }: Sending): Promise<void> {
  let known = targets
  for (const { platform } of targets.filter(canBeSent)) {
    const done = await answered(platform, admin.publish(postOf(draft, platform)))
    // The preview stays in sight, also when the sending failed.
    const kept = known.find((one) => one.platform === platform)?.answer ?? null
    known = known.map((one) => (one.platform === platform ? { ...done, answer: done.answer ?? kept } : one))
    onTargets(known)
  }
}

async function answered(platform: Platform, call: ReturnType<Client['publish']>): Promise<Target> {
  try {
    return { platform, answer: await call, error: null }
  } catch (error) {
    return { platform, answer: null, error }
  }
}
