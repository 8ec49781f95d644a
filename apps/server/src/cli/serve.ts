import { serveUntilStopped } from '../serve.ts'
import { type Command, readArguments } from './command.ts'

export const serve: Command = async (args, { settings, print }) => {
  readArguments(args, { options: {}, words: 0 })
  await serveUntilStopped(settings, print)
  return undefined
}
