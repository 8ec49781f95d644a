import { service } from '../service.ts'
import { describeCodePlace } from './words.ts'

/** Mails a code to the owner of a node, and returns where it is to be found. */
export async function mailCode(email: string): Promise<string> {
  const { delivery = 'smtp', mail_folder: mailFolder = '' } = await service.sendOtp({ email })
  return describeCodePlace({ email, delivery, mailFolder })
}
