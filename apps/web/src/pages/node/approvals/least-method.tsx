import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Select } from '../../../parts/field.tsx'
import { News } from '../../../parts/news.tsx'
import { service } from '../../../service.ts'
import { say } from '../../../words/speak.ts'

type Method = OutputOf<'listAskers'>['least_method']

const METHODS: readonly { value: Method; label: string }[] = [
  { value: 'hand', label: say('A scan') },
  { value: 'passkey', label: say('My passkey alone, or a scan') },
  { value: 'tap', label: say('One press on a signed-in device, my passkey, or a scan') },
]

/** Decides the weakest method by which one approves. */
export function LeastMethod({ saved }: { saved: Method }) {
  const [method, setMethod] = useState(saved)
  const [news, setNews] = useState('')
  const { run, isBusy, error } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    setNews('')
    run(
      () => service.setLeastMethod({ method }),
      () => setNews(say('Saved.')),
    )
  }
  return (
    <Card title={say('How you approve')}>
      <p class="soft">
        {say(
          'The asker chooses the method, but nothing weaker than this. A program that gets into your session can press a button, too.',
        )}
      </p>
      <form class="stack" noValidate onSubmit={submit}>
        <Select
          label={say('I approve by')}
          value={method}
          onValue={(next) => setMethod(next as Method)}
          options={METHODS}
        />
        <Failure error={error} />
        <p>
          <Button type="submit" kind="quiet" busy={isBusy}>
            {say('Save')}
          </Button>
        </p>
        <News text={news} of={saved} />
      </form>
    </Card>
  )
}
