import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VisibilityRules } from './local-users.js';
import { createPresenceViews } from './presence-views.js';

const USER_IDS = ['asha', 'ravi', 'மீனா', 'জয়া', 'देवी'];
const NO_RESTRICTIONS: VisibilityRules = { appearsOffline: false, blocked: new Set() };
const HIDDEN: VisibilityRules = { appearsOffline: true, blocked: new Set() };
const blocking = (...ids: string[]): VisibilityRules => ({ appearsOffline: false, blocked: new Set(ids) });

function createViews() {
  const views = createPresenceViews();
  return { ...views, setOnline: (...ids: string[]) => views.setOnline(new Set(ids)) };
}

describe('createPresenceViews', () => {
  it('with users who come and leave: returns one general update in both forms, and no personal ones', () => {
    const views = createViews();
    views.setOnline('asha');
    views.takeUpdates();

    views.setOnline('ravi');
    const { general, personal } = views.takeUpdates();

    expect(general?.delta).toEqual({ online: ['ravi'], offline: ['asha'] });
    expect(general?.list()).toEqual(['ravi']);
    expect(personal.size).toBe(0);
  });

  it('with a user who leaves and returns between two updates: returns none', () => {
    const views = createViews();
    views.setOnline('asha');
    views.takeUpdates();

    views.setOnline();
    views.setOnline('asha');

    expect(views.takeUpdates()).toEqual({ general: null, personal: new Map() });
  });

  it('with a user who leaves and returns, and a list read in between: names the user in the next update', () => {
    const views = createViews();
    views.setOnline('asha');
    views.takeUpdates();

    views.setOnline();
    const list = views.listFor('ravi');
    views.setOnline('asha');

    expect(list).toEqual(['ravi']);
    expect(views.takeUpdates().general?.delta).toEqual({ online: ['asha'], offline: [] });
    expect(views.takeUpdates().general).toBeNull();
  });

  it('with a viewer who appears offline: lists them for themselves only', () => {
    const views = createViews();
    views.setOnline('ravi');
    views.setViewer('asha', HIDDEN);

    expect(views.listFor('asha')).toEqual(['ravi', 'asha']);
    expect(views.listFor('ravi')).toEqual(['ravi']);
  });

  it('with a viewer who starts to appear offline: names them to everybody but themselves', () => {
    const views = createViews();
    views.setViewer('asha', NO_RESTRICTIONS);
    views.setOnline('asha');
    views.takeUpdates();

    views.setViewer('asha', HIDDEN);
    views.setOnline();
    const { general, personal } = views.takeUpdates();

    expect(general?.delta).toEqual({ online: [], offline: ['asha'] });
    expect(personal.get('asha')).toBeNull();
  });

  it('with a block and its removal: updates only the two users, each about the other', () => {
    const views = createViews();
    for (const id of ['asha', 'ravi', 'மீனா']) views.setViewer(id, NO_RESTRICTIONS);
    views.setOnline('asha', 'ravi', 'மீனா');
    views.takeUpdates();

    views.setViewer('asha', blocking('ravi'));
    views.setViewer('ravi', blocking('asha'));
    const blocked = views.takeUpdates();
    const listWhileBlocked = blocked.personal.get('asha')?.list();
    views.setViewer('asha', NO_RESTRICTIONS);
    views.setViewer('ravi', NO_RESTRICTIONS);
    const unblocked = views.takeUpdates();

    expect(blocked.general).toBeNull();
    expect(blocked.personal.get('asha')?.delta).toEqual({ online: [], offline: ['ravi'] });
    expect(listWhileBlocked).toEqual(['asha', 'மீனா']);
    expect(blocked.personal.get('ravi')?.delta).toEqual({ online: [], offline: ['asha'] });
    expect(unblocked.general).toBeNull();
    expect(unblocked.personal.get('asha')?.delta).toEqual({ online: ['ravi'], offline: [] });
    expect(unblocked.personal.get('ravi')?.list()).toEqual(['asha', 'ravi', 'மீனா']);
    expect(unblocked.personal.has('மீனா')).toBe(false);
  });

  it('with a blocked user who comes and leaves: returns no update for the viewer who blocked them', () => {
    const views = createViews();
    views.setViewer('asha', blocking('ravi'));
    views.setOnline('asha');
    views.listFor('asha');
    views.takeUpdates();

    views.setOnline('asha', 'ravi');
    const came = views.takeUpdates();
    views.setOnline('asha');
    const left = views.takeUpdates();

    expect(came.general?.delta.online).toEqual(['ravi']);
    expect(came.personal.get('asha')).toBeNull();
    expect(left.personal.get('asha')).toBeNull();
  });

  it('with a block of a user who is offline: returns no update', () => {
    const views = createViews();
    views.setViewer('asha', NO_RESTRICTIONS);
    views.setOnline('asha');
    views.takeUpdates();

    views.setViewer('asha', blocking('ravi'));

    expect(views.takeUpdates()).toEqual({ general: null, personal: new Map([['asha', null]]) });
  });

  it('with calls that change nothing, after a list was read: returns no update', () => {
    const views = createViews();
    views.setViewer('asha', NO_RESTRICTIONS);
    views.setViewer('மீனா', blocking('ravi'));
    views.setOnline('asha', 'ravi', 'மீனா');
    views.takeUpdates();
    views.listFor('asha');

    views.setOnline('மீனா', 'ravi', 'asha');
    views.setViewer('asha', NO_RESTRICTIONS);
    views.setViewer('மீனா', blocking('ravi'));

    expect(views.takeUpdates()).toEqual({ general: null, personal: new Map([['மீனா', null]]) });
  });

  it('with several block changes between two updates: names all of them', () => {
    const views = createViews();
    views.setViewer('asha', NO_RESTRICTIONS);
    views.setOnline('asha', 'ravi', 'மீனா');
    views.takeUpdates();

    views.setViewer('asha', blocking('ravi'));
    views.setViewer('asha', blocking('ravi', 'மீனா'));
    const { personal } = views.takeUpdates();

    expect(personal.get('asha')?.delta).toEqual({ online: [], offline: ['ravi', 'மீனா'] });
    expect(views.takeUpdates()).toEqual({ general: null, personal: new Map([['asha', null]]) });
  });

  it('with a removed viewer: returns no personal update, and forgets whom they had blocked', () => {
    const views = createViews();
    views.setViewer('asha', blocking('ravi'));
    views.setViewer('asha', blocking('ravi', 'மீனா'));

    views.setViewer('asha', null);
    views.setOnline('ravi');

    expect(views.takeUpdates().personal.size).toBe(0);
    expect(views.listFor('asha')).toEqual(['ravi', 'asha']);
  });

  it('with 1,000 users, of whom one leaves: returns an update of one id', () => {
    const views = createViews();
    const ids = Array.from({ length: 1_000 }, (_, n) => `user-${n}`);
    views.setOnline(...ids);
    views.takeUpdates();

    views.setOnline(...ids.filter((id) => id !== 'user-7'));

    expect(views.takeUpdates().general?.delta).toEqual({ online: [], offline: ['user-7'] });
  });

  it('with any changes, connects and updates: leaves every client of both kinds with exactly the users it may see', () => {
    const userId = fc.constantFrom(...USER_IDS);
    const kinds = ['connect', 'disconnect', 'hide', 'show', 'read list', 'sync', 'update'] as const;
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom(...kinds), userId }),
      fc.record({ kind: fc.constantFrom('block', 'unblock'), userId, other: userId }),
      fc.record({ kind: fc.constant('update'), userId }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const views = createPresenceViews();
        const connected = new Set<string>();
        const hidden = new Set<string>();
        const blocks = new Set<string>();
        const clients: { userId: string; list: Set<string>; deltas: Set<string> }[] = [];
        const getBlocked = (id: string) =>
          new Set(USER_IDS.filter((other) => blocks.has(`${id}>${other}`) || blocks.has(`${other}>${id}`)));
        const rulesOf = (id: string) => ({ appearsOffline: hidden.has(id), blocked: getBlocked(id) });
        const isVisible = (id: string) => connected.has(id) && !hidden.has(id);
        const listExpected = (id: string) =>
          USER_IDS.filter((other) => other === id || (isVisible(other) && !getBlocked(id).has(other))).sort();
        const sync = () => views.setOnline(new Set([...connected].filter(isVisible)));
        const connect = (id: string) => {
          if (!connected.has(id)) views.setViewer(id, rulesOf(id));
          connected.add(id);
        };
        const disconnect = (id: string) => {
          connected.delete(id);
          views.setViewer(id, null);
          for (const client of clients.filter((each) => each.userId === id)) {
            clients.splice(clients.indexOf(client), 1);
          }
        };
        const changeRules = (id: string) => {
          if (connected.has(id)) views.setViewer(id, rulesOf(id));
        };
        const sendUpdates = () => {
          sync();
          const { general, personal } = views.takeUpdates();
          for (const client of clients) {
            const own = personal.get(client.userId);
            const update = own === undefined ? general : own;
            if (!update) continue;
            client.list = new Set(update.list());
            for (const id of update.delta.online) client.deltas.add(id);
            for (const id of update.delta.offline) client.deltas.delete(id);
            // A blocked user is named only to take them off the list.
            for (const id of update.delta.online) expect(getBlocked(client.userId).has(id)).toBe(false);
          }
          for (const client of clients) {
            expect([...client.deltas].sort()).toEqual(listExpected(client.userId));
            expect([...client.list].sort()).toEqual(listExpected(client.userId));
          }
        };

        for (const each of steps) {
          const { kind, userId: id } = each;
          if (kind === 'connect') connect(id);
          else if (kind === 'disconnect') disconnect(id);
          else if (kind === 'sync') sync();
          else if (kind === 'update') sendUpdates();
          else if (kind === 'hide' || kind === 'show') {
            if (kind === 'hide') hidden.add(id);
            else hidden.delete(id);
            changeRules(id);
          } else if (kind === 'read list') {
            connect(id);
            sync();
            const list = views.listFor(id);
            clients.push({ userId: id, list: new Set(list), deltas: new Set(list) });
          } else if ('other' in each && each.other !== id) {
            if (kind === 'block') blocks.add(`${id}>${each.other}`);
            else blocks.delete(`${id}>${each.other}`);
            changeRules(id);
            changeRules(each.other);
          }
        }
        sendUpdates();
      }),
      { numRuns: 2_000 },
    );
  });
});
