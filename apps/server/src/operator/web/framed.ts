import type { FastifyReply } from 'fastify'
import type { Settings } from '../../platform/settings/settings.ts'
import { escapeHtml } from '../../platform/visible-text.ts'
import { readBuilt } from './documents.ts'
import { WEB_POLICY } from './policy.ts'

/** A page that the service writes itself, to stand in the frame of the docs. `head` and `main` are markup. */
export type FramedPage = { name: 'api' | 'status'; title: string; description: string; head: string; main: string }

/** Answers with a page of the service in the product's face; plain where the pages are not built. */
export async function sendFramed(reply: FastifyReply, settings: Settings, page: FramedPage): Promise<FastifyReply> {
  const frame = (await readBuilt({ settings, path: `docs/frame-${page.name}.html` })) ?? PLAIN_FRAME
  const places: Record<string, string> = {
    title: escapeHtml(page.title),
    description: escapeHtml(page.description),
    head: page.head,
    main: page.main,
  }
  reply.header('content-security-policy', WEB_POLICY).type('text/html; charset=utf-8')
  return reply.send(frame.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => places[name] ?? whole))
}

const PLAIN_FRAME = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{title}} · Stillhere</title>
{{head}}</head>
<body>
<main>
{{main}}
</main>
</body>
</html>
`
