/** What is said about the sample. */
export const WORDS = {
  offer: 'See what a calibration shows, before there are enough sessions.',
  button: 'Try with sample data',
  title: 'This is sample data.',
  text: '60 people made up by this page, the same ones each time. Nothing of it is stored, and it can’t be put in force.',
  leave: 'Leave the sample',
} as const
