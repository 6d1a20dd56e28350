/** Runs a task at the first tap or click and at the first key press: twice at most, so repeating it must be harmless. */
export function runOnFirstInteraction(task: () => void): void {
  for (const type of ['pointerdown', 'keydown'])
    window.addEventListener(type, task, { capture: true, once: true });
}
