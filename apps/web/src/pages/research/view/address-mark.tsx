import { say } from '../../../words/speak.ts'
/** What stays of the network address, whatever is given. */
export function AddressMark() {
  return (
    <li>
      {say(
        'Your IP address is stored only as a scrambled mark, to limit uploads to five a day. After a day nobody can tell which address it was.',
      )}
    </li>
  )
}
