import { randomInt } from 'node:crypto'
import type { Transaction } from '../platform/database/pool.ts'
import type { EmailAddress } from '../platform/email.ts'
import { refuseField, RequestProblem } from '../platform/problem.ts'
import { findNameProblem } from '../platform/visible-text.ts'
import { addNode, isHandleTaken, liftNode, lockNode, type NewNode, type Node, saveHandle } from './node-store.ts'

const MAX_DRAWS = 10

type Registration = {
  email: EmailAddress
  /** As the caller chose it; blank or absent for a generated one. */
  handle?: string | undefined
  originDomain?: string
}

type Registered = { node: Node; isNew: boolean }

/** Puts an e-mail address on the waiting list, or finds the node that it has; other changes of the node wait. */
export function subscribeNode(tx: Transaction, email: EmailAddress): Promise<Registered> {
  return findOrAdd(tx, { email }, 'SUBSCRIBED')
}

/**
 * Makes a node that waits for its code, or finds the one that the e-mail address has. Until activation a chosen handle takes
 * the place of a generated one, but never that of another choice: a stranger could free somebody's handle for himself.
 */
export async function registerNode(tx: Transaction, registration: Registration): Promise<Registered> {
  const { node, isNew } = await findOrAdd(tx, registration, 'PENDING_VERIFICATION')
  if (isNew || node.activatedAt !== null) return { node, isNew }
  if (node.status === 'SUBSCRIBED') await liftNode(tx, node.id, registration.originDomain ?? null)
  const handle = await chooseHandle(tx, node, readChosenHandle(registration.handle))
  return { node: { ...node, handle, status: 'PENDING_VERIFICATION' }, isNew }
}

async function chooseHandle(tx: Transaction, node: Node, chosen: string | undefined): Promise<string> {
  if (chosen === undefined || !isGenerated(node.handle)) return node.handle
  await takeHandle(tx, node.id, chosen)
  return chosen
}

/** Gives a node a handle; throws where another node has it, or one that looks like it. */
export async function takeHandle(tx: Transaction, nodeId: number, handle: string): Promise<void> {
  try {
    await saveHandle(tx, nodeId, handle)
  } catch (error) {
    throw isHandleTaken(error) ? makeHandleTaken() : error
  }
}

/** 409: see `isHandleTaken`. */
export function makeHandleTaken(): RequestProblem {
  return new RequestProblem('HANDLE_TAKEN', 'Another node has this handle, or one that looks like it.')
}

// The INSERT decides: of two parallel calls one makes the node, and the other waits and then finds it.
async function findOrAdd(tx: Transaction, registration: Registration, status: NewNode['status']): Promise<Registered> {
  const { email, originDomain = null } = registration
  const chosen = readChosenHandle(registration.handle)
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    const handle = chosen ?? generateHandle()
    const places = { email: email.mailbox, emailKey: email.key, handle, status, originDomain, now: tx.now }
    const added = await addNode(tx, places)
    if (added) return { node: added, isNew: true }
    const node = await lockNode(tx, email.key)
    if (node) return { node, isNew: false }
    if (chosen) throw makeHandleTaken()
  }
  throw new Error(`${MAX_DRAWS} generated handles were taken`)
}

/** Letters and digits that nobody takes for another: no 0 and o, no 1, i and l. */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz'.split('')
const SIGN_COUNT = 4

/** Returns a whole number from 0 up to, but not including, the given one. */
type Draw = (below: number) => number

/** A handle of two words and four characters, like quiet-river-7f3k; it owes nothing to the e-mail address. */
export function generateHandle(draw: Draw = randomInt): string {
  const signs = Array.from({ length: SIGN_COUNT }, () => pick(SIGNS, draw))
  return `${pick(QUALITIES, draw)}-${pick(THINGS, draw)}-${signs.join('')}`
}

/** Whether a handle has the form of a generated one: then nobody has chosen it. */
export function isGenerated(handle: string): boolean {
  const [quality = '', thing = '', signs = '', ...more] = handle.split('-')
  const isSigned = signs.length === SIGN_COUNT && signs.split('').every((sign) => SIGNS.includes(sign))
  return more.length === 0 && isSigned && QUALITIES.includes(quality) && THINGS.includes(thing)
}

// Two signs are a name in Chinese. None of those by which agents' names can be addresses.
const CHOSEN = /^(?=.{3}|[^ -~])[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd} _.'’·-]{0,38}[\p{L}\p{M}\p{Nd}]$/u

/** The handle that a person chose; undefined where it is blank, so that one is generated. 400 for one that can imitate others. */
export function readChosenHandle(text = ''): string | undefined {
  const handle = text.trim().normalize('NFC')
  if (handle === '') return undefined
  const problem = CHOSEN.test(handle)
    ? findNameProblem(handle)
    : "must have 3 to 40 letters and digits, with spaces or -_.'’· only between them"
  if (problem !== undefined) throw refuseField('/node_handle', problem)
  return handle
}

function pick(choices: readonly string[], draw: Draw): string {
  return choices[draw(choices.length)] ?? ''
}

/** Short plain words for generated handles; the first describes, the second names. */
export const QUALITIES = words(`
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

export const THINGS = words(`
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

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
