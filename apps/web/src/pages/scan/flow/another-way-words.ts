import { say } from '../../../words/speak.ts'
/** For people who cannot, or do not want to, move a phone. What each way is worth stands in docs/another-way.md. */
export const ANOTHER_WAY_WORDS = {
  title: say('Can’t move a phone?'),
  lead: say('A scan is one way to show you’re here, not the only one. Here’s what works today:'),
  more: say('All ways, with their levels and error rates'),
  ways: [
    {
      name: say('Sitting down, or with one hand'),
      text: say(
        'Scan as usual: it’s made for one hand, and you can sit. Same level as any scan. How often it fails this way hasn’t been measured.',
      ),
    },
    {
      name: say('With a tremor'),
      text: say(
        'Scan as usual. How often it fails for people with a tremor hasn’t been measured. If it does, use a code.',
      ),
    },
    {
      name: say('With a finger, a mouse or keys only'),
      text: say('You can practice here. It proves nothing, and there’s no receipt.'),
    },
    {
      name: say('With a camera only'),
      text: say('No page of ours accepts a camera alone yet.'),
    },
    {
      name: say('Without moving at all'),
      text: say(
        'Joining and signing in need no scan: a code by email is enough. Sites that allow it accept that code in a check, too. They’re told it is level 0: nobody moved, and there’s no receipt. You can deny an approval without a scan, and give it by a code where the site allows that.',
      ),
    },
  ],
} as const
