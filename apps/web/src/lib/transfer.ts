/** Whether clipboard data has text in addition to the picture, as from a word processor; then the text is pasted. */
export function hasText(data: DataTransfer): boolean {
  const html = data.getData('text/html');
  if (html === '') {
    // macOS adds the names of copied files as text.
    const names = new Set([...data.files].map(({ name }) => name.normalize()));
    const lines = data
      .getData('text/plain')
      .normalize()
      .split(/[\r\n]+/);
    return lines.some((line) => line.trim() !== '' && !names.has(line));
  }
  return (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim() !== '';
}

export function hasFiles(event: { dataTransfer: DataTransfer | null }): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
