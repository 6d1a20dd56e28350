import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { toast } from '../../components/toast.ts';
import { setNotificationEnabled } from '../../lib/notification-preferences.ts';
import { dropSessionData } from '../../lib/session-end.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { emitIncomingMessage } from '../../stores/chat/incoming-messages.ts';
import { buildContact, buildConversation, buildMessage, buildUser } from '../../testing/factories.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { mockNetworkError, mockResponse, signIn } from '../../testing/server.ts';

/** Replaces the Notification API, which jsdom lacks. */
class FakeNotification {
  static permission: NotificationPermission = 'default';
  /** The user's choice in the permission prompt. */
  static permissionResponse: NotificationPermission = 'granted';
  static shown: FakeNotification[] = [];
  static requestPermission = vi.fn(() => {
    FakeNotification.permission = FakeNotification.permissionResponse;
    return Promise.resolve(FakeNotification.permissionResponse);
  });
  onclick: (() => void) | null = null;
  onclose: (() => void) | null = null;
  isClosed = false;
  readonly title: string;
  readonly options: NotificationOptions;

  constructor(title: string, options: NotificationOptions) {
    this.title = title;
    this.options = options;
    FakeNotification.shown.push(this);
  }

  close() {
    this.isClosed = true;
    this.onclose?.();
  }
}

const playedFrequencies: number[] = [];
/** Records the frequency of each tone that is started. */
class FakeAudioContext {
  state = 'running';
  currentTime = 0;
  destination = {};
  createGain() {
    const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    return { gain, connect: () => undefined };
  }
  createOscillator() {
    const frequency = { value: 0 };
    return {
      frequency,
      connect: (next: unknown) => next,
      start: () => playedFrequencies.push(frequency.value),
      stop: () => undefined,
    };
  }
}

beforeEach(() => {
  playedFrequencies.length = 0;
  Object.assign(FakeNotification, { permission: 'default', permissionResponse: 'granted', shown: [] });
  FakeNotification.requestPermission.mockClear();
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('AudioContext', FakeAudioContext);
  vi.stubGlobal('isSecureContext', true);
});

const findBrowserSwitch = () => screen.findByRole('switch', { name: 'Browser notifications' });

