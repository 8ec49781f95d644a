// In one terminal: npm start. In another: node examples/publish-preview.ts
const endpoint = new URL('/api/matrix/publish', process.env['BASE'] ?? 'http://127.0.0.1:8787')
const admin = process.env['ADMIN_SECRET']
const post = {
  title: 'One hundred',
  content: 'The hundredth node is with us 👩‍🚀 #stillhere',
  url: 'https://example.org/hundred',
}

// A dry run shows what each platform would get and how it counts, and sends nothing. A service with credentials asks for its admin secret.
for (const platform of ['bluesky', 'linkedin', 'farcaster', 'discord', 'telegram', 'reddit']) {
  const { status, preview } = await publish({ ...post, platform, dry_run: true }, admin)
  const { count, limit, unit } = preview.length
  console.log(`${status} ${platform}: ${count} of ${limit} ${unit}`, preview.message)
}

// Without credentials nothing can be sent. No secret goes along here, so a service that has some refuses with 401 instead of posting.
const skipped = await publish({ ...post, platform: 'discord' })
console.log(skipped.status, skipped.reason)
const byHand = await publish({ ...post, platform: 'linkedin' })
console.log(byHand.status, byHand.preview.share_url)

type Answer = {
  status: 'PUBLISHED' | 'PREVIEW' | 'SKIPPED'
  reason?: string
  preview: { message: object; length: { count: number; limit: number; unit: string }; share_url?: string }
}

async function publish(body: object, secret?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(secret && { 'x-admin-secret': secret }) }
  const answer = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
