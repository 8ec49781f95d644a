import { Card } from '../../parts/card.tsx'
import { say } from '../../words/speak.ts'

/** Where everything else is. */
export function MoreLinks() {
  return (
    <section class="stack" aria-labelledby="doors-title">
      <h2 id="doors-title">{say('Everything else')}</h2>
      <div class="columns">
        <Card>
          <h3>
            <a href="/docs">{say('The docs')}</a>
          </h3>
          <p>{say('Concepts, guides, settings, measurements and a glossary, with a search.')}</p>
        </Card>
        <Card>
          <h3>
            <a href="/docs/api">{say('The API, call by call')}</a>
          </h3>
          <p>{say('Every endpoint with its fields, its answers, its refusals and a command to try.')}</p>
        </Card>
        <Card>
          <h3>
            <a href="/check.js">check.js</a>
          </h3>
          <p>
            <a href="/docs/guides/protect-a-form">
              {say('A button for your form, in the place of a captcha: protect a form.')}
            </a>
          </p>
        </Card>
        <Card>
          <h3>
            <a href="/openapi.json">openapi.json</a>
          </h3>
          <p>{say('The same for programs: OpenAPI 3.1, to generate a client in your language.')}</p>
        </Card>
        <Card>
          <h3>
            <a href="/.well-known/continuity-issuer.json">{say('The issuer’s keys')}</a>
          </h3>
          <p>{say('What to pin when you verify receipts of this service, with the times in which each key signed.')}</p>
        </Card>
      </div>
    </section>
  )
}