describe('notification settings', () => {
  function openProfile() {
    signIn(buildUser());
    return renderApp('/update-profile');
  }

  it('when opened: shows browser notifications and sound off, page notifications on, and requests no permission', async () => {
    openProfile();

    expect(await findBrowserSwitch()).not.toBeChecked();
    expect(screen.getByRole('switch', { name: 'Message sound' })).not.toBeChecked();
    expect(screen.getByRole('switch', { name: 'Messages while you read' })).toBeChecked();
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
  });

  it('page notifications switched off and on: saves the preference', async () => {
    const user = openProfile();
    const page = await screen.findByRole('switch', { name: 'Messages while you read' });

    await user.click(page);
    expect(page).not.toBeChecked();
    expect(localStorage.getItem('safarnama:notify-page')).toBe('off');

    await user.click(page);
    expect(page).toBeChecked();
    expect(localStorage.getItem('safarnama:notify-page')).toBeNull();
  });

  it('browser notifications switched on, then off: requests the permission, shows a first notification and saves the preference', async () => {
    const user = openProfile();

    await user.click(await findBrowserSwitch());

    expect(await findBrowserSwitch()).toBeChecked();
    expect(FakeNotification.requestPermission).toHaveBeenCalledOnce();
    expect(FakeNotification.shown.map(({ title }) => title)).toEqual(['Notifications are on']);
    expect(localStorage.getItem('safarnama:notify')).toBe('on');

    await user.click(await findBrowserSwitch());
    expect(await findBrowserSwitch()).not.toBeChecked();
    expect(localStorage.getItem('safarnama:notify')).toBeNull();
  });

  it('with a dismissed permission prompt: stays off and explains why', async () => {
    FakeNotification.permissionResponse = 'default';
    const user = openProfile();

    await user.click(await findBrowserSwitch());

    expect(
      await screen.findByText('Notifications stay off until you allow them in your browser.'),
    ).toBeInTheDocument();
    expect(await findBrowserSwitch()).not.toBeChecked();
    expect(await findBrowserSwitch()).toHaveAttribute('aria-disabled', 'false');
  });

  it('with a denied permission: announces how to change it, keeps the focus and is enabled after a change', async () => {
    FakeNotification.permissionResponse = 'denied';
    const user = openProfile();

    await user.click(await findBrowserSwitch());

    await waitFor(async () => expect(await findBrowserSwitch()).toHaveAttribute('aria-disabled', 'true'));
    expect(await findBrowserSwitch()).toHaveFocus();
    // The hint and the toast.
    expect(await screen.findAllByText(/Allow them in its settings for this site/)).toHaveLength(2);
    await user.click(await findBrowserSwitch());
    expect(FakeNotification.requestPermission).toHaveBeenCalledOnce();
    expect(await findBrowserSwitch()).toHaveAccessibleDescription(/Allow them in its settings for this site/);
    FakeNotification.permission = 'default';
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await findBrowserSwitch()).toHaveAttribute('aria-disabled', 'false');
  });

  it.each([
    [
      'without notifications',
      () => Reflect.deleteProperty(window, 'Notification'),
      /can't show notifications/,
    ],
    ['at an insecure address', () => vi.stubGlobal('isSecureContext', false), /begins with https/],
  ])('%s: is disabled and gives the reason', async (_name, prepare, hint) => {
    prepare();
    openProfile();

    expect(await findBrowserSwitch()).toHaveAttribute('aria-disabled', 'true');
    expect(await findBrowserSwitch()).toHaveAccessibleDescription(hint);
  });

  it('with the sound switched on: plays a sample and saves the preference', async () => {
    const user = openProfile();

    await user.click(await screen.findByRole('switch', { name: 'Message sound' }));

    expect(screen.getByRole('switch', { name: 'Message sound' })).toBeChecked();
    await waitFor(() => expect(playedFrequencies).toEqual([659.25, 880]));
    expect(localStorage.getItem('safarnama:sound')).toBe('on');
  });
});

