import { say } from '../../../words/speak.ts'

/** What the tab Logs says. */
export const WORDS = {
  title: say('Logs'),
  level: say('Severity'),
  levels: [
    { value: 'debug', label: say('Everything') },
    { value: 'warn', label: say('Warnings and errors') },
    { value: 'error', label: say('Errors') },
  ],
  text: say('Contains'),
  hint: say('Part of a route, status or message.'),
  none: say('No lines.'),
  noneAdvice: say('Nothing recent matches.'),
  list: say('Log, newest first'),
  about: say(
    'The last 500 lines of the process that answered; pages and files served without a problem are left out. No email addresses, network addresses or secrets. For older lines, see where the service writes its log.',
  ),
} as const
