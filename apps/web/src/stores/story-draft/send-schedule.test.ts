import { describe, expect, it, vi } from 'vitest';
import { createClock } from '../../testing/clock.ts';
import { createSendSchedule } from './send-schedule.ts';

function createTestSchedule() {
  const { clock, advance } = createClock();
  const send = vi.fn();
  return { schedule: createSendSchedule(clock, send), send, advance };
}

describe('createSendSchedule', () => {
  it('with another time while a send is pending: sends only once, at the new time', () => {
    const { schedule, send, advance } = createTestSchedule();
    schedule.after(1_000);

    schedule.after(3_000);

    advance(2_999);
    expect(send).not.toHaveBeenCalled();
    expect(schedule.isPending()).toBe(true);
    advance(60_000);
    expect(send).toHaveBeenCalledTimes(1);
    expect(schedule.isPending()).toBe(false);
  });

  it('after a change: sends after a pause of two seconds', () => {
    const { schedule, send, advance } = createTestSchedule();
    schedule.afterChange(4_000);
    advance(1_500);

    schedule.afterChange(4_000);

    advance(1_999);
    expect(send).not.toHaveBeenCalled();
    advance(1);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('with changes that never pause: counts the maximum delay from the first change that was not sent', () => {
    const { schedule, send, advance } = createTestSchedule();
    const typeSeconds = (count: number) => {
      for (let second = 0; second < count; second += 1) {
        schedule.afterChange(4_000);
        advance(1_000);
      }
    };

    typeSeconds(4);
    expect(send).toHaveBeenCalledTimes(1);
    schedule.markSending();
    typeSeconds(3);
    expect(send).toHaveBeenCalledTimes(1);
    typeSeconds(1);

    expect(send).toHaveBeenCalledTimes(2);
  });

  it('once cancelled: does not send, and counts the maximum delay anew', () => {
    const { schedule, send, advance } = createTestSchedule();
    schedule.afterChange(4_000);

    schedule.cancel();

    expect(schedule.isPending()).toBe(false);
    advance(60_000);
    expect(send).not.toHaveBeenCalled();
    schedule.afterChange(4_000);
    advance(1_999);
    expect(send).not.toHaveBeenCalled();
  });
});
