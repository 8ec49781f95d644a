import { PLATFORMS } from '@stillhere/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Processes, startTestProcesses } from '../../test/processes.ts'
import { type Providers, startProviders } from '../../test/providers.ts'

let processes: Processes
let providers: Providers
beforeAll(async () => {
  providers = await startProviders()
  processes = await startTestProcesses(4, { publishing: providers.settings() })
})
afterAll(async () => {
  await processes.stop()
  await providers.stop()
})

it.each(PLATFORMS)(
  '%s: of 40 calls on four processes one posts, and every answer names that post',
  async (platform) => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        processes.nth(index).app.inject({
          method: 'POST',
          url: '/api/matrix/publish',
          headers: { 'x-admin-secret': 'the-admin-secret' },
          payload: { platform, title: 'T', content: 'once' },
          remoteAddress: `192.0.2.${PLATFORMS.indexOf(platform) + 1}`,
        }),
      ),
    )
    const published = answers.filter(({ statusCode }) => statusCode === 200)
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true)
    expect(published.length).toBeGreaterThan(0)
    expect(new Set(published.map((answer) => answer.json().post_id)).size).toBe(1)
    expect(providers.posts(platform)).toBe(1)
  },
)
