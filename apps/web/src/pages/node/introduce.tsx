import type { OutputOf } from '@stillhere/client/http'
import { computePayloadDigest } from '@stillhere/client/receipt'
import { computeApproverChallenge, computeStatementDigest } from '@stillhere/client/receipt/approver'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Failure, type FailureWords } from '../../parts/failure.tsx'
import { Select } from '../../parts/field.tsx'
import { useAction, useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { canUsePasskeys, createPasskey, signWithPasskey } from '../../passkeys/browser.ts'
import { describePasskeyFailure } from '../../passkeys/words.ts'
import { service } from '../../service.ts'
import { say } from '../../words/speak.ts'

type AllowedAsker = OutputOf<'listAskers'>['askers'][number]
type Passkey = OutputOf<'listPasskeys'>['passkeys'][number]

export type KeyIntroductionProps = { one: AllowedAsker; onDone: (news: string) => void; onClose: () => void }

/**
 * Lets the person select or create the passkey by which an asker (`one`) will recognize them, and signs its introduction. Then calls
 * `onDone` with a message, and `onClose`.
 */
export function KeyIntroduction({ one, onDone, onClose }: KeyIntroductionProps) {
  const { value, error, reload } = useRequest((signal) => service.listPasskeys({}, { signal }))
  const [made, setMade] = useState<string | null>(null)
  const { name } = one.asker
  const usable = value?.passkeys.filter(({ suspected_clone: isClosed, thumbprint, only_for: onlyFor }) => {
    return !isClosed && thumbprint !== null && (onlyFor === null || onlyFor === one.asker.id)
  })
  return (
    <div class="stack">
      <p>
        {say(
          '{name} stores the key, and can then check that you approved without trusting this service. From then on, only this key signs your approvals for it.',
          { name },
        )}
      </p>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={3} />}
      {usable ? (
        <Choice
          key={made}
          one={one}
          passkeys={usable}
          made={made}
          onMade={(id) => {
            setMade(id)
            reload()
          }}
          onDone={onDone}
          onClose={onClose}
        />
      ) : null}
    </div>
  )
}

const NEW = 'new'

type ChoiceProps = KeyIntroductionProps & {
  passkeys: readonly Passkey[]
  /** The passkey just created for this asker. */
  made: string | null
  onMade: (id: string) => void
}

function Choice({ one, passkeys, made, onMade, onDone, onClose }: ChoiceProps) {
  const { asker, known_key: known } = one
  const { name } = asker
  const [chosen, setChosen] = useState(made ?? passkeys[0]?.id ?? NEW)
  const { run, isBusy, error } = useAction()
  const old = passkeys.find(({ thumbprint }) => thumbprint === known?.thumbprint)
  const next = passkeys.find(({ id }) => id === chosen)
  const sendIntroduction = async (passkey: Passkey) => {
    await signIntroduction(one, passkey)
    onDone(say('{name} now knows your key “{key}”.', { name, key: passkey.name }))
    onClose()
  }
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    // Browsers require a press for each use of a passkey. A new passkey is created by the first press and signs after the second.
    if (next) run(() => sendIntroduction(next))
    else run(() => addOwnPasskey(asker), onMade)
  }
  return (
    <form class="stack" noValidate onSubmit={handleSubmit}>
      <Select
        label={say('Passkey')}
        hint={say(
          'Askers that get the same passkey can tell that you’re the same person. A passkey only for {name} prevents that.',
          {
            name,
          },
        )}
        value={chosen}
        onValue={setChosen}
        options={[
          ...passkeys.map((passkey) => ({ value: passkey.id, label: describeChoice(passkey, known?.thumbprint) })),
          { value: NEW, label: say('A new passkey only for {name}', { name }) },
        ]}
      />
      {next ? (
        <p class="small">
          {say(
            'Give these characters to {name} through another channel, so that no one can substitute a different key:',
            { name },
          )}{' '}
          <code>{next.thumbprint}</code>
        </p>
      ) : null}
      {next && known && known.thumbprint !== next.thumbprint ? (
        <p class="small">
          {old
            ? say('{name} knows your passkey “{key}”, so that one signs the change.', { name, key: old.name })
            : say(
                '{name} knows a key that you no longer have. It may refuse this one until you’ve proved another way that it’s yours.',
                { name },
              )}
        </p>
      ) : null}
      <Failure error={error} wordsFor={describeIntroductionFailure} />
      <p class="row">
        <Button type="submit" busy={isBusy} disabled={!canUsePasskeys()}>
          {next ? say('Introduce this key') : say('Create the passkey')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {say('Not now')}
        </Button>
      </p>
    </form>
  )
}

function describeChoice({ name, thumbprint, only_for: onlyFor }: Passkey, known: string | undefined): string {
  if (thumbprint === known) return say('{name} (already known)', { name })
  return onlyFor === null ? name : say('{name} (only for this asker)', { name })
}

/** Adds a passkey that signs only for this asker, and returns its ID. */
async function addOwnPasskey({ id, name }: AllowedAsker['asker']): Promise<string> {
  const { token, options } = await service.startPasskey({ asker: id })
  const response = await createPasskey(options)
  return (await service.addPasskey({ token, response, name: name.slice(0, 64) })).id
}

async function signIntroduction({ asker }: AllowedAsker, passkey: Passkey): Promise<void> {
  const started = await service.startIntroduction({ asker: asker.id, passkey: passkey.id })
  if (!isIntroductionOf(started, asker, passkey.thumbprint)) throw new StatementMismatch()
  const { token, statement, credential_ids: allowed, rp_id: rpId } = started
  const challenge = computeApproverChallenge([computeStatementDigest(statement)])
  const response = await signWithPasskey(challenge, allowed, rpId)
  await service.introduceKey({ asker: asker.id, token, response })
}

/**
 * Returns true if the statement to be signed introduces (or replaces) only this key for only this asker; `key` is the passkey's
 * thumbprint. The passkey must sign nothing else, even if the service asks for it.
 */
export function isIntroductionOf(
  { action, statement }: Pick<OutputOf<'startIntroduction'>, 'action' | 'statement'>,
  asker: AllowedAsker['asker'],
  key: string | null,
): boolean {
  const { details } = action
  if (typeof details !== 'object') return false
  const isNamed = action.type === 'key.introduce' ? details['key'] === key : details['new_key'] === key
  const isKnownType = action.type === 'key.introduce' || action.type === 'key.replace'
  const isSigned = statement.action === action.summary && statement.action_digest === computePayloadDigest(action)
  const isForAsker = statement.audience === (asker.kind === 'site' ? asker.origin : asker.id)
  const { method, level, chain } = statement
  return isNamed && isKnownType && isSigned && isForAsker && method === 'passkey' && level === 0 && chain === null
}

class StatementMismatch extends Error {}

function describeIntroductionFailure(error: unknown): FailureWords {
  if (!(error instanceof StatementMismatch)) return describePasskeyFailure(error)
  return {
    title: say('The service asked for a different signature than the one shown on this page.'),
    advice: say('Nothing was signed. Tell the operator of this service.'),
  }
}
