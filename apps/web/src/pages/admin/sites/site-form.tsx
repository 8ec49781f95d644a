import { type Client, type OutputOf, ProblemError } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { FIELD_TABLE } from '../../../parts/field-table.ts'
import { Check, Field, TextArea } from '../../../parts/field.tsx'
import { useForm } from '../../../parts/form.ts'
import { say } from '../../../words/speak.ts'

type SiteFormProps = { admin: Client; onMade: (made: OutputOf<'createSite'>) => void }

/** Shows the form that registers a site. Calls `onMade` with the new site and its secrets. */
export function SiteForm({ admin, onMade }: SiteFormProps) {
  const [test, setTest] = useState(false)
  const { name, origins, return_urls, webhook_url, logout_url, actions } = FIELD_TABLE.createSite
  const { field, element, isBusy, error } = useForm(
    { fields: { name, origins, return_urls, webhook_url, logout_url, actions }, refusedFields: findSiteErrors },
    async (texts) => {
      const addresses = { origins: readLines(texts.origins), return_urls: readLines(texts.return_urls) }
      const webhook = texts.webhook_url === '' ? {} : { webhook_url: texts.webhook_url }
      const logout = texts.logout_url === '' ? {} : { logout_url: texts.logout_url }
      const wanted = {
        name: texts.name,
        ...addresses,
        actions: readActions(texts.actions),
        ...webhook,
        ...logout,
        test,
      }
      onMade(await admin.createSite(wanted))
    },
  )
  return (
    <form class="stack" noValidate {...element}>
      <Field label={say('Name')} hint={say('People see it before they scan.')} {...field('name')} />
      <TextArea
        label={say('Origins')}
        rows={2}
        hint={say('One per line, like https://shop.example.')}
        {...field('origins')}
      />
      <TextArea
        label={say('Return addresses')}
        rows={2}
        hint={say('Where a check may return to, matched exactly. One per line.')}
        {...field('return_urls')}
      />
      <TextArea
        label={say('Actions of its pages')}
        rows={2}
        hint={say('Optional. What its forms ask for, with the level each needs, like “Sign up: 1”. One per line.')}
        {...field('actions')}
      />
      <Field
        label={say('Webhook')}
        hint={say('Optional. Where events are sent, like https://shop.example/stillhere.')}
        {...field('webhook_url')}
      />
      <Field
        label={say('Logout address')}
        hint={say('Optional. Where sign-outs are sent (OpenID Connect), like https://shop.example/logout.')}
        {...field('logout_url')}
      />
      <Check
        label={say('For testing: its receipts are marked and refused elsewhere')}
        checked={test}
        onChecked={setTest}
      />
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy}>
          {say('Register')}
        </Button>
      </p>
    </form>
  )
}

/** Returns the trimmed lines of a text, without blank lines. */
export function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Parses the actions of a site, one per line: `Sign up`, or `Pay: 2` with the assurance level that it needs. The default level is 1. */
export function readActions(text: string): Record<string, 1 | 2 | 3> {
  return Object.fromEntries(
    readLines(text).map((line) => {
      const [, action = '', level = 1] = /^(.*?)(?:\s*:\s*([123]))?$/.exec(line) ?? []
      return [action, Number(level) as 1 | 2 | 3]
    }),
  )
}

type SiteFields = Partial<Record<'name' | 'origins' | 'return_urls' | 'webhook_url' | 'logout_url' | 'actions', string>>

/** Returns the service's validation errors by form field, naming the line or action in fields with several lines. Returns an empty object for other errors. */
export function findSiteErrors(error: unknown): SiteFields {
  if (!(error instanceof ProblemError) || error.code !== 'INVALID_REQUEST') return {}
  return Object.fromEntries(
    error.errors.toReversed().map(({ pointer, message }) => {
      const [, name = '', line] = pointer.split('/')
      if (line === undefined) return [name, say('It {problem}.', { problem: message })]
      // The pointer holds the text of the action, escaped by RFC 6901.
      if (name === 'actions')
        return [name, say('“{action}” {problem}.', { action: readPointer(line), problem: message })]
      return [name, say('Line {line} {problem}.', { line: Number(line) + 1, problem: message })]
    }),
  )
}

function readPointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}
