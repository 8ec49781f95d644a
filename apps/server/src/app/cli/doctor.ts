import { styleText } from 'node:util'
import type { Settings } from '../../platform/settings/settings.ts'
import { say } from '../../platform/speakers.ts'
import { checkDatabase } from './checks/database.ts'
import { checkFiles } from './checks/files.ts'
import type { Finding } from './checks/finding.ts'
import { checkProxy } from './checks/proxy.ts'
import { checkPublishing } from './checks/publishing.ts'
import { checkSettings } from './checks/settings.ts'
import { type Command, readArguments } from './command.ts'

/** Looks at everything that can be wrong with an installation; 1 when something is broken. */
export const doctor: Command = async (args, { settings, print }) => {
  const { values } = readArguments(args, { options: { json: { type: 'boolean' } } })
  const findings = await examine(settings)
  const broken = findings.filter(({ mood }) => mood === 'fail').length
  const doubtful = findings.filter(({ mood }) => mood === 'warn').length
  if (values.json) {
    print(JSON.stringify({ broken, doubtful, findings }, null, 2))
    return broken > 0 ? 1 : 0
  }
  const width = Math.max(...findings.map(({ about }) => about.length), 12)
  for (const finding of findings) print(formatFinding(finding, width))
  print(say('{broken} broken, {doubtful} worth a look', { broken, doubtful }))
  return broken > 0 ? 1 : 0
}

async function examine(settings: Settings): Promise<Finding[]> {
  return [
    ...checkSettings(settings),
    ...checkFiles(settings),
    ...(await checkDatabase(settings)),
    ...(await checkProxy(settings)),
    ...(await checkPublishing(settings)),
  ]
}

const STYLES = { ok: 'green', warn: 'yellow', fail: 'red' } as const

function formatFinding({ mood, about, says }: Finding, width: number): string {
  return `${styleText(STYLES[mood], mood.padEnd(4))}  ${about.padEnd(width)}  ${says}`
}
