import { receiptOf, remoteIssuer, requireReceipt } from '@stillhere/client/middleware'
import express from 'express'

const { STILLHERE_URL: service = 'http://127.0.0.1:8787', PORT = '3000' } = process.env
const audience = process.env.ORIGIN ?? `http://localhost:${PORT}`

// Keys and revoked receipts come from the service itself, never from a receipt.
const issuer = remoteIssuer(service)

// Each receipt counts once. With several processes, keep them in your database.
const used = new Set<string>()
const remember = (hash: string) => used.size < used.add(hash).size

const guard = requireReceipt({ issuer, maxAgeMs: 60_000, audience, remember })

const app = express()
app.use(express.static('dist'))
app.get('/settings', (_request, response) => void response.json({ service, audience }))
app.post('/enter', guard.express, (request, response) => {
  response.send(`welcome, ${receiptOf(request).receipt.subject.id}`)
})
app.listen(Number(PORT), '127.0.0.1', () => console.log(`open http://localhost:${PORT}`))
