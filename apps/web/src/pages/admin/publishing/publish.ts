import type { Client } from '@stillhere/client/http'
import { type Draft, toPost } from './draft.ts'
import { canBeSent, type Target } from './outcome.ts'
import type { Platform } from './platforms.ts'

/** Asks for the exact preview of every chosen platform, and which are connected; a refusal belongs to its platform. */
export async function previewAll(admin: Client, draft: Draft): Promise<Target[]> {
  const connected = readConnected(admin)
  const previews = draft.platforms.map((platform) =>
    settleAnswer(platform, admin.publish({ ...toPost(draft, platform), dry_run: true })),
  )
  const known = await connected
  return Promise.all(previews.map(async (one) => withConnection(await one, known)))
}

/** The platforms that the service has credentials for. */
export async function readConnected(admin: Client, signal?: AbortSignal): Promise<readonly Platform[]> {
  return (await admin.listPublications({ limit: 1 }, { signal })).connected
}

function withConnection(answer: Answered, connected: readonly Platform[]): Target {
  return { ...answer, isConnected: connected.includes(answer.platform) }
}

type Sending = { draft: Draft; targets: readonly Target[]; onTargets: (targets: readonly Target[]) => void }

/** Sends what was previewed, one platform after the other, and tells after each. */
export async function publishAll(admin: Client, { draft, targets, onTargets }: Sending): Promise<void> {
  let known = targets
  for (const { platform } of targets.filter(canBeSent)) {
    const done = await settleAnswer(platform, admin.publish(toPost(draft, platform)))
    // The preview stays in sight, also when the sending failed.
    const kept = known.find((one) => one.platform === platform)?.answer ?? null
    known = known.map((one) => (one.platform === platform ? { ...one, ...done, answer: done.answer ?? kept } : one))
    onTargets(known)
  }
}

type Answered = Omit<Target, 'isConnected'>

async function settleAnswer(platform: Platform, call: ReturnType<Client['publish']>): Promise<Answered> {
  try {
    return { platform, answer: await call, error: null }
  } catch (error) {
    return { platform, answer: null, error }
  }
}
