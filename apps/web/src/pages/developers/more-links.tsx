import { Card } from '../../parts/card.tsx'
import { sayRich } from '../../words/rich.tsx'
import { say } from '../../words/speak.ts'

/** Where everything else is. */
export function MoreLinks() {
  return (
    <section class="stack" aria-labelledby="doors-title">
      <h2 id="doors-title">{say('More')}</h2>
      <div class="columns">
        <Card>
          <h3>
            <a href="/docs">{say('Docs')}</a>
          </h3>
          <p>{say('Concepts, guides, settings, measurements and a glossary, with search.')}</p>
        </Card>
        <Card>
          <h3>
            <a href="/docs/api">{say('API reference')}</a>
          </h3>
          <p>{say('Every endpoint with its fields, responses, errors and a command to try.')}</p>
        </Card>
        <Card>
          <h3>
            <a href="/check.js">check.js</a>
          </h3>
          <p>
            {sayRich('A button for your form, instead of a captcha. <link>Protect a form</link>', {
              link: (text) => <a href="/docs/guides/protect-a-form">{text}</a>,
            })}
          </p>
        </Card>
        <Card>
          <h3>
            <a href="/openapi.json">openapi.json</a>
          </h3>
          <p>{say('The same API as OpenAPI 3.1, for generating a client in your language.')}</p>
        </Card>
        <Card>
          <h3>
            <a href="/.well-known/continuity-issuer.json">{say('Issuer keys')}</a>
          </h3>
          <p>{say('The keys to pin when you verify receipts from this service, and when each one was in use.')}</p>
        </Card>
      </div>
    </section>
  )
}
