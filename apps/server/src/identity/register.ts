import { randomInt } from 'node:crypto'
import type { Transaction } from '../platform/database/pool.ts'
import type { EmailAddress } from '../platform/email.ts'
import { refuseField, RequestProblem } from '../platform/problem.ts'
import { findNameProblem } from '../platform/visible-text.ts'
import { addNode, isHandleTaken, lockNode, type NewNode, type Node, saveHandle, setPending } from './node-store.ts'

const MAX_DRAWS = 10

type Registration = { node: Node; isNew: boolean }

/**
 * Finds the node of an e-mail address, or adds one with status SUBSCRIBED and a generated handle. Locks the node until the transaction
 * ends; `isNew` says that it was added.
 */
export function findOrAddSubscriber(tx: Transaction, email: EmailAddress): Promise<Registration> {
  return findOrAddNode(tx, { email, status: 'SUBSCRIBED', originDomain: null })
}

/**
 * Finds the node of an e-mail address, or adds one with status PENDING_VERIFICATION and a generated handle. A node that was only subscribed
 * becomes pending. Locks the node until the transaction ends; `isNew` says that it was added.
 */
export async function findOrAddPendingNode(
  tx: Transaction,
  { email, originDomain = null }: { email: EmailAddress; originDomain?: string | null },
): Promise<Registration> {
  const { node, isNew } = await findOrAddNode(tx, { email, status: 'PENDING_VERIFICATION', originDomain })
  return { node: isNew ? node : await setPendingIfSubscriber(tx, node, originDomain), isNew }
}

/**
 * Finds or adds a node as findOrAddPendingNode does, with the handle that the caller chose, if any. On a node that isn't activated, the
 * chosen handle replaces a generated handle, but not one chosen earlier: otherwise, a stranger could take over a person's handle. Throws
 * 400 for a bad handle, 409 if another node has it.
 */
export async function findOrAddPendingNodeWithHandle(
  tx: Transaction,
  {
    email,
    handle,
    originDomain = null,
  }: { email: EmailAddress; handle: string | undefined; originDomain?: string | null },
): Promise<Registration> {
  const chosen = readChosenHandle(handle)
  if (chosen === undefined) return findOrAddPendingNode(tx, { email, originDomain })
  const status = 'PENDING_VERIFICATION'
  const row = { email: email.mailbox, emailKey: email.key, handle: chosen, status, originDomain, now: tx.now } as const
  const added = await addNode(tx, row)
  if (added) return { node: added, isNew: true }
  const known = await lockNode(tx, email.key)
  if (!known) throw refuseTakenHandle()
  const node = await setPendingIfSubscriber(tx, known, originDomain)
  if (node.activatedAt !== null || !isGenerated(node.handle)) return { node, isNew: false }
  await saveFreeHandle(tx, node.id, chosen)
  return { node: { ...node, handle: chosen }, isNew: false }
}

async function setPendingIfSubscriber(tx: Transaction, node: Node, originDomain: string | null): Promise<Node> {
  if (node.activatedAt !== null) return node
  if (node.status === 'SUBSCRIBED') await setPending(tx, node.id, originDomain)
  return { ...node, status: 'PENDING_VERIFICATION' }
}

/** Saves the handle of a node; throws 409 if another node has this handle or a look-alike handle. */
export async function saveFreeHandle(tx: Transaction, nodeId: number, handle: string): Promise<void> {
  try {
    await saveHandle(tx, nodeId, handle)
  } catch (error) {
    throw isHandleTaken(error) ? refuseTakenHandle() : error
  }
}

/** Returns the 409 for a handle that another node has, or that looks like another node's. */
export function refuseTakenHandle(): RequestProblem {
  return new RequestProblem('HANDLE_TAKEN', 'Another node has this handle, or one that looks like it.')
}

// The INSERT decides: of two parallel calls one adds the node, and the other waits and then finds it.
async function findOrAddNode(
  tx: Transaction,
  { email, status, originDomain }: { email: EmailAddress; status: NewNode['status']; originDomain: string | null },
): Promise<Registration> {
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    const handle = drawHandle()
    const row = { email: email.mailbox, emailKey: email.key, handle, status, originDomain, now: tx.now }
    const added = await addNode(tx, row)
    if (added) return { node: added, isNew: true }
    const node = await lockNode(tx, email.key)
    if (node) return { node, isNew: false }
  }
  throw new Error(`${MAX_DRAWS} generated handles were taken`)
}

/** Letters and digits that cannot be confused: no 0 and o, no 1, i and l. */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz'.split('')
const SIGN_COUNT = 4

/**
 * Creates a random handle of two words and four characters, such as quiet-river-7f3k. `draw` returns a random whole number from 0 up to,
 * but not including, its argument. The handle may be taken.
 */
