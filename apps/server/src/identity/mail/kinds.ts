import type { Language } from '@stillhere/messages'

/** What a mail is about. Codes, tokens and the name of who asks for an approval are all that a mail ever quotes. */
export type Mail =
  | { kind: 'subscription'; params: Record<string, never> }
  | { kind: 'code'; params: CodeParams }
  | { kind: 'founding_tester'; params: { token: string } }
  | { kind: 'approval'; params: ApprovalParams }
  | { kind: 'invite'; params: { code: string; origin: string | null } }
  | { kind: 'waitlist'; params: { link: string; origin: string | null } }
  | { kind: 'test'; params: Record<string, never> }
  | { kind: 'notice'; params: { event: OwnerEvent; at: string } }

/** A code, and what stands after the # of the link beside it; `origin` is where its page is found while PUBLIC_URL is not set. */
export type CodeParams = { code: string; link?: string; origin?: string | null }

/** Who asks, and the page where they are answered; `origin` is where that page is found while PUBLIC_URL is not set. */
export type ApprovalParams = { asker: string; path: string; origin: string | null }

export type MailKind = Mail['kind']

/** What the owner of a node is told of. */
export type OwnerEvent =
  | 'wallet'
  | 'passkey'
  | 'passkey_clone'
  | 'passkey_removed'
  | 'sign_in'
  | 'recovery'
  | 'recovery_codes'
  | 'enrollment'
  | 'export'
  | 'asker'
  | 'least_method'
  | 'erasure'
  | 'token'

/** What mails say beside their parameters: the link to the service, until when the mail is of use, and in which language. */
export type MailContext = { publicUrl: string | undefined; expiresAt: Date | null; language?: Language | undefined }
