import type { Changes, Contact, Conversation, Message } from '@safarnama/contracts';
import type { TestApp } from './app.js';
import { type SignedIn, signIn } from './sign-in.js';

/** Signs two users in. */
export async function signInTwo(app: TestApp): Promise<[SignedIn, SignedIn]> {
  return Promise.all([signIn(app, { fullName: 'आशा वर्मा' }), signIn(app, { fullName: 'Ravi Kumar' })]);
}

async function get({ agent }: SignedIn, path: string) {
  const response = await agent.get(path);
  if (response.status !== 200) throw new Error(`${path} responded ${response.status}: ${response.text}`);
  return response.body;
}

/** Reads a page of a conversation. @param query - for example `?limit=5`. */
export function readConversation(viewer: SignedIn, other: SignedIn, query = ''): Promise<Conversation> {
  return get(viewer, `/api/message/${other.user._id}${query}`);
}

/** Reads the messages of a conversation that a user sees, oldest first. */
export async function readMessages(viewer: SignedIn, other: SignedIn): Promise<Message[]> {
  return (await readConversation(viewer, other)).messages_between_sender_receiver;
}

/** Reads another user's entry in the contact list. */
export async function readContact(viewer: SignedIn, other: SignedIn): Promise<Contact> {
  const contacts: Contact[] = await get(viewer, '/api/message/get-all-users');
  const contact = contacts.find(({ _id }) => _id === other.user._id);
  if (!contact) throw new Error('The user is not in the contact list');
  return contact;
}

/** Reads the changes to messages since a change number. @param query - further parameters, for example `&limit=5`. */
export function readChanges(viewer: SignedIn, other: SignedIn, since: number, query = ''): Promise<Changes> {
  return get(viewer, `/api/message/${other.user._id}/changes?since=${since}${query}`);
}
