#!/usr/bin/env node
import { text } from 'node:stream/consumers'

const { STILLHERE_URL: service = 'http://127.0.0.1:8787', SITE_KEY, SITE_SECRET = '', REQUEST_METHOD } = process.env

if (REQUEST_METHOD === 'POST') {
  const form = new URLSearchParams(await text(process.stdin))
  const body = new URLSearchParams({ secret: SITE_SECRET, response: form.get('stillhere-response') ?? '' })
  const answer = await fetch(`${service}/api/siteverify`, { method: 'POST', body })
  const { success, action, assurance } = await answer.json()
  const passed = success === true && action === 'Sign up' && assurance >= 1
  print(passed ? '200 OK' : '403 Forbidden', passed ? 'welcome' : 'not confirmed')
} else {
  print(
    '200 OK',
    `<!doctype html>
<title>Sign up</title>
<script src="${service}/check.js" async></script>
<form method="post">
  <div class="stillhere-check" data-site-key="${SITE_KEY}" data-action="Sign up"></div>
  <button>Sign up</button>
</form>`,
  )
}

function print(status, page) {
  console.log(`Status: ${status}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${page}`)
}
