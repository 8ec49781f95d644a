import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureArena } from './arena.ts'
import { arenaDrawing } from './drawing.ts'
import { readPeople, syntheticPeople } from './people.ts'
import { arenaTable } from './table.ts'

const { values } = parseArgs({
  options: { motion: { type: 'string' }, out: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const seed = Number(values.seed)
if (!Number.isSafeInteger(seed) || seed < 0)
  throw new Error(`--seed must be a whole number from 0 on, not ${values.seed}`)
const say = (message: string) => console.error(message)

say(values.motion ? `reading recordings under ${values.motion} …` : 'making synthetic people …')
const people = values.motion ? readPeople(values.motion, 6) : syntheticPeople({ people: 24, windows: 6, seed })
const data = values.motion ? 'recorded people' : 'synthetic people'
const report = measureArena({ people, data, seed, say })
console.log(arenaTable(report))

const folder = values.out ?? join('reports', 'arena')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'arena.json'), `${JSON.stringify(report, null, 1)}\n`)
writeFileSync(join(folder, 'arena.svg'), arenaDrawing(report))
say(`written: ${join(folder, 'arena.json')}, ${join(folder, 'arena.svg')}`)
