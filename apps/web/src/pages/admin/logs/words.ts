/** What the tab Logs says. */
export const WORDS = {
  title: 'Logs',
  level: 'Level',
  levels: [
    { value: 'debug', label: 'Everything' },
    { value: 'warn', label: 'Warnings and errors' },
    { value: 'error', label: 'Errors' },
  ],
  text: 'Contains',
  hint: 'A part of a route, a status or a message.',
  none: 'No lines.',
  noneAdvice: 'Nothing in the last lines matches.',
  list: 'Log, newest first',
  about:
    'The last 500 lines of the process that answered, without pages and files served well. They hold no email addresses, no network addresses and no secrets. Older lines are where the service writes its log.',
} as const
