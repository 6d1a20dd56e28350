/** Who is online in which process; a person is online as long as they are in one. */
export interface Directory {
  add(processId: string, userId: string): void;
  remove(processId: string, userId: string): void;
  /** Sets all people of a process. */
  replace(processId: string, userIds: Iterable<string>): void;
  /** Forgets a process and its people. */
  drop(processId: string): void;
}

interface DirectoryOptions {
  /** Told when the first process has this person. */
  onCame(userId: string): void;
  /** Told when no process has them any more. */
  onLeft(userId: string): void;
}

export function createDirectory({ onCame, onLeft }: DirectoryOptions): Directory {
  const processes = new Map<string, Set<string>>();
  const counts = new Map<string, number>();

  function add(processId: string, userId: string): void {
    const people = processes.get(processId) ?? new Set();
    processes.set(processId, people);
    if (people.has(userId)) return;
    people.add(userId);
    const count = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, count);
    if (count === 1) onCame(userId);
  }

  function remove(processId: string, userId: string): void {
    if (!processes.get(processId)?.delete(userId)) return;
    const count = (counts.get(userId) ?? 0) - 1;
    if (count > 0) {
      counts.set(userId, count);
      return;
    }
    counts.delete(userId);
    onLeft(userId);
  }

  function replace(processId: string, userIds: Iterable<string>): void {
    const next = new Set(userIds);
    for (const userId of processes.get(processId) ?? []) if (!next.has(userId)) remove(processId, userId);
    for (const userId of next) add(processId, userId);
  }

  return {
    add,
    remove,
    replace,
    drop(processId) {
      replace(processId, []);
      processes.delete(processId);
    },
  };
}
