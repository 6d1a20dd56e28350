import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPresenceViews, type VisibilityRules } from './presence-views.js';

const USER_IDS = ['asha', 'ravi', 'மீனா', 'জয়া', 'देवी'];
const NO_RESTRICTIONS: VisibilityRules = { appearsOffline: false, blocked: new Set() };
const hidden: VisibilityRules = { appearsOffline: true, blocked: new Set() };
const blocking = (...ids: string[]): VisibilityRules => ({ appearsOffline: false, blocked: new Set(ids) });

describe('createPresenceViews', () => {
  it('with people who come and go: one general word of both kinds, none for anybody alone', () => {
    const views = createPresenceViews();
    views.addOnline('asha');
    views.takeUpdates();

    views.addOnline('ravi');
    views.removeOnline('asha');
    const { general, personal } = views.takeUpdates();

    expect(general?.delta).toEqual({ online: ['ravi'], offline: ['asha'] });
    expect(general?.list()).toEqual(['ravi']);
    expect(personal.size).toBe(0);
  });

  it('with somebody who leaves and comes back between two words: nothing is told', () => {
    const views = createPresenceViews();
    views.addOnline('asha');
    views.takeUpdates();

    views.removeOnline('asha');
    views.addOnline('asha');

    expect(views.takeUpdates().general).toBeNull();
    expect(views.hasChanges()).toBe(false);
  });

  it('with a list given in that moment: they are named after all', () => {
    const views = createPresenceViews();
    views.addOnline('asha');
    views.takeUpdates();

    views.removeOnline('asha');
    const list = views.listFor('ravi');
    views.addOnline('asha');

    expect(list).toEqual(['ravi']);
    expect(views.takeUpdates().general?.delta).toEqual({ online: ['asha'], offline: [] });
  });

  it('with somebody who appears offline: sees themselves alone among those who do', () => {
    const views = createPresenceViews();
    views.addOnline('ravi');
    views.addViewer('asha', hidden);

    expect(views.listFor('asha')).toEqual(['ravi', 'asha']);
    expect(views.listFor('ravi')).toEqual(['ravi']);
  });

  it('with somebody who begins to appear offline: everybody is told but they', () => {
    const views = createPresenceViews();
    views.addViewer('asha', NO_RESTRICTIONS);
    views.addOnline('asha');
    views.takeUpdates();

    views.setRules('asha', hidden);
    views.removeOnline('asha');
    const { general, personal } = views.takeUpdates();

    expect(general?.delta).toEqual({ online: [], offline: ['asha'] });
    expect(personal.get('asha')).toBeNull();
  });

  it('with a block and its end: each of the two is told of the other, nobody else of anything', () => {
    const views = createPresenceViews();
    for (const id of ['asha', 'ravi', 'மீனா']) {
      views.addViewer(id, NO_RESTRICTIONS);
      views.addOnline(id);
    }
    views.takeUpdates();

    views.setRules('asha', blocking('ravi'));
    views.setRules('ravi', blocking('asha'));
    const blocked = views.takeUpdates();
    const listWhileBlocked = blocked.personal.get('asha')?.list();
    views.setRules('asha', NO_RESTRICTIONS);
    views.setRules('ravi', NO_RESTRICTIONS);
    const unblocked = views.takeUpdates();

    expect(blocked.general).toBeNull();
    expect(blocked.personal.get('asha')?.delta).toEqual({ online: [], offline: ['ravi'] });
    expect(listWhileBlocked).toEqual(['asha', 'மீனா']);
    expect(blocked.personal.get('ravi')?.delta).toEqual({ online: [], offline: ['asha'] });
    expect(unblocked.general).toBeNull();
    expect(unblocked.personal.get('asha')?.delta).toEqual({ online: ['ravi'], offline: [] });
    expect(unblocked.personal.get('ravi')?.list()).toEqual(['asha', 'ravi', 'மீனா']);
  });

  it('with a blocked person who comes and goes: no word to who blocked them', () => {
    const views = createPresenceViews();
    views.addViewer('asha', blocking('ravi'));
    views.addOnline('asha');
    views.listFor('asha');
    views.takeUpdates();

    views.addOnline('ravi');
    const came = views.takeUpdates();
    views.removeOnline('ravi');
    const left = views.takeUpdates();

    expect(came.general?.delta.online).toEqual(['ravi']);
    expect(came.personal.get('asha')).toBeNull();
    expect(left.personal.get('asha')).toBeNull();
  });

  it('with a block of somebody who is not online: no word', () => {
    const views = createPresenceViews();
    views.addViewer('asha', NO_RESTRICTIONS);
    views.addOnline('asha');
    views.takeUpdates();

    views.setRules('asha', blocking('ravi'));

    expect(views.takeUpdates()).toEqual({ general: null, personal: new Map([['asha', null]]) });
  });

  it('with what changes nothing, after a list was given: no word, and none is due', () => {
    const views = createPresenceViews();
    views.addViewer('asha', NO_RESTRICTIONS);
    views.addViewer('மீனா', blocking('ravi'));
    for (const id of ['asha', 'ravi', 'மீனா']) views.addOnline(id);
    views.takeUpdates();
    views.listFor('asha');

    views.addOnline('asha');
    views.removeOnline('devi');
    views.setRules('asha', NO_RESTRICTIONS);
    views.setRules('மீனா', blocking('ravi'));

    expect(views.hasChanges()).toBe(false);
    expect(views.takeUpdates()).toEqual({ general: null, personal: new Map([['மீனா', null]]) });
  });

  it('with somebody who came, or a pair that changed: a word is due until it is taken', () => {
    const views = createPresenceViews();
    const isDue = [views.hasChanges()];

    views.addOnline('asha');
    isDue.push(views.hasChanges());
    views.takeUpdates();
    isDue.push(views.hasChanges());
    views.setRules('asha', blocking('ravi'));
    isDue.push(views.hasChanges());
    views.takeUpdates();
    isDue.push(views.hasChanges());

    expect(isDue).toEqual([false, true, false, true, false]);
  });

  it('with somebody who looks on no longer: no word of their own, and nothing of what they had blocked', () => {
    const views = createPresenceViews();
    views.addViewer('asha', blocking('ravi'));
    views.setRules('asha', blocking('ravi', 'மீனா'));

    views.removeViewer('asha');
    const isDue = views.hasChanges();
    views.addOnline('ravi');

    expect(isDue).toBe(false);
    expect(views.takeUpdates().personal.size).toBe(0);
    expect(views.listFor('asha')).toEqual(['ravi', 'asha']);
  });

  it('with 1,000 people, of whom one changes: a word of one id', () => {
    const views = createPresenceViews();
    for (let n = 0; n < 1_000; n += 1) views.addOnline(`person-${n}`);
    views.takeUpdates();

    views.removeOnline('person-7');

    expect(views.takeUpdates().general?.delta).toEqual({ online: [], offline: ['person-7'] });
  });

  it('with any changes, connections and words: every client of both kinds ends with what it may see', () => {
    const person = fc.constantFrom(...USER_IDS);
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom('came', 'left', 'hide', 'show', 'connect', 'speak'), person }),
      fc.record({ kind: fc.constantFrom('block', 'unblock'), person, other: person }),
      fc.record({ kind: fc.constant('speak'), person }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const views = createPresenceViews();
        const connected = new Set<string>();
        const hides = new Set<string>();
        const blocks = new Set<string>();
        const clients: { userId: string; list: Set<string>; deltas: Set<string> }[] = [];
        const blockedOf = (id: string) =>
          new Set(USER_IDS.filter((other) => blocks.has(`${id}>${other}`) || blocks.has(`${other}>${id}`)));
        const stateOf = (id: string) => ({ appearsOffline: hides.has(id), blocked: blockedOf(id) });
        const seenBy = (id: string) =>
          USER_IDS.filter(
            (other) =>
              other === id || (connected.has(other) && !hides.has(other) && !blockedOf(id).has(other)),
          ).sort();
        const tellOf = (id: string) => {
          if (connected.has(id) && !hides.has(id)) views.addOnline(id);
          else views.removeOnline(id);
        };
        const arrive = (id: string) => {
          if (connected.has(id)) return;
          connected.add(id);
          views.addViewer(id, stateOf(id));
          tellOf(id);
        };
        const changed = (id: string) => {
          if (connected.has(id)) views.setRules(id, stateOf(id));
          tellOf(id);
        };
        const speak = () => {
          const { general, personal } = views.takeUpdates();
          for (const client of clients) {
            const own = personal.get(client.userId);
            const word = own === undefined ? general : own;
            if (!word) continue;
            client.list = new Set(word.list());
            for (const id of word.delta.online) client.deltas.add(id);
            for (const id of word.delta.offline) client.deltas.delete(id);
            // Nobody is told anything of those who are blocked, but in the word that takes them away.
            for (const id of word.delta.online) expect(blockedOf(client.userId).has(id)).toBe(false);
          }
          for (const client of clients) {
            expect([...client.deltas].sort()).toEqual(seenBy(client.userId));
            expect([...client.list].sort()).toEqual(seenBy(client.userId));
          }
        };

        for (const each of steps) {
          const { kind, person: id } = each;
          if (kind === 'came') arrive(id);
          else if (kind === 'left') {
            if (!connected.delete(id)) continue;
            views.removeViewer(id);
            for (const client of clients.filter(({ userId }) => userId === id))
              clients.splice(clients.indexOf(client), 1);
            tellOf(id);
          } else if (kind === 'hide' || kind === 'show') {
            if (kind === 'hide') hides.add(id);
            else hides.delete(id);
            changed(id);
          } else if (kind === 'connect') {
            arrive(id);
            const list = views.listFor(id);
            clients.push({ userId: id, list: new Set(list), deltas: new Set(list) });
          } else if (kind === 'speak') speak();
          else if ('other' in each && each.other !== id) {
            if (kind === 'block') blocks.add(`${id}>${each.other}`);
            else blocks.delete(`${id}>${each.other}`);
            changed(id);
            changed(each.other);
          }
        }
        speak();
      }),
      { numRuns: 2_000 },
    );
  });
});
