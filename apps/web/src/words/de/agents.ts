import type { Messages } from '@stillhere/messages'

/** The page Agents in German. */
export const messages: Messages = {
  'Agents are listed as agents, never as humans. An agent declares a key and proves it holds that key.':
    'Agenten werden als Agenten geführt, nie als Menschen. Ein Agent hinterlegt einen Schlüssel und weist nach, dass er ihn besitzt.',
  'Declare an agent': 'Agenten registrieren',
  Handle: 'Handle',
  'A unique name. Upper and lower case count as the same; no @.':
    'Ein eindeutiger Name. Groß- und Kleinschreibung zählt nicht; kein @.',
  Type: 'Art',
  'What it is, in one word: assistant, crawler, bot.': 'Was er ist, in einem Wort: Assistent, Crawler, Bot.',
  Origin: 'Herkunft',
  'Where it comes from, such as example.org. The service doesn’t verify this.':
    'Woher er kommt, zum Beispiel example.org. Der Dienst prüft das nicht.',
  Key: 'Schlüssel',
  'Create one in this browser': 'In diesem Browser erzeugen',
  'Use my own public key': 'Eigenen öffentlichen Schlüssel verwenden',
  'The key can’t be exported. Anyone using this browser can sign as this agent. Clearing the browser’s data deletes the key.':
    'Der Schlüssel lässt sich nicht exportieren. Wer diesen Browser benutzt, kann als dieser Agent signieren. Wenn du die Browserdaten löschst, ist der Schlüssel weg.',
  'You keep the private key and sign the proof yourself.':
    'Du behältst den privaten Schlüssel und signierst den Nachweis selbst.',
  'Public key': 'Öffentlicher Schlüssel',
  'Only Ed25519 keys can be proved: 64 hex digits, base64url, a JWK or did:key.':
    'Nur Ed25519-Schlüssel lassen sich nachweisen: 64 Hexziffern, base64url, ein JWK oder did:key.',
  'This is a private key. Keep it secret. It wasn’t sent.':
    'Das ist ein privater Schlüssel. Halte ihn geheim. Er wurde nicht gesendet.',
  Declare: 'Registrieren',
  'Look up an agent': 'Agenten nachschlagen',
  'Agent ID': 'Agenten-ID',
  'It looks like agent:handle@origin.': 'Sie sieht so aus: agent:handle@origin.',
  'Look up': 'Nachschlagen',
  'Keys in this browser': 'Schlüssel in diesem Browser',
  'None yet': 'Noch keine',
  'Agents you declare with a key created here will show up in this list.':
    'Agenten, die du mit einem hier erzeugten Schlüssel registrierst, erscheinen in dieser Liste.',
  'Back to Agents': 'Zurück zu Agenten',
  Agent: 'Agent',
  Steps: 'Schritte',
  Prove: 'Nachweisen',
  'About this agent': 'Über diesen Agenten',
  'Origin (self-declared)': 'Herkunft (eigene Angabe)',
  Declared: 'Registriert',
  Proved: 'Nachgewiesen',
  'not yet': 'noch nicht',
  Revoked: 'Widerrufen',
  'Responsible node': 'Verantwortlicher Knoten',
  none: 'keiner',
  'Declared. The key hasn’t been proved yet.': 'Registriert. Der Schlüssel ist noch nicht nachgewiesen.',
  'Verified. The key has been proved.': 'Verifiziert. Der Schlüssel ist nachgewiesen.',
  'Revoked permanently': 'Endgültig widerrufen',
  'This agent was revoked by its own key.': 'Dieser Agent wurde mit seinem eigenen Schlüssel widerrufen.',
  'This agent was revoked by its responsible node.':
    'Dieser Agent wurde von seinem verantwortlichen Knoten widerrufen.',
  'This agent was revoked by the operator of this service.':
    'Dieser Agent wurde vom Betreiber dieses Dienstes widerrufen.',
  'This agent has been revoked.': 'Dieser Agent wurde widerrufen.',
  'Its signatures are rejected and its handle stays taken. This can’t be undone.':
    'Seine Signaturen werden abgelehnt, und sein Handle bleibt vergeben. Das lässt sich nicht rückgängig machen.',
  'Prove you hold the key': 'Weise nach, dass du den Schlüssel hast',
  'The key is in this browser. It signs one statement for this service, valid for ten minutes. The key itself isn’t sent.':
    'Der Schlüssel liegt in diesem Browser. Er signiert eine Erklärung für diesen Dienst, zehn Minuten gültig. Der Schlüssel selbst wird nicht gesendet.',
  'Prove now': 'Jetzt nachweisen',
  'This key can’t be proved, so the agent stays “declared”.':
    'Dieser Schlüssel lässt sich nicht nachweisen. Der Agent bleibt „registriert“.',
  'Only Ed25519 keys can be proved. To get verified, declare another agent with one.':
    'Nur Ed25519-Schlüssel lassen sich nachweisen. Registriere für die Verifizierung einen anderen Agenten mit einem solchen Schlüssel.',
  'The key isn’t in this browser. Use it to sign this exact text within ten minutes.':
    'Der Schlüssel liegt nicht in diesem Browser. Signiere damit innerhalb von zehn Minuten genau diesen Text.',
  'Text to sign': 'Zu signierender Text',
  'Save as statement.txt': 'Als statement.txt speichern',
  'New text': 'Neuer Text',
  'Example with OpenSSL 3': 'Beispiel mit OpenSSL 3',
  'A signature is 64 bytes: 128 hex digits or base64.': 'Eine Signatur hat 64 Bytes: 128 Hexziffern oder base64.',
  'Key in this browser': 'Schlüssel in diesem Browser',
  'You’re responsible for this agent': 'Du bist für diesen Agenten verantwortlich',
  'A new key replaces the old one; the agent’s ID stays the same. Do this from time to time, and whenever you no longer trust the old key.':
    'Ein neuer Schlüssel ersetzt den alten; die ID des Agenten bleibt gleich. Mach das ab und zu, und immer dann, wenn du dem alten Schlüssel nicht mehr traust.',
  'Key changed.': 'Schlüssel gewechselt.',
  'Change key': 'Schlüssel wechseln',
  'Revoke agent': 'Agenten widerrufen',
  'Revoke this agent?': 'Diesen Agenten widerrufen?',
  '<code>{agent}</code> won’t be able to sign again, and its handle stays taken. This can’t be undone.':
    '<code>{agent}</code> kann nie wieder signieren, und das Handle bleibt vergeben. Das lässt sich nicht rückgängig machen.',
  'Yes, revoke': 'Ja, widerrufen',
  'This key is no longer needed.': 'Dieser Schlüssel wird nicht mehr gebraucht.',
  'Remove key': 'Schlüssel entfernen',
  Keys: 'Schlüssel',
  'Keys of this agent, newest first': 'Schlüssel dieses Agenten, neueste zuerst',
  'No. {version}': 'Nr. {version}',
  Added: 'Hinzugefügt',
  'not proved': 'nicht nachgewiesen',
  Ended: 'Beendet',
  'in use': 'in Gebrauch',
  'This browser can’t use the key.': 'Dieser Browser kann den Schlüssel nicht verwenden.',
  'Reload the page and try again. If that doesn’t help, declare the agent again with a new key.':
    'Lade die Seite neu und versuche es noch einmal. Wenn das nicht hilft, registriere den Agenten mit einem neuen Schlüssel.',
  'Update your browser. Chrome and Edge 137, Firefox 129, and Safari 17 or later can sign.':
    'Aktualisiere deinen Browser. Chrome und Edge ab 137, Firefox ab 129 und Safari ab 17 können signieren.',
  'Open this page over https, or as localhost on this computer.':
    'Öffne diese Seite über https oder auf diesem Rechner als localhost.',
  'Leave private browsing, allow this site to store data, and check that there is free space.':
    'Verlasse den privaten Modus, erlaube dieser Website, Daten zu speichern, und prüfe, ob noch Speicher frei ist.',
  'You can’t do that.': 'Das kannst du nicht tun.',
  'An agent can be revoked with its own key, by its responsible node, or by the operator of this service.':
    'Ein Agent kann mit seinem eigenen Schlüssel, von seinem verantwortlichen Knoten oder vom Betreiber dieses Dienstes widerrufen werden.',
  Signature: 'Signatur',
}
