/** Texts of the question before a page with unsaved changes is left. */
export const messages = {
  unsavedChanges: 'Unsaved changes',
  unsavedChangesText: 'You have unsaved changes. Leave without saving them?',
  leave: 'Leave',
} as const;