describe('an incoming message', () => {
  const viewer = buildUser();
  const buildIncoming = (overrides: Parameters<typeof buildMessage>[0]) =>
    buildMessage({ receiverId: viewer._id, ...overrides });

  /** Opens a page other than the chat, with one loaded contact. @returns the contact. */
  async function openAbout() {
    signIn(viewer);
    const friend = buildContact({ fullName: 'அருண் குமார்' });
    renderApp('/about');
    await screen.findByRole('heading', { level: 1 });
    act(() => useChatStore.setState({ users: [friend], usersCursor: null }));
    return friend;
  }

  function allowNotifications() {
    FakeNotification.permission = 'granted';
    setNotificationEnabled('browser', true);
  }

  function receive(overrides: Parameters<typeof buildMessage>[0]) {
    const message = buildIncoming(overrides);
    act(() => emitIncomingMessage(message));
    return message;
  }

  /**
   * Fakes the timers after loading the script that handles messages, since loading may take longer than `flush` waits.
   */
  async function fakeTimers() {
    await import('./notify-message.ts');
    vi.useFakeTimers();
  }

  /** Waits until a received message has been processed. */
  async function flush() {
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }

  it('with notifications on: shows sender and preview once; a click opens the conversation', async () => {
    allowNotifications();
    const friend = await openAbout();
    const focus = vi.spyOn(window, 'focus').mockReturnValue();
    const message = receive({ senderId: friend._id, text: '👩‍👩‍👧‍👦'.repeat(150) });
    act(() => emitIncomingMessage(message));

    await waitFor(() => expect(FakeNotification.shown).toHaveLength(1));
    const [notification] = FakeNotification.shown;
    expect(notification).toMatchObject({
      title: 'அருண் குமார்',
      options: { body: `${'👩‍👩‍👧‍👦'.repeat(120)}…`, tag: message._id, silent: true },
    });
    expect(playedFrequencies).toEqual([]);

    mockResponse('get', '/api/message/:userId', {
      messages_between_sender_receiver: [],
      nextCursor: null,
      changeNumber: 0,
      unreadCount: 0,
      isBlocked: false,
    });
    mockResponse('get', '/api/message/get-all-users', []);
    act(() => notification?.onclick?.());
    expect(await screen.findByRole('heading', { name: 'அருண் குமார்' })).toBeVisible();
    expect(window.location.pathname).toBe(`/chat/${friend._id}`);
    expect(focus).toHaveBeenCalled();
    expect(notification?.isClosed).toBe(true);
    expect(FakeNotification.shown).toHaveLength(1);
  });

  it('with notifications on, when the session ends: closes those that are open', async () => {
    allowNotifications();
    const friend = await openAbout();
    receive({ senderId: friend._id });
    await waitFor(() => expect(FakeNotification.shown).toHaveLength(1));

    dropSessionData(friend._id);

    expect(FakeNotification.shown[0]?.isClosed).toBe(true);
  });

  it('a picture from an unknown sender: shows "Picture" and the sender’s name', async () => {
    allowNotifications();
    await openAbout();
    const stranger = buildContact({ fullName: 'মীরা' });
    mockResponse('get', '/api/user/:id', { user: stranger });

    receive({ senderId: stranger._id, text: '', image: '/media/abc' });

    await waitFor(() => expect(FakeNotification.shown).toHaveLength(1));
    expect(FakeNotification.shown[0]).toMatchObject({ title: 'মীরা', options: { body: 'Picture' } });
  });

  it('a sender whose name fails to load: shows a generic title', async () => {
    allowNotifications();
    await openAbout();
    mockNetworkError('get', '/api/user/:id');

    receive({ text: 'नमस्ते' });

    await waitFor(() => expect(FakeNotification.shown[0]).toMatchObject({ title: 'New message' }));
  });

  it('in the visible conversation or from a blocked user: neither notifies nor plays a sound', async () => {
    allowNotifications();
    setNotificationEnabled('sound', true);
    const friend = await openAbout();
    const blocked = buildContact({ isBlocked: true });
    act(() => useChatStore.setState({ users: [friend, blocked], selectedUser: friend }));
    await fakeTimers();

    receive({ senderId: friend._id });
    receive({ senderId: blocked._id });

    await flush();
    expect(FakeNotification.shown).toEqual([]);
    expect(playedFrequencies).toEqual([]);
  });

  it('to a user who has signed out while the script was loading: is not announced to the next user', async () => {
    const friend = await openAbout();

    receive({ receiverId: buildUser()._id, text: 'গোপন' });
    receive({ senderId: friend._id, text: 'எந்தப் படித்துறை?' });

    expect(await screen.findByText('எந்தப் படித்துறை?')).toBeInTheDocument();
    expect(screen.queryByText('গোপন')).not.toBeInTheDocument();
  });

  it('announced on the page, when the session ends: is removed', async () => {
    const friend = await openAbout();
    receive({ senderId: friend._id, text: 'எந்தப் படித்துறை?' });
    await screen.findByText('எந்தப் படித்துறை?');

    act(() => dropSessionData(friend._id));

    // The toaster may have been mounted just now; it follows changes from its first effect on.
    await waitFor(() => expect(screen.queryByText('எந்தப் படித்துறை?')).not.toBeInTheDocument());
  });

  it('without browser notifications: announces the latest message on the page, with a button that opens the conversation', async () => {
    const friend = await openAbout();

    receive({ senderId: friend._id, text: 'पहला' });
    receive({ senderId: friend._id, text: 'எந்தப் படித்துறை?' });

    const notices = within(screen.getByRole('region', { name: 'Notifications' }));
    expect(await notices.findByText('எந்தப் படித்துறை?')).toBeInTheDocument();
    expect(notices.getByText('அருண் குமார்')).toBeInTheDocument();
    expect(notices.queryByText('पहला')).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Notifications' })).toHaveAttribute('aria-live', 'polite');
    expect(FakeNotification.shown).toEqual([]);

    mockResponse('get', '/api/message/:userId', buildConversation());
    mockResponse('get', '/api/message/get-all-users', [friend]);
    act(() => notices.getByRole('button', { name: 'Open chat' }).click());
    expect(await screen.findByRole('heading', { level: 2, name: 'அருண் குமார்' })).toBeVisible();
    await waitFor(() => expect(notices.queryByText('எந்தப் படித்துறை?')).not.toBeInTheDocument());
  });

  it('from a sender whose conversation is opened while their name is fetched: does not notify', async () => {
    allowNotifications();
    await openAbout();
    await fakeTimers();
    const stranger = buildContact();
    const lookups = mockResponse('get', '/api/user/:id', () => {
      useChatStore.setState({ selectedUser: stranger });
      return { user: stranger };
    });

    receive({ senderId: stranger._id });
    await flush();

    expect(lookups).toHaveLength(1);
    expect(FakeNotification.shown).toEqual([]);
  });

  it('without browser notifications, from a sender whose row is loaded meanwhile: is not announced', async () => {
    await openAbout();
    await fakeTimers();
    const stranger = buildContact({ fullName: 'মীরা' });
    const row = document.createElement('p');
    row.dataset['contact'] = stranger._id;
    row.getClientRects = () => [new DOMRect()] as unknown as DOMRectList;
    onTestFinished(() => row.remove());
    const lookups = mockResponse('get', '/api/user/:id', () => {
      document.body.append(row);
      return { user: stranger };
    });

    receive({ senderId: stranger._id, text: 'घाट पर मिलें?' });
    await flush();

    expect(lookups).toHaveLength(1);
    expect(screen.queryByText('घाट पर मिलें?')).not.toBeInTheDocument();
  });

  it('announced on the page, when the conversation is opened in another way: removes the announcement', async () => {
    const friend = await openAbout();
    receive({ senderId: friend._id, text: 'पहला' });
    await screen.findByText('पहला');

    act(() => useChatStore.setState({ selectedUser: friend }));

    await waitFor(() => expect(screen.queryByText('पहला')).not.toBeInTheDocument());
  });

  it('announced on the page, after the announcement has ended: opening the conversation dismisses no toast', async () => {
    const friend = await openAbout();
    await fakeTimers();
    receive({ senderId: friend._id, text: 'पहला' });
    await flush();
    expect(screen.getByText('पहला')).toBeInTheDocument();
    // The removal of the toast is scheduled only when its end has been rendered.
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.queryByText('पहला')).not.toBeInTheDocument();
    const dismiss = vi.spyOn(toast, 'dismiss');

    act(() => useChatStore.setState({ selectedUser: friend }));

    expect(dismiss).not.toHaveBeenCalled();
  });

  it('about a story, without text: is announced as a shared story', async () => {
    const friend = await openAbout();

    receive({ senderId: friend._id, text: '', postId: buildMessage()._id });

    expect(await screen.findByText('Shared a story')).toBeInTheDocument();
  });

  it.each([
    ['with the setting off', () => setNotificationEnabled('page', false)],
    ['in a hidden tab', () => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')],
    ['with browser notifications on', allowNotifications],
  ])('%s: is not announced on the page', async (_name, prepare) => {
    const friend = await openAbout();
    prepare();
    await fakeTimers();

    receive({ senderId: friend._id, text: 'नमस्ते' });

    await flush();
    expect(screen.queryByText('नमस्ते')).not.toBeInTheDocument();
  });

  it('on the page with the list of contacts: is announced if the list does not contain the sender', async () => {
    signIn(viewer);
    const [meena, ravi] = [buildContact({ fullName: 'மீனா' }), buildContact({ fullName: 'রবি' })];
    mockResponse('get', '/api/message/get-all-users', ({ url }) =>
      [meena, ravi].filter(({ fullName }) => fullName.startsWith(url.searchParams.get('q') ?? '')),
    );
    mockResponse('get', '/api/user/:id', { user: meena });
    // jsdom has no layout.
    vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList);
    const user = renderApp('/chat');
    await user.type(await screen.findByRole('searchbox', { name: 'Search people' }), 'রবি');
    await waitFor(() => expect(screen.queryByText('மீனா')).not.toBeInTheDocument());
    const notices = within(screen.getByRole('region', { name: 'Notifications' }));

    receive({ senderId: ravi._id, text: 'কোন ঘাট?' });
    receive({ senderId: meena._id, text: 'எந்தப் படித்துறை?' });

    expect(await notices.findByText('எந்தப் படித்துறை?')).toBeInTheDocument();
    expect(notices.queryByText('কোন ঘাট?')).not.toBeInTheDocument();
  });

  it('in the open conversation of a hidden tab: notifies', async () => {
    allowNotifications();
    const friend = await openAbout();
    act(() => useChatStore.setState({ selectedUser: friend }));
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));

    receive({ senderId: friend._id });

    await waitFor(() => expect(FakeNotification.shown).toHaveLength(1));
  });

  it('several within a second, with the sound on: plays it once, and again for a message 5 s later', async () => {
    setNotificationEnabled('sound', true);
    const friend = await openAbout();
    await fakeTimers();

    receive({ senderId: friend._id });
    receive({ senderId: friend._id });
    await flush();
    expect(playedFrequencies).toEqual([659.25, 880]);

    await vi.advanceTimersByTimeAsync(5_000);
    receive({ senderId: friend._id });
    await flush();
    expect(playedFrequencies).toHaveLength(4);
    expect(FakeNotification.shown).toEqual([]);
  });

  it('with the sound on before any user interaction: plays nothing', async () => {
    setNotificationEnabled('sound', true);
    Object.defineProperty(navigator, 'userActivation', {
      value: { hasBeenActive: false },
      configurable: true,
    });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'userActivation'));
    const friend = await openAbout();
    await fakeTimers();

    receive({ senderId: friend._id });

    await flush();
    expect(playedFrequencies).toEqual([]);
  });

  describe('in two tabs', () => {
    /** Names of the locks that the other tab holds. */
    const locksOfOtherTab = new Set<string>();

    beforeEach(() => {
      locksOfOtherTab.clear();
      const locks = {
        query: async () => ({ held: [...locksOfOtherTab].map((name) => ({ name })) }),
        request: async (name: string, _options: LockOptions, callback: (lock: object | null) => unknown) =>
          callback(locksOfOtherTab.has(name) ? null : { name }),
      };
      Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    });
    afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

    it('with a message claimed by the other tab: shows no notification in this tab', async () => {
      allowNotifications();
      const friend = await openAbout();
      const claimedElsewhere = buildIncoming({ senderId: friend._id, text: 'shown by the other tab' });
      locksOfOtherTab.add(`safarnama:notice:${claimedElsewhere._id}`);

      act(() => emitIncomingMessage(claimedElsewhere));
      receive({ senderId: friend._id, text: 'यहाँ' });

      await waitFor(() => expect(FakeNotification.shown).toHaveLength(1));
      expect(FakeNotification.shown[0]).toMatchObject({ options: { body: 'यहाँ' } });
    });

    it('with the conversation visible in the other tab: neither notifies nor plays a sound', async () => {
      allowNotifications();
      setNotificationEnabled('sound', true);
      const friend = await openAbout();
      const another = buildContact({ fullName: 'দীপা' });
      act(() => useChatStore.setState({ users: [friend, another] }));
      locksOfOtherTab.add(`safarnama:seen:${friend._id}`);

      receive({ senderId: friend._id });
      receive({ senderId: another._id });

      await waitFor(() => expect(FakeNotification.shown.map(({ title }) => title)).toEqual(['দীপা']));
      expect(playedFrequencies).toEqual([659.25, 880]);
    });
  });
});