export function drawHandle(draw: (below: number) => number = randomInt): string {
  const pick = (choices: readonly string[]) => choices[draw(choices.length)] ?? ''
  const signs = Array.from({ length: SIGN_COUNT }, () => pick(SIGNS))
  return `${pick(QUALITIES)}-${pick(THINGS)}-${signs.join('')}`
}

/** Returns whether a handle has the form that drawHandle generates, so that it counts as not chosen by a person. */
export function isGenerated(handle: string): boolean {
  const [quality = '', thing = '', signs = '', ...more] = handle.split('-')
  const isSigned = signs.length === SIGN_COUNT && signs.split('').every((sign) => SIGNS.includes(sign))
  return more.length === 0 && isSigned && QUALITIES.includes(quality) && THINGS.includes(thing)
}

// Two signs are a name in Chinese. None of those by which agents' names can be addresses.
const CHOSEN = /^(?=.{3}|[^ -~])[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd} _.'’·-]{0,38}[\p{L}\p{M}\p{Nd}]$/u

/**
 * Parses the handle that a person chose: trimmed, NFC. Returns undefined if it is blank; throws 400 if its length or characters aren't
 * allowed, for example because it could imitate another handle.
 */
export function readChosenHandle(text = ''): string | undefined {
  const handle = text.trim().normalize('NFC')
  if (handle === '') return undefined
  const problem = CHOSEN.test(handle)
    ? findNameProblem(handle)
    : "must have 3 to 40 letters and digits, with spaces or -_.'’· only between them"
  if (problem !== undefined) throw refuseField('/node_handle', problem)
  return handle
}

/** Short plain words for generated handles; the first describes, the second names. */
export const QUALITIES = splitWords(`
  able agile airy alert amber ample apt arctic ashen autumn azure balmy basic bold brave breezy brief bright brisk broad
  bronze bubbly calm candid careful cheery chief civil clean clear clever cloudy coastal cobalt cool copper coral cosmic
  cozy creamy crisp curious curly daily dainty daring dawn deep deft dewy direct distant dotted downy dreamy dry dusky
  dusty eager early earnest east easy ebony elder even fabled fair fancy far fast fern final fine firm first fit fleet
  floral fluent fond forest formal fresh frosty full gentle giant gilded glad glassy gleaming golden grand green hale
  happy hardy hazel hearty hidden high honest humble husky icy ideal idle indigo inky ivory jade jolly jovial keen kind
  known large late lavish leafy level light lilac lime linen little lively local lofty loyal lucid lucky lunar lush
  magic major maple marine mellow merry mighty mild minty misty modest mossy muted native neat nimble noble north novel
  oaken olive onyx open opal orange orderly pale paper patient pearl pebble pine plain plush polar polite prime proud
  pure purple quick quiet rapid rare ready regal rich ripe rosy round royal ruby rustic sandy satin scenic serene sharp
  shiny silent silken silver simple sleek slow smooth snowy snug soft solar solid south spry stable starry steady still
  stony stout sturdy subtle summer sunny super sure sweet swift tall tame tawny teal tender thrifty tidal tidy tiny
  topaz tranquil true trusty upbeat urban vast velvet vivid warm wavy west whole wide wild windy winter wise witty
  wooden young zesty`)

export const THINGS = splitWords(`
  acorn alder almond anchor anvil apple apricot arbor arch aspen aster atlas badger bamboo barley basin basket bay
  beacon bear beaver bell birch bison bloom bluff boat bonsai book bough boulder bow branch breeze brick bridge brook
  brush bucket burrow button cabin cactus camel candle canoe canyon cape cardinal carrot castle cavern cedar cello
  chalk cherry chime cider cliff cloud clover coast comet compass cove crane crater creek cricket crow crystal cypress
  daisy dale deer delta desert dolphin dome dove dragon drum dune eagle echo egret elk elm ember falcon feather fern
  ferry field finch fjord flame flint flower flute forest forge fountain fox garden garnet gate geyser ginger glacier
  glade glen grove gull hamlet harbor harp haven hawk hazel hearth hedge heron hill hollow horizon island iris ivy
  jasmine jay juniper kelp kestrel kettle kite lagoon lake lantern larch lark laurel leaf ledge lemon lily linden lion
  lodge lotus lynx magnet mango maple marble marsh meadow melon mesa meteor mill mint moon moose moss mountain myrtle
  nectar nest nutmeg oak oasis ocean orbit orchard orchid osprey otter owl oyster palm panda parrot path peach pear
  pebble pelican pepper petal pier pine planet plateau plum pond poplar poppy prairie puffin quail quarry quartz quill
  rabbit rain raven reed reef ridge river robin rocket root rose saddle sage sail salmon sequoia shell shore sky slope
  snow sparrow spring spruce squirrel star stone stork stream summit sun swallow swan tempo thicket thistle thunder
  tiger trail tree tulip tundra turtle valley vine violet walnut water wave well whale willow wind wolf wren yarrow
  zephyr`)

function splitWords(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
